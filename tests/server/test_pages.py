"""Serving the browser game: the right file, the right headers, and nothing else."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from passgo.server.pages import Pages, PagesError
from tests.server.running import Server, running

INDEX = b"<!doctype html><title>PassGo</title>"
SCRIPT = b"console.log('a long script')\n" * 50


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "assets").mkdir()
    (folder / "index.html").write_bytes(INDEX)
    (folder / "assets" / "main-abc.js").write_bytes(SCRIPT)
    (folder.parent / "secret.txt").write_text("not for you")
    few = {"PASSGO_LIMITS_READS_PER_SECOND": "1", "PASSGO_LIMITS_READS_BURST": "20"}
    home = tmp_path_factory.mktemp("server")
    with running(home, "--web", str(folder), settings=few) as server:
        yield server


@pytest.mark.parametrize(
    "path", ["/", "/new", "/rules", "/t/rkywz4grxyr85", "/replay", "/replay/rkywz4grxyr85"]
)
def test_every_page_of_the_game_uses_the_same_html_file(server: Server, path: str) -> None:
    reply = server.ask("GET", path)
    assert (reply.status, reply.body) == (200, INDEX)
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert reply.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in reply.headers["content-security-policy"]


def test_a_file_with_a_hash_in_its_name_may_be_cached_forever(server: Server) -> None:
    reply = server.ask("GET", "/assets/main-abc.js")
    assert (reply.status, reply.body) == (200, SCRIPT)
    assert reply.headers["content-type"].startswith("text/javascript")
    assert "immutable" in reply.headers["cache-control"]


@pytest.mark.parametrize(
    "path", ["/nothing", "/assets/other.js", "/../secret.txt", "/%2e%2e/secret.txt", "/assets"]
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    assert server.ask("GET", path).status == 404


def test_a_browser_at_an_unknown_path_gets_the_not_found_page(server: Server) -> None:
    reply = server.ask("GET", "/nothing", headers={"Accept": "text/html,*/*"})
    assert (reply.status, reply.body) == (404, INDEX)


def test_all_browsers_in_one_household_can_load_every_file_simultaneously(server: Server) -> None:
    """A page loads a hundred files; the rate limit applies only to the API."""
    assert {server.ask("GET", "/assets/main-abc.js").status for _ in range(200)} == {200}
    assert {server.ask("GET", "/api/rules").status for _ in range(200)} == {200, 429}
    for path in ("/healthz", "/readyz"):  # health checks are never rejected
        assert {server.ask("GET", path).status for _ in range(5)} == {200}


def test_files_are_compressed_for_clients_that_support_compression(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(INDEX * 20)
    (tmp_path / "board.png").write_bytes(b"\x89PNG")
    pages = Pages(tmp_path)
    index, picture = pages.find("/"), pages.find("/board.png")
    assert index is not None
    assert gzip.decompress(index.packed) == index.data
    assert picture is not None
    assert (picture.packed, picture.media_type) == (b"", "image/png")


def test_a_folder_without_the_browser_game_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(PagesError, match=r"no index\.html"):
        Pages(tmp_path)

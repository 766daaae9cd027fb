"""QR codes: the drawing shows the right code."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest
import segno
from httpx import ASGITransport, AsyncClient

from passgo.server import routes
from passgo.server.app import make_app
from passgo.server.limits import Limits
from passgo.server.qr_code import draw_for_terminal, draw_svg
from tests.server.kit import hub_at
from tests.waiting import until

LINK = "http://192.168.178.23:8000/t/k7m2bcdfghjkm"


def drawn(picture: str) -> list[list[int]]:
    """Read the modules back from a drawing with half blocks."""
    rows: list[list[int]] = []
    for line in picture.splitlines():
        cells = line.removeprefix("\x1b[38;5;16;48;5;231m").removesuffix("\x1b[0m")
        rows.append([int(cell in "▀█") for cell in cells])
        rows.append([int(cell in "▄█") for cell in cells])
    return rows


def drawn_with_spaces(picture: str) -> list[list[int]]:
    """Read the modules back from a drawing with colored spaces."""
    rows: list[list[int]] = []
    for line in picture.splitlines():
        background, row = 0, list[int]()
        for color, cell in re.findall(r"\x1b\[([0-9;]+)m|(  )", line):
            if cell:
                row.append(background)
            elif color.endswith("48;5;16"):
                background = 1
            elif color.endswith("48;5;231"):
                background = 0
        rows.append(row)
    return rows


def modules(text: str, error: str = "l") -> list[list[int]]:
    code = segno.make(text, micro=False, error=error)
    return [[int(bool(cell)) for cell in row] for row in code.matrix]


def inside(rows: list[list[int]], size: int) -> list[list[int]]:
    """Cut off the quiet zone, which is at least four modules wide on each side."""
    edge = [*rows[:4], *rows[4 + size :], *(row[:4] + row[4 + size :] for row in rows)]
    assert not any(map(any, edge))
    assert len(rows) >= size + 8
    assert {len(row) for row in rows} == {size + 8}
    return [row[4 : 4 + size] for row in rows[4 : 4 + size]]


@pytest.mark.parametrize("text", ["a", LINK, "https://games.example/" + "x" * 100])
@pytest.mark.parametrize("encoding", ["utf-8", "cp437", "ascii", "latin-1", None, "no-such-thing"])
def test_the_drawing_is_the_code_with_its_quiet_zone(text: str, encoding: str | None) -> None:
    picture = draw_for_terminal(text, encoding)
    wanted = modules(text)
    halves = encoding in ("utf-8", "cp437")
    rows = drawn(picture) if halves else drawn_with_spaces(picture)
    assert inside(rows, len(wanted)) == wanted
    assert picture.isascii() != halves


def test_every_line_sets_and_resets_its_colors() -> None:
    for encoding in ("utf-8", "ascii"):
        for line in draw_for_terminal(LINK, encoding).splitlines():
            assert line.startswith("\x1b[38;5;16;48;5;231m")
            assert line.endswith("\x1b[0m")


def test_a_link_fits_in_a_small_terminal() -> None:
    lines = draw_for_terminal(LINK).splitlines()
    assert len(lines) <= 24
    assert max(len(row) for row in drawn(draw_for_terminal(LINK))) <= 80


# -- SVG images ------------------------------------------------------------------------------------


def read_svg(image: bytes) -> list[list[int]]:
    """Read the modules back from an image, in which each stroke is one row of dark modules."""
    root = ElementTree.fromstring(image)
    left, top, width, height = map(int, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    background, strokes = root
    assert background.attrib == {"fill": "#fff", "d": f"M0 0h{width}v{height}h-{width}z"}
    assert strokes.attrib["stroke"] == "#000"
    rows = [[0] * width for _ in range(height)]
    x, y = 0.0, 0.0
    for kind, numbers in re.findall(r"([Mmh])([^Mmh]+)", strokes.attrib["d"]):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        if kind == "h":
            row = rows[int(y)]
            row[int(x) : int(x + values[0])] = [1] * int(values[0])
            x += values[0]
        else:
            x, y = values if kind == "M" else (x + values[0], y + values[1])
    return rows


@pytest.mark.parametrize("text", ["a", LINK, "https://games.example/" + "x" * 100])
def test_the_image_is_the_code_with_its_quiet_zone(text: str) -> None:
    wanted = modules(text, error="m")
    assert inside(read_svg(draw_svg(text)), len(wanted)) == wanted


OWN_LINKS = [
    "http://games.example:8000/t/k7m2",
    "https://games.example:8000/t/k7m2",  # a proxy may handle https for us
    "https://public.example/t/k7m2",
    "http://games.example:8000/" + "x" * 174,
]
OTHER_TEXTS = [
    "",
    "hello",
    "/t/k7m2",
    "//games.example:8000/t/k7m2",
    "javascript://games.example:8000/%0aalert(1)",
    "http://elsewhere.example/t/k7m2",
    "http://games.example/t/k7m2",  # different port
    "http://public.example/t/k7m2",  # different scheme
    "http://games.example:8000@elsewhere.example/",
    "http://elsewhere.example@games.example:8000/",
    "http://elsewhere.example\\@games.example:8000/",
    "http://[games.example:8000/",
    "http://games.example:8000/t/k7 m2",
    "http://games.example:8000/t/k7\nm2",
    "http://games.example:8000/t/Größe",
    "http://games.example:8000/" + "x" * 175,
]


@pytest.mark.asyncio
async def test_links_to_this_server_are_drawn_and_any_other_text_is_rejected(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path) as hub:
        app = cast("Callable[..., Awaitable[None]]", make_app(hub, {"https://public.example"}))
        base = "http://games.example:8000"
        async with AsyncClient(transport=ASGITransport(app), base_url=base) as client:
            drawn = [await client.get("/api/qr.svg", params={"link": link}) for link in OWN_LINKS]
            refused = [
                await client.get("/api/qr.svg", params={"link": text}) for text in OTHER_TEXTS
            ]
            without = await client.get("/api/qr.svg")
    for link, reply in zip(OWN_LINKS, drawn, strict=True):
        assert reply.status_code == 200, link
        assert reply.headers["content-type"] == "image/svg+xml"
        assert reply.headers["cache-control"] == "max-age=2592000, public, immutable"
        assert reply.content == draw_svg(link)
    for text, reply in zip(OTHER_TEXTS, refused, strict=True):
        assert reply.status_code == 400, text
        assert reply.json()["code"] == "request.form"
    assert without.status_code == 400
    assert "link" in without.json()["sentence"]


@pytest.mark.asyncio
async def test_drawing_a_code_counts_as_a_request_that_changes_something(
    tmp_path: Path,
) -> None:
    async with hub_at(tmp_path, Limits(requests_per_second=0.1, requests_burst=3)) as hub:
        app = cast("Callable[..., Awaitable[None]]", make_app(hub))
        base = "http://games.example:8000"
        async with AsyncClient(transport=ASGITransport(app), base_url=base) as client:
            drawn = [
                await client.get(f"/api/qr.svg{slash}", params={"link": f"{base}/{number}"})
                for number, slash in enumerate(["", "/", "//", "", "/", "//"])
            ]
            read = await client.get("/api/rules")
    assert [reply.status_code for reply in drawn] == [200] * 3 + [429] * 3
    assert read.status_code == 200


@pytest.mark.asyncio
async def test_only_one_code_is_drawn_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    may_end = threading.Event()

    def draw(link: str) -> bytes:
        begun.append(link)
        may_end.wait()
        return b"<svg/>"

    monkeypatch.setattr(routes, "draw_svg", draw)
    async with hub_at(tmp_path) as hub:
        app = cast("Callable[..., Awaitable[None]]", make_app(hub))
        base = "http://games.example:8000"
        async with AsyncClient(transport=ASGITransport(app), base_url=base) as client:
            asked = [
                asyncio.ensure_future(
                    client.get("/api/qr.svg", params={"link": f"{base}/{number}"})
                )
                for number in range(5)
            ]
            try:
                await until(lambda: begun and len(hub.drawing._waiters or ()) == 4)
                assert len(begun) == 1
            finally:
                may_end.set()
            replies = await asyncio.gather(*asked)
    assert [reply.status_code for reply in replies] == [200] * 5
    assert len(begun) == 5

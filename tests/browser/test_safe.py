"""Bad links, deleted tables and invalid data in local storage are explained and lock nobody out."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import expect

from tests.browser.kit import Site
from tests.browser.seating import Visit, make_table

REFUSED: Final = "status of (401|404)|WebSocket"
"""Console messages about rejected requests, which are expected here."""
HELD: Final = "() => localStorage.getItem('passgo.tables') ?? '[]'"


def test_a_bad_spectator_link_locks_nobody_out_and_a_deleted_table_is_explained(
    visit: Visit, site: Site
) -> None:
    seating = make_table(site, ["Ann", "Bob"], {"players": [{}, {"cash": 7}]}, start=False)
    path = f"/api/tables/{seating.table}"
    cyd = visit()
    cyd.forgiven.append(REFUSED)
    cyd.go(f"{seating.path}#watch=junk")
    expect(cyd.page.get_by_text("This spectator link has expired")).to_be_visible()
    expect(cyd.page.get_by_text("This game starts from a custom position")).to_be_visible()
    assert cyd.page.evaluate(HELD) == "[]"

    site.ask("POST", f"{path}/start", key=seating.host)
    for _ in range(2):  # the second link replaces the first
        watch = site.ask("POST", f"{path}/watch", key=seating.host)["key"]
        cyd.go("/")
        cyd.go(f"{seating.path}#watch={watch}")
        expect(cyd.stage).to_be_visible()
        cyd.page.wait_for_function(f"({HELD})().includes({watch!r})")

    cyd.save_keys(seating.table, seating.keys[0])
    cyd.go("/")
    cyd.go(f"{seating.path}#watch=junk")
    expect(cyd.button("Roll")).to_be_visible()
    site.ask("DELETE", path, key=seating.host)
    expect(cyd.stage.get_by_text("This table is gone")).to_be_visible()
    expect(cyd.button("Roll")).to_be_hidden()
    cyd.reload()
    expect(cyd.page.get_by_text("This table doesn’t exist")).to_be_visible()


def test_invalid_data_in_local_storage_and_mangled_links_do_not_break_pages(visit: Visit) -> None:
    visitor = visit(390, 844)
    visitor.forgiven.append("404")  # one of the tables does not exist
    visitor.go("/t/%FF")
    expect(visitor.page.get_by_text("Page not found")).to_be_visible()
    stored = {
        "settings": '{"language": "__proto__", "motion": "banana", "volumes": null}',
        "setup": '{"changes": null, "preset": "__proto__"}',
        "tables": '[null, {"table": "x"}, {"table": "y", "keys": ["z"], "read": {}, "muted": 7}]',
    }
    for name, text in stored.items():
        visitor.page.evaluate(f"text => localStorage.setItem('passgo.{name}', text)", text)
    visitor.go("/")
    expect(visitor.button("Play", exact=True)).to_be_visible()
    visitor.go("/new")
    expect(visitor.button("Create table")).to_be_visible()

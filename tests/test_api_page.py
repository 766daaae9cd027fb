"""docs/api.md matches the repository's sources, no matter which build of passgo is installed."""

from __future__ import annotations

import ast

import passgo
import passgo.actions
import passgo.codec
import passgo.decisions
import passgo.draw
import passgo.fair
import passgo.record
import passgo.say
from tools.api import PAGE, SECTIONS, Class, find, main, page

PUBLIC = (
    passgo,
    passgo.actions,
    passgo.decisions,
    passgo.codec,
    passgo.draw,
    passgo.record,
    passgo.say,
    passgo.fair,
)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python -m tools.api"
    assert main(["--check"]) == 0


def test_the_page_on_stability_lists_the_same_modules() -> None:
    text = PAGE.with_name("stability.md").read_text("utf-8")
    modules = {name for section in SECTIONS for name in section.modules}
    packages = {"passgo.bots" if name.startswith("passgo.bots.") else name for name in modules}
    assert not {name for name in packages if f"`{name}`" not in text}


def test_every_public_name_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    names = {name for module in PUBLIC for name in module.__all__} | set(passgo.codec.EVENTS)
    missing = [name for name in names if f"### {name}\n" not in text and f"- `{name}(" not in text]
    assert not missing


def test_only_a_games_public_methods_are_documented() -> None:
    name = find("passgo", "Game")
    assert name is not None
    assert isinstance(name.node, ast.ClassDef)
    told = [head.partition("(")[0] for head, _ in Class(name).methods()]
    assert {"play", "build", "options", "view", "copy", "position"} <= set(told)
    assert not {"pay", "owe", "proceed", "roll_dice"} & set(told)


def class_named(where: str, name: str) -> Class:
    found = find(where, name)
    assert found is not None
    return Class(found)


def test_a_class_lists_the_members_it_inherits_from_a_base_that_is_not_public() -> None:
    for name in ("Game", "View"):
        kind = class_named("passgo", name)
        heads = [head.partition("(")[0] for head, _ in kind.methods()]
        assert {"why_not", "check", "check_trade", "options"} <= set(heads)
        assert len(set(heads)) == len(heads)
        assert not kind.parent
    for name in ("ActionEntry", "Setup"):
        kind = class_named("passgo.record", name)
        assert {"line", "rolls", "events"} <= {one.name for one in kind.attributes()}


def test_a_class_does_not_repeat_the_members_it_inherits_from_a_public_base() -> None:
    kind = class_named("passgo.bots.simple", "SimpleBot")
    assert kind.parent == "Habits"
    assert "decide" not in [head.partition("(")[0] for head, _ in kind.methods()]


def test_the_page_shows_i64_as_int() -> None:
    text = PAGE.read_text("utf-8")
    assert ": i64" not in text
    assert "[i64" not in text
    assert "-> i64" not in text


def test_the_keys_of_a_dict_are_listed_only_if_its_source_has_them_all() -> None:
    assert "The keys are `consolidated`, `statutes`" in page()
    assert "The keys are ." not in page()

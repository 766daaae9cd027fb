"""The language check: the text it treats as prose, and the phrases it reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.check_language import main, read_vocabulary, search
from tools.draw_pages import WORDS_ON_A_PAGE, Line, pages_of
from tools.prose import prose_of

PHRASES, _ = read_vocabulary()


def found(path: str, text: str) -> list[tuple[int, str]]:
    """Return the line number and text of each phrase reported."""
    return [(match.line, match.text) for match in search(path, text, PHRASES)]


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("a.md", "First line.\nRead it anew.\n", 2),
        ("a.py", 'def f():\n    """Read it anew."""\n', 2),
        ("a.py", "x = 1  # read it anew\n", 1),
        ("a.py", 'print("Read it anew.")\n', 1),
        ("a.py", "def test_it_is_read_anew(): ...\n", 1),
        ("a.ts", "/** Read it anew. */\n", 1),
        ("a.ts", "const a = 1; // read it anew\n", 1),
        ("a.ts", 'test("is read anew", () => {});\n', 1),
        ("a.svelte", "<!-- Read it\n  anew. -->\n", 2),
        ("words/en.json", '{"key": "Read it anew."}', 1),
        ("lock", "# Read it anew.\n", 1),
    ],
)
def test_prose_is_checked_wherever_it_is(path: str, text: str, line: int) -> None:
    assert found(path, text) == [(line, "anew")]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.md", "Call `anew`.\n"),
        ("a.md", "```python\nanew = 1\n```\n"),
        ("a.py", "anew = 1\n"),
        ("a.py", 'kind = "anew"\n'),
        ("a.ts", "const anew = 1;\n"),
        ("words/en.json", '{"is anew": "Again"}'),
        ("lock", "anew\n"),
    ],
)
def test_code_is_not_prose(path: str, text: str) -> None:
    assert found(path, text) == []


def test_a_phrase_is_found_across_a_line_break() -> None:
    text = "# whether it is\n# told\n"
    assert found("a.py", text) == [(2, "is told")]


@pytest.mark.parametrize(
    "text",
    ["on turn 12", "a lot of money", "told apart from", "any more than that", "There is no house."],
)
def test_ordinary_english_passes(text: str) -> None:
    assert found("a.md", text) == []


@pytest.mark.parametrize(
    "text",
    ["who is on turn", "12 %", "throw the dice", "refuse an offer", "lift the mortgage"],
)
def test_listed_phrases_are_reported(text: str) -> None:
    assert len(found("a.md", text)) == 1


def test_the_prose_keeps_its_position_in_the_file() -> None:
    text = 'x = "one two"  # three\n\n"""four\nfive six"""\n'
    prose = prose_of("a.py", text)
    assert len(prose) == len(text)
    assert prose.split() == ["one", "two", "three", "four", "five", "six"]
    assert [prose.index(word) for word in ("two", "six")] == [text.index("two"), text.index("six")]


def test_a_phrase_is_printed_with_its_line_and_a_suggestion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.md").write_text("Fine.\n\nRead it anew.\n", encoding="utf-8")
    monkeypatch.setattr("tools.check_language.prose_files", lambda root, paths: ["page.md"])
    assert main(["--root", str(tmp_path), "page.md"]) == 1
    assert capsys.readouterr().out == "page.md:3: 'anew': write again\n"


def test_an_exception_needs_a_reason(tmp_path: Path) -> None:
    file = tmp_path / "vocabulary.toml"
    file.write_text('phrase = []\n[[exception]]\npath = "a.md"\ntext = "anew"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="has no reason"):
        read_vocabulary(file)


def test_pages_have_about_the_same_length() -> None:
    lines = [Line("a.md:1", "some words", 30)] * 100
    assert {sum(line.words for line in page) for page in pages_of(lines)} == {420}
    assert sum(line.words for line in lines) // len(pages_of(lines)) >= WORDS_ON_A_PAGE

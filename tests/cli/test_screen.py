"""`passgo play` on a terminal: the drawn board, colors, pages, and a screen that never overflows."""

from __future__ import annotations

import builtins
import contextlib
import io
import os
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path

import pytest

from passgo.boards import board_from_data
from passgo.bots.simple import SimpleBot
from passgo.cli.board_picture import (
    NARROWEST_PICTURE,
    PICTURE_HEIGHT,
    SpaceNames,
    choose_marks,
    draw_board,
)
from passgo.cli.colors import count_columns, fit, paint_names, wrap_columns
from passgo.cli.commands import play
from passgo.cli.main import main
from passgo.cli.player_names import NAMES as DEFAULT_NAMES
from passgo.cli.terminal.console import Console
from passgo.cli.terminal.players import LeaveTable
from passgo.cli.terminal.screen import Screen, can_draw
from passgo.engine.board import Board, classic
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.ruleset import rule_set
from passgo.engine.state import State
from passgo.say import Lexicon, Words
from tests import scene as s
from tests.cli.typist import arguments, typed
from tests.waiting import attempts

WORDS = Words.load()
NAMES = ["Ann", "Bob", "Cy", "Dee"]
CODE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class FakeTerminal(io.StringIO):
    """A terminal that keeps what is on its screen, and counts how often it scrolls."""

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        super().__init__()
        self.columns, self.rows = columns, rows
        self.lines = [""] * rows
        self.row = self.column = 0
        self.scrolled = 0
        self.writes: list[str] = []

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.writes.append(text)
        for part in re.split(r"(\x1b\[[0-9;]*[A-Za-z]|\n)", text):
            if part == "\n":
                self.feed()
            elif part == "\x1b[H":
                self.row = self.column = 0
            elif part == "\x1b[K":
                self.lines[self.row] = self.lines[self.row][: self.column]
            elif part == "\x1b[J":
                self.lines[self.row] = self.lines[self.row][: self.column]
                self.lines[self.row + 1 :] = [""] * (self.rows - self.row - 1)
            elif not CODE.fullmatch(part):
                self.put(part)
        return len(text)

    def put(self, text: str) -> None:
        for letter in text:
            if self.column == self.columns:
                self.feed()
            line = self.lines[self.row].ljust(self.column)
            self.lines[self.row] = line[: self.column] + letter + line[self.column + 1 :]
            self.column += 1

    def feed(self) -> None:
        self.column = 0
        self.row += 1
        if self.row == self.rows:
            self.row -= 1
            self.scrolled += 1
            self.lines = [*self.lines[1:], ""]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def plug_in(monkeypatch: pytest.MonkeyPatch) -> FakeTerminal:
    """Replace standard input and output with a terminal of 80 columns and 24 rows."""
    fake = FakeTerminal()
    monkeypatch.setattr(sys, "stdout", fake)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(
        shutil, "get_terminal_size", lambda: os.terminal_size((fake.columns, fake.rows))
    )
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return fake


def answer_with(
    monkeypatch: pytest.MonkeyPatch, fake: FakeTerminal, answer: Callable[[str], str]
) -> None:
    """Type answers; each is echoed, as on a real terminal."""

    def read(prompt: str = "") -> str:
        fake.write(prompt)
        line = answer(prompt)
        fake.write(f"{line}\n")
        return line

    monkeypatch.setattr(builtins, "input", read)


def type_lines(monkeypatch: pytest.MonkeyPatch, fake: FakeTerminal, lines: list[str]) -> list[str]:
    """Type these lines, then end the input; return what the screen shows before each answer."""
    rest = iter(lines)
    shown: list[str] = []

    def answer(prompt: str) -> str:
        shown.append(fake.text)
        if prompt != "> ":
            return ""
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    answer_with(monkeypatch, fake, answer)
    return shown


# -- the board -------------------------------------------------------------------------------------


def draw(
    state: State, color: bool = False, names: list[str] | None = None, columns: int = 78
) -> list[str]:
    lexicon = Lexicon(names or NAMES[: len(state.players)], state.board)
    return draw_board(state, WORDS, lexicon, color, columns)


def busy_game() -> Game:
    owns = {s.ANN: (*s.BROWN, s.READING), s.BOB: s.DARK_BLUE}
    game = s.scene(players=4, owns=owns)
    state = game.state
    state.property(s.BALTIC).houses = 2
    state.property(s.BOARDWALK).houses = 5
    state.property(s.READING).mortgaged = True
    state.players[s.BOB].space = s.BOARDWALK
    state.players[s.CY].space, state.players[s.CY].jail = s.JAIL, 1
    state.players[s.CY].cash = 12_345
    return game


def test_the_board_fits_below_80_columns_and_13_rows() -> None:
    for color in (False, True):
        lines = draw(busy_game().state, color)
        assert len(lines) == PICTURE_HEIGHT == 13
        assert all(count_columns(line) <= NARROWEST_PICTURE == 78 for line in lines)
        assert not any("Boardwalk" in line for line in draw(s.scene().state, color, columns=77))


def test_colors_only_add_codes() -> None:
    plain, color = draw(busy_game().state), draw(busy_game().state, color=True)
    assert [CODE.sub("", line).rstrip() for line in color] == plain
    assert not any("\x1b" in line for line in plain)
    assert all(line.count("\x1b[0m") * 2 == line.count("\x1b[") for line in color)


def test_the_board_shows_owners_buildings_mortgages_and_tokens() -> None:
    """10 MCS 140, 10 MCS 150: houses and hotels are on the board for all to see."""
    lines = draw(busy_game().state)
    assert lines[10].endswith("Boardwalk    bH B")
    marks, names = lines[-2:]
    baltic, reading, go = (names.index(name) for name in ("Baltic", "Readng", "GO"))
    assert marks[baltic : baltic + 2] == "a2"
    assert marks[reading : reading + 2] == "a-"
    assert marks[go:] == "AD"
    assert marks[0] == "C"


def test_every_space_is_on_the_board_once() -> None:
    for columns, top, bottom in (
        (
            78,
            "Parking Kent. Chance Ind. Ill. B.&O. Atlan. Ventn. Water Marvin To Jail",
            "Jail Conn. Verm. Chance Orient Readng Income Baltic Chest Medit. GO",
        ),
        (
            98,
            "Parking Kentucky Chance Indiana Illinois B. & O. Atlantic Ventnor Water Marvin To Jail",
            "Jail Conn. Vermont Chance Oriental Reading Income Baltic Chest Medit. GO",
        ),
    ):
        lines = draw(s.scene(players=2).state, columns=columns)
        assert " ".join(lines[0].split()) == top
        assert " ".join(lines[-1].split()) == bottom
        assert all(len(line) <= columns for line in lines)
    left = [line[:12].rstrip() for line in draw(s.scene(players=2).state)[2:-2]]
    right = [line[59:71].rstrip() for line in draw(s.scene(players=2).state)[2:-2]]
    assert left[:5] == ["New York", "Tennessee", "Chest", "St. James", "Penn R.R."]
    assert left[5:] == ["Virginia", "States", "Electric", "St. Charles"]
    assert right[:5] == ["Pacific", "N. Carolina", "Chest", "Penn Av.", "Short Line"]
    assert right[5:] == ["Chance", "Park Place", "Luxury Tax", "Boardwalk"]


def test_every_name_fits_in_every_width_without_being_cut_off() -> None:
    names = SpaceNames(classic(), WORDS)
    known = {short for _, short in names.short}
    for number, name in enumerate(names.names):
        least = 12 if number % 20 > 10 else 7 if number % 10 == 0 else 6
        for columns in range(least, 22):
            short = names.shorten(number, columns)
            assert len(short) <= columns
            assert short in (name, names.stems[number]) or short in known
            others = [
                names.shorten(other, columns) for other in range(40) if names.names[other] != name
            ]
            assert short not in others


def test_an_unknown_name_is_cut_off_with_a_period() -> None:
    """House custom_board."""
    data = classic().to_data()
    spaces = data["spaces"]
    assert isinstance(spaces, list)
    spaces[1]["name"], spaces[3]["name"] = "Kurfürstendamm", "St. Pauli"
    names = SpaceNames(board_from_data(data), WORDS)
    assert names.shorten(1, 6) == "Kurfü."
    assert names.shorten(3, 5) == "St."


def test_the_standings_show_everyones_cash_and_space() -> None:
    state = busy_game().state
    state.players[3].out = True
    text = [" ".join(line[21:57].split()) for line in draw(state)]
    assert text[2:6] == [
        "> A Ann $1,500 GO",
        "B Bob $1,500 Boardwalk",
        "C Cy $12,345 in Jail",
        "D Dee out",
    ]
    assert "Bank: 32 houses, 12 hotels" in text


def test_eight_players_fit() -> None:
    names = ["Ann", "Anna", "Annabelle-Charlotte", "Bo", "O'Neil", "Zoë", "王小明", "7up"]
    state = s.scene(players=8).state
    lines = draw(state, names=names)
    assert len(lines) == 13
    assert all(count_columns(line) <= 78 for line in lines)
    assert lines[-2].endswith("ANBOEZ+")
    assert "Annabelle" in lines[4]


def test_marks_are_different() -> None:
    assert choose_marks(["Ann", "Anna", "An", "A", "ß1"]) == ["A", "N", "1", "2", "3"]
    for seats in range(2, 9):
        marks = choose_marks(list(DEFAULT_NAMES[:seats]))
        assert len(set(marks)) == seats


def small_board() -> Board:
    """Return the classic board without Marvin Gardens."""
    data = classic().to_data()
    spaces = data["spaces"]
    assert isinstance(spaces, list)
    data["spaces"] = [one for one in spaces if one["name"] != "Marvin Gardens"]
    return board_from_data(data)


def test_a_board_of_another_size_has_only_standings() -> None:
    """House custom_board."""
    game = Game(2, Seeded(1), rule_set(), small_board())
    assert 12 <= game.state.board.size < 40
    lines = draw(game.state)
    assert [line.split()[-2:] for line in lines[:2]] == [["$1,500", "GO"]] * 2
    assert [line.strip() for line in lines[2:]] == ["", "Bank: 32 houses, 12 hotels"]


def test_text_is_measured_in_columns() -> None:
    assert count_columns("王\x1b[1ma\x1b[0m") == 3
    assert fit("王小明", 5) == "王小 "
    assert fit("e\N{COMBINING ACUTE ACCENT}", 2) == "é "
    assert wrap_columns("王小明 王小明 ab", 9) == ["王小明", "王小明 ab"]
    assert CODE.sub("", paint_names("Ann and Anna, Bob’s", ["Ann", "Anna", "Bob"])) == (
        "Ann and Anna, Bob’s"
    )


# -- the screen ------------------------------------------------------------------------------------


def test_the_board_is_drawn_only_on_a_terminal_that_is_large_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = plug_in(monkeypatch)
    assert can_draw()
    for columns, rows in ((79, 24), (80, 23)):
        terminal.columns, terminal.rows = columns, rows
        assert not can_draw()
    terminal.columns, terminal.rows = 80, 24
    monkeypatch.setenv("TERM", "dumb")
    assert not can_draw()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(terminal, "isatty", lambda: False)
    assert not can_draw()


def test_the_question_is_below_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = plug_in(monkeypatch)
    shown = type_lines(monkeypatch, terminal, ["roll", "me", "me"])
    assert main(["play", "--seed", "9", "--players", "Ann,Bob"]) == 0
    assert shown[1].splitlines()[0].startswith("Parking Kent.  Chance")
    assert "Ann rolls 2 and 4 and lands on Oriental Avenue." in shown[1]
    assert shown[1].splitlines()[-2] == "> " or "\n> \n" in shown[1] + "\n"
    for frame in shown[1:]:
        assert frame.count("Buy Oriental Avenue for $100, or send it to auction?") == 1
        assert frame.count("Ann        $1,500  Oriental") == 1
    assert "The game is unfinished and was not saved." in terminal.text


def test_a_resumed_game_announces_that_it_is_replayed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    terminal = plug_in(monkeypatch)
    file = str(tmp_path / "game.jsonl")
    type_lines(monkeypatch, terminal, ["roll"])
    assert main(["play", "--seed", "9", "--players", "Ann,Bob", "--save", file]) == 0
    terminal.writes.clear()
    shown = type_lines(monkeypatch, terminal, [])
    assert main(["play", "--resume", file]) == 0
    assert terminal.writes[0] == "Replaying 3 actions…"
    assert "Buy Oriental Avenue for $100, or send it to auction?" in shown[-1]


def test_no_color_and_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = plug_in(monkeypatch)
    type_lines(monkeypatch, terminal, ["roll"])
    assert main(["play", "--seed", "9"]) == 0
    assert "\x1b[48;5;" in "".join(terminal.writes)

    monkeypatch.setenv("NO_COLOR", "1")
    terminal.writes.clear()
    type_lines(monkeypatch, terminal, ["roll"])
    assert main(["play", "--seed", "9"]) == 0
    assert not re.search(r"\x1b\[[0-9;]*m", "".join(terminal.writes))
    assert "Parking Kent.  Chance" in terminal.text

    terminal.writes.clear()
    type_lines(monkeypatch, terminal, ["roll"])
    assert main(["play", "--seed", "9", "--plain"]) == 0
    assert "\x1b" not in "".join(terminal.writes)
    assert "Kent.  Chance" not in terminal.text


def test_long_text_is_shown_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = plug_in(monkeypatch)
    shown = type_lines(monkeypatch, terminal, ["board", "roll"])
    assert main(["play", "--seed", "9", "--players", "Ann,Bob"]) == 0
    pages = [frame for frame in shown if "Press Enter to continue." in frame]
    said = "\n".join(pages)
    assert all(f"{number}. " in said for number in range(40))
    assert "39. Boardwalk" in said
    assert all(len(page.rstrip().splitlines()) <= 23 for page in pages)
    assert terminal.scrolled <= 24  # the earlier output, once


@pytest.mark.parametrize(("count", "pages"), [(8, 0), (9, 1), (16, 1), (17, 1), (40, 2)])
def test_the_board_stays_in_view_unless_the_text_is_long(
    monkeypatch: pytest.MonkeyPatch, count: int, pages: int
) -> None:
    terminal = plug_in(monkeypatch)
    console = Screen()
    play.start_game(console, arguments("--seed", "9"))
    console.new = [f"line {number}" for number in range(count)]
    shown = type_lines(monkeypatch, terminal, ["roll"])
    console.ask("Roll the dice.")
    assert len(shown) == pages + 1
    assert [frame.startswith("Parking") for frame in shown] == [count <= 16] * pages + [True]
    assert all(f"line {number}\n" in "".join(shown) for number in range(count))


def test_a_question_may_take_up_the_whole_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = plug_in(monkeypatch)
    console = Screen()
    play.start_game(console, arguments("--seed", "9"))
    console.old, console.new = [f"line {number}" for number in range(100)], []
    shown = type_lines(monkeypatch, terminal, ["nothing"])
    names = ", ".join(deed.name for deed in classic().deeds)
    console.ask(f"What will you give Bob? Available: {names}. {'Type names. ' * 20}")
    assert len(shown) == 1
    assert shown[0].count("What will you give Bob?") == 1
    assert terminal.scrolled == 1  # the earlier output


def test_a_window_that_becomes_too_small_during_a_page_shows_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = plug_in(monkeypatch)
    console = Screen()
    play.start_game(console, arguments("--seed", "9"))
    console.new = [f"line {number}" for number in range(12)]

    def answer(prompt: str) -> str:
        terminal.columns = 60
        return ""

    answer_with(monkeypatch, terminal, answer)
    console.ask("Roll the dice.")
    assert console.is_line_based
    assert sum("Parking" in text for text in terminal.writes) == 1  # above the first page
    assert "Roll the dice." in terminal.text


def test_a_window_that_becomes_too_small_shows_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = plug_in(monkeypatch)
    lines = iter(["me", "roll", "me"])

    def answer(prompt: str) -> str:
        line = next(lines, "")
        terminal.columns = 60 if line == "roll" else 80
        if not line and prompt == "> ":
            raise EOFError
        return line

    answer_with(monkeypatch, terminal, answer)
    assert main(["play", "--seed", "9", "--players", "Ann,Bob"]) == 0


def test_each_screen_is_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = plug_in(monkeypatch)
    type_lines(monkeypatch, terminal, ["roll", "buy", "done"])
    assert main(["play", "--seed", "9", "--players", "Ann,Bob"]) == 0
    drawn = [text for text in terminal.writes if "Kent." in text]
    assert len(drawn) == 5  # four questions and the end
    assert all(text.startswith("\x1b[H") and text.endswith("\x1b[J") for text in drawn)
    assert not any("\x1b[2J" in text or "\x1b[?" in text for text in terminal.writes)


class Player(Screen):
    """A screen on which the simple bot answers; it stores every screen."""

    def __init__(self, fake: FakeTerminal) -> None:
        super().__init__()
        self.fake = fake
        self.frames: list[str] = []
        self.question = ""
        self.offers: list[str] = []

    def ask(self, question: str) -> str:
        self.question = question
        return super().ask(question)

    def read_line(self, prompt: str) -> str:
        self.fake.write(prompt)
        self.frames.append(self.fake.text)
        line = "" if prompt != "> " else self.answer()
        self.fake.write(f"{line}\n")
        return line

    def answer(self) -> str:
        assert self.terminal is not None
        if self.question.endswith("(yes or no)"):
            return "yes"
        if self.question.endswith("later)"):
            if "offer" in self.question:
                self.offers.append(self.question)
            return "no"
        view = self.terminal.game.view(NAMES.index(self.question.partition(" (")[0]))
        bot = SimpleBot()
        return typed(bot.idle(view) or bot.decide(view), self.terminal.state, NAMES)


@pytest.mark.parametrize("no_color", ["", "1"])
@pytest.mark.parametrize("seed", ["4", "11"])
def test_a_whole_game_never_overflows_the_screen(
    seed: str, no_color: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = plug_in(monkeypatch)
    monkeypatch.setenv("NO_COLOR", no_color)
    console = Player(terminal)
    args = arguments("--seed", seed, "--bot", "simple", "--option", "round_limit=25")
    game = play.start_game(console, args)
    with contextlib.suppress(LeaveTable):
        game.run()
    assert len(console.frames) > 30
    assert terminal.scrolled <= 24 or console.is_line_based  # only the bots' last turns scroll
    for frame in console.frames:
        lines = frame.splitlines()
        assert len(lines) <= 24
        assert all(len(line) < 80 for line in lines)
        prompt = frame.rstrip("\n").splitlines()[-1]
        assert prompt.startswith((">", "Press Enter to continue.")), frame
        if prompt == ">" or prompt == "> ":
            assert lines[0].startswith("Parking")
            assert frame.count("Bank: ") == 1
    assert len(console.offers) == len(set(console.offers))  # no offer is asked about twice


def test_the_story_can_be_listed() -> None:
    from tests.cli.typist import play_lines

    done = play_lines(
        ["roll", "story", "story 2", "story x"], "--players", "Ann,Bob", "--seed", "9"
    )
    two = done.said[done.said.index("> story 2") + 1 :][:2]
    assert two[1] == "Ann rolls 2 and 4 and lands on Oriental Avenue."
    assert two[0] in done.said[done.said.index("> story") :]
    assert '"story" takes a number of lines: type "story 50", for example.' in done.said


# -- a real terminal -------------------------------------------------------------------------------


def test_ctrl_c_leaves_the_terminal_as_it_was() -> None:
    mine, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        [sys.executable, "-m", "passgo", "play", "--seed", "9", "--players", "Ann,Bob"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color"},
        start_new_session=True,
        preexec_fn=lambda: ioctl(0, termios.TIOCSCTTY, 0),
    )
    os.close(theirs)
    data, is_sent = b"", False
    with contextlib.suppress(OSError):  # reading fails when the process has closed the terminal
        for _ in attempts():
            is_silent = not select.select([mine], [], [], 10)[0]
            data += b"" if is_silent else os.read(mine, 65536)
            # readline can miss a Ctrl-C between its prompt and its wait for a key: press it again.
            if data.endswith(b"\x1b[J> ") and (is_silent or not is_sent):
                is_sent = True
                os.write(mine, b"\x03")
    process.kill()
    os.close(mine)
    output = data.decode("utf-8", "replace")
    assert process.wait() == 130
    assert output.rstrip().endswith("The game is unfinished and was not saved.")
    assert "Traceback" not in output
    assert "\x1b[?1049" not in output  # no alternate screen to leave
    assert "\x1b[?25l" not in output  # the cursor is never hidden
    last = output[output.rindex("\x1b[H") :]
    assert last.count("\x1b[0m") * 2 == len(re.findall(r"\x1b\[[0-9;]*m", last))


def test_piped_output_is_plain() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "passgo", "play", "--seed", "9"],
        input="roll\nbuy\ndone\n",
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    assert "\x1b" not in done.stdout
    assert "Kent." not in done.stdout
    assert "> roll\n" in done.stdout


def test_the_console_is_line_based_by_default() -> None:
    assert not isinstance(Console(), Screen)

"""The terminal game loop: ask for decisions, print the events and save the actions.

The driver asks bots and people in the same way (`BotPlayer`, `HumanPlayer`). For a person, the game
prints the question and reads commands until one is an action. An action that another person takes
out of turn is played immediately, and the driver starts over from the new state (`AskAgain`).

A resumed game is replayed from the beginning: recorded actions replace people's input, and the
bots decide again, which restores the state of the bots and the driver. If a bot now decides
differently (because of a different version of PassGo), the record takes precedence, and the bots start
without memory of the game.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.cli.terminal.bot_reasons import BotReasons
from passgo.cli.terminal.console import Console
from passgo.cli.terminal.name_matching import Unclear, find_matches, normalize, parse_amount
from passgo.cli.terminal.parser import CommandParser, Query, suggest_commands
from passgo.cli.terminal.players import (
    AskAgain,
    BotPlayer,
    EventForwarder,
    HumanPlayer,
    LeaveTable,
    ReplayMismatch,
)
from passgo.cli.terminal.queries import QueryHandler
from passgo.cli.terminal.render import Renderer
from passgo.cli.terminal.save_file import SaveFile
from passgo.cli.terminal.trade_parser import TradeDialog
from passgo.cli.terminal.verbs import VERBS
from passgo.cli.text import sanitize
from passgo.engine.action import Action, why_not
from passgo.engine.board import Board
from passgo.engine.chance import Seeded
from passgo.engine.events import Event, TurnBegan
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal
from passgo.engine.rules.debt import DebtDue, Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.rent import AlwaysAskForRent, AskForRent
from passgo.engine.rules.trade import AcceptTrade, CounterTrade, DeclineTrade
from passgo.engine.ruleset import RuleSet
from passgo.engine.state import Offer
from passgo.position import game_from_position
from passgo.record import Record, SeatEntry, replay
from passgo.say import Lexicon, NarrationLine, Words, narrate, say_questions
from passgo.spelling import did_you_mean

PERSON: Final = "person"
MOST_TURNS: Final = 1000
"""The maximum number of turns that bots play without people."""
_LAST_LINES: Final = 6


class TerminalGame:
    """One game in a terminal."""

    def __init__(
        self,
        console: Console,
        seats: Sequence[SeatEntry],
        seed: int,
        rules: RuleSet,
        board: Board,
        minutes: float | None = None,
        record: Record | None = None,
        start: Mapping[str, object] | None = None,
    ) -> None:
        self.console = console
        self.seats = list(seats)
        self.seed = seed
        self.people = {number for number, seat in enumerate(seats) if seat.kind == PERSON}
        self.words = Words.load()
        self.lexicon = Lexicon([seat.name for seat in seats], board)
        self.history: list[NarrationLine] = []
        self.reasons = BotReasons(self.words, self.lexicon)
        self.news: list[Event] = []
        self.row: list[Action] = []
        """The actions left to play for a command such as `build brown 2`."""
        self.has_started = False
        """Whether the command's first action has been played."""
        self.asked_rents: set[int] = set()
        """The rents, by number, that their owners have already been asked about."""
        self.record = record
        self.quiet = record is not None
        self.save_file = SaveFile(self.seats, seed, rules, board, record, start)
        self.script = self.save_file.script
        self.deadline = None if minutes is None else time.monotonic() + minutes * 60
        self.has_warned = False
        self.running = False
        listener = EventForwarder(self)
        if start is None:
            self.seat_players(Game(len(seats), Seeded(seed), rules, board, listener))
        else:
            self.seat_players(game_from_position(start, Seeded(seed), listener))

    def seat_players(self, game: Game) -> None:
        """Create a player for every seat, and a driver for the game."""
        self.game = game
        self.state = game.state
        chairs: list[Bot] = []
        for number, seat in enumerate(self.seats):
            if number in self.people:
                chairs.append(HumanPlayer(self))
            else:
                bot = make_bot(seat.kind, self.seed % 2**31 * 8 + number)
                chairs.append(BotPlayer(self, bot))
        self.driver = Driver(game, chairs)
        kinds = ["" if seat.kind == PERSON else seat.kind for seat in self.seats]
        self.renderer = Renderer(game, self.words, self.lexicon, kinds)
        self.console.join(self)

    # -- play --------------------------------------------------------------------------------------

    def run(self, ask_rent: bool = False) -> None:
        """Play until the game is over or everyone leaves."""
        self.running = True
        try:
            self.open(ask_rent)
            self.run_turns()
        except ReplayMismatch:
            self.restart_from_record()
            self.run_turns()
        self.print_news()

    def open(self, ask_rent: bool) -> None:
        """Turn on automatic rent for everyone at the keyboard, unless they ask for rent themselves."""
        for number, seat in enumerate(sorted(self.people)):
            if self.script and self.script[0].by == "table":
                self.play(self.script[0].action, "table")
            elif not self.script and not ask_rent and len(self.save_file.done) <= number:
                order = AlwaysAskForRent(seat, True)
                if why_not(self.state, order) is None:  # it may be in the starting position
                    self.play(order, "table")

    def run_turns(self) -> None:
        """Advance the driver until the game is over."""
        state = self.state
        watched = state.turn if not self.people else None
        while not state.over:
            if (
                watched is None
                and not self.script
                and all(state.players[seat].out for seat in self.people)
            ):
                self.ask_to_watch()
                watched = state.turn
            if watched is not None and state.turn > watched + MOST_TURNS:
                self.print_news()
                self.console.say(f"No bot has won after {MOST_TURNS:,} more turns.")
                raise LeaveTable
            try:
                self.driver.advance()
            except AskAgain:
                continue

    def restart_from_record(self) -> None:
        """Restore the recorded game, with new bots."""
        assert self.record is not None
        self.save_file.skip_script()
        self.news.clear()
        self.history.clear()
        for step in replay(self.record):
            game = step.game
            self.news += step.events
        game.chance = Seeded(self.seed)
        game.listener = EventForwarder(self)
        game.has_listener = True
        self.seat_players(game)

    def play(self, action: Action, by: str = "seat") -> None:
        """Record an action and play it without the driver."""
        self.write(action, by)
        self.game.step(action)
        if self.state.offers or self.state.inquiries:
            self.driver.show_offers()

    def write(self, action: Action, by: str) -> None:
        """Record an action that is about to be played."""
        if not self.script:
            self.print_recent_lines()
        if by != "bot":
            self.reasons.pending = None
        self.save_file.write(action, by)

    def check_clock(self) -> None:
        """End the game if its time is up."""
        if self.deadline is None or self.script or self.state.over:
            return
        if time.monotonic() >= self.deadline:
            self.play(TimeIsUp(), "clock")
            raise AskAgain

    # -- output ------------------------------------------------------------------------------------

    def note_event(self, event: Event) -> None:
        """Store an event; events are printed when a turn begins."""
        self.news.append(event)
        self.reasons.note_event(event)
        if isinstance(event, TurnBegan) and self.running:
            self.print_news()

    def print_news(self) -> None:
        """Print the events since the last call."""
        news, self.news = self.news, []
        for line in narrate(news, self.words, self.lexicon):
            self.history.append(line)
            if not self.quiet:
                if any(isinstance(event, TurnBegan) for event in line.events):
                    self.console.say_turn(line.text)
                else:
                    self.console.say(line.text)

    def print_recent_lines(self) -> None:
        """Switch from the recorded part of a game to live play, and print the last lines."""
        if not self.quiet:
            return
        self.print_news()
        self.quiet = False
        self.console.say(
            f"Resuming after {len(self.save_file.done):,} actions. The last events were:"
        )
        for line in self.history[-_LAST_LINES:]:
            self.console.say(line.text)
        self.console.say()

    def print_lines(self, lines: Iterable[str]) -> None:
        """Print several lines."""
        for line in lines:
            self.console.say(line)

    def refuse(self, refusal: Refusal) -> None:
        """Print a refusal; the `why` command prints its rule."""
        line = NarrationLine(self.renderer.refusal(refusal), (refusal.cite,), ())
        self.history.append(line)
        self.console.say(line.text)

    # -- input -------------------------------------------------------------------------------------

    def ask(self, seat: int) -> Action:
        """Return a person's answer to the current decision."""
        while True:
            self.check_clock()
            if self.script:
                action = self.script[0].action
                if action.seat not in self.people:
                    raise ReplayMismatch
            elif self.row:
                action = self.row.pop(0)
            else:
                cash = self.words.money(self.state.players[seat].cash)
                question = say_questions(self.state, seat, self.words, self.lexicon)
                ways = suggest_commands(self.state, seat)
                if isinstance(self.state.agenda.top, DebtDue):
                    self.print_news()
                    self.print_lines(self.renderer.list_ways_to_raise(seat))
                self.row = (
                    self.read_command(seat, f"{self.name(seat)} ({cash}): {question} ({ways})")
                    or []
                )
                self.has_started = False
                continue
            refusal = why_not(self.state, action)
            if refusal is not None and self.script:
                raise ReplayMismatch
            if refusal is not None:
                self.row.clear()
                self.print_news()
                if self.has_started and refusal.code in ("table.busy", "table.answer_first"):
                    self.console.say("The rest of your command is canceled: answer this first.")
                else:
                    self.refuse(refusal)
                continue
            self.has_started = True
            if action.seat == seat:
                self.write(action, "seat")
                return action
            self.play(action)
            raise AskAgain

    def ask_about_rent(self, seat: int) -> Action | None:
        """Ask an owner about each rent that they are owed, once per rent."""
        mine = [rent for rent in self.state.rents if rent.owner == seat]
        if self.script:
            action = self.script[0].action
            if mine and isinstance(action, AskForRent) and action.seat == seat:
                self.write(action, "seat")
                return action
            return None
        for rent in mine:
            if rent.number in self.asked_rents:
                continue
            self.asked_rents.add(rent.number)
            tenant, amount = self.name(rent.tenant), self.words.money(rent.amount)
            place = self.state.board.spaces[rent.space].name
            question = (
                f"{self.name(seat)}: {tenant} owes you {amount} in rent for {place}. If you don't "
                "ask in time, the rent is forgiven. (rent or later)"
            )
            action_or_none = self.ask_freely(seat, question, ("rent", "later"))
            if action_or_none is not None:
                return action_or_none
        return None

    def ask_about_offer(self, offer: Offer) -> Action | None:
        """Ask a person about an offer made to them; an unanswered offer stays open."""
        seat, number = offer.partner, offer.number
        while offer in self.state.offers:
            if self.script:
                action = self.script[0].action
                if action.seat != seat or not is_answer_to(action, number):
                    return None
                self.write(action, "seat")
                return action
            self.print_news()
            self.print_lines(self.renderer.list_consequences(offer))
            question = (
                f"{self.name(seat)}: Do you accept offer {number} from {self.name(offer.maker)}? "
                "(accept, decline, counter or later)"
            )
            found = self.ask_freely(seat, question, (f"accept {number}", f"decline {number}"))
            if found is None or is_answer_to(found, number):
                return found
            self.game.step(found)  # recorded when it was typed
            self.driver.show_offers()
        return None

    def ask_freely(self, seat: int, question: str, yes_or_no: tuple[str, str]) -> Action | None:
        """Ask an optional question; return None for "later"."""
        while True:
            found = self.read_command(seat, question, yes_or_no)
            if found is None:
                return None
            action = found[0]
            refusal = why_not(self.state, action)
            if refusal is not None:
                self.refuse(refusal)
            elif action.seat == seat:
                self.write(action, "seat")
                return action
            else:
                self.play(action)

    def read_command(
        self, seat: int, question: str, yes_or_no: tuple[str, str] | None = None
    ) -> list[Action] | None:
        """Read commands until one is an action; return None for "later" if the answer is optional."""
        while True:
            self.print_recent_lines()
            self.print_news()
            line = self.console.ask(question)
            self.check_clock()
            try:
                speaker, line = self.find_speaker(seat, line)
                if yes_or_no is not None and speaker == seat:
                    answer = {"y": 0, "yes": 0, "n": 1, "no": 1, "": 2}.get(line.casefold())
                    line = line if answer is None else (*yes_or_no, "later")[answer]
                asked = CommandParser(self.state, speaker, self.lexicon).read(line)
                if asked == Query("later", "") and yes_or_no is not None:
                    return None
                found = self.query(asked, speaker) if isinstance(asked, Query) else asked
            except Unclear as unclear:
                self.console.say(str(unclear))
                continue
            if found and (
                not isinstance(found[0], Resign) or self.confirm_resignation(found[0].seat)
            ):
                return found

    def find_speaker(self, seat: int, line: str) -> tuple[int, str]:
        """Return the seat that a line is for: Bob's in `Bob: build Boardwalk`, otherwise `seat`."""
        name, colon, rest = line.partition(":")
        if not colon:
            return seat, line
        found = find_matches(name, dict(enumerate(self.lexicon.names)))
        exact = [one for one in found if normalize(self.name(one)) == normalize(name)]
        found = exact or found
        if not found and any(name.casefold().startswith(f"{verb.word} ") for verb in VERBS):
            return seat, line  # the colon is part of the command, as in `save C:/game`
        if len(found) != 1:
            hint = did_you_mean(name, self.lexicon.names) or ': type "players" to list the names.'
            raise Unclear(f"There is no player named {sanitize(name)!r}{hint}")
        if found[0] not in self.people:
            raise Unclear(f"{self.name(found[0])} is a bot: you cannot act for a bot.")
        return found[0], rest.strip()

    def confirm_resignation(self, seat: int) -> bool:
        """Ask a player to confirm a resignation."""
        question = f"{self.name(seat)}: Leave the game for good? (yes or no)"
        return self.console.ask(question).casefold() in ("yes", "y", "resign")

    def ask_to_watch(self) -> None:
        """Ask whether the bots should finish the game without people."""
        self.print_news()
        while True:
            line = self.console.ask(
                "Only bots are left in the game. Watch them finish it? (yes or no)"
            ).casefold()
            if line in ("yes", "y"):
                self.console.stop_asking()
                return
            if line in ("no", "n", "quit", "q", "exit"):
                raise LeaveTable

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return self.lexicon.names[seat]

    # -- queries -----------------------------------------------------------------------------------

    def query(self, query: Query, seat: int) -> list[Action] | None:
        """Answer a query; if it is a trade dialog, return the resulting action, if any."""
        if query.name == "later":
            raise Unclear('You have to answer this now: type "help" to see what you can do.')
        if query.name in ("trade", "counter"):
            return self.ask_for_trade(query, seat)
        if query.name == "save":
            if query.text:
                self.save_file.save(Path(os.path.expanduser(query.text)))
            self.console.say(self.save_file.where())
        elif query.name == "quit":
            self.quit()
        else:
            handler = QueryHandler(
                self.game,
                self.renderer,
                self.lexicon,
                self.history,
                self.reasons,
                self.console.width,
            )
            lines = handler.answer(query, seat)
            if query.name == "rules" and self.deadline is not None and not query.text:
                left = max(0, self.deadline - time.monotonic()) / 60
                lines.append(f"Time left: {left:.0f} minutes.")
            self.print_lines(lines)
        return None

    def ask_for_trade(self, query: Query, seat: int) -> list[Action] | None:
        """Ask for the terms of a trade, one at a time."""
        talk = TradeDialog(self.state, seat, self.words, self.lexicon, self.console.ask)
        number = parse_amount(query.text) if query.name == "counter" else None
        made = talk.offer(query.text) if number is None else talk.counter(number)
        if made is None:
            self.console.say("No offer was made.")
            return None
        return [made]

    def quit(self) -> None:
        """Leave the game; if it is not saved, warn the player first."""
        if self.save_file.recorder is not None or self.has_warned:
            raise LeaveTable
        self.has_warned = True
        self.console.say(
            'This game is not saved. Type "save FILE" to save it, or "quit" again to leave.'
        )


def is_answer_to(action: Action, number: int) -> bool:
    """Return whether an action answers an offer."""
    kinds = AcceptTrade | DeclineTrade | CounterTrade
    return isinstance(action, kinds) and action.offer == number

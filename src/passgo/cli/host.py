"""The host of a table: lets the driver ask, asks the people, tells what happens, keeps the record.

Bots and people sit on chairs (`Robot`, `Person`) that the one driver asks. A person's chair prints
the question and reads commands until one of them is an action. What another person does out of
turn is played at once, and the driver looks at the table anew (`Again`).

A resumed game is played again from its beginning: the recorded actions stand in for what people
typed, the bots decide anew, and so both bots and driver stand where they stood. Should a bot decide
differently than it did (another version of PassGo), the record holds and the bots begin afresh.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.cli.chairs import Again, Astray, Ear, Leave, Person, Robot
from passgo.cli.commands import Query, Reader, hint
from passgo.cli.console import Console, shown
from passgo.cli.keeping import EventCollector
from passgo.cli.matching import Unclear, matches, plain, whole_number
from passgo.cli.queries import Queries
from passgo.cli.reasons import Reasons
from passgo.cli.show import Shower
from passgo.cli.trades import Dialogue
from passgo.cli.verbs import VERBS
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
from passgo.record import Record, Seat, replay
from passgo.say import Table, Told, Words, say_wait, tell

PERSON: Final = "person"
MOST_TURNS: Final = 1000
"""How long bots play on among themselves."""
_LAST_LINES: Final = 6


class Host:
    """One table in a terminal."""

    def __init__(
        self,
        console: Console,
        seats: Sequence[Seat],
        seed: int,
        rules: RuleSet,
        board: Board,
        minutes: float | None = None,
        record: Record | None = None,
    ) -> None:
        self.console = console
        self.seats = list(seats)
        self.seed = seed
        self.people = {number for number, seat in enumerate(seats) if seat.kind == PERSON}
        self.words = Words.load()
        self.table = Table([seat.name for seat in seats], board)
        self.history: list[Told] = []
        self.reasons = Reasons(self.words, self.table)
        self.news: list[Event] = []
        self.row: list[Action] = []
        """What a command still asks for: the rest of `build brown 2`."""
        self.begun = False
        """Whether the first action of the row has been played."""
        self.waived: set[int] = set()
        """Rents that their owner was asked about."""
        self.record = record
        self.quiet = record is not None
        self.keeper = EventCollector(self.seats, seed, rules, board, record)
        self.script = self.keeper.script
        self.deadline = None if minutes is None else time.monotonic() + minutes * 60
        self.warned = False
        self.running = False
        self.sit(Game(len(seats), Seeded(seed), rules, board, Ear(self)))

    def sit(self, game: Game) -> None:
        """Bring a game to the table and put everyone on their chair."""
        self.game = game
        self.state = game.state
        chairs: list[Bot] = []
        for number, seat in enumerate(self.seats):
            if number in self.people:
                chairs.append(Person(self))
            else:
                bot = make_bot(seat.kind, self.seed % 2**31 * 8 + number)
                chairs.append(Robot(self, bot))
        self.driver = Driver(game, chairs)
        kinds = ["" if seat.kind == PERSON else seat.kind for seat in self.seats]
        self.shower = Shower(game, self.words, self.table, kinds)

    # -- playing -----------------------------------------------------------------------------------

    def run(self, ask_rent: bool = False) -> None:
        """Play until the game is over, or everyone leaves."""
        self.running = True
        try:
            self.open(ask_rent)
            self.proceed()
        except Astray:
            self.go_astray()
            self.proceed()
        self.tell_news()

    def open(self, ask_rent: bool) -> None:
        """Give the standing order for rent in the name of the people, unless they want to ask."""
        for number, seat in enumerate(sorted(self.people)):
            if self.script and self.script[0].by == "table":
                self.play(self.script[0].action, "table")
            elif not self.script and not ask_rent and len(self.keeper.done) == number:
                self.play(AlwaysAskForRent(seat, True), "table")

    def proceed(self) -> None:
        """Let the driver ask, again and again."""
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
                self.tell_news()
                self.console.say(f"After {MOST_TURNS} turns of the bots nobody has won.")
                raise Leave
            try:
                self.driver.advance()
            except Again:
                continue

    def go_astray(self) -> None:
        """Take the recorded game as it is, with bots that begin afresh."""
        assert self.record is not None
        self.keeper.skip_script()
        self.news.clear()
        self.history.clear()
        for step in replay(self.record):
            game = step.game
            self.news += step.events
        game.chance = Seeded(self.seed)
        game.listener = Ear(self)
        game.has_listener = True
        self.sit(game)

    def play(self, action: Action, by: str = "seat") -> None:
        """Write an action down and play it past the driver."""
        self.write(action, by)
        self.game.step(action)
        if self.state.offers:
            self.driver.show_offers()

    def write(self, action: Action, by: str) -> None:
        """Write down an action that will be played now."""
        if not self.script:
            self.catch_up()
        self.keeper.write(action, by)

    def check_clock(self) -> None:
        """End the game when the agreed time is over."""
        if self.deadline is None or self.script or self.state.over:
            return
        if time.monotonic() >= self.deadline:
            self.play(TimeIsUp(), "clock")
            raise Again

    # -- telling -----------------------------------------------------------------------------------

    def on_event(self, event: Event) -> None:
        """Keep what happens; the beginning of a turn is the time to tell it."""
        self.news.append(event)
        if isinstance(event, TurnBegan) and self.running:
            self.tell_news()

    def tell_news(self) -> None:
        """Tell what has happened since."""
        news, self.news = self.news, []
        for told in tell(news, self.words, self.table):
            self.history.append(told)
            if not self.quiet:
                if any(isinstance(event, TurnBegan) for event in told.events):
                    self.console.say()
                self.console.say(told.text)

    def catch_up(self) -> None:
        """Go over from the recorded part of a game to the live one."""
        if not self.quiet:
            return
        self.tell_news()
        self.quiet = False
        self.console.say(f"The game goes on after {len(self.keeper.done)} actions. This came last:")
        for told in self.history[-_LAST_LINES:]:
            self.console.say(told.text)
        self.console.say()

    def say_all(self, lines: Iterable[str]) -> None:
        """Say several sentences."""
        for line in lines:
            self.console.say(line)

    def refuse(self, refusal: Refusal) -> None:
        """Say why not; `why` will tell the rule."""
        told = Told(self.shower.refusal(refusal), (refusal.cite,), ())
        self.history.append(told)
        self.console.say(told.text)

    # -- asking ------------------------------------------------------------------------------------

    def ask(self, seat: int) -> Action:
        """Get the answer of a person the table waits for."""
        while True:
            self.check_clock()
            if self.script:
                action = self.script[0].action
                if action.seat not in self.people:
                    raise Astray
            elif self.row:
                action = self.row.pop(0)
            else:
                cash = self.words.money(self.state.players[seat].cash)
                question = say_wait(self.state, seat, self.words, self.table)
                ways = hint(self.state, seat)
                if isinstance(self.state.agenda.top, DebtDue):
                    self.tell_news()
                    self.say_all(self.shower.ways_to_raise(seat))
                self.row = (
                    self.listen(seat, f"{self.name(seat)} ({cash}): {question} ({ways})") or []
                )
                self.begun = False
                continue
            refusal = why_not(self.state, action)
            if refusal is not None and self.script:
                raise Astray
            if refusal is not None:
                self.row.clear()
                self.tell_news()
                if self.begun and refusal.code in ("table.busy", "table.answer_first"):
                    self.console.say("The rest of your command is dropped: answer this first.")
                else:
                    self.refuse(refusal)
                continue
            self.begun = True
            if action.seat == seat:
                self.write(action, "seat")
                return action
            self.play(action)
            raise Again

    def ask_about_rent(self, seat: int) -> Action | None:
        """Ask an owner about a rent that waits, once."""
        mine = [rent for rent in self.state.rents if rent.owner == seat]
        if self.script:
            action = self.script[0].action
            if mine and isinstance(action, AskForRent) and action.seat == seat:
                self.write(action, "seat")
                return action
            return None
        for rent in mine:
            if rent.number in self.waived:
                continue
            self.waived.add(rent.number)
            tenant, amount = self.name(rent.tenant), self.words.money(rent.amount)
            place = self.state.board.spaces[rent.space].name
            question = (
                f"{self.name(seat)}: {tenant} owes you {amount} rent for {place}, if you ask in "
                "time. (rent or later)"
            )
            action_or_none = self.ask_freely(seat, question, ("rent", "later"))
            if action_or_none is not None:
                return action_or_none
        return None

    def ask_about_offer(self, offer: Offer) -> Action | None:
        """Show a person an offer made to them; what they do not answer stays open."""
        seat, number = offer.partner, offer.number
        while offer in self.state.offers:
            if self.script:
                action = self.script[0].action
                if action.seat != seat or not answers(action, number):
                    return None
                self.write(action, "seat")
                return action
            self.tell_news()
            self.say_all(self.shower.consequences(offer))
            question = (
                f"{self.name(seat)}: Accept offer {number} from {self.name(offer.maker)}, refuse it, "
                "answer with your own terms, or leave it open. (accept, refuse, counter or later)"
            )
            found = self.ask_freely(seat, question, (f"accept {number}", f"refuse {number}"))
            if found is None or answers(found, number):
                return found
            self.game.step(found)  # it was written down when it was typed
            self.driver.show_offers()
        return None

    def ask_freely(self, seat: int, question: str, yes_or_no: tuple[str, str]) -> Action | None:
        """Ask something that need not be answered; None for later."""
        while True:
            found = self.listen(seat, question, yes_or_no)
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

    def listen(
        self, seat: int, question: str, yes_or_no: tuple[str, str] | None = None
    ) -> list[Action] | None:
        """Read commands until one is an action; None for later, where nothing must be answered."""
        while True:
            self.catch_up()
            self.tell_news()
            self.console.say(question)
            line = self.console.read()
            self.check_clock()
            try:
                speaker, line = self.speaker(seat, line)
                if yes_or_no is not None and speaker == seat:
                    answer = {"y": 0, "yes": 0, "n": 1, "no": 1, "": 2}.get(line.casefold())
                    line = line if answer is None else (*yes_or_no, "later")[answer]
                asked = Reader(self.state, speaker, self.table).read(line)
                if asked == Query("later", "") and yes_or_no is not None:
                    return None
                found = self.query(asked, speaker) if isinstance(asked, Query) else asked
            except Unclear as unclear:
                self.console.say(str(unclear))
                continue
            if found and (not isinstance(found[0], Resign) or self.sure(found[0].seat)):
                return found

    def speaker(self, seat: int, line: str) -> tuple[int, str]:
        """Find out who speaks: `Bob: build Boardwalk`, or the one who is asked."""
        name, colon, rest = line.partition(":")
        if not colon:
            return seat, line
        found = matches(name, dict(enumerate(self.table.names)))
        exact = [one for one in found if plain(self.name(one)) == plain(name)]
        found = exact or found
        if not found and any(name.casefold().startswith(f"{verb.word} ") for verb in VERBS):
            return seat, line  # the colon belongs to what is said, as in `save C:/game`
        if len(found) != 1:
            raise Unclear(f"Nobody here is called {shown(name)!r}: type players for the names.")
        if found[0] not in self.people:
            raise Unclear(f"{self.name(found[0])} is a bot and speaks for itself.")
        return found[0], rest.strip()

    def sure(self, seat: int) -> bool:
        """Ask once whether somebody means to resign."""
        self.console.say(f"{self.name(seat)}: leave the game for good? (yes or no)")
        return self.console.read().casefold() in ("yes", "y", "resign")

    def ask_to_watch(self) -> None:
        """When no person is left, let the bots play on only if somebody wants to see it."""
        self.tell_news()
        while True:
            self.console.say("No person is left in the game. Let the bots play on? (yes or no)")
            line = self.console.read().casefold()
            if line in ("yes", "y"):
                return
            if line in ("no", "n", "quit", "q", "exit"):
                raise Leave

    def name(self, seat: int) -> str:
        """Name a player."""
        return self.table.names[seat]

    # -- questions to the table --------------------------------------------------------------------

    def query(self, query: Query, seat: int) -> list[Action] | None:
        """Answer a question to the table; a dialogue may end in an action."""
        if query.name == "later":
            raise Unclear("This cannot wait: type help for what you can do.")
        if query.name in ("trade", "counter"):
            return self.dialogue(query, seat)
        if query.name == "save":
            if query.text:
                self.keeper.save(Path(os.path.expanduser(query.text)))
            self.console.say(self.keeper.where())
        elif query.name == "quit":
            self.quit()
        else:
            asked = Queries(self.game, self.shower, self.table, self.history, self.reasons)
            lines = asked.lines(query, seat)
            if query.name == "rules" and self.deadline is not None and not query.text:
                left = max(0, self.deadline - time.monotonic()) / 60
                lines.append(f"{left:.0f} minutes are left.")
            self.say_all(lines)
        return None

    def dialogue(self, query: Query, seat: int) -> list[Action] | None:
        """Ask for a trade part by part."""

        def ask(question: str) -> str:
            self.console.say(question)
            return self.console.read()

        talk = Dialogue(self.state, seat, self.words, self.table, ask)
        number = whole_number(query.text) if query.name == "counter" else None
        made = talk.offer(query.text) if number is None else talk.counter(number)
        if made is None:
            self.console.say("No offer is made.")
            return None
        return [made]

    def quit(self) -> None:
        """Leave; a game that is not saved needs saying so twice."""
        if self.keeper.recorder is not None or self.warned:
            raise Leave
        self.warned = True
        self.console.say("This game is not saved. Type save FILE first, or quit again to leave it.")


def answers(action: Action, number: int) -> bool:
    """Say whether an action answers an offer."""
    kinds = AcceptTrade | DeclineTrade | CounterTrade
    return isinstance(action, kinds) and action.offer == number

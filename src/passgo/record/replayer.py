"""Replaying a record with its recorded dice, and verifying that those dice are correct.

``replay`` stops at the first line that does not match the rules or a digest. ``verify`` also
recomputes every roll and both decks from the seed or secret and, for a full record, the events and
views from the rules. It returns a report of what it checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from passgo.codec import event_to_data, view_changes, view_to_data
from passgo.engine.action import Action
from passgo.engine.chance import IMAGINED_CHANCE, Chance, Seeded
from passgo.engine.events import Event, EventCollector, Listener
from passgo.engine.game import Game, unseen_cards
from passgo.engine.refusal import Refused, explain
from passgo.engine.ruleset import RuleSetError
from passgo.engine.state import State
from passgo.fair import verify_fair
from passgo.position import PositionError, game_from_position
from passgo.record.entries import (
    ActionEntry,
    Digest,
    End,
    FairDice,
    Header,
    RecordError,
    SeededDice,
    Setup,
    rules_digest,
)
from passgo.record.reader import Record
from passgo.record.recorded_chance import (
    DECK_NAMES,
    DECKS,
    NothingRecorded,
    RecordingChance,
    ReplayedChance,
)
from passgo.spelling import join_words


class ReplayStep(NamedTuple):
    """One replayed line: its action, its events, and the game after it.

    The first step is the setup, which has no action. All steps share one game object.
    """

    line: int
    action: Action | None
    events: list[Event]
    game: Game

    def __repr__(self) -> str:
        what = "setup" if self.action is None else repr(self.action)
        return f"<ReplayStep in line {self.line}: {what}, {len(self.events)} events>"


class Proof:
    """The base class for proofs of a record's dice; it checks nothing."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def check(self, recording: RecordingChance) -> str | None:
        """Return a sentence describing the first mismatch, or None."""
        return None


class SeedProof(Proof):
    """A proof based on a seed, or on any other reproducible source of randomness."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def __repr__(self) -> str:
        return f"<SeedProof of {self.chance!r}>"

    def check(self, recording: RecordingChance) -> str | None:
        """Recompute the dice and decks, and compare them with the record."""
        for purpose, order in recording.decks:
            if self.chance.shuffle(purpose, len(order)) != order:
                name = DECK_NAMES.get(DECKS.get(purpose, ""), "a deck")
                return f"The order of {name} does not match the seed."
        for purpose, seat, count, played in recording.rolls:
            dice = self.chance.roll(purpose, seat, count)
            if dice != played:
                expected, found = _format_dice(dice), _format_dice(played)
                return f"The seed gives {expected}, but the record has {found}."
        return None


class FairProof(Proof):
    """A proof based on the secret, checked with code that is independent of ``Fair``."""

    def __init__(self, header: Header, dice: FairDice, secret: str) -> None:
        self.rules = rules_digest(header.rules, header.board)
        self.dice = dice
        self.secret = secret
        self.has_checked_secret = False

    def check(self, recording: RecordingChance) -> str | None:
        """Recompute everything from the secret, and compare it with the record."""
        if self.has_checked_secret and not recording.rolls and not recording.decks:
            return None  # the secret itself was checked the first time
        self.has_checked_secret = True
        dice = self.dice
        found = verify_fair(
            self.secret,
            dice.commitment,
            dice.game,
            self.rules,
            dice.contributions,
            recording.rolls,
            recording.decks,
        )
        return " ".join(found) if found else None


def _format_dice(dice: int) -> str:
    return f"{dice // 10} and {dice % 10}"


def replay(record: Record, proof: Proof | None = None) -> Iterator[ReplayStep]:
    """Replay a record step by step; raise RecordError at the first line that does not match."""
    recorded = ReplayedChance(record.setup.decks)
    recorded.feed(record.setup.rolls)
    recording = RecordingChance(recorded)
    proof = Proof() if proof is None else proof
    collector = EventCollector()
    game = set_up(record.header, record.setup.line, recording, collector)
    _check_chance(record.setup, recorded, recording, proof)
    yield ReplayStep(record.setup.line, None, collector.events, game)
    for line in record.rows:
        if isinstance(line, ActionEntry):
            recorded.feed(line.rolls)
            recording.forget()
            events = _play(game, line, record.header)
            _check_chance(line, recorded, recording, proof)
            yield ReplayStep(line.line, line.action, events, game)
        elif isinstance(line, Digest):
            _check_digest(line, game)
    if record.end is not None:
        _check_end(record.end, game, record.header)


def set_up(header: Header, line: int, chance: Chance, listener: Listener) -> Game:
    """Set up a game from a header; the listener receives only the setup events."""
    count = len(header.players)
    try:
        if header.start is None:
            game = Game(count, chance, header.rules, header.board, listener)
        else:
            game = game_from_position(header.start, chance, listener)
    except NothingRecorded as error:
        raise RecordError(line, f"The setup does not match: {error}.") from None
    except RuleSetError as error:
        raise RecordError(1, str(error)) from None
    except PositionError as error:
        raise RecordError(1, f"The start is not a valid position: {error}") from None
    game.listener = None
    game.has_listener = False
    state = game.state
    if state.rules != header.rules or state.board != header.board or len(state.players) != count:
        raise RecordError(1, "The start and the header differ in rules, board or players.")
    return game


def _play(game: Game, line: ActionEntry, header: Header) -> list[Event]:
    try:
        events = game.play(line.action)
    except Refused as refused:
        names = tuple(seat.name for seat in header.players)
        why = explain(refused.refusal, header.board, names)
        raise RecordError(line.line, f"{line.action!r} is refused. {why}") from None
    except NothingRecorded as error:
        raise RecordError(line.line, f"The dice do not match: {error}.") from None
    if game.state.moves != line.number:
        raise RecordError(
            line.line,
            f"The line says action {line.number}, but this is action {game.state.moves}.",
        )
    return events


def _check_chance(
    line: Setup | ActionEntry, recorded: ReplayedChance, recording: RecordingChance, proof: Proof
) -> None:
    left = recorded.find_left_over()
    if left is not None:
        raise RecordError(line.line, f"The dice do not match: {left}.")
    wrong = proof.check(recording)
    if wrong is not None:
        raise RecordError(line.line, wrong)


def _check_digest(line: Digest, game: Game) -> None:
    if line.number != game.state.moves:
        raise RecordError(
            line.line,
            f"The digest is for action {line.number}, "
            f"but the number of actions before it is {game.state.moves}.",
        )
    _check_sums(line, game)


def _check_sums(line: Digest | End, game: Game) -> None:
    if line.digest != game.digest():
        raise RecordError(line.line, "The position does not match the digest.")
    if line.sum != line.summed:
        raise RecordError(
            line.line, "Lines before this one were changed: the checksum does not match."
        )


def _check_end(end: End, game: Game, header: Header) -> None:
    if not game.state.over:
        raise RecordError(end.line, "The record has an end, but the game is not over.")
    if tuple(game.state.winners) != end.winners:
        raise RecordError(
            end.line, f"The winners are {game.state.winners}, not {list(end.winners)}."
        )
    if (end.secret is not None) != isinstance(header.dice, FairDice):
        said = "has no secret" if end.secret is None else "has a secret"
        raise RecordError(end.line, f"The end {said}, which does not match the kind of dice.")
    _check_sums(end, game)


# -- verifying -------------------------------------------------------------------------------------


class Discrepancy(NamedTuple):
    """A mismatch and its line number, or 0 for the file as a whole."""

    line: int
    sentence: str


@dataclass
class Report:
    """The results of verifying a record."""

    actions: int = 0
    rolls: int = 0
    digests: int = 0
    is_finished: bool = False
    winners: tuple[int, ...] = ()
    checked: list[str] = field(default_factory=list)
    """The checks that succeeded, as sentences."""
    unchecked: list[str] = field(default_factory=list)
    """The checks that are not possible with this record, as sentences."""
    problems: list[Discrepancy] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether no mismatch was found, even if the game is unfinished."""
        return not self.problems

    @property
    def is_verified(self) -> bool:
        """Whether the game is complete and no mismatch was found."""
        return self.is_finished and self.is_sound


def verify(record: Record) -> Report:
    """Check a record against the rules, its dice and its own digests."""
    report = Report(is_finished=record.is_finished)
    proof, dice = proof_of(record)
    try:
        _verify_steps(record, proof, report)
    except RecordError as error:
        report.problems.append(Discrepancy(error.line, error.sentence))
        return report
    report.checked.append(f"Verified {_many(report.actions, 'action')} against the rules.")
    if proof is None:
        report.unchecked.append(dice)
    else:
        dealt = "" if record.header.start is not None else " and all decks"
        if record.header.start is not None and _is_dealt_by(record.header, proof):
            dealt = " and the cards unseen at the start"
        report.checked.append(f"Verified {_many(report.rolls, 'roll')}{dealt} against {dice}.")
        if not dealt:
            report.unchecked.append(
                "The decks cannot be checked: the record's starting position specifies them."
            )
    if report.digests:
        report.checked.append(f"Verified {_many(report.digests, 'digest')}.")
    if record.header.full:
        report.checked.append("Verified events and views.")
    if record.end is not None:
        report.winners = record.end.winners
        report.checked.append(f"Won by {_names(record, record.end.winners)}.")
    return report


def _is_dealt_by(header: Header, proof: Proof) -> bool:
    """Return whether the dice would produce the order that the unseen cards have at the start."""
    game = set_up(header, 1, ReplayedChance({}), EventCollector())
    recording = RecordingChance(ReplayedChance({}))
    for deck, pile in enumerate(game.hidden.piles):
        unseen = unseen_cards(game.state, deck)
        if sorted(pile) != sorted(unseen):
            return False
        recording.decks.append((IMAGINED_CHANCE + deck, [unseen.index(card) for card in pile]))
    return proof.check(recording) is None


def proof_of(record: Record) -> tuple[Proof | None, str]:
    """Return the proof of a record's dice and its name, or None and the reason there is none."""
    dice = record.header.dice
    if isinstance(dice, SeededDice):
        return SeedProof(Seeded(dice.seed)), f"seed {dice.seed}"
    if isinstance(dice, FairDice):
        if record.end is not None and record.end.secret is not None:
            return FairProof(record.header, dice, record.end.secret), "the committed secret"
        return None, (
            "The dice cannot be checked until the secret is revealed at the end of the game."
        )
    return None, "The dice cannot be checked: the record has no seed or secret."


def _verify_steps(record: Record, proof: Proof | None, report: Report) -> None:
    view: object = None
    written: list[Setup | ActionEntry] = [record.setup, *record.actions]
    for line, step in zip(written, replay(record, proof), strict=True):
        report.rolls += len(line.rolls)
        report.actions += 0 if step.action is None else 1
        if record.header.full:
            _check_same(line.line, "events", line.events, events_to_data(step.events))
            before, view = view, view_to_data(step.game.state)
            _check_same(line.line, "changes to the view", line.view, view_changes(before, view))
            _check_same(line.line, "net worths", line.worths, worths_of(step.game.state))
    ends = 0 if record.end is None else 1
    report.digests = sum(isinstance(line, Digest) for line in record.rows) + ends


def events_to_data(events: list[Event]) -> list[object]:
    """Write events as plain data."""
    return [event_to_data(event) for event in events]


def worths_of(state: State) -> list[int]:
    """List every player's worth, calculated as if the game ended now. 10 MCS 210(e-1)."""
    return [int(state.worth(player.seat)) for player in state.players]


def _check_same(line: int, what: str, written: object, true: object) -> None:
    """Compare two values as JSON, where true is not 1 and 1 is not 1.0."""
    if _canonical(written) != _canonical(true):
        raise RecordError(line, f"The {what} do not match the rules.")


def _canonical(data: object) -> bytes:
    return msgspec.json.encode(data, order="deterministic")


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _names(record: Record, seats: tuple[int, ...]) -> str:
    return join_words([record.header.players[seat].name for seat in seats], "and")

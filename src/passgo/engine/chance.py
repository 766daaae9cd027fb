"""Chance: the source of dice rolls and shuffles.

The engine itself decides nothing at random; it asks the `Chance` object it was given. Each answer
depends only on the purpose, the seat and a count kept in the game's state. A copied, resumed or
replayed game therefore gets the same dice, and the state contains no random number generator from
which a bot could predict rolls.

    Chance
    ├── Seeded     derived from a seed: for simulations, replays, and games with identical dice
    ├── Fair       commit and reveal: players don't have to trust the server (docs/fair-dice.md)
    ├── Scripted   dice rolls and card order specified in advance by a test
    └── NoChance   for previews: raises an error for every request

    PassGoError
    ├── ChanceNeeded   NoChance was asked for a roll or a shuffle
    └── ScriptEnded    Scripted ran out of dice

Results are the same on every machine, whether the code is interpreted or compiled.
"""

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import Final, NoReturn, final

from mypy_extensions import i64, mypyc_attr

from passgo.engine.board import Board, classic
from passgo.engine.name_lookup import find
from passgo.engine.refusal import PassGoError

__all__ = [
    "CARD_ROLL",
    "CHANCE_DECK",
    "CHEST_DECK",
    "DEEDS",
    "IMAGINED_CHANCE",
    "IMAGINED_CHEST",
    "OPENING_ROLL",
    "ROLL",
    "Chance",
    "ChanceNeeded",
    "Fair",
    "NoChance",
    "ScriptEnded",
    "Scripted",
    "Seeded",
]

# The purposes of requests. The numbers are part of the fair-dice format: never change them.
OPENING_ROLL: Final = 0  # who goes first: 10 MCS 60(a), Ruling 1
ROLL: Final = 1  # a roll to move or to leave Jail
CARD_ROLL: Final = 2  # the extra roll for a utility card: Ruling 23
CHANCE_DECK: Final = 3  # setup: Ruling 19
CHEST_DECK: Final = 4
DEEDS: Final = 5
IMAGINED_CHANCE: Final = 6  # reshuffled unseen cards, for looking ahead
IMAGINED_CHEST: Final = 7

WORD: Final = 0xFFFFFFFF


class ChanceNeeded(PassGoError):
    """A preview needed a roll or a shuffle."""


class ScriptEnded(PassGoError):
    """The script ran out of dice."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A source of dice rolls and shuffles: a stateless function of purpose, seat and count."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Return both dice as a two-digit number: 62 is a six and a two."""
        raise NotImplementedError

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Return a permutation of ``range(size)``, the top card first."""
        raise NotImplementedError


@final
class NoChance(Chance):
    """A source of randomness for previews; it always raises ``ChanceNeeded``."""

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Raise ``ChanceNeeded``."""
        raise ChanceNeeded("This preview needs a roll.")

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Raise ``ChanceNeeded``."""
        raise ChanceNeeded("This preview needs a shuffle.")

    def __repr__(self) -> str:
        return "NoChance()"


@final
class Seeded(Chance):
    """Dice rolls and shuffles derived from a seed: the same seed gives the same game.

    The results are well mixed and fast to compute, but predictable, unlike those of `Fair`.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        # Hexadecimal, because Python does not convert very long integers to decimal.
        digits = f"{seed:x}".encode()
        hashed = hashlib.blake2b(digits, digest_size=16, person=b"passgo seed").digest()
        self._key0: i64 = int.from_bytes(hashed[0:4], "big")
        self._key1: i64 = int.from_bytes(hashed[4:8], "big")
        self._key2: i64 = int.from_bytes(hashed[8:12], "big")
        self._key3: i64 = int.from_bytes(hashed[12:16], "big")

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Return a roll of two dice, both derived from one 32-bit word."""
        # Treat the word as a fraction of 2**32 and multiply it by six: the integer part is one die,
        # and the remainder is the fraction for the other. The probabilities of the 36 rolls differ
        # by at most 36/2**32.
        first = self._word(purpose, seat, count) * 6
        second = (first & WORD) * 6
        return (first >> 32) * 10 + (second >> 32) + 11

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Shuffle with Fisher–Yates, from the last index down."""
        order = list(range(size))
        drawn: i64 = 0
        for last in range(size - 1, 0, -1):
            choices: i64 = last + 1
            fair_below: i64 = 0x100000000 - 0x100000000 % choices
            word = self._word(purpose, 0, drawn)
            drawn += 1
            while word >= fair_below:
                word = self._word(purpose, 0, drawn)
                drawn += 1
            chosen = word % choices
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def _word(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Return 32 well-mixed bits. Multipliers are below 2**31, so no product reaches 2**63."""
        # The count is mixed in again halfway. If it were used only at the start, collisions would
        # come in pairs: if seat A's word for count 3 equaled seat B's word for count 8, A's word
        # for count 8 would equal B's word for count 3.
        low = count & WORD
        x = low ^ self._key0
        x = ((x ^ (x >> 16)) * 0x21F0AAAD + self._key1) & WORD
        x = (((x ^ (x >> 15)) * 0x735A2D97) ^ ((purpose * 64 + seat) * 0x1E3779B1)) & WORD
        x = ((x ^ (x >> 16)) * 0x21F0AAAD + self._key2) & WORD
        x = ((x ^ (x >> 15)) * 0x735A2D97 + self._key3) & WORD
        x ^= low
        x = ((x ^ (x >> 16)) * 0x21F0AAAD) & WORD
        x = ((x ^ (x >> 15)) * 0x735A2D97) & WORD
        return x ^ (x >> 15)

    def __repr__(self) -> str:
        return f"Seeded({self.seed})" if abs(self.seed) < 1 << 64 else f"Seeded({self.seed:#x})"

    def __reduce__(self) -> tuple[type["Seeded"], tuple[int]]:
        return Seeded, (self.seed,)


@final
class Scripted(Chance):
    """Dice rolls and card order specified in advance by a test.

    Rolls are used in the order given, whatever they are for. A new game first uses one for each
    player, to decide who goes first; a game from a position doesn't. `chance` and `chest` list the cards to
    put on top of the decks, by key or by number in `Board.cards`; `deeds` lists the first deeds to
    deal, by name or by number in `Board.deeds`, which is not the number of the space: on the classic
    board, Boardwalk is deed 27. The other cards follow in printed order. Cards
    reshuffled for looking ahead (`IMAGINED_…`) stay in printed order. `board` is the board that has
    these cards, by default the classic one.

    Unlike the other sources, a script has state: it tracks which rolls have been used. Games that
    share a script share that state.
    """

    def __init__(
        self,
        dice: list[tuple[int, int]],
        chance: Sequence[int | str] = (),
        chest: Sequence[int | str] = (),
        deeds: Sequence[int | str] = (),
        board: Board | None = None,
    ) -> None:
        for number, (first, second) in enumerate(dice, 1):
            if not (1 <= first <= 6 and 1 <= second <= 6):
                raise ValueError(
                    f"Roll {number} of the script is ({first}, {second}); dice must be from 1 to 6."
                )
        self.dice = list(dice)
        known = classic() if board is None else board
        self.chance = deck_positions("chance", chance, known, 0)
        self.chest = deck_positions("chest", chest, known, 1)
        self.deeds = deed_positions(deeds, known)
        self._given: list[list[int | str]] = [list(chance), list(chest), list(deeds)]
        self._board = board
        self.rolled: i64 = 0
        self._shuffled: list[int] = []

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Return the next roll in the script, regardless of the seat and the purpose."""
        if self.rolled >= len(self.dice):
            raise ScriptEnded(
                f"The script has no roll {len(self.dice) + 1}, which seat {seat} needs"
                f"{' to decide who goes first' if purpose == OPENING_ROLL else ''}."
            )
        first, second = self.dice[self.rolled]
        self.rolled += 1
        return first * 10 + second

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Return the scripted positions in printed order, followed by the rest."""
        top: list[int] = []
        if purpose == CHANCE_DECK:
            top = self.chance
        elif purpose == CHEST_DECK:
            top = self.chest
        elif purpose == DEEDS:
            top = self.deeds
        for position in top:
            if position >= size:
                raise ValueError(
                    f"The script puts number {position} on top, but the highest is {size - 1}."
                )
        self._shuffled.append(purpose)
        return top + [position for position in range(size) if position not in top]

    def leftovers(self) -> list[str]:
        """List everything that was not used; in a correct test, the list is empty."""
        unused = [f"dice ({first}, {second})" for first, second in self.dice[self.rolled :]]
        if self.chance and CHANCE_DECK not in self._shuffled:
            unused.append(f"chance {self._given[0]}")
        if self.chest and CHEST_DECK not in self._shuffled:
            unused.append(f"chest {self._given[1]}")
        if self.deeds and DEEDS not in self._shuffled:
            unused.append(f"deeds {self._given[2]}")
        return unused

    def __repr__(self) -> str:
        given = [f"dice={self.dice}"]
        for place, name in enumerate(("chance", "chest", "deeds")):
            if self._given[place]:
                given.append(f"{name}={self._given[place]}")
        if self._board is not None:
            given.append(f"board={self._board!r}")
        return f"Scripted({', '.join(given)})"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "A script cannot be copied or pickled: copies would not share its place in the rolls."
        )


def deck_positions(name: str, cards: Sequence[int | str], board: Board, deck: i64) -> list[int]:
    """Return the positions of cards in the printed order of their deck."""
    printed = board.decks[deck]
    found: list[int] = []
    for card in cards:
        number = board.card(card).number
        if number not in printed:
            raise ValueError(
                f"{name}={list(cards)}: {board.cards[number].key} is in the other deck."
            )
        found.append(printed.index(number))
    return once(name, cards, found)


def deed_positions(deeds: Sequence[int | str], board: Board) -> list[int]:
    """Return the numbers of deeds in board order."""
    names = [deed.name for deed in board.deeds]
    for deed in deeds:
        if isinstance(deed, int) and not 0 <= deed < len(names):
            raise ValueError(
                f"There is no deed {deed}; deeds are numbered 0 to {len(names) - 1}, not by space. "
                "You can also give their names."
            )
    found = [
        board.deed(deed).number if isinstance(deed, str) else find("deed", deed, names)
        for deed in deeds
    ]
    return once("deeds", deeds, found)


def once(name: str, given: Sequence[int | str], positions: list[int]) -> list[int]:
    """Return the positions after checking that none is repeated."""
    if len(set(positions)) < len(positions):
        raise ValueError(f"{name}={list(given)}: nothing may be listed twice.")
    return positions


@final
class Fair(Chance):
    """Commit-and-reveal dice: publish `commitment`, collect contributions, play, reveal `secret`.

    The byte format, an example and the limits are described in docs/fair-dice.md.
    """

    def __init__(
        self, secret: bytes, game: str, rules_digest: str, contributions: list[str]
    ) -> None:
        if len(secret) != 32:
            raise ValueError(f"The secret must be 32 bytes long (got {len(secret)}).")
        for seat, contribution in enumerate(contributions):
            if len(contribution) > 64:
                raise ValueError(
                    f"Seat {seat}'s contribution must have at most 64 characters "
                    f"(got {len(contribution)})."
                )
        self.secret = secret
        self.game = game
        self.rules_digest = rules_digest
        self.contributions = list(contributions)
        names = field(game.encode()) + field(rules_digest.encode())
        committed = field(b"passgo fair dice 1: commitment") + field(secret) + names
        self.commitment = hashlib.sha256(committed).hexdigest()
        keyed = field(b"passgo fair dice 1: key") + names + struct.pack(">I", len(contributions))
        for contribution in contributions:
            keyed += field(contribution.encode())
        self._key = hmac.digest(secret, keyed, "sha256")

    def with_contributions(self, contributions: list[str]) -> "Fair":
        """Return the same dice with these contributions, one for each seat; "" stands for none."""
        return Fair(self.secret, self.game, self.rules_digest, contributions)

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Return one of the 36 rolls, all equally likely."""
        drawn = self._draw(36, purpose, seat, count)
        return (drawn // 6 + 1) * 10 + drawn % 6 + 1

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Shuffle with Fisher–Yates, from the last index down; each draw's count is its index."""
        if size > 65536:
            raise ValueError(f"Fair dice can shuffle at most 65536 cards (got {size}).")
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            chosen = self._draw(last + 1, purpose, 0, last)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def _draw(self, choices: i64, purpose: i64, seat: i64, count: i64) -> i64:
        """Return a number from ``range(choices)``, with all choices equally likely.

        A word that would make some choices more likely than others is discarded and redrawn.
        """
        fair_below: i64 = 65536 - 65536 % choices
        attempt: i64 = 0
        while True:
            asked = struct.pack(">IIQI", purpose, seat, count, attempt)
            drawn = hmac.digest(self._key, field(b"passgo fair dice 1: draw") + asked, "sha256")
            word: i64 = drawn[0] * 256 + drawn[1]
            if word < fair_below:
                return word % choices
            attempt += 1

    def __repr__(self) -> str:
        return f"<Fair game={self.game!r} commitment={self.commitment!r}>"

    def __reduce__(self) -> tuple[type["Fair"], tuple[bytes, str, str, list[str]]]:
        return Fair, (self.secret, self.game, self.rules_digest, self.contributions)


def field(content: bytes) -> bytes:
    """Prefix content with its length so that different fields never produce the same bytes."""
    return struct.pack(">I", len(content)) + content

"""Where dice and shuffles come from.

The engine decides nothing at random: it asks the `Chance` it was handed. An answer is a function
of the purpose, the seat and a count that the game's state keeps, so a copied, resumed or replayed
game gets the same dice, and no state carries a generator in which a bot could read tomorrow's.

    Chance
    ├── Seeded     a number decides everything: simulations, replays, common dice
    ├── Fair       commit and reveal: nobody at the table need trust the server (docs/fair-dice.md)
    ├── Scripted   the dice and cards a test wrote down
    └── NoChance   refuses to answer: for previews

    PassGoError
    ├── ChanceNeeded   NoChance was asked
    └── ScriptEnded    Scripted was asked for more dice than it has

Everything here gives the same answers interpreted and compiled, on every machine.
"""

import hashlib
import hmac
import struct
from typing import Final, NoReturn, final

from mypy_extensions import i64, mypyc_attr

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

# What chance is asked for. The numbers are part of the fair-dice format: never renumber them.
OPENING_ROLL: Final = 0  # who begins: 10 MCS 60(a), Ruling 1
ROLL: Final = 1  # a roll that moves a token, or tries to leave Jail
CARD_ROLL: Final = 2  # the fresh roll for a utility card: Ruling 23
CHANCE_DECK: Final = 3  # set-up: Ruling 19
CHEST_DECK: Final = 4
DEEDS: Final = 5
IMAGINED_CHANCE: Final = 6  # the unseen cards, dealt again for a look ahead
IMAGINED_CHEST: Final = 7

WORD: Final = 0xFFFFFFFF


class ChanceNeeded(PassGoError):
    """Dice or a shuffle were asked for where nothing may be left to chance."""


class ScriptEnded(PassGoError):
    """More dice were asked for than the script has."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """A function of purpose, seat and count: it keeps no stream."""

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Both dice as two digits: 62 is a six and a two."""
        raise NotImplementedError

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """A permutation of range(size): what lies on top comes first."""
        raise NotImplementedError


@final
class NoChance(Chance):
    """Answers nothing: a preview that would need dice or a shuffle stops with ChanceNeeded."""

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Refuse: nobody rolls in a preview."""
        raise ChanceNeeded("A roll is needed, and this preview leaves nothing to chance.")

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Refuse: nobody shuffles in a preview."""
        raise ChanceNeeded("A shuffle is needed, and this preview leaves nothing to chance.")

    def __repr__(self) -> str:
        return "NoChance()"


@final
class Seeded(Chance):
    """The same seed, any int, gives the same game. Fast, well mixed, and no secret: see Fair."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        # Hexadecimal because Python refuses to write very long integers in decimal.
        digits = f"{seed:x}".encode()
        hashed = hashlib.blake2b(digits, digest_size=16, person=b"passgo seed").digest()
        self._key0: i64 = int.from_bytes(hashed[0:4], "big")
        self._key1: i64 = int.from_bytes(hashed[4:8], "big")
        self._key2: i64 = int.from_bytes(hashed[8:12], "big")
        self._key3: i64 = int.from_bytes(hashed[12:16], "big")

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Both dice from one mixed word."""
        # The word as a fraction of 2**32, times six: the whole part is one die, and the rest is a
        # fraction again. One roll in 36 is likelier than another by at most 36 in 2**32.
        first = self._word(purpose, seat, count) * 6
        second = (first & WORD) * 6
        return (first >> 32) * 10 + (second >> 32) + 11

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Fisher and Yates, from the last place down."""
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
        """32 well-mixed bits. The multipliers are below 2**31, so no product reaches 2**63."""
        # The count goes in a second time half-way. With it only at the start, meetings come in
        # pairs: where one seat's word at 3 is another's at 8, that at 8 is the other's at 3.
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
    """Dice and cards written down by a test.

    The dice come in the order given, whatever they are asked for. `chance`, `chest` and `deeds` are
    positions, counted from 0 in printed order, that lie on top in the order given; the rest
    follows in printed order. Cards dealt again for a look ahead (`IMAGINED_…`) keep their order.

    Unlike every other chance it keeps its place, so games copied with it go on using up one script.
    """

    def __init__(
        self,
        dice: list[tuple[int, int]],
        chance: list[int] | None = None,
        chest: list[int] | None = None,
        deeds: list[int] | None = None,
    ) -> None:
        for number, (first, second) in enumerate(dice, 1):
            if not (1 <= first <= 6 and 1 <= second <= 6):
                raise ValueError(
                    f"Roll {number} of the script is ({first}, {second}): a die shows 1 to 6."
                )
        self.dice = list(dice)
        self.chance = on_top("chance", chance)
        self.chest = on_top("chest", chest)
        self.deeds = on_top("deeds", deeds)
        self.rolled: i64 = 0
        self._shuffled: list[int] = []

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Roll the next dice of the script, whoever asks and whatever for."""
        if self.rolled >= len(self.dice):
            raise ScriptEnded(
                f"The script has dice for {len(self.dice)} rolls, and seat {seat} needs another."
            )
        first, second = self.dice[self.rolled]
        self.rolled += 1
        return first * 10 + second

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """What the script puts on top, then the rest in printed order."""
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
                    f"The script wants number {position} on top, but only 0 to {size - 1} exist."
                )
        self._shuffled.append(purpose)
        return top + [position for position in range(size) if position not in top]

    def leftovers(self) -> list[str]:
        """What the script had and nothing used, in words; a test with leftovers has gone wrong."""
        unused = [f"dice ({first}, {second})" for first, second in self.dice[self.rolled :]]
        if self.chance and CHANCE_DECK not in self._shuffled:
            unused.append(f"chance {self.chance}")
        if self.chest and CHEST_DECK not in self._shuffled:
            unused.append(f"chest {self.chest}")
        if self.deeds and DEEDS not in self._shuffled:
            unused.append(f"deeds {self.deeds}")
        return unused

    def __repr__(self) -> str:
        given = [f"dice={self.dice}"]
        for name, top in (("chance", self.chance), ("chest", self.chest), ("deeds", self.deeds)):
            if top:
                given.append(f"{name}={top}")
        return f"Scripted({', '.join(given)})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A script keeps its place in one process: it cannot be copied or pickled.")


def on_top(name: str, positions: list[int] | None) -> list[int]:
    """The scripted positions of one deck, refused if they cannot lie on one another."""
    top = [] if positions is None else list(positions)
    if any(position < 0 for position in top) or len(set(top)) < len(top):
        raise ValueError(f"{name}={top}: positions count from 0, and each can lie on top once.")
    return top


@final
class Fair(Chance):
    """Commit and reveal: publish `commitment`, take contributions, play, then reveal `secret`.

    The byte format, a worked example and the limits are in docs/fair-dice.md.
    """

    def __init__(
        self, secret: bytes, game: str, rules_digest: str, contributions: list[str]
    ) -> None:
        if len(secret) != 32:
            raise ValueError(f"The secret of fair dice has 32 bytes, not {len(secret)}.")
        for seat, contribution in enumerate(contributions):
            if len(contribution) > 64:
                raise ValueError(
                    f"Seat {seat} contributes {len(contribution)} characters: at most 64 are taken."
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
        """The same secret and commitment with one string per seat mixed in, "" for none."""
        return Fair(self.secret, self.game, self.rules_digest, contributions)

    def roll(self, purpose: i64, seat: i64, count: i64) -> i64:
        """One of 36 rolls, exactly as likely as every other."""
        drawn = self._draw(36, purpose, seat, count)
        return (drawn // 6 + 1) * 10 + drawn % 6 + 1

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Fisher and Yates, from the last place down; the count is the place being filled."""
        if size > 65536:
            raise ValueError(f"Fair dice shuffle at most 65536 cards, not {size}.")
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            chosen = self._draw(last + 1, purpose, 0, last)
            order[last], order[chosen] = order[chosen], order[last]
        return order

    def _draw(self, choices: i64, purpose: i64, seat: i64, count: i64) -> i64:
        """One of range(choices), each as likely: a word past the last full round is drawn again."""
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
    """Content after its length, so that no two rows of fields are the same bytes."""
    return struct.pack(">I", len(content)) + content

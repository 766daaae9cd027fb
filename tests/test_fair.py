"""Fair dice: the format in docs/fair-dice.md, its two implementations, and cheat detection."""

import hashlib
import hmac
import pickle
import re
from collections import Counter
from itertools import permutations
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passgo.engine.chance import (
    CARD_ROLL,
    CHANCE_DECK,
    CHEST_DECK,
    DEEDS,
    OPENING_ROLL,
    ROLL,
    Fair,
)
from passgo.fair import new_fair, verify_fair

patiently = settings(deadline=None)  # a test may be slow on a busy machine
SECRET = bytes(range(32))
Rolls = list[tuple[int, int, int, int]]
Decks = list[tuple[int, list[int]]]
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=64)


def a_game(fair: Fair, seats: int = 3, turns: int = 20) -> tuple[Rolls, Decks]:
    """Return a game's rolls and shuffles, as a replay would find them."""
    rolls = [(OPENING_ROLL, seat, 0, fair.roll(OPENING_ROLL, seat, 0)) for seat in range(seats)]
    for seat in range(seats):
        rolls += [(ROLL, seat, count, fair.roll(ROLL, seat, count)) for count in range(turns)]
    rolls.append((CARD_ROLL, 1, 0, fair.roll(CARD_ROLL, 1, 0)))
    sizes = ((CHANCE_DECK, 16), (CHEST_DECK, 16), (DEEDS, 28))
    return rolls, [(purpose, fair.shuffle(purpose, size)) for purpose, size in sizes]


def problems(fair: Fair, rolls: Rolls, decks: Decks) -> list[str]:
    return verify_fair(
        fair.secret.hex(),
        fair.commitment,
        fair.game,
        fair.rules_digest,
        fair.contributions,
        rolls,
        decks,
    )


def after(word: int, choices: int) -> int | None:
    return word % choices if word < 65536 - 65536 % choices else None


# The document


def document() -> list[tuple[str, str]]:
    """Return the lines of the worked example as names and values."""
    page = Path(__file__).parents[1] / "docs" / "fair-dice.md"
    block = re.findall(r"```text\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)[0]
    rows = [re.split(r"\s{2,}", line) for line in block.splitlines() if line]
    return [(row[0], row[1] if len(row) > 1 else "") for row in rows]


def test_the_worked_example_follows_from_the_documented_format() -> None:
    rows = document()
    value = dict(rows)
    secret = bytes.fromhex(value["secret"])
    strings = [text.replace("(none)", "") for name, text in rows if name.startswith("contribution")]

    def field(content: bytes) -> bytes:
        return len(content).to_bytes(4, "big") + content

    names = field(value["game"].encode()) + field(value["rules"].encode())
    message = field(b"passgo fair dice 1: commitment") + field(secret) + names
    assert message.hex() == value["commitment message"]
    assert hashlib.sha256(message).hexdigest() == value["commitment"]
    message = field(b"passgo fair dice 1: key") + names + len(strings).to_bytes(4, "big")
    message += b"".join(field(text.encode()) for text in strings)
    assert message.hex() == value["key message"]
    key = hmac.digest(secret, message, "sha256")
    assert key.hex() == value["key"]

    fair = Fair(secret, value["game"], value["rules"], strings)
    assert fair.commitment == value["commitment"]
    rolls: Rolls = []
    decks: Decks = []
    asked: list[int] = []
    drawn = b""
    outcomes: Counter[str] = Counter()
    for name, text in rows:
        outcomes[name.split()[0]] += 1
        if name.startswith("purpose"):
            asked = [int(number) for number in re.findall(r"\d+", name)]
        elif name.startswith("attempt"):
            purpose, seat, count = asked
            message = field(b"passgo fair dice 1: draw") + purpose.to_bytes(4, "big")
            message += seat.to_bytes(4, "big") + count.to_bytes(8, "big")
            message += int(name.removeprefix("attempt ")).to_bytes(4, "big")
            assert message.hex() == text
            drawn = hmac.digest(key, message, "sha256")
        elif name == "gives":
            assert drawn.hex() == text
        elif name == "word":
            assert int.from_bytes(drawn[:2], "big") == int(text)
        elif name == "refused":
            assert after(int.from_bytes(drawn[:2], "big"), 36) is None
            assert after(65519, 36) is not None
            assert after(65520, 36) is None
            assert text == "65520 and above"
        elif name == "dice":
            result = after(int.from_bytes(drawn[:2], "big"), 36)
            assert result is not None
            assert text == f"{result // 6 + 1}{result % 6 + 1}"
            rolls.append((asked[0], asked[1], asked[2], int(text)))
        elif name == "order":
            purpose, size = asked
            decks.append((purpose, [int(card) for card in text.split()]))
            assert len(decks[-1][1]) == size
    assert (outcomes["dice"], outcomes["refused"], outcomes["order"]) == (2, 1, 2)
    assert [fair.roll(*roll[:3]) for roll in rolls] == [roll[3] for roll in rolls]
    assert [fair.shuffle(purpose, len(order)) for purpose, order in decks] == [d[1] for d in decks]
    assert problems(fair, rolls, decks) == []


# Two implementations


@patiently
@given(st.binary(min_size=32, max_size=32), texts, texts, st.lists(texts, max_size=8))
def test_the_engine_and_the_verifier_agree(
    secret: bytes, game: str, rules: str, contributions: list[str]
) -> None:
    fair = Fair(secret, game, rules, contributions)
    rolls, decks = a_game(fair, turns=3)
    assert problems(fair, rolls, decks) == []


def test_the_engine_and_the_verifier_agree_when_words_must_be_drawn_again() -> None:
    """One roll in 4,096 takes more than one attempt; a shuffle of 40,000 cards takes many."""
    fair = Fair(SECRET, "long", "rules", ["a"])
    rolls = [(ROLL, 0, count, fair.roll(ROLL, 0, count)) for count in range(15_000)]
    assert problems(fair, rolls, [(DEEDS, fair.shuffle(DEEDS, 40_000))]) == []


def test_each_secret_is_new_and_the_commitment_precedes_the_contributions() -> None:
    fair, other = new_fair("g", "r"), new_fair("g", "r")
    assert fair.secret != other.secret
    assert fair.commitment != other.commitment
    ready = fair.with_contributions(["x", ""])
    assert ready.commitment == fair.commitment
    assert ready.secret == fair.secret
    assert ready.contributions == ["x", ""]
    assert a_game(ready) != a_game(fair)


def test_each_committed_part_changes_the_commitment() -> None:
    promised = [
        Fair(SECRET, "ab", "c", []),
        Fair(SECRET, "a", "bc", []),
        Fair(SECRET, "ab", "", []),
        Fair(SECRET[::-1], "ab", "c", []),
    ]
    assert len({fair.commitment for fair in promised}) == 4


def test_each_contribution_and_its_seat_change_the_dice() -> None:
    mixed = [[], [""], ["", ""], ["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"]]
    games = [a_game(Fair(SECRET, "g", "r", contributions)) for contributions in mixed]
    assert all(one != other for one, other in permutations(games, 2))


# Cheating


@pytest.fixture(name="fair")
def a_fair() -> Fair:
    return Fair(SECRET, "game", "rules", ["x", "", "z"])


def test_a_changed_roll_is_detected(fair: Fair) -> None:
    rolls, decks = a_game(fair)
    purpose, seat, count, dice = rolls[7]
    better = 66 if dice != 66 else 65
    rolls[7] = (purpose, seat, count, better)
    assert problems(fair, rolls, decks) == [
        f"Seat {seat}'s roll {count} (purpose 1) should be {dice}, but it is {better}."
    ]


def test_a_roll_used_twice_is_detected(fair: Fair) -> None:
    rolls, decks = a_game(fair)
    assert problems(fair, [*rolls, rolls[5]], decks) == [
        f"Seat 0's roll {rolls[5][2]} (purpose 1) was used twice."
    ]


def test_a_moved_card_and_a_second_shuffle_are_detected(fair: Fair) -> None:
    rolls, decks = a_game(fair)
    order = decks[0][1]
    stacked = [order[1], order[0], *order[2:]]
    assert problems(fair, rolls, [(CHANCE_DECK, stacked), *decks[1:]]) == [
        f"The shuffle for purpose 3 should be {order}, but it is {stacked}."
    ]
    again = problems(fair, rolls, [*decks, decks[1]])
    assert again == ["The shuffle for purpose 4 was used twice."]


def test_a_different_secret_game_rule_set_or_contribution_is_detected(fair: Fair) -> None:
    rolls, decks = a_game(fair)
    told = (fair.secret.hex(), fair.commitment, "game", "rules", ["x", "", "z"])
    assert verify_fair(*told, rolls, decks) == []
    other = Fair(SECRET[::-1], "game", "rules", ["x", "", "z"])
    assert verify_fair(other.secret.hex(), *told[1:], *a_game(other)) == [
        f"The secret has the commitment {other.commitment}, not {fair.commitment}."
    ]
    for game, rules in (("games", "rules"), ("game", "rule")):
        found = verify_fair(*told[:2], game, rules, told[4], rolls, decks)
        assert found[0].startswith("The secret has the commitment")
    found = verify_fair(*told[:4], ["x", "y", "z"], rolls, decks)
    assert all("should be" in problem for problem in found)
    assert len(found) > 50


@pytest.mark.parametrize("secret", ["", "00" * 31, "0" * 63, "zz" * 32, "AB" * 32, " " + "00" * 32])
def test_an_invalid_secret_is_reported_without_a_crash(secret: str) -> None:
    assert verify_fair(secret, "", "game", "rules", [], [], []) == [
        "The secret is not 64 lowercase hexadecimal digits."
    ]


def test_invalid_data_in_a_record_is_reported_without_a_crash(fair: Fair) -> None:
    assert problems(fair, [(-1, 0, 0, 11), (1, 1 << 32, 0, 11), (1, 0, 1 << 64, 11)], []) == [
        "Seat 0's roll 0 (purpose -1) does not exist: its numbers are out of range.",
        f"Seat {1 << 32}'s roll 0 (purpose 1) does not exist: its numbers are out of range.",
        f"Seat 0's roll {1 << 64} (purpose 1) does not exist: its numbers are out of range.",
    ]
    assert problems(fair, [], [(-1, [0, 1]), (DEEDS, [0] * 65537)]) == [
        "The shuffle for purpose -1 does not exist: its number is out of range.",
        "The shuffle for purpose 5 has more than 65536 cards.",
    ]
    told = (fair.secret.hex(), fair.commitment, "game", "rules")
    assert verify_fair(*told, ["\ud800"], [], []) == [
        "The game, the rules digest or a contribution is not valid text."
    ]
    assert verify_fair(*told, ["", "x" * 65], [], []) == [
        "Seat 1's contribution is longer than 64 characters."
    ]


# The object


def test_fair_dice_reject_invalid_arguments() -> None:
    with pytest.raises(ValueError, match=r"32 bytes long \(got 5\)"):
        Fair(b"short", "game", "rules", [])
    with pytest.raises(
        ValueError, match=r"Seat 1's contribution must have at most 64 characters \(got 65\)"
    ):
        Fair(SECRET, "game", "rules", ["", "x" * 65])
    with pytest.raises(ValueError, match="surrogates not allowed"):
        Fair(SECRET, "game", "rules", ["\ud800"])
    with pytest.raises(ValueError, match="at most 65536 cards"):
        Fair(SECRET, "game", "rules", []).shuffle(DEEDS, 65537)


def test_repr_shows_the_commitment_but_not_the_secret(fair: Fair) -> None:
    assert repr(fair) == f"<Fair game='game' commitment='{fair.commitment}'>"


def test_fair_dice_can_be_sent_to_another_process(fair: Fair) -> None:
    twin = pickle.loads(pickle.dumps(fair))
    assert (twin.commitment, twin.contributions) == (fair.commitment, fair.contributions)
    assert a_game(twin) == a_game(fair)


def test_the_list_of_contributions_is_copied() -> None:
    contributions = ["x", "y"]
    fair = Fair(SECRET, "game", "rules", contributions)
    contributions[0] = "changed"
    assert fair.contributions == ["x", "y"]


@pytest.mark.parametrize("draws", [20_000, pytest.param(2_000_000, marks=pytest.mark.long)])
def test_every_roll_is_equally_likely(fair: Fair, draws: int) -> None:
    seen = Counter(fair.roll(ROLL, 0, count) for count in range(draws))
    square = sum((seen[10 * a + b] - draws / 36) ** 2 for a in range(1, 7) for b in range(1, 7))
    assert seen.total() == draws
    assert abs(square / (draws / 36) - 35) < 4.9 * sqrt(70)

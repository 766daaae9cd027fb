"""Fair dice outside the engine: drawing a secret, and verifying a finished game.

`verify_fair` is based on docs/fair-dice.md alone and shares no code with `Fair`, so the
two check each other.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence

from passgo.engine.chance import Fair

__all__ = ["new_fair", "verify_fair"]


def new_fair(game: str, rules_digest: str) -> Fair:
    """Return fair dice with a new secret; publish their commitment before anyone contributes."""
    return Fair(secrets.token_bytes(32), game, rules_digest, [])


def verify_fair(
    secret_hex: str,
    commitment: str,
    game: str,
    rules_digest: str,
    contributions: Sequence[str],
    rolls: Iterable[tuple[int, int, int, int]],
    decks: Iterable[tuple[int, Sequence[int]]],
) -> list[str]:
    """Verify a game's fair dice and return the problems as sentences, or an empty list.

    A roll is (purpose, seat, count, dice), with the dice as a two-digit number; a deck is (purpose,
    order), with the order as a permutation of range(size). Take purpose, seat and count from a
    replay of the game, not from the file itself; otherwise a skipped roll goes unnoticed.
    """
    try:
        secret = bytes.fromhex(secret_hex)
    except ValueError:
        secret = b""
    if len(secret) != 32 or secret.hex() != secret_hex:
        return ["The secret is not 64 lowercase hexadecimal digits."]
    try:
        names = _add_length(game.encode("utf-8")) + _add_length(rules_digest.encode("utf-8"))
        strings = [contribution.encode("utf-8") for contribution in contributions]
    except UnicodeEncodeError:
        return ["The game, the rules digest or a contribution is not valid text."]

    problems = []
    promised = hashlib.sha256(
        _add_length(b"passgo fair dice 1: commitment") + _add_length(secret) + names
    ).hexdigest()
    if promised != commitment:
        problems.append(f"The secret has the commitment {promised}, not {commitment}.")
    for seat, contribution in enumerate(contributions):
        if len(contribution) > 64:
            problems.append(f"Seat {seat}'s contribution is longer than 64 characters.")

    mixed = _add_length(b"passgo fair dice 1: key") + names + _encode_unsigned(len(strings), 4)
    mixed += b"".join(_add_length(string) for string in strings)
    key = hmac.new(secret, mixed, hashlib.sha256).digest()

    asked: set[tuple[int, int, int]] = set()
    for purpose, seat, count, dice in rolls:
        name = f"Seat {seat}'s roll {count} (purpose {purpose})"
        if (purpose, seat, count) in asked:
            problems.append(f"{name} was used twice.")
        asked.add((purpose, seat, count))
        try:
            drawn = _draw(key, purpose, seat, count, 36)
        except OverflowError:
            problems.append(f"{name} does not exist: its numbers are out of range.")
            continue
        first, second = divmod(drawn, 6)
        if dice != 10 * (first + 1) + second + 1:
            problems.append(f"{name} should be {first + 1}{second + 1}, but it is {dice}.")

    shuffled: set[int] = set()
    for purpose, order in decks:
        name = f"The shuffle for purpose {purpose}"
        if purpose in shuffled:
            problems.append(f"{name} was used twice.")
        shuffled.add(purpose)
        if len(order) > 65536:
            problems.append(f"{name} has more than 65536 cards.")
            continue
        try:
            true_order = _shuffle(key, purpose, len(order))
        except OverflowError:
            problems.append(f"{name} does not exist: its number is out of range.")
            continue
        if list(order) != true_order:
            problems.append(f"{name} should be {true_order}, but it is {list(order)}.")
    return problems


def _encode_unsigned(number: int, size: int) -> bytes:
    return number.to_bytes(size, "big")


def _add_length(content: bytes) -> bytes:
    return _encode_unsigned(len(content), 4) + content


def _draw(key: bytes, purpose: int, seat: int, count: int, choices: int) -> int:
    """Return a number from range(choices), redrawing any word that would favor some choices."""
    place = _encode_unsigned(purpose, 4) + _encode_unsigned(seat, 4) + _encode_unsigned(count, 8)
    rounds = 65536 // choices
    attempt = 0
    while True:
        message = _add_length(b"passgo fair dice 1: draw") + place + _encode_unsigned(attempt, 4)
        word = int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:2], "big")
        if word < rounds * choices:
            return word % choices
        attempt += 1


def _shuffle(key: bytes, purpose: int, size: int) -> list[int]:
    """Shuffle with Fisher–Yates, from the last index down; each draw's count is its index."""
    order = list(range(size))
    for place in reversed(range(1, size)):
        chosen = _draw(key, purpose, 0, place, place + 1)
        order[place], order[chosen] = order[chosen], order[place]
    return order

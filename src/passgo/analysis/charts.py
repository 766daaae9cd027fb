"""The charts of a review as inline SVG; the page defines the colors for light and dark mode."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from passgo.analysis.review import PlayerReview, Review, Step
from passgo.svg import cut, length

WIDTH: Final = 900
HEIGHT: Final = 330
LEFT: Final = 52
RIGHT: Final = 22
TOP: Final = 24
BOTTOM: Final = 34
DASHES: Final = ("", "9 4", "3 4", "12 4 3 4", "6 3", "2 3", "14 5", "5 3 1 3")
"""The dash pattern of each seat's line, so that lines don't differ in color alone."""
SIZE: Final = 14
BAR_WIDTH: Final = 240


class Point(NamedTuple):
    """A step's place in the chart: the turn, as a fraction, and the win probabilities after it."""

    turn: float
    win_probabilities: list[float]


def points_of(review: Review) -> list[Point]:
    """Place every step on the axis of turns; the steps of a turn are spread evenly over it."""
    counts: dict[int, int] = {}
    for step in review.steps[1:]:
        counts[step.turn] = counts.get(step.turn, 0) + 1
    first = review.steps[0]
    found = [Point(max(0, first.turn - 1), first.after)]
    done: dict[int, int] = {}
    for step in review.steps[1:]:
        done[step.turn] = done.get(step.turn, 0) + 1
        found.append(Point(step.turn - 1 + done[step.turn] / counts[step.turn], step.after))
    return found


def place_on(first: float, last: float, turn: float, chance: float) -> tuple[float, float]:
    """Return the coordinates of a win probability in a turn."""
    across = (turn - first) / max(1e-9, last - first)
    return (
        LEFT + across * (WIDTH - LEFT - RIGHT),
        TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM),
    )


def win_chart(review: Review, points: Sequence[Step]) -> str:
    """Draw everyone's win probability over the game, with numbered turning points."""
    placed = points_of(review)
    first, last = placed[0].turn, placed[-1].turn
    parts = [*grid(first, last)]
    for seat in order_of_lines(review):
        line = [place_on(first, last, one.turn, one.win_probabilities[seat]) for one in placed]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in thin_out(line))
        if seat in review.winners:
            foot = HEIGHT - BOTTOM
            area = f"M{line[0][0]:.1f} {foot}L{path}L{line[-1][0]:.1f} {foot}Z"
            parts.append(f'<path class="area s{seat}" d="{area}"/>')
        wide = " winner" if seat in review.winners else ""
        dash = f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
        parts.append(f'<path class="line s{seat}{wide}"{dash} d="M{path}"/>')
    parts += [name_label(review, placed, seat) for seat in order_of_lines(review)]
    for number, step in enumerate(points, 1):
        place = review.steps.index(step)
        seat = most_affected(step)
        x, y = place_on(first, last, placed[place].turn, step.after[seat])
        parts.append(
            f'<g class="turn"><title>{number}: turn {step.turn}</title>'
            f'<path d="M{x:.1f} {y - 13:.1f}l13 13l-13 13l-13 -13Z"/>'
            f'<text x="{x:.1f}" y="{y + 5:.1f}" text-anchor="middle">{number}</text></g>'
        )
    title = "Win chance of every player over the game"
    return wrap(title, WIDTH, HEIGHT, parts)


def grid(first: float, last: float) -> list[str]:
    """Draw the axes."""
    parts = []
    for quarter in range(5):
        _, y = place_on(first, last, first, quarter / 4)
        parts.append(f'<path class="rule" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(
            f'<text class="soft" x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">'
            f"{25 * quarter}%</text>"
        )
    span = last - first
    step = next((size for size in (1, 2, 5, 10, 20, 50, 100, 200, 500) if span / size <= 8), 1000)
    turn = (int(first) // step) * step
    while turn <= last:
        if turn >= first:
            x, _ = place_on(first, last, turn, 0)
            label = "Turn 1" if turn == 0 else str(turn)
            parts.append(
                f'<text class="soft" x="{x:.1f}" y="{HEIGHT - 10}" text-anchor="middle">'
                f"{label}</text>"
            )
        turn += step
    return parts


def order_of_lines(review: Review) -> list[int]:
    """Return the seats in drawing order, winners last, so that their lines are on top."""
    return sorted(range(len(review.names)), key=lambda seat: (seat in review.winners, -seat))


def thin_out(line: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Leave out points that don't change the picture."""
    kept = [line[0]]
    for before, here, after in zip(line, line[1:], line[2:], strict=False):
        if abs(here[1] - before[1]) > 0.3 or abs(after[1] - here[1]) > 0.3:
            kept.append(here)
    return [*kept, line[-1]] if len(line) > 1 else kept


def name_label(review: Review, placed: Sequence[Point], seat: int) -> str:
    """Write a player's name where the player's line stands out most from the others."""
    first, last = placed[0].turn, placed[-1].turn
    size = len(placed)
    best, most = size // 2, -1.0
    for place in range(size // 12, max(size // 12 + 1, size - size // 8)):
        win_probabilities = placed[place].win_probabilities
        gap = min(
            (
                abs(win_probabilities[seat] - one)
                for s, one in enumerate(win_probabilities)
                if s != seat
            ),
            default=1,
        )
        room = gap if win_probabilities[seat] < 0.8 else 0.0
        if room > most:
            best, most = place, room
    x, y = place_on(first, last, placed[best].turn, placed[best].win_probabilities[seat])
    name = cut(review.names[seat], 150, SIZE)
    x = min(max(x, LEFT + 4), WIDTH - RIGHT - length(name, SIZE) - 4)
    return f'<text class="name s{seat}" x="{x:.1f}" y="{y - 9:.1f}">{escape(name)}</text>'


def most_affected(step: Step) -> int:
    """Return the seat whose win probability changed most."""
    changes = [abs(b - a) for a, b in zip(step.before, step.after, strict=True)]
    return changes.index(max(changes))


def balance_bar(value: float, most: float, kind: str, what: str) -> str:
    """Draw a bar from the middle to the left or right."""
    half = BAR_WIDTH / 2
    wide = half * min(1.0, abs(value) / max(1e-9, most))
    x = half if value >= 0 else half - wide
    parts = [
        f'<rect class="track" x="0.5" y="0.5" width="{BAR_WIDTH - 1}" height="15"/>',
        f'<rect class="{kind}" x="{x:.1f}" y="2" width="{wide:.1f}" height="12"/>',
        f'<path class="middle" d="M{half} 0V16"/>',
    ]
    return wrap(f"{what}: {points_text(value)}", BAR_WIDTH, 16, parts)


def largest(players: Sequence[PlayerReview]) -> float:
    """Return the largest value that the bars of the parts of a result show."""
    return max(abs(value) for one in players for value in parts_of(one).values())


def parts_of(player: PlayerReview) -> dict[str, float]:
    """Return what changed a player's win probability from the start to the result, by cause."""
    return {
        "luck": player.luck,
        "own mistakes": player.mistakes,
        "others' mistakes": player.gifts,
        "unforeseen": player.drift,
    }


def points_text(value: float) -> str:
    """Format a change in a win probability in points, with its sign."""
    text = f"{100 * value:+.1f}" if abs(value) < 0.0995 else f"{100 * value:+.0f}"
    return text.replace("-", "−")


def wrap(title: str, width: float, height: float, parts: Sequence[str]) -> str:
    """Return an SVG with a title for screen readers."""
    return "\n".join(
        [
            f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">',
            *parts,
            "</svg>",
        ]
    )

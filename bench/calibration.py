"""Compare predicted win probabilities with results, and write docs/calibration.md."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from bench.pages import ROOT, head, put, row
from passgo.bots.win_model import WinModel
from passgo.engine.state import State

PAGE: Final = ROOT / "docs" / "calibration.md"
PLOT: Final = ROOT / "docs" / "calibration.svg"
TENTHS: Final = 10
Predict = Callable[["Sample"], list[float]]


@dataclass
class Sample:
    """A position: every player's figures, both predictions, and who won in the end."""

    players: int
    figures: list[list[float]]
    """The figures of each player; empty for those who are out."""
    estimates: list[float]
    """The win probabilities by the trader's estimate."""
    model: list[float]
    """The win probabilities by the win model."""
    phase: str
    winner: int = -1
    seed: int = 0

    @classmethod
    def take(cls, state: State, model: WinModel) -> Sample:
        """Describe the current position."""
        model.load(state)
        sketch = model.sketch
        estimates = [
            sketch.win_probability(standing.seat) if standing.alive else 0.0
            for standing in sketch.standings
        ]
        return cls(
            players=len(state.players),
            figures=[
                list(model.figures[standing.seat]) if standing.alive else []
                for standing in sketch.standings
            ],
            estimates=estimates,
            model=list(model.probabilities),
            phase=phase_of(state),
        )


def phase_of(state: State) -> str:
    """Return a name for the phase of the game."""
    if all(player.complete == 0 for player in state.players):
        return "no group is complete"
    buildings = sum(player.buildings for player in state.players)
    if buildings < 10 and state.left == len(state.players):
        return "a group is complete"
    return "10 buildings, or a player is out"


def even(sample: Sample) -> list[float]:
    """Give every player who is left the same probability."""
    left = sum(1 for figures in sample.figures if figures)
    return [1.0 / left if figures else 0.0 for figures in sample.figures]


PREDICTIONS: Final[dict[str, Predict]] = {
    "equal shares": even,
    "the trader's estimate": lambda sample: sample.estimates,
    "the win model": lambda sample: sample.model,
}


def bits(sample: Sample, predict: Predict) -> float:
    """Return the surprise at the winner, in bits."""
    return -math.log2(max(1e-9, predict(sample)[sample.winner]))


def mean_by_game(values: Iterable[tuple[int, float]]) -> tuple[float, float]:
    """Return the mean of values and its standard error, since positions of one game belong together."""
    sums: dict[int, tuple[float, int]] = {}
    for seed, value in values:
        total, count = sums.get(seed, (0.0, 0))
        sums[seed] = (total + value, count + 1)
    number = sum(count for _, count in sums.values())
    mean = sum(total for total, _ in sums.values()) / number
    spread = sum((total - mean * count) ** 2 for total, count in sums.values())
    return mean, math.sqrt(spread) / number


def figure(mean: float, error: float, scale: float = 1.0, digits: int = 3) -> str:
    """Write a mean and the half-width of its 95% interval."""
    return f"{scale * mean:.{digits}f} ± {scale * 1.96 * error:.{digits}f}"


def bits_table(samples: list[Sample]) -> list[str]:
    """Compare the predictions by phase and by number of players."""
    kinds: dict[str, list[Sample]] = {"all positions": samples}
    for sample in samples:
        kinds.setdefault(sample.phase, []).append(sample)
    for players in sorted({sample.players for sample in samples}):
        kinds[f"{players} players"] = [one for one in samples if one.players == players]
    lines = head("bits of surprise at the winner", "positions", *PREDICTIONS, "gain")
    for name, chosen in kinds.items():
        means = [
            mean_by_game((one.seed, bits(one, predict)) for one in chosen)[0]
            for predict in PREDICTIONS.values()
        ]
        gain = mean_by_game(
            (
                one.seed,
                bits(one, lambda sample: sample.estimates) - bits(one, lambda sample: sample.model),
            )
            for one in chosen
        )
        lines.append(
            row(name, f"{len(chosen):,}", *(f"{mean:.3f}" for mean in means), figure(*gain))
        )
    return lines


def reliability(samples: list[Sample], predict: Predict) -> list[tuple[int, float, float, float]]:
    """Return, for each tenth: how many predictions, their mean, the share that came true, its error."""
    tenths: list[list[tuple[int, float, float]]] = [[] for _ in range(TENTHS)]
    for sample in samples:
        for seat, (figures, said) in enumerate(zip(sample.figures, predict(sample), strict=True)):
            if figures:
                place = min(TENTHS - 1, int(said * TENTHS))
                tenths[place].append((sample.seed, said, float(sample.winner == seat)))
    found = []
    for tenth in tenths:
        if tenth:
            said = sum(one for _, one, _ in tenth) / len(tenth)
            was, error = mean_by_game((seed, one) for seed, _, one in tenth)
            found.append((len(tenth), said, was, error))
        else:
            found.append((0, 0.0, 0.0, 0.0))
    return found


def reliability_table(samples: list[Sample]) -> list[str]:
    """Show how often predictions came true, tenth by tenth."""
    lines = head("predicted", "predictions", "mean prediction, %", "won, %", "difference, points")
    for place, (count, said, was, error) in enumerate(
        reliability(samples, lambda sample: sample.model)
    ):
        lines.append(
            row(
                f"{place * 10}–{place * 10 + 10}%",
                f"{count:,}",
                f"{100 * said:.1f}",
                figure(was, error, 100.0, 1),
                f"{100 * (was - said):+.1f}",
            )
        )
    return lines


def by_players_table(samples: list[Sample]) -> list[str]:
    """Show the difference between results and predictions by number of players and tenth."""
    lines = head(
        "won − predicted, points", *(f"{place * 10}–{place * 10 + 10}%" for place in range(TENTHS))
    )
    for players in sorted({sample.players for sample in samples}):
        chosen = [sample for sample in samples if sample.players == players]
        lines.append(
            row(
                f"{players} players",
                *(
                    figure(was - said, error, 100.0, 1) if count else ""
                    for count, said, was, error in reliability(chosen, lambda sample: sample.model)
                ),
            )
        )
    return lines


def plot(samples: list[Sample]) -> str:
    """Draw both reliability curves."""
    size, margin = 360, 46

    def at(said: float, was: float) -> tuple[float, float]:
        return margin + said * size, margin / 2 + (1 - was) * size

    width, height = size + 1.5 * margin, size + 1.6 * margin
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for step in range(0, 11, 2):
        x, y = at(step / 10, step / 10)
        left, bottom = at(0, 0)
        right, top = at(1, 1)
        parts.append(f'<path d="M{left} {y:.1f}H{right}M{x:.1f} {bottom}V{top}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{step * 10}%</text>')
        parts.append(
            f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{step * 10}%</text>'
        )
    (left, bottom), (right, top) = at(0, 0), at(1, 1)
    middle = (top + bottom) / 2
    parts.append(f'<path d="M{left} {bottom}L{right} {top}" stroke="#888" stroke-dasharray="4 4"/>')
    for color, name, place in (
        ("#c4212d", "the trader's estimate", 0),
        ("#0f8449", "the win model", 1),
    ):
        found = [one for one in reliability(samples, PREDICTIONS[name]) if one[0]]
        points = [at(said, was) for _, said, was, _ in found]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="2"/>')
        for (x, _), (_, _, was, error) in zip(points, found, strict=True):
            _, high = at(0, min(1.0, was + 1.96 * error))
            _, low = at(0, max(0.0, was - 1.96 * error))
            parts.append(f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{color}"/>')
        parts.append(
            f'<text x="{left + 12}" y="{top + 18 + 16 * place}" fill="{color}">{name}</text>'
        )
    parts.append(
        f'<text x="{(left + right) / 2}" y="{bottom + 38}" text-anchor="middle">predicted</text>'
    )
    parts.append(
        f'<text x="12" y="{middle}" text-anchor="middle" transform="rotate(-90 12 {middle})">won</text>'
    )
    return "\n".join([*parts, "</svg>", ""])


def write_page(samples: list[Sample], games: int) -> None:
    """Write the figures into docs/calibration.md, and the plot beside it."""
    seeds = len({sample.seed for sample in samples})
    first = [
        f"{len(samples):,} positions from {seeds:,} games with a single winner ({games:,} were played).",
        "",
        *bits_table(samples),
    ]
    second = [*reliability_table(samples), "", *by_players_table(samples)]
    put(PAGE, ["\n".join(first), "\n".join(second)])
    PLOT.write_text(plot(samples), encoding="utf-8")

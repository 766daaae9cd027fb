"""A deeper review that uses continuations to check the estimates, with intervals.

``deepen`` plays on with bots from two kinds of positions, each many times and with the unseen cards
reshuffled:

- from moments spread over the whole game, which gives win probabilities with intervals;
- from before the costliest decisions, once after the choice that was made and once after the best
  choice found. Both get the same dice, so the difference is due to the choice.

The work is divided into blocks. Each block depends only on the record, the seed and its number, so
blocks can run in any process and in any order, and a file of finished blocks lets an interrupted
run continue.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from passgo.analysis.choices import Actions
from passgo.analysis.judgment import Judgment
from passgo.analysis.probability import (
    BATCH,
    DICE,
    WinProbability,
    continue_game,
    with_intervals,
)
from passgo.analysis.review import Review
from passgo.engine.chance import Seeded
from passgo.engine.game import View
from passgo.engine.refusal import PassGoError
from passgo.sim.executors import Processes
from passgo.sim.stats import Z
from passgo.source_hash import REVIEWING, hash_sources

__all__ = [
    "DeepDecision",
    "DeepReview",
    "SavedBlocks",
    "count_continuations",
    "deepen",
    "measure_cost",
]

POSITIONS: Final = 24
"""The number of moments that are checked."""
DECISIONS: Final = 8
"""The number of decisions that are checked."""


TIMED: Final = 10
"""About how many continuations are played to estimate how long all of them take."""


class DeepDecision(NamedTuple):
    """A decision that continuations checked: what the choice cost, and half its 95% interval."""

    step: int
    """The number of the step in the review."""
    seat: int
    """The seat that decided."""
    loss: float
    """The win probability after the choice that was made minus that after the best choice found.

    It is positive if the choice that was made turned out to be better.
    """
    margin: float

    def judgment_in(self, review: Review) -> Judgment:
        """Return the estimate's judgment of the same decision."""
        return next(one for one in review.steps[self.step].judgments if one.seat == self.seat)


@dataclass(frozen=True)
class DeepReview:
    """The results of continuations."""

    positions: tuple[tuple[int, WinProbability], ...]
    """The number of a step, and the win probabilities before it."""
    decisions: tuple[DeepDecision, ...]
    continuations: int
    """The number of games that were played on, including those from saved blocks."""


class Block(NamedTuple):
    """A piece of work: continuations from one position."""

    key: str
    view: View
    plans: tuple[Actions, ...]
    """The choices to compare; none for a plain win probability."""
    start: int
    size: int
    """The number of continuations for each choice."""


class SavedBlocks:
    """A file with finished blocks, one JSON object per line."""

    def __init__(self, path: Path, settings: dict[str, object]) -> None:
        self.blocks: dict[str, list[list[float]]] = {}
        sources = hash_sources(REVIEWING)
        head = {"passgo": "continuations", "version": 1, **settings, "sources": sources}
        text = path.read_text("utf-8") if path.exists() else ""
        lines = text.split("\n")[:-1]  # what follows the last line feed is an interrupted write
        try:
            rows = [json.loads(line) for line in lines]
            if rows and rows[0] == {**head, "sources": rows[0].get("sources")} != head:
                raise PassGoError(
                    f"{path} was saved before passgo's source code changed: choose another file."
                )
            if rows and rows[0].keys() == head.keys() and rows[0] != head:
                found = ", ".join(f"{name} {rows[0][name]}" for name in settings)
                raise PassGoError(
                    f"{path} was saved with {found}: use the same settings, or choose another file."
                )
            if rows and rows[0] != head:
                raise ValueError
            self.blocks = {row["key"]: row["results"] for row in rows[1:]}
        except (ValueError, KeyError, TypeError, AttributeError):
            raise PassGoError(f"{path} has no saved continuations: choose another file.") from None
        draft = path.with_name(path.name + ".new")
        draft.write_text("".join(line + "\n" for line in lines or [json.dumps(head)]), "utf-8")
        draft.replace(path)
        self.file: TextIO = path.open("a", encoding="utf-8", newline="\n")

    def write(self, data: dict[str, object]) -> None:
        """Write and flush a line."""
        self.file.write(json.dumps(data) + "\n")
        self.file.flush()

    def add(self, key: str, results: list[list[float]]) -> None:
        """Save a finished block."""
        self.blocks[key] = results
        self.write({"key": key, "results": results})

    def close(self) -> None:
        """Close the file."""
        self.file.close()


def list_blocks(review: Review, name: str, continuations: int) -> list[tuple[int, list[Block]]]:
    """List the blocks for each position and decision, with the number of its step."""
    found: list[tuple[int, list[Block]]] = []
    usable = [place for place, step in enumerate(review.steps) if not step.state.over]
    stride = max(1, len(usable) // POSITIONS)
    for place in usable[::stride][: POSITIONS + 1]:
        view = View(review.steps[place].state, 0)
        found.append((place, cut_blocks(f"{name}:{place}", view, (), continuations)))
    for step, judgment in review.mistakes()[:DECISIONS]:
        place = review.steps.index(step)
        plans = (judgment.chosen, judgment.best)
        view = View(judgment.state, judgment.seat)
        key = f"{name}:{place}:choice:{judgment.seat}"
        found.append((place, cut_blocks(key, view, plans, continuations)))
    return found


def cut_blocks(key: str, view: View, plans: tuple[Actions, ...], continuations: int) -> list[Block]:
    """Divide continuations from one position into blocks."""
    return [
        Block(f"{key}:{start}", view, plans, start, min(BATCH, continuations - start))
        for start in range(0, continuations, BATCH)
    ]


def missing_blocks(
    review: Review, continuations: int, name: str, saved: SavedBlocks | None
) -> list[Block]:
    """List the blocks that are not saved."""
    return [
        block
        for _, blocks in list_blocks(review, name, continuations)
        for block in blocks
        if saved is None or block.key not in saved.blocks
    ]


def count_continuations(
    review: Review, continuations: int, name: str = "", saved: SavedBlocks | None = None
) -> int:
    """Return how many games ``deepen`` plays on, without those in saved blocks."""
    missing = missing_blocks(review, continuations, name, saved)
    return sum(block.size * max(1, len(block.plans)) for block in missing)


def measure_cost(
    review: Review,
    continuations: int,
    name: str = "",
    saved: SavedBlocks | None = None,
    *,
    bot: str = "normal",
    seed: int = 1,
    now: Callable[[], float] = time.perf_counter,
) -> float:
    """Estimate how many seconds ``deepen`` takes on one core.

    A continuation is played and timed from each of several moments spread over the game, because
    continuations from later moments are shorter.
    """
    missing = missing_blocks(review, continuations, name, saved)
    stride = max(1, len(missing) // TIMED)
    played = 0
    start = now()
    for block in missing[stride // 2 :: stride]:
        run_block(block.view, block.plans, block.start, 1, bot, seed)
        played += max(1, len(block.plans))
    each = (now() - start) / max(1, played)
    return each * sum(block.size * max(1, len(block.plans)) for block in missing)


def run_block(
    view: View, plans: tuple[Actions, ...], start: int, count: int, bot: str, seed: int
) -> list[list[float]]:
    """Play on from a position; return the results of each continuation.

    Without plans, a result has each seat's share of the win; with plans, it has the deciding seat's
    share of the win after each plan.
    """
    results: list[list[float]] = []
    for number in range(start, start + count):
        dice = seed * DICE + number
        if not plans:
            results.append(continue_game(view.imagine(Seeded(dice)), bot, dice))
            continue
        row: list[float] = []
        for plan in plans:
            game = view.imagine(Seeded(dice))
            for action in plan:
                game.step(action)
            row.append(continue_game(game, bot, dice)[view.seat])
        results.append(row)
    return results


def deepen(
    review: Review,
    name: str,
    *,
    continuations: int = 200,
    bot: str = "normal",
    seed: int = 1,
    workers: Processes | None = None,
    saved: SavedBlocks | None = None,
    on_progress: Callable[[int], object] | None = None,
) -> DeepReview:
    """Check a review with continuations; ``name`` identifies the record in a file of saved blocks.

    ``count_continuations`` returns how many games this plays on; ``measure_cost`` estimates
    how long they take. Without ``workers``, everything runs in this process.
    """
    plan = list_blocks(review, name, continuations)
    done: dict[str, list[list[float]]] = {}
    for block, results in run_blocks([b for _, bs in plan for b in bs], bot, seed, workers, saved):
        done[block.key] = results
        if on_progress is not None:
            on_progress(block.size * max(1, len(block.plans)))
    positions: list[tuple[int, WinProbability]] = []
    decisions: list[DeepDecision] = []
    for place, blocks in plan:
        rows = [row for block in blocks for row in done[block.key]]
        if blocks[0].plans:
            decisions.append(compare(place, int(blocks[0].view.seat), rows))
        else:
            totals = [sum(column) for column in zip(*rows, strict=True)]
            positions.append((place, with_intervals(totals, len(rows))))
    total = count_continuations(review, continuations)
    return DeepReview(tuple(positions), tuple(decisions), total)


def compare(place: int, seat: int, rows: Sequence[Sequence[float]]) -> DeepDecision:
    """Compare two choices by paired continuations."""
    gaps = [row[0] - row[1] for row in rows]
    mean = sum(gaps) / len(gaps)
    variance = sum((gap - mean) ** 2 for gap in gaps) / max(1, len(gaps) - 1)
    return DeepDecision(place, seat, mean, float(Z * (variance / len(gaps)) ** 0.5))


def run_blocks(
    blocks: Sequence[Block],
    bot: str,
    seed: int,
    workers: Processes | None,
    saved: SavedBlocks | None,
) -> Iterator[tuple[Block, list[list[float]]]]:
    """Yield every block with its results, playing those that are not saved."""
    missing: list[Block] = []
    for block in blocks:
        if saved is not None and block.key in saved.blocks:
            yield block, saved.blocks[block.key]
        else:
            missing.append(block)
    waiting: list[tuple[Block, Future[list[list[float]]]]] = []
    ahead = 1 if workers is None else workers.ahead
    for place, block in enumerate(missing):
        if workers is None:
            results = run_block(*block[1:], bot, seed)
            if saved is not None:
                saved.add(block.key, results)
            yield block, results
            continue
        waiting.append((block, workers.call(run_block, *block[1:], bot, seed)))
        while waiting and (len(waiting) >= ahead or place == len(missing) - 1):
            first, future = waiting.pop(0)
            results = future.result()
            if saved is not None:
                saved.add(first.key, results)
            yield first, results

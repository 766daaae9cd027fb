"""Shares over blocks of games with the same dice, counted game by game.

    tally = BlockShare()
    for result in results: tally.add(result.dice, won)
    tally.estimate()                              the share, with a confidence interval

Games with the same dice are not independent. The interval is therefore based on the number of
independent trials that would vary as much as the blocks do. Only sums over blocks are stored, so a
million blocks take no more memory than a few.
"""

from __future__ import annotations

import math

from passgo.sim.stats import IntervalEstimate, percentage, share_estimate, student, wilson

__all__ = ["BlockShare"]


class Block:
    """The counts for one block so far."""

    def __init__(self, dice: int) -> None:
        self.dice = dice
        self.hits = 0
        self.trials = 0

    def __repr__(self) -> str:
        return f"<Block {self.dice}: {self.hits:,} of {self.trials:,}>"


class BlockSums:
    """Sums over complete blocks, enough to compute a share and its variance."""

    def __init__(self) -> None:
        self.blocks = 0
        self.hits = 0
        self.trials = 0
        self.hits_squared = 0
        self.products = 0
        self.trials_squared = 0

    def __repr__(self) -> str:
        return f"<BlockSums: {self.hits:,} of {self.trials:,}, in {self.blocks:,} blocks>"

    def add(self, block: Block) -> None:
        """Add a block."""
        self.blocks += 1
        self.hits += block.hits
        self.trials += block.trials
        self.hits_squared += block.hits**2
        self.products += block.hits * block.trials
        self.trials_squared += block.trials**2

    def merge(self, other: BlockSums) -> None:
        """Add the sums of other blocks."""
        self.blocks += other.blocks
        self.hits += other.hits
        self.trials += other.trials
        self.hits_squared += other.hits_squared
        self.products += other.products
        self.trials_squared += other.trials_squared


class BlockShare:
    """The share of successes in games that are added block by block.

    The first and last blocks are stored separately, since parts of them may be counted elsewhere.
    """

    def __init__(self) -> None:
        self.first: Block | None = None
        self.last: Block | None = None
        """The last block, or None if there is only one."""
        self.between = BlockSums()

    def __repr__(self) -> str:
        sums = self.total()
        if sums.trials == 0:
            return "<BlockShare: 0 of 0>"
        found = self.estimate()
        share, low, high = (percentage(one) for one in (found.value, found.low, found.high))
        return f"<BlockShare: {sums.hits:,} of {sums.trials:,}, {share} ({low} to {high})>"

    def add(self, dice: int, hit: bool) -> None:
        """Count one trial with these dice."""
        block = self.first if self.last is None else self.last
        if block is None or block.dice != dice:
            block = self.begin(dice)
        block.trials += 1
        block.hits += hit

    def begin(self, dice: int) -> Block:
        """Begin a block; the previous one is complete."""
        block = Block(dice)
        if self.first is None:
            self.first = block
            return block
        if self.last is not None:
            self.between.add(self.last)
        self.last = block
        return block

    def merge(self, other: BlockShare) -> None:
        """Add the counts for later games, which may begin within this share's last block."""
        if other.first is None:
            return
        block = self.first if self.last is None else self.last
        if block is None or block.dice != other.first.dice:
            block = self.begin(other.first.dice)
        block.hits += other.first.hits
        block.trials += other.first.trials
        if other.last is not None:
            block = self.begin(other.last.dice)
            block.hits, block.trials = other.last.hits, other.last.trials
        self.between.merge(other.between)

    def total(self) -> BlockSums:
        """Return the sums over all blocks."""
        sums = BlockSums()
        sums.merge(self.between)
        for block in (self.first, self.last):
            if block is not None:
                sums.add(block)
        return sums

    def estimate(self) -> IntervalEstimate:
        """Return the share with its interval, which is 0 to 1 for a single block."""
        sums = self.total()
        if sums.trials == 0:
            return wilson(0, 0)
        value = sums.hits / sums.trials
        if sums.blocks < 2:
            return IntervalEstimate(value, 0.0, 1.0)
        # Integer arithmetic makes the variance exactly 0 if nothing varies.
        apart = (
            sums.hits_squared * sums.trials**2
            - 2 * sums.hits * sums.products * sums.trials
            + sums.hits**2 * sums.trials_squared
        ) / sums.trials**2
        spread = math.sqrt(max(0.0, apart) * sums.blocks / (sums.blocks - 1)) / sums.trials
        return share_estimate(value, student(sums.blocks - 1) * spread, sums.blocks)

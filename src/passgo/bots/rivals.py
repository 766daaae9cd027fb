"""What a bot learns in auctions: how high its rivals bid.

Some players never bid. Where nobody else does, it is cheaper to decline a property and win its auction
than to buy it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from passgo.engine.rules.auction import Auction
    from passgo.engine.state import State


class Rivals:
    """The auctions that a bot has seen, and how high the others bid in them.

    ``trust`` is the number of auctions at the full price that the bot assumes before it has seen any. If it
    is negative, the bot never expects less than the full price.
    """

    def __init__(self, trust: float) -> None:
        self.trust = trust
        self.seen = 0.0
        """The number of auctions that are over and in which the bot would have noticed a higher bid."""
        self.shares = 0.0
        """The sum of the highest bids by others in them, each as a share of the printed price."""
        self.watched: i64 = -1
        """The auction that the bot is watching, or -1."""
        self.price: i64 = 0
        self.highest: i64 = 0
        """The highest bid by another player."""
        self.counts = False
        """Whether a higher bid would be noticed: the bot itself has bid, or somebody else has."""

    def copy_from(self, other: Rivals) -> None:
        """Remember what another bot remembers."""
        self.seen = other.seen
        self.shares = other.shares
        self.watched = other.watched
        self.price = other.price
        self.highest = other.highest
        self.counts = other.counts

    def watch(self, state: State, seat: i64, auction: Auction, mark: i64, bids: bool) -> None:
        """Note the high bid in an auction, which ``mark`` identifies, and whether the bot bids now."""
        if mark != self.watched:
            self.finish()
            price = state.property(auction.space).deed.price
            for player in state.players:
                if player.seat != seat and not player.out and player.cash >= price:
                    self.watched = mark
            self.price = price
        if auction.seat >= 0 and auction.seat != seat:
            self.highest = max(self.highest, auction.bid)
        self.counts = self.counts or bids or self.highest > 0

    def finish(self) -> None:
        """Count the auction that the bot was watching, which is over."""
        if self.watched >= 0 and self.counts:
            self.seen += 1.0
            self.shares += min(1.0, float(self.highest) / float(self.price))
        self.watched = -1
        self.highest = 0
        self.counts = False

    def has_seen(self) -> bool:
        """Return whether an auction has shown anything about the others' bids."""
        self.finish()
        return self.seen > 0.0

    def expected_share(self) -> float:
        """Return the share of the printed price that the others are expected to bid."""
        self.finish()
        if self.trust < 0.0 or self.seen == 0.0:
            return 1.0
        return (self.trust + self.shares) / (self.trust + self.seen)

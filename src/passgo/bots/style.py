"""Styles: the numbers that make one trader play differently from another.

`normal` plays in the default style. The characters (``characters``) are traders with styles of their
own, and `hard` uses a style that was tuned by playing (``bench/tune.py``).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from passgo.bots.estimate import DEAL_WEIGHTS, FITTED, Weights

POINT: Final = 0.01
"""One percentage point of win probability."""


class Style:
    """How a trader values property, manages its money and bargains."""

    def __init__(
        self,
        weights: Weights = FITTED,
        deal_weights: Weights = DEAL_WEIGHTS,
        appetite: float = 1.0,
        railroads: float = 1.0,
        trust: float = -1.0,
        soft_price: float = 0.5,
        probe: i64 = 0,
        caution: float = 1.0,
        near: float = 0.2,
        far: float = 0.05,
        least_reserve: i64 = 30,
        outing: float = 30.0,
        outing_per_deed: float = 8.0,
        full: i64 = 3,
        mortgage_rate: float = 2.0,
        share: float = 0.4,
        claim: float = 0.5,
        least_gain: float = POINT,
        double_gain: float = 0.05,
        opening: float = 0.03,
        kept_cash: i64 = 600,
        purse: i64 = 100,
        earning_rounds: float = 10.0,
        offers: i64 = 2,
        patience: i64 = 5,
        careful: bool = True,
    ) -> None:
        self.weights = weights
        """The weights for buying and bidding."""
        self.deal_weights = deal_weights
        """The weights for deals."""
        self.appetite = appetite
        """The factor applied to the price that the bot pays for properties."""
        self.railroads = railroads
        """The factor applied to the price that the bot pays for railroads and utilities."""
        self.trust = trust
        """The number of auctions it takes to learn whether rivals bid; negative if the bot never learns.

        A bot that has learned that they don't leaves properties to an auction.
        """
        self.soft_price = soft_price
        """The share of the printed price below which an expected auction price is worth waiting for."""
        self.probe = probe
        """The highest price of a property that the bot lets go to auction to find out whether others bid."""
        self.caution = caution
        """The factor applied to the reserve."""
        self.near = near
        """How much of the highest rent within one roll belongs to the reserve."""
        self.far = far
        """How much of the highest rent on the board belongs to the reserve."""
        self.least_reserve = least_reserve
        self.outing = outing
        """The value of a turn outside Jail, in dollars."""
        self.outing_per_deed = outing_per_deed
        """The additional value for each deed that nobody owns."""
        self.full = full
        """Building up to this many houses comes before unmortgaging."""
        self.mortgage_rate = mortgage_rate
        """How many times its rent a mortgaged deed must earn in houses."""
        self.share = share
        """The share of the joint gain that the bot insists on when it answers an offer."""
        self.claim = claim
        """The share of the joint gain that the bot aims for in its own offers."""
        self.least_gain = least_gain
        """The smallest gain in win probability that makes a deal worth proposing."""
        self.double_gain = double_gain
        """The smallest gain if a deal completes a group for both sides.

        Such deals are hard to judge: in games played on from them, most were worth nothing to either side.
        """
        self.opening = opening
        """How far a player's gain may initially fall short, because people value deals differently."""
        self.kept_cash = kept_cash
        """The minimum cash an offer leaves its recipient, because building on a group takes cash."""
        self.purse = purse
        """The cash the bot keeps when it makes an offer, because rent may soon be due."""
        self.earning_rounds = earning_rounds
        """The most the bot pays above list price to complete a group, in rounds of the group's
        three-house rent.
        """
        self.offers = offers
        """The maximum number of offers the bot makes in one turn, not counting accepted ones."""
        self.patience = patience
        """The number of rounds after which the bot looks for deals again, even if nothing has changed."""
        self.careful = careful
        """Whether the bot accepts only deals that the win model confirms."""


DEFAULT_STYLE: Final = Style()
"""The style of `normal`."""
TUNED_WEIGHTS: Final = Weights(
    wealth=1.26,
    buildings=1.08,
    rent=0.47,
    rent_later=0.5,
    rent_soon=0.65,
    short_free=0.09,
    parts=0.36,
    burden=-0.48,
    cards=0.02,
    rivalry=1.04,
    chips=0.07,
)
TUNED_DEAL_WEIGHTS: Final = Weights(
    wealth=1.33,
    buildings=1.0,
    rent=0.06,
    rent_later=0.36,
    rent_soon=0.82,
    short_free=0.14,
    parts=0.25,
    burden=-4.0,
    cards=0.05,
    rivalry=1.0,
    chips=0.19,
)


def tuned_style(
    caution: float = 1.0,
    appetite: float = 1.0,
    least_reserve: i64 = 86,
    claim: float = 0.525,
    kept_cash: i64 = 331,
    purse: i64 = 47,
    opening: float = 0.045,
    offers: i64 = 2,
    patience: i64 = 2,
) -> Style:
    """Return the style that ``bench/tune.py`` found, with changes.

    The numbers are those of the search, rounded; docs/strength.md says what they achieve.
    """
    return Style(
        weights=TUNED_WEIGHTS,
        deal_weights=TUNED_DEAL_WEIGHTS,
        appetite=appetite,
        railroads=1.05,
        trust=0.54,
        soft_price=0.385,
        probe=200,
        caution=caution,
        near=0.29,
        far=0.056,
        least_reserve=least_reserve,
        outing=31.0,
        outing_per_deed=9.4,
        share=0.34,
        claim=claim,
        least_gain=0.016,
        double_gain=0.048,
        opening=opening,
        kept_cash=kept_cash,
        purse=purse,
        offers=offers,
        patience=patience,
    )


TUNED_STYLE: Final = tuned_style()
"""The style of `hard`."""

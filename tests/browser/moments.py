"""Every kind of decision as a position: Ann (seat 0) has to decide, and Bob (seat 1) watches."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from tests.browser.seating import Position


class Moment(NamedTuple):
    """A position, the question that Ann sees, and the button that answers it."""

    position: Position
    question: str
    answer: str


def at_pass(*above: dict[str, Any], **rest: Any) -> Position:
    """Return a position after Ann's roll, with these decisions on the agenda ahead of the end of her turn."""
    players = [rest.pop("ann", {}), rest.pop("bob", {})]
    agenda = [{"entry": "ToEndTurn", "seat": 0}, *above]
    return {"players": players, "last_roll": 7, "agenda": agenda, **rest}


def properties(owner: int, *spaces: int, houses: int = 0) -> list[dict[str, Any]]:
    """Return one player's deeds."""
    return [{"space": space, "owner": owner, "houses": houses} for space in spaces]


SHORT_OF_HOUSES: Final = [
    *properties(1, 16, 18, 19, houses=4),
    *properties(1, 21, 23, 24, houses=4),
    *properties(1, 26, 27, 29, houses=2),
    *properties(0, 1, 3, 6, 8, 9),
]
"""The Bank has two houses left, but Ann has two groups without houses, and Bob could build more."""
OWES: Final = {
    "entry": "DebtDue",
    "seat": 0,
    "creditor": 1,
    "amount": 200,
    "reason": "rent",
    "cite": "10 MCS 90",
}

MOMENTS: Final[dict[str, Moment]] = {
    "ToRoll": Moment({"players": [{}, {}]}, "Roll the dice.", "Roll"),
    "InJail": Moment(
        {"players": [{"jail": 1, "cards": ["chest.jail_free"]}, {}]},
        "You’re in Jail",
        "Use card",
    ),
    "BuyOrAuction": Moment(
        at_pass({"entry": "BuyOrAuction", "seat": 0, "space": 39}, ann={"space": 39}),
        "Buy Boardwalk for $400?",
        "Buy for $400",
    ),
    "Auction": Moment(
        at_pass(
            {"entry": "Auction", "space": 39, "bidders": [0, 1], "bid": 150, "seat": 1},
            ann={"space": 39},
        ),
        "Boardwalk",
        "Raise by $10: bid $160",
    ),
    "TaxChoice": Moment(
        at_pass({"entry": "TaxChoice", "seat": 0, "worth": 1500}, ann={"space": 4}),
        "Pay $200 income tax, or 10",
        "Pay 10%",
    ),
    "Inheritance": Moment(
        at_pass(
            {"entry": "Inheritance", "seat": 0, "space": 5},
            properties=[{"space": 5, "owner": 0, "mortgaged": True}],
        ),
        "Reading Railroad is mortgaged.",
        "Unmortgage ($110)",
    ),
    "DemandRound": Moment(
        at_pass(
            {"entry": "DemandRound", "seat": 0, "space": 1, "kind": 0, "asked": [0, 1]},
            properties=SHORT_OF_HOUSES,
            demands=[[-1, -1], [-1, -1]],
        ),
        "How many houses do you want?",
        "I want",
    ),
    "BuildingAuction": Moment(
        at_pass(
            {"entry": "BuildingSale", "kind": 0},
            {"entry": "BuildingAuction", "kind": 0, "bidders": [0, 1]},
            properties=SHORT_OF_HOUSES,
            demands=[[2, 2], [-1, -1]],
        ),
        "A house is up for auction",
        "Bid $50",
    ),
    "DebtDue": Moment(
        at_pass(
            OWES,
            ann={"cash": 20},
            properties=[*properties(0, 5, 15, 25, 12), *properties(1, 37, 39)],
        ),
        "You owe Bob $200",
        "Raise $200",
    ),
    "ToEndTurn": Moment(at_pass(), "End your turn", "End turn"),
    "Offer": Moment(
        at_pass(
            properties=[*properties(0, 1), *properties(1, 3)],
            offers=[{"number": 1, "maker": 1, "partner": 0, "give_cash": 90, "get_deeds": [1]}],
        ),
        "End your turn",
        "Accept",
    ),
    "Rent": Moment(
        {
            "players": [{}, {"space": 39}],
            "seat": 1,
            "last_roll": 7,
            "properties": properties(0, 39),
            "agenda": [{"entry": "ToEndTurn", "seat": 1}],
            "rents": [
                {
                    "number": 1,
                    "owner": 0,
                    "tenant": 1,
                    "space": 39,
                    "amount": 50,
                    "cite": "10 MCS 90",
                }
            ],
        },
        "Bob landed on Boardwalk. Ask for $50?",
        "Ask for $50",
    ),
}
"""In each position, Ann can answer immediately if her browser has no standing order for rent."""
HOPELESS: Final[Position] = {
    "players": [{"cash": 20, "space": 39}, {}],
    "properties": [
        {"space": 39, "owner": 1, "houses": 5},
        {"space": 37, "owner": 1, "houses": 5},
        {"space": 5, "owner": 0, "mortgaged": True},
    ],
    "last_roll": 7,
    "agenda": [
        {"entry": "ToEndTurn", "seat": 0},
        {
            "entry": "DebtDue",
            "seat": 0,
            "creditor": 1,
            "amount": 2000,
            "reason": "rent",
            "cite": "10 MCS 90",
        },
    ],
}
"""Ann owes far more than she has."""
RICH: Final = at_pass(
    ann={"cash": 742, "cards": ["chest.jail_free"], "space": 24},
    properties=[
        *properties(0, 37, 39, houses=3),
        *properties(0, 5, 12, 21),
        {"space": 15, "owner": 0, "mortgaged": True},
        *properties(1, 16, 18, 19, houses=5),
        *properties(1, 1, 6, 25, 28),
    ],
)
"""A position with a bit of everything: buildings, mortgages, railroads, utilities and a card."""

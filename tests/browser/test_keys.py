"""Every shortcut printed on a button does what the button does."""

from __future__ import annotations

from typing import Final

from tests.browser.kit import Site
from tests.browser.moments import MOMENTS
from tests.browser.player import Hands, Player
from tests.browser.seating import Visit, ask_by_hand, make_table, take_seats

PRINTED: Final[list[tuple[str, str, dict[str, object]]]] = [
    ("ToRoll", "Space", {"action": "Roll"}),
    ("ToEndTurn", "e", {"action": "EndTurn"}),
    ("InJail", "u", {"action": "UseCard"}),
    ("InJail", "f", {"action": "PayFine"}),
    ("BuyOrAuction", "b", {"action": "Buy"}),
    ("BuyOrAuction", "a", {"action": "Decline"}),
    ("Auction", "Enter", {"action": "Bid", "amount": 151}),
    ("Auction", "p", {"action": "PassBid"}),
    ("TaxChoice", "1", {"action": "ChooseTax", "share": False}),
    ("TaxChoice", "2", {"action": "ChooseTax", "share": True}),
    ("Inheritance", "1", {"action": "InheritDeed", "unmortgage": False}),
    ("Inheritance", "2", {"action": "InheritDeed", "unmortgage": True}),
    ("Offer", "y", {"action": "AcceptTrade", "offer": 1}),
    ("Offer", "n", {"action": "DeclineTrade", "offer": 1}),
    ("Rent", "r", {"action": "AskForRent", "rent": 1}),
]


def test_the_printed_shortcuts_do_what_their_buttons_do(visit: Visit, site: Site) -> None:
    visitor = visit()
    player = Player(visitor, Hands(visitor.page))
    ask_by_hand(visitor)
    visitor.go()
    for kind, key, action in PRINTED:
        take_seats(visitor, make_table(site, ["Ann", "Bob"], MOMENTS[kind].position), 0)
        before = player.answered
        visitor.press_key(key)
        player.settle(before)
        assert player.actions[-1].items() >= action.items(), (kind, key)

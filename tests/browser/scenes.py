"""Positions in which every kind of action can be played, and the controls for playing it."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import expect

from tests.browser.kit import Site
from tests.browser.player import Player
from tests.browser.seating import make_table

DEEDS: Final = re.compile("^Deeds$")
"""The buttons that open the player's own deeds, on the stage and in the menu."""
BROWN: Final = [{"space": 1, "owner": 0}, {"space": 3, "owner": 0}]


def owing(amount: int) -> list[dict[str, object]]:
    """Return an agenda on which seat 0 owes rent to seat 1."""
    owes = {"entry": "DebtDue", "seat": 0, "creditor": 1, "amount": amount, "reason": "rent"}
    return [{"entry": "ToEndTurn", "seat": 0}, {**owes, "cite": "10 MCS 90"}]


class Scenes:
    """Positions in which rare questions come up. One browser holds all seats unless otherwise noted."""

    def __init__(self, player: Player, site: Site) -> None:
        self.player = player
        self.site = site

    def begin(self, *players: dict[str, object], own: int = 0, **rest: object) -> Player:
        """Open a table that starts from this position; the browser holds the first `own` seats (0: all)."""
        position = {"players": players, **rest}
        names = [f"Player {number}" for number in range(len(players))]
        seating = make_table(self.site, names, position)
        keys = seating.keys[: own or len(players)]
        self.player.visitor.save_keys(seating.table, *keys, host=seating.host)
        self.player.visitor.go(seating.path)
        expect(self.player.visitor.stage).to_be_visible()
        return self.player

    def dice(self) -> None:
        """End a turn, and roll the dice."""
        player = self.begin({}, {}, agenda=[{"entry": "ToEndTurn", "seat": 0}])
        player.do("End turn", "EndTurn")
        player.do("Roll", "Roll")

    def buying(self) -> None:
        """Buy a property; send one to auction, bid various amounts, and pass."""
        stands = [
            {"entry": "ToEndTurn", "seat": 0},
            {"entry": "BuyOrAuction", "seat": 0, "space": 39},
        ]
        self.begin({"space": 39}, {}, agenda=stands).do("Buy for $400", "Buy", seat=0)
        player = self.begin({"space": 39}, {}, agenda=stands)
        player.do("Auction", "Decline")
        player.do("Bid $50", "Bid", amount=50)
        player.do("Raise by $10: bid $60", "Bid", amount=60)
        player.hands.write(player.page.get_by_role("spinbutton", name="Your bid"), "123")
        player.do("Bid $123", "Bid", amount=123)
        player.do("Pass", "PassBid")

    def rents(self) -> None:
        """Ask for rent, and turn on the standing order for rent."""
        rents = [
            {"number": 1, "owner": 1, "tenant": 0, "space": 1, "amount": 2, "cite": "10 MCS 90"},
            {"number": 2, "owner": 1, "tenant": 0, "space": 3, "amount": 4, "cite": "10 MCS 90"},
        ]
        properties = [{"space": 1, "owner": 1}, {"space": 3, "owner": 1}]
        here = [{"entry": "ToEndTurn", "seat": 0}]
        player = self.begin(
            {"space": 3}, {}, properties=properties, rents=rents, last_roll=7, agenda=here
        )
        player.do("Ask for $2", "AskForRent", rent=1)
        player.do(re.compile("^Always ask for rent"), "AlwaysAskForRent", seat=1, on=True)

    def taxes(self) -> None:
        """Pay the tax as a percentage, and as the printed amount."""
        stands = [
            {"entry": "ToEndTurn", "seat": 0},
            {"entry": "TaxChoice", "seat": 0, "worth": 1500},
        ]
        for name, share in (("^Pay 10%", True), (r"^Pay \$200", False)):
            player = self.begin({"space": 4}, {}, agenda=stands)
            player.do(re.compile(name), "ChooseTax", share=share)

    def jail(self) -> None:
        """Leave Jail with a card, and by paying."""
        self.begin({"jail": 1, "cards": ["chest.jail_free"]}, {}).do("Use card", "UseCard")
        self.begin({"jail": 1}, {}).do("Pay $50", "PayFine")

    def deeds(self) -> None:
        """Build and sell, one at a time and all at once; mortgage and unmortgage."""
        player = self.begin({}, {}, properties=[*BROWN, {"space": 5, "owner": 0}])
        player.open_sheet(DEEDS)
        player.do(re.compile("^Build on Mediterranean Avenue"), "Build", space=1)
        player.do(re.compile("^Build on Baltic Avenue"), "Build", space=3)
        player.do(re.compile("^Sell a building on Baltic Avenue"), "SellBuilding", space=3)
        player.press(re.compile("^Sell all buildings in"))
        player.do(re.compile("^Press again to sell them all"), "SellGroupBuildings", group=0)
        player.do(re.compile("^Mortgage Reading Railroad"), "Mortgage", space=5)
        player.do(re.compile("^Unmortgage Reading Railroad"), "Unmortgage", space=5)
        player.hands.close()

    def board(self) -> None:
        """Build and sell on a deed opened from the board."""
        player = self.begin({}, {}, properties=BROWN)
        player.hands.press_space(3)
        expect(player.sheet).to_be_visible()
        player.do(re.compile("^Build a house"), "Build", space=3)
        player.do(re.compile("^Sell a house"), "SellBuilding", space=3)
        player.hands.close()

    def orders(self) -> None:
        """Give orders to end turns, decline offers and bid; sit out an auction; cancel the orders."""
        player = self.begin({}, {}, own=1, agenda=[{"entry": "ToEndTurn", "seat": 0}])
        player.hands.press(player.page.get_by_role("switch", name="End my turn automatically"))
        expect(player.button("Roll")).to_be_disabled()
        player.open_sheet("More")
        dice = player.sheet.get_by_role("switch", name="End my turn automatically")
        for on in (False, True):
            player.hands.press(dice)
            expect(dice).to_be_checked(checked=on)
        offers = player.sheet.get_by_role("switch", name="Decline all offers")
        player.hands.press(offers)
        expect(offers).to_be_checked()
        rents = player.sheet.get_by_role("switch", name="Always ask for rent")
        for on in (True, False):
            before = player.answered
            player.hands.press(rents)
            player.settle(before)
            assert player.actions[-1] == {"action": "AlwaysAskForRent", "seat": 0, "on": on}
        player.hands.close()
        player.hands.press(player.page.get_by_role("switch", name="Decline all offers"))
        expect(player.page.get_by_role("switch", name="Decline all offers")).not_to_be_attached()
        auction = {"entry": "Auction", "space": 39, "bidders": [0, 1], "bid": 5, "seat": 1}
        agenda = [{"entry": "ToEndTurn", "seat": 1}, auction]
        self.begin({}, {"space": 39}, own=1, seat=1, agenda=agenda)
        player.press(re.compile(r"Auto-bid up to \$6\b"))
        expect(player.visitor.stage).to_contain_text("Auto-bidding up to $6")
        player.press("Cancel")
        expect(player.button(re.compile(r"Auto-bid up to \$7\b"))).to_be_visible()
        # The high bidder has no question to answer, but can sit out before the next bid.
        leads = [{"entry": "ToEndTurn", "seat": 1}, {**auction, "seat": 0}]
        self.begin({}, {"space": 39}, own=1, seat=1, agenda=leads)
        player.press("Sit this one out")
        expect(player.visitor.stage).to_contain_text("You’re sitting this auction out.")
        names = ("end_turn", "decline_offers", "limit")
        given = [(name, one[name]) for one in player.orders for name in names if name in one]
        dice_given = [("end_turn", on) for on in (True, False, True)]
        offers_given = [("decline_offers", on) for on in (True, False)]
        limits_given = [("limit", limit) for limit in (6, -1, 0)]
        assert given == [*dice_given, *offers_given, *limits_given]
        assert {one["seat"] for one in player.orders} == {0}

    def shortage(self) -> None:
        """Compete for the Bank's last house: state a demand, then bid for the house."""
        full = [1, 3, 6, 8, 9, 11, 13, 14]
        properties: list[dict[str, object]] = [
            {"space": space, "owner": 0, "houses": 3 if space == 14 else 4} for space in full
        ]
        properties += [{"space": space, "owner": 1} for space in (16, 18, 19)]
        player = self.begin({}, {}, properties=properties, seat=1)
        player.open_sheet(DEEDS)
        player.do(re.compile("^Build on New York Avenue"), "Build")
        player.hands.close()
        player.do("I want 1", "StateDemand")
        while any(name.startswith("I want") for name in player.open()):
            player.do("I want 1", "StateDemand")
        player.do("Bid $110", "BidForBuilding", amount=110, space=14)
        player.press(re.compile("^Tennessee Avenue"), player.visitor.stage)
        player.do(re.compile(r"^Bid \$111 for Tennessee"), "BidForBuilding", amount=111, space=18)
        player.do("Pass", "PassBid")

    def inheritance(self) -> None:
        """Unmortgage one inherited deed, and keep another mortgaged."""
        properties = [{"space": 39, "owner": 0, "mortgaged": True}]
        heir = {"entry": "Inheritance", "seat": 0, "space": 39}
        for name, unmortgage in (("^Unmortgage", True), ("^Keep", False)):
            player = self.begin(
                {}, {}, properties=properties, agenda=[{"entry": "ToEndTurn", "seat": 0}, heir]
            )
            player.do(re.compile(name), "InheritDeed", unmortgage=unmortgage)

    def trades(self) -> None:
        """Offer, decline, offer again, counter and accept; withdraw an offer."""
        properties = [{"space": 5, "owner": 0}, {"space": 39, "owner": 1}]
        player = self.begin({}, {}, properties=properties)
        self.offer()
        player.unfold()
        player.do("Decline", "DeclineTrade")
        self.offer()
        player.unfold()
        player.open_sheet("Counter")
        player.turn_to(1)
        player.hands.write(player.sheet.get_by_label("Cash", exact=True).last, "150")
        player.offer("Send counteroffer", "CounterTrade", seat=1, get_cash=150, give_deeds=[39])
        player.unfold()
        player.do("Accept", "AcceptTrade", seat=0)
        player = self.begin({}, {}, properties=properties, own=1)
        self.offer()
        player.unfold()
        player.do("Withdraw offer", "WithdrawTrade", seat=0)

    def pauses(self) -> None:
        """Pause bots' offers for five rounds or for the rest of the game, and allow them again."""
        properties = [{"space": 5, "owner": 0}, {"space": 39, "owner": 1}]
        offer = {"number": 1, "maker": 1, "partner": 0, "give_cash": 90, "get_deeds": [5]}
        for name, rounds in (("For 5 rounds", 5), ("For the rest of the game", -1)):
            player = self.begin({}, {}, properties=properties, offers=[offer], own=1)
            player.unfold()
            player.press("Pause bot offers")
            player.do(name, "PauseOffers", seat=0, rounds=rounds)
            # This applies only to bots; offers from people remain.
            if player.sheet.count() > 0:  # on a phone, the whole offer
                player.hands.close()
            expect(player.visitor.offers.locator(".offer")).to_have_count(1)
            player.open_sheet("More")
            off = player.sheet.get_by_role("switch", name="No offers from bots")
            expect(off).to_be_checked()
            before = player.answered
            player.hands.press(off)
            player.settle(before)
            assert player.actions[-1] == {"action": "PauseOffers", "seat": 0, "rounds": 0}
            expect(off).not_to_be_checked()
            player.hands.close()

    def inquiries(self) -> None:
        """Ask for the price of a deed, and say that it is not for sale."""
        properties = [{"space": 5, "owner": 0}, {"space": 39, "owner": 1}]
        player = self.begin({}, {}, properties=properties)
        player.open_sheet("Trade")
        player.turn_to(1)
        player.press(re.compile("^Boardwalk"))
        player.do("Ask for a price", "AskForOffer", seat=0, partner=1, space=39)
        expect(player.sheet).to_have_count(0)
        player.do("Not for sale", "DeclineInquiry", seat=1)

    def unmortgages(self) -> None:
        """Unmortgage a deed as part of a trade: first one that was asked for, then one that was offered."""
        properties = [{"space": 5, "owner": 0}, {"space": 39, "owner": 1, "mortgaged": True}]
        player = self.begin({}, {}, properties=properties)
        player.open_sheet("Trade")
        player.turn_to(1)
        player.press(re.compile("^Boardwalk"))
        player.hands.press(player.sheet.get_by_role("checkbox", name="Unmortgage Boardwalk now"))
        player.offer("Send offer", "OfferTrade", get_deeds=[39], unmortgage=[39])
        gift = {"number": 1, "maker": 1, "partner": 0, "give_deeds": [39], "get_deeds": [5]}
        player = self.begin({}, {}, properties=properties, offers=[gift])
        player.unfold()
        player.hands.press(player.page.get_by_role("checkbox", name="Unmortgage Boardwalk now"))
        player.do("Accept", "AcceptTrade", seat=0, unmortgage=[39])

    def offer(self) -> None:
        """Offer Reading Railroad and $100 for Boardwalk."""
        player = self.player
        player.open_sheet("Trade")
        player.press(re.compile("^Reading Railroad"))
        player.turn_to(1)
        player.press(re.compile("^Boardwalk"))
        player.turn_to(0)
        player.hands.write(player.sheet.get_by_label("Cash", exact=True).first, "100")
        terms = {"give_deeds": [5], "get_deeds": [39], "give_cash": 100, "get_cash": 0}
        player.offer("Send offer", "OfferTrade", partner=1, **terms)

    def ruin(self) -> None:
        """Raise the missing cash with one tap or with a chosen deed; go bankrupt; resign."""
        properties = [{"space": 5, "owner": 0}]
        player = self.begin({"cash": 20}, {}, properties=properties, agenda=owing(90))
        player.do("Raise $100", "Mortgage", space=5)
        more = [*properties, {"space": 12, "owner": 0}]
        player = self.begin({"cash": 20}, {}, properties=more, agenda=owing(90))
        player.hands.press(player.page.get_by_text("Choose a way"))
        player.do(re.compile("^Mortgage Electric Company"), "Mortgage", space=12)
        player = self.begin({"cash": 20}, {}, {}, properties=properties, agenda=owing(500))
        player.press("Go bankrupt")
        player.do("Go bankrupt", "GoBankrupt", player.visitor.stage.get_by_role("group"))
        player.open_sheet("More")
        player.press("Resign (Player 2)")
        player.do("Resign", "Resign", seat=2)

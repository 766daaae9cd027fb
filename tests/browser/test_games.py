"""Whole games against bots through visible controls only, and every kind of action at least once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from passgo.engine.everything import ACTIONS
from tests.browser.kit import Site, Visitor
from tests.browser.player import Fingers, Hands, Keyboard, Player
from tests.server.running import set_up

DESKTOP: Final[dict[str, Any]] = {"width": 1280, "height": 800}
PHONE: Final[dict[str, Any]] = {"width": 320, "height": 640, "has_touch": True, "is_mobile": True}
WAYS: Final = [
    pytest.param(DESKTOP, Hands, id="mouse"),
    pytest.param(PHONE, Fingers, id="phone"),
    pytest.param(DESKTOP, Keyboard, id="keyboard"),
]
EVERY: Final = [
    pytest.param(DESKTOP, Hands, id="mouse", marks=pytest.mark.long),
    pytest.param(PHONE, Fingers, id="phone", marks=pytest.mark.long),
    pytest.param(DESKTOP, Keyboard, id="keyboard"),
]
"""The hardest way always, the others in the long run."""
DEEDS: Final = re.compile("^(Build, mortgage|Deeds)$")
"""What opens the own deeds, on the stage and in the menu."""
OF_THE_TABLE: Final = {"TimeIsUp"}
"""The clock belongs to the table: no seat has it."""


# -- a whole game -----------------------------------------------------------------------------------


def set_the_table(player: Player, rounds: int) -> None:
    """From the start page: a table against two easy bots that ends after some rounds."""
    page, hands = player.page, player.hands
    player.visitor.go()
    hands.press(page.get_by_role("link", name=re.compile("^New table")))
    player.press("One seat fewer")
    hands.choose(page.get_by_label("Seat 2", exact=True), "Bot: Easy")
    hands.choose(page.get_by_label("Seat 3", exact=True), "Bot: Easy")
    hands.mark(page.get_by_role("radio", name="At once"))
    hands.press(page.locator("summary", has_text="The end"))
    hands.write(page.get_by_label(re.compile("^End after so many rounds")), str(rounds))
    player.press("Start the game")
    expect(player.visitor.stage).to_be_visible()


def mortgage_and_lift(player: Player) -> bool:
    """Look through the own deeds, mortgage one, and lift it again."""
    player.open_sheet(DEEDS)
    deeds = player.sheet.get_by_role("button", name=re.compile("^Mortgage "), disabled=False)
    found = deeds.count() > 0
    if found:
        player.do(re.compile("^Mortgage "), "Mortgage")
        player.do(re.compile("^Lift "), "Lift")
    player.hands.close()
    return found


def offer_cash(player: Player) -> bool:
    """Offer a dollar for a deed that somebody has."""
    player.open_sheet("Trade")
    for partner in player.sheet.get_by_role("radio").all():
        player.hands.mark(partner)
        theirs = player.sheet.locator("section", has_text="You get from")
        deeds = theirs.get_by_role("button", disabled=False)
        if deeds.count() == 0:
            continue
        player.hands.press(deeds.first)
        player.hands.write(player.sheet.get_by_label("Cash", exact=True).first, "1")
        player.offer("Offer the trade", "OfferTrade")
        return True
    player.hands.close()
    return False


def see_the_result(player: Player) -> None:
    """From the end of the game to its result: who won, and the game again step by step."""
    page, hands = player.page, player.hands
    hands.press(player.visitor.stage.get_by_role("link", name="To the result"))
    expect(page.locator("#won")).to_have_text(re.compile("wins$|share the win$"))
    winners = page.locator(".places .won b").all_inner_texts()
    assert winners
    assert all(name in page.locator("#won").inner_text() for name in winners)
    player.visitor.keep("result")
    assert player.fits()
    hands.press(page.get_by_role("link", name="Step through the game"))
    place = page.locator(".place")
    expect(place).to_contain_text("Step 0 of")
    player.press("Step forward")
    expect(place).to_contain_text("Step 1 of")
    player.press("Turn forward")
    expect(place).not_to_contain_text("Step 1 of")
    player.press("Turn back")
    player.press("To the end")
    expect(place).to_contain_text("the game is over")
    player.press("Step back")
    expect(place).not_to_contain_text("the game is over")
    player.visitor.keep("replay")
    assert player.fits()


@pytest.mark.parametrize(("screen", "kind"), WAYS)
def test_a_whole_game_against_bots_from_the_start_page_to_the_result(
    visit: Callable[..., Visitor], screen: dict[str, Any], kind: type[Hands]
) -> None:
    visitor = visit(**screen)
    player = Player(visitor, kind(visitor.page))
    set_the_table(player, rounds=10)
    visitor.keep("begun")
    assert player.fits()
    player.play(mortgage_and_lift, offer_cash)
    assert {"Throw", "PassDice", "Buy", "Mortgage", "Lift", "OfferTrade"} <= {*player.played}
    assert player.refused == []
    see_the_result(player)
    assert player.hands.lost == [], "\n".join(player.hands.lost)


# -- every kind of action ---------------------------------------------------------------------------


BROWN: Final = [{"space": 1, "owner": 0}, {"space": 3, "owner": 0}]


def owing(amount: int) -> list[dict[str, object]]:
    """Seat 0 owes rent to seat 1."""
    owes = {"entry": "Owing", "seat": 0, "creditor": 1, "amount": amount, "reason": "rent"}
    return [{"entry": "ToPass", "seat": 0}, {**owes, "cite": "10 MCS 90"}]


class Scenes:
    """Positions in which the rare questions come up. One browser holds all seats, unless said otherwise."""

    def __init__(self, player: Player, site: Site) -> None:
        self.player = player
        self.site = site

    def begin(self, *players: dict[str, object], own: int = 0, **rest: object) -> Player:
        """Sit down at a table that begins like this; `own` is how many seats one holds, 0 for all."""
        position = {"players": players, **rest}
        seats = set_up(self.site.server, len(players), position=position, settings={"pace": 0})
        held = seats.tokens[: own or len(players)]
        self.player.visitor.hold(seats.table, *held, host=seats.host)
        self.player.visitor.go(f"/t/{seats.table}")
        expect(self.player.visitor.stage).to_be_visible()
        return self.player

    def dice(self) -> None:
        """Pass the dice, and throw them."""
        player = self.begin({}, {}, agenda=[{"entry": "ToPass", "seat": 0}])
        player.do("Pass the dice", "PassDice")
        player.do("Throw the dice", "Throw")

    def buying(self) -> None:
        """Buy a lot; leave one to an auction, bid any sum, and pass."""
        stands = [{"entry": "ToPass", "seat": 0}, {"entry": "BuyOrAuction", "seat": 0, "space": 39}]
        self.begin({"space": 39}, {}, agenda=stands).do("Buy for $400", "Buy")
        player = self.begin({"space": 39}, {}, agenda=stands)
        player.do("Auction", "Decline")
        player.do("Bid $50", "Bid")
        player.hands.write(player.page.get_by_role("spinbutton", name="Sum to bid"), "123")
        player.do("Bid $123", "Bid")
        player.do("Pass", "PassBid")

    def rents(self) -> None:
        """Ask for a rent, and order that every one be asked for."""
        rents = [
            {"number": 1, "owner": 1, "tenant": 0, "space": 1, "amount": 2, "cite": "10 MCS 90"},
            {"number": 2, "owner": 1, "tenant": 0, "space": 3, "amount": 4, "cite": "10 MCS 90"},
        ]
        lots = [{"space": 1, "owner": 1}, {"space": 3, "owner": 1}]
        here = [{"entry": "ToPass", "seat": 0}]
        player = self.begin({"space": 3}, {}, lots=lots, rents=rents, thrown=7, agenda=here)
        player.do("Ask for $2", "AskRent")
        player.do(re.compile("^Always ask for rent"), "AskAlways")

    def taxes(self) -> None:
        """Pay the tax as a share."""
        stands = [
            {"entry": "ToPass", "seat": 0},
            {"entry": "TaxChoice", "seat": 0, "worth": 1500},
        ]
        player = self.begin({"space": 4}, {}, agenda=stands)
        player.do(re.compile("^Pay 10 per cent"), "ChooseTax")

    def jail(self) -> None:
        """Leave Jail by a card, and for money."""
        self.begin({"jail": 1, "cards": ["chest.jail_free"]}, {}).do("Use your card", "UseCard")
        self.begin({"jail": 1}, {}).do("Pay $50", "PayFine")

    def deeds(self) -> None:
        """Build and sell, one by one and all at once; mortgage and lift."""
        player = self.begin({}, {}, lots=[*BROWN, {"space": 5, "owner": 0}])
        player.open_sheet(DEEDS)
        player.do(re.compile("^Build on Mediterranean Avenue"), "Build")
        player.do(re.compile("^Build on Baltic Avenue"), "Build")
        player.do(re.compile("^Sell a building of Baltic Avenue"), "SellBuilding")
        player.press(re.compile("^Sell all buildings of"))
        player.do(re.compile("^Press again to sell all"), "SellGroup")
        player.do(re.compile("^Mortgage Reading Railroad"), "Mortgage")
        player.do(re.compile("^Lift the mortgage on Reading Railroad"), "Lift")
        player.hands.close()

    def board(self) -> None:
        """Build and sell on a deed that was pressed on the board."""
        player = self.begin({}, {}, lots=BROWN)
        player.hands.press_space(3)
        expect(player.sheet).to_be_visible()
        player.do(re.compile("^Build a house"), "Build")
        player.do(re.compile("^Sell a house back"), "SellBuilding")
        player.hands.close()

    def orders(self) -> None:
        """Let the table pass the dice, and bid up to a sum; stay out of an auction."""
        player = self.begin({}, {}, own=1, agenda=[{"entry": "ToPass", "seat": 0}])
        player.press("Pass by itself")
        expect(player.button("Throw the dice")).to_be_disabled()
        auction = {"entry": "Auction", "space": 39, "bidders": [0, 1], "bid": 5, "seat": 1}
        agenda = [{"entry": "ToPass", "seat": 1}, auction]
        for name, told in [
            ("Bid for me up to $6", "$6"),
            ("Stay out of it", "The dice are to be passed."),
        ]:
            self.begin({}, {"space": 39}, own=1, seat=1, agenda=agenda)
            player.press(name)
            expect(player.visitor.stage).to_contain_text(told)
        given = [(one.get("pass_dice"), one.get("limit")) for one in player.orders]
        assert given == [(True, None), (None, 6), (None, 0)]

    def shortage(self) -> None:
        """Want to build when another wants the Bank's last house: say how many, then bid for it."""
        full = [1, 3, 6, 8, 9, 11, 13, 14]
        lots: list[dict[str, object]] = [
            {"space": space, "owner": 0, "houses": 3 if space == 14 else 4} for space in full
        ]
        lots += [{"space": space, "owner": 1} for space in (16, 18, 19)]
        player = self.begin({}, {}, lots=lots, seat=1)
        player.open_sheet(DEEDS)
        player.do(re.compile("^Build on New York Avenue"), "Build")
        player.hands.close()
        player.do("I want 1", "Wish")
        while any(name.startswith("I want") for name in player.open()):
            player.do("I want 1", "Wish")
        player.do(re.compile(r"^Bid \$"), "BidForBuilding")
        player.do("Pass", "PassBid")

    def inheritance(self) -> None:
        """Lift the mortgage on an inherited deed."""
        player = self.begin(
            {},
            {},
            lots=[{"space": 39, "owner": 0, "mortgaged": True}],
            agenda=[
                {"entry": "ToPass", "seat": 0},
                {"entry": "Inheritance", "seat": 0, "space": 39},
            ],
        )
        player.do(re.compile("^Lift it"), "TakeOver")

    def trades(self) -> None:
        """Offer, refuse, offer again, answer with other terms, accept; and take an offer back."""
        lots = [{"space": 5, "owner": 0}, {"space": 39, "owner": 1}]
        player = self.begin({}, {}, lots=lots)
        self.offer()
        player.do("Refuse", "RefuseTrade")
        self.offer()
        player.open_sheet("Counter")
        player.hands.write(player.sheet.get_by_label("Cash", exact=True).last, "150")
        player.offer("Offer these terms", "CounterTrade")
        player.do("Accept", "AcceptTrade")
        player = self.begin({}, {}, lots=lots, own=1)
        self.offer()
        player.do("Take it back", "WithdrawTrade")

    def offer(self) -> None:
        """Offer Reading Railroad and a hundred for Boardwalk."""
        player = self.player
        player.open_sheet("Trade")
        player.press(re.compile("^Reading Railroad"))
        player.press(re.compile("^Boardwalk"))
        player.hands.write(player.sheet.get_by_label("Cash", exact=True).first, "100")
        player.offer("Offer the trade", "OfferTrade")

    def ruin(self) -> None:
        """Raise what is missing by one tap; go bankrupt; resign."""
        lots = [{"space": 5, "owner": 0}]
        self.begin({"cash": 20}, {}, lots=lots, agenda=owing(90)).do("Raise $70", "Mortgage")
        player = self.begin({"cash": 20}, {}, {}, lots=lots, agenda=owing(500))
        player.press("Go bankrupt")
        player.do("Go bankrupt", "GoBankrupt", player.visitor.stage.get_by_role("group"))
        player.open_sheet("More")
        player.press("Resign (Player 2)")
        player.do("Resign", "Resign")


@pytest.mark.parametrize(("screen", "kind"), EVERY)
def test_every_kind_of_action_has_a_control_that_does_it(
    visit: Callable[..., Visitor], site: Site, screen: dict[str, Any], kind: type[Hands]
) -> None:
    visitor = visit(**screen)
    player = Player(visitor, kind(visitor.page))
    visitor.go()
    scenes = Scenes(player, site)
    for scene in (
        scenes.dice,
        scenes.buying,
        scenes.rents,
        scenes.taxes,
        scenes.jail,
        scenes.deeds,
        scenes.board,
        scenes.orders,
        scenes.shortage,
        scenes.inheritance,
        scenes.trades,
        scenes.ruin,
    ):
        scene()
        visitor.keep(scene.__name__)
        assert player.fits(), scene.__name__
    assert {*player.played} == {*ACTIONS} - OF_THE_TABLE
    assert player.refused == []
    assert player.hands.lost == [], "\n".join(player.hands.lost)

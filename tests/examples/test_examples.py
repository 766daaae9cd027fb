"""The three example clients: traders in a loop, a table over sockets, and a trade editor."""

from __future__ import annotations

import asyncio
import copy
import fcntl
import hashlib
import json
import os
import shutil
import signal
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from threading import Thread
from typing import Any, TypeAlias

import pytest

from examples import socket_table, trade_editor, trading_loop
from passgo import Game, Seeded, rule_set
from passgo.actions import OfferTrade
from passgo.codec import action_to_data, event_to_data, view_to_data
from passgo.engine.rules.auction import Auction, EstateAuction
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.jail import LeaveAndMove
from tests.laws import walks
from tests.scene import ANN, BALTIC, BOARDWALK, BOB, BROWN, CY, MEDITERRANEAN, READING, scene
from tests.waiting import DEADLINE, wait_until
from tools import browser

Json: TypeAlias = dict[str, Any]

# -- traders ---------------------------------------------------------------------------------------


def test_traders_trade_and_never_make_an_illegal_offer() -> None:
    tally, turns, faults = trading_loop.play_games(3)
    assert faults == 0
    assert turns > 100
    assert tally.accepted > 10
    assert tally.offered + tally.countered == tally.answers
    assert tally.accepted + tally.countered + tally.declined == tally.answers


def test_the_cost_of_a_trade_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert trading_loop.main(["--games", "1", "--times", "20"]) == 0
    said = capsys.readouterr().out
    assert "µs per offer made" in said
    assert "view.imagine(chance)" in said


@pytest.mark.long
def test_the_traders_work_when_compiled_separately_from_the_engine(
    capfd: pytest.CaptureFixture[str],
) -> None:
    if shutil.which("cc") is None:
        pytest.skip("no C compiler is available")
    assert trading_loop.main(["--games", "2", "--times", "20", "--compile"]) == 0
    assert "traders compiled" in capfd.readouterr().out


# -- the table over sockets ------------------------------------------------------------------------


def play_over_sockets(game: Game) -> list[list[Json]]:
    """Play a game with a client in every seat, and return the messages that each received."""
    received: list[list[Json]] = [[] for _ in game.state.players]

    async def everything() -> None:
        table = socket_table.Table(game)
        server = await socket_table.serve(table)
        port = server.sockets[0].getsockname()[1]
        await asyncio.gather(*(socket_table.play(port, one.append) for one in received))
        await table.empty.wait()
        server.close()

    asyncio.run(asyncio.wait_for(everything(), DEADLINE))
    assert game.state.over
    return received


def updates(messages: list[Json]) -> list[Json]:
    return [message for message in messages if "view" in message]


def digest_of(view: Json) -> str:
    """Return a digest of the part of a client's view that is the same for all clients."""
    shared = {name: value for name, value in view.items() if name != "you"}
    return hashlib.sha256(json.dumps(shared, sort_keys=True).encode()).hexdigest()


@pytest.mark.parametrize("seed", [1, 2])
def test_three_clients_play_a_whole_game_and_see_the_same_state(seed: int) -> None:
    game = Game(3, Seeded(seed), rules=rule_set(round_limit=25))
    received = play_over_sockets(game)
    seen = [
        [
            (one["moves"], one["decision"], one["digest"], digest_of(one["view"]))
            for one in updates(each)
        ]
        for each in received
    ]
    assert seen[0] == seen[1] == seen[2]
    assert [moves for moves, *_ in seen[0]] == list(range(game.state.moves + 1))
    assert seen[0][-1][2] == game.view(0).digest()


def test_the_default_actions_are_played_for_a_disconnected_seat() -> None:
    game = Game(2, Seeded(4), rules=rule_set(round_limit=8))

    async def everything() -> None:
        table = socket_table.Table(game)
        server = await socket_table.serve(table)
        port = server.sockets[0].getsockname()[1]
        reader, quitter = await asyncio.open_connection("127.0.0.1", port, limit=1_000_000)
        playing = asyncio.create_task(socket_table.play(port))
        assert b'"seat"' in await reader.readline()  # the seat is taken
        quitter.close()
        await playing
        await table.empty.wait()
        server.close()

    asyncio.run(asyncio.wait_for(everything(), DEADLINE))
    assert game.state.over


class Seats:
    """A table driven by hand, which stores the messages to each seat."""

    def __init__(self, game: Game) -> None:
        self.table = socket_table.Table(game)
        self.sent: list[list[Json]] = [[] for _ in game.state.players]
        for box in self.sent:
            self.table.take(box.append)
        self.number = 0

    def says(self, seat: int, decision: int | None = None, **action: Any) -> Json:
        self.number += 1
        now = int(self.table.game.state.decision_number)
        message = {"id": self.number, "decision": now if decision is None else decision}
        return self.table.on_event(seat, {**message, "do": {**action, "seat": seat}})


def test_view_changes_are_smaller_than_whole_views() -> None:
    scales = socket_table.Scales()
    socket_table.weigh_game(Game(2, Seeded(5), rules=rule_set(round_limit=3)), scales)
    assert scales.total["view_changes: bytes"] < scales.total["view: bytes"]


def test_a_build_out_of_turn_is_accepted_while_the_table_is_calm() -> None:
    seats = Seats(scene(turn=ANN, owns={BOB: BROWN}))
    stale = 0  # the number of an old decision, which does not matter for a build
    assert "done" in seats.says(BOB, stale, action="Build", space=BALTIC)
    assert seats.sent[ANN][-1]["events"][-1]["event"] == "BuildingBought"


def test_a_build_while_the_table_is_busy_is_refused_with_a_reason() -> None:
    seats = Seats(scene(turn=ANN, standing_on=BOARDWALK, owns={BOB: BROWN}))
    answer = seats.says(BOB, action="Build", space=BALTIC)
    assert (answer["refusal"], answer["cite"]) == ("table.busy", "Ruling 3")
    assert "Seat 0" in answer["say"]


def test_two_simultaneous_bids_both_count_if_each_raises_the_price() -> None:
    seats = Seats(scene(players=3, asked=[Auction(BOARDWALK, [ANN, BOB, CY])]))
    decision = int(seats.table.game.state.decision_number)
    assert "done" in seats.says(ANN, decision, action="Bid", amount=10)
    assert "done" in seats.says(BOB, decision, action="Bid", amount=20)
    answer = seats.says(CY, decision, action="Bid", amount=20)
    assert (answer["refusal"], answer["values"]) == ("auction.too_low", {"amount": 20, "bid": 20})


def test_a_pass_for_the_previous_auction_is_stale_in_the_next() -> None:
    game = scene(
        players=3,
        asked=[EstateAuction(-1, [READING]), Auction(BOARDWALK, [ANN, BOB, CY])],
    )
    seats = Seats(game)
    decision = int(game.state.decision_number)
    for seat in (ANN, BOB, CY):
        assert "done" in seats.says(seat, decision, action="PassBid")
    assert isinstance(game.state.agenda.top, Auction)
    assert game.state.agenda.top.space == READING
    assert seats.says(ANN, decision, action="PassBid") == {
        "id": 4,
        "stale": int(game.state.decision_number),
    }
    assert game.state.agenda.top.bidders == [ANN, BOB, CY]


def test_a_double_click_does_not_roll_again_after_doubles() -> None:
    game = scene(turn=ANN, at={ANN: 8}, dice=[(1, 1)])
    seats = Seats(game)
    decision = int(game.state.decision_number)
    assert "done" in seats.says(ANN, decision, action="Roll")
    assert game.waiting_for == [ANN]  # Just Visiting, so doubles give another roll
    assert "stale" in seats.says(ANN, decision, action="Roll")


def test_a_roll_is_still_accepted_after_a_fine_and_an_offer() -> None:
    game = scene(turn=ANN, jail={ANN: 1}, dice=[(1, 2)])
    seats = Seats(game)
    decision = int(game.state.decision_number)
    assert "done" in seats.says(ANN, decision, action="PayFine")
    offer = action_to_data(OfferTrade(BOB, ANN, give_cash=5))
    assert "done" in seats.table.on_event(BOB, {"id": 9, "decision": decision, "do": offer})
    assert "done" in seats.says(ANN, decision, action="Roll")


def test_a_repeated_message_gets_the_original_answer() -> None:
    seats = Seats(scene(turn=ANN, owns={ANN: [READING]}))
    message = {"id": 7, "do": {"action": "Mortgage", "seat": ANN, "space": READING}}
    first = seats.table.on_event(ANN, message)
    assert first == {"id": 7, "done": 1}
    assert seats.table.on_event(ANN, message) == first
    assert seats.table.game.state.moves == 1


def test_nonsense_is_answered_without_changing_the_game() -> None:
    seats = Seats(scene(turn=ANN))
    messages: list[object] = [
        [],
        {"id": "x"},
        {"id": 1},
        {"id": 2, "do": {"action": "Cheat", "seat": ANN}},
        {"id": 3, "do": {"action": "Roll", "seat": BOB}},
        {"id": 4, "do": {"action": "TimeIsUp", "seat": -1}},
    ]
    for message in messages:
        assert "error" in seats.table.on_event(ANN, message)
    assert seats.table.game.state.moves == 0


# -- following a game by events alone --------------------------------------------------------------


class Mirror:
    """A client's copy of the view that is updated by events alone.

    It does not apply any rules. ``LOST`` lists the fields that events alone cannot keep up to date.
    """

    LOST = (
        "agenda",  # no event announces a pending decision, such as whether to buy a property
        "waiting_for",  # follows from the agenda
        "moves",  # counts every action, even one without events
        "decision",  # follows from the agenda
        "round",  # TurnBegan includes the turn but not the round
        "past_offers",  # no event announces which past offers are forgotten
        "inquiries",  # no event announces that an inquiry has ended after a round
        "transfer_costs",  # the rules decide what the Bank charges for a mortgaged property
        "rent_rows",  # the rules decide which rent applies
        "doubles",  # whether doubles count depends on where the player is
    )

    def __init__(self, board: Json, view: Json) -> None:
        self.board = board
        self.view = copy.deepcopy(view)
        self.keys = [card["key"] for card in board["chance"] + board["chest"]]
        self.decks = [0] * len(board["chance"]) + [1] * len(board["chest"])

    def followed(self) -> Json:
        return {name: value for name, value in self.view.items() if name not in self.LOST}

    def property(self, space: int) -> Json:
        properties: list[Json] = self.view["properties"]
        for prop in properties:
            if prop["space"] == space:
                return prop
        properties.append({"space": space, "owner": -1, "houses": 0, "mortgaged": False})
        return properties[-1]

    def own(self, space: int, owner: int) -> None:
        self.property(space)["owner"] = owner
        kept = [prop for prop in self.view["properties"] if prop["owner"] != -1]
        self.view["properties"] = sorted(kept, key=lambda prop: int(prop["space"]))

    def paid(self, event: Json) -> None:
        for seat, sign in ((event["payer"], -1), (event["payee"], 1)):
            if seat >= 0:
                self.view["players"][seat]["cash"] += sign * event["amount"]
            elif seat == -2:
                self.view["pot"] += sign * event["amount"]
        if event["reason"] == "salary":
            self.view["players"][event["payee"]]["laps"] += 1
        # A rent that was asked for is a queued debt. Its payment can be recognized only by the payer,
        # the payee, the amount and the rule.
        self.settle(event["payer"], event["payee"], event["amount"], event["reason"], event["cite"])

    def settle(self, debtor: int, creditor: int, amount: int, reason: str, cite: str) -> None:
        due = {
            "debtor": debtor,
            "creditor": creditor,
            "amount": amount,
            "reason": reason,
            "cite": cite,
        }
        if due in self.view["debts"]:
            self.view["debts"].remove(due)

    def rent(self, event: Json) -> Json | None:
        """Find a rent that has not been asked for; events about it don't include its number."""
        names = ("owner", "tenant", "space", "amount")
        for rent in self.view["rents"]:
            if all(rent[name] == event[name] for name in names):
                self.view["rents"].remove(rent)
                found: Json = rent
                return found
        return None

    def offer(self, terms: Json) -> Json:
        """Return an offer as it appears in the view, with cards by key instead of by number."""
        cards = ("give_cards", "get_cards")
        return {
            name: [self.keys[card] for card in value] if name in cards else value
            for name, value in terms.items()
        }

    def mark_offers(self, space: int) -> None:
        """Mark the offers that include a changed deed (Ruling 14)."""
        for offer in self.view["offers"]:
            if space in (*offer["give_deeds"], *offer["get_deeds"]):
                offer.setdefault("changed", space)

    def apply(self, event: Json) -> None:
        view, players = self.view, self.view["players"]
        match event["event"]:
            case "TurnBegan":
                view["seat"], view["turn"] = event["seat"], event["turn"]
            case "DiceRolled" if event["cite"] == "Ruling 23":  # a roll for a card
                players[event["seat"]]["card_rolls"] += 1
            case "DiceRolled":
                players[event["seat"]]["rolls"] += 1
                view["last_roll"] = event["first"] + event["second"]
                view["demands"] = []
            case "TokenMoved":
                players[event["seat"]]["space"] = event["space"]
            case "MoneyPaid":
                self.paid(event)
            case "PropertyBought" | "PropertyAuctioned" | "DeedDealt":
                self.own(event["space"], event["seat"])
            case "DeedTransferred":
                self.own(event["space"], event["taker"])
            case "RentFixed":
                view["last_serial"] = event["number"]
                names = ("number", "owner", "tenant", "space", "amount")
                rent = {name: event[name] for name in names}
                view["rents"].append({**rent, "turn": view["turn"], "cite": event["cite"]})
            case "RentAskedFor":
                found = self.rent(event)
                assert found is not None
                view["debts"].append(
                    {
                        "debtor": event["tenant"],
                        "creditor": event["owner"],
                        "amount": event["amount"],
                        "reason": "rent",
                        "cite": found["cite"],
                    }
                )
            case "RentLapsed":
                self.rent(event)
            case "OfferAskedFor":
                view["last_serial"] = event["number"]
            case "OffersPaused":
                players[event["seat"]]["no_offers_until"] = event["until"]
            case "RentOrderSet":
                players[event["seat"]]["always_asks_for_rent"] = event["on"]
            case "CardDrawn":
                key, seen = self.keys[event["card"]], view["seen"][self.decks[event["card"]]]
                if key in seen:
                    seen.remove(key)
                seen.append(key)
            case "CardKept":
                view["seen"][self.decks[event["card"]]].remove(self.keys[event["card"]])
                players[event["seat"]]["cards"].append(self.keys[event["card"]])
            case "CardReturned":
                players[event["seat"]]["cards"].remove(self.keys[event["card"]])
                view["seen"][self.decks[event["card"]]].append(self.keys[event["card"]])
            case "CardTransferred":
                players[event["giver"]]["cards"].remove(self.keys[event["card"]])
                players[event["taker"]]["cards"].append(self.keys[event["card"]])
            case "SentToJail":
                players[event["seat"]]["jail"] = 1
            case "StayedInJail":
                players[event["seat"]]["jail"] = event["turn"]
            case "LeftJail":
                players[event["seat"]]["jail"] = 0
            case "BuildingBought":
                kind = 1 if event["houses"] == 5 else 0
                if view["demands"] and view["demands"][kind][event["seat"]] > 0:
                    view["demands"][kind][event["seat"]] -= 1
                self.property(event["space"])["houses"] = event["houses"]
                self.mark_offers(event["space"])
            case "BuildingSold":
                self.property(event["space"])["houses"] = event["houses"]
            case "ShortageOpened":
                view["demands"] = view["demands"] or [[-1] * len(players), [-1] * len(players)]
            case "DemandStated":
                view["demands"][event["kind"]][event["seat"]] = event["count"]
            case "PropertyMortgaged":
                self.property(event["space"])["mortgaged"] = True
                self.mark_offers(event["space"])
            case "PropertyUnmortgaged":
                self.property(event["space"])["mortgaged"] = False
                self.mark_offers(event["space"])
            case "MortgageCanceled":
                self.mark_offers(event["space"])
            case "TradeOffered":
                view["last_serial"] = event["offer"]["number"]
                view["offers"].append(self.offer(event["offer"]))
            case "TradeAccepted" | "TradeDeclined" | "TradeWithdrawn":
                kept = [one for one in view["offers"] if one["number"] != event["number"]]
                view["offers"] = kept
            case "DebtOpened":  # the debt moves from the queue to the agenda
                due = {
                    name: event[name] for name in ("debtor", "creditor", "amount", "reason", "cite")
                }
                self.settle(**due)
            case "DebtVoided":
                for debt in view["debts"]:
                    if all(debt[name] == event[name] for name in ("debtor", "creditor", "amount")):
                        view["debts"].remove(debt)
                        break
            case "Resigned":
                players[event["seat"]]["leaving"] = True
                view["leaving"].append(event["seat"])
            case "WentBankrupt" | "PlayerLeft":
                players[event["seat"]] |= {"out": True, "leaving": False, "jail": 0}
                if event["seat"] in view["leaving"]:
                    view["leaving"].remove(event["seat"])
            case "GameEnded":
                view["over"], view["winners"] = True, event["winners"]
                for name in ("rents", "debts", "offers", "leaving", "demands"):
                    view[name] = []


def test_events_alone_keep_the_visible_state_up_to_date() -> None:
    """Events are enough to keep all fields up to date except those in ``Mirror.LOST``."""
    differed = set[str]()
    for seed in (11, 12, 13):
        (messages, *_) = play_over_sockets(Game(3, Seeded(seed), rules=rule_set(round_limit=40)))
        board = messages[0]["board"]
        first, *later = updates(messages)
        mirror = Mirror(board, first["view"])
        for message in later:
            for event in message["events"]:
                mirror.apply(event)
            true = message["view"]
            wrong = {name for name, value in true.items() if mirror.view[name] != value}
            assert wrong <= set(Mirror.LOST), (message["moves"], wrong, message["events"])
            differed |= wrong
            for name in Mirror.LOST:
                mirror.view[name] = true[name]
    # No offers are made or asked for in these games.
    assert differed == set(Mirror.LOST) - {"past_offers", "inquiries"}


def test_events_alone_are_enough_to_follow_random_games_with_every_rule_set() -> None:
    for number in range(10):
        game = walks.walk_game(number)
        mirror = Mirror(game.state.board.to_data(), view_to_data(game.state))
        for _, action, _ in walks.walk(number, 400, game):
            if game.view(0).why_not(action) is not None:
                continue
            for event in game.play(action):
                mirror.apply(event_to_data(event))
            for name, value in view_to_data(game.state).items():
                assert name in Mirror.LOST or mirror.view[name] == value, (number, action, name)


# -- the trade editor ------------------------------------------------------------------------------


class Page:
    """The trade editor's server, and the requests that its page sends."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.server = trade_editor.serve(trade_editor.Editor(game))
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def ask(self, path: str, seat: int, **action: Any) -> Json:
        body = json.dumps({**action, "seat": seat}).encode() if action else None
        request = urllib.request.Request(
            f"{self.address}{path}?seat={seat}", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=DEADLINE) as reply:
            found: Json = json.load(reply)
        return found

    def offer(self, seat: int, partner: int, **terms: Any) -> Json:
        """Fill in the option for a partner as the page does: empty except for the given terms."""
        for option in self.ask("/table", seat)["options"]:
            choices = option["choices"]
            if option["action"] == "OfferTrade" and choices["partner"]["values"] == [partner]:
                empty = {
                    name: []
                    if choice.get("many")
                    else choice["values"][0]
                    if "values" in choice
                    else choice["low"]
                    for name, choice in choices.items()
                }
                return {"action": "OfferTrade", **empty, **terms}
        raise AssertionError("no option for this partner")


def property_of(view: Json, space: int) -> Json:
    found: Json = next(prop for prop in view["properties"] if prop["space"] == space)
    return found


@pytest.fixture
def page() -> Iterator[Page]:
    deeds = {ANN: [MEDITERRANEAN, READING], BOB: [BALTIC, BOARDWALK]}
    opened = Page(scene(owns=deeds, mortgaged=[BOARDWALK], cash={ANN: 500, BOB: 300}))
    yield opened
    opened.close()


def test_the_editor_previews_a_trade_without_changing_the_game(page: Page) -> None:
    before = page.game.digest()
    terms = {"give_cash": 40, "get_deeds": [BALTIC, BOARDWALK], "unmortgage": [BOARDWALK]}
    found = page.ask("/check", ANN, **page.offer(ANN, BOB, **terms))
    after = found["after"]
    assert [player["cash"] for player in after["players"]] == [500 - 40 - 220, 340]
    assert property_of(after, BALTIC)["owner"] == ANN
    assert property_of(after, BOARDWALK) == {
        "space": BOARDWALK,
        "owner": ANN,
        "houses": 0,
        "mortgaged": False,
    }
    assert "Ann unmortgages Boardwalk for $220." in found["say"]
    assert page.game.digest() == before


def test_the_editor_explains_a_refusal(page: Page) -> None:
    found = page.ask("/check", ANN, **page.offer(ANN, BOB))
    assert (found["refusal"], found["cite"]) == ("trade.nothing", "Ruling 27")
    found = page.ask("/check", ANN, **page.offer(ANN, BOB, unmortgage=[BOARDWALK]))
    assert found["refusal"] == "trade.nothing"
    terms = {"get_deeds": [BALTIC], "unmortgage": [BOARDWALK]}
    found = page.ask("/check", ANN, **page.offer(ANN, BOB, **terms))
    assert found["refusal"] == "trade.unmortgage"
    assert "Boardwalk" in found["say"]


def test_an_offer_is_made_countered_and_accepted(page: Page) -> None:
    made = page.ask("/play", ANN, **page.offer(ANN, BOB, give_deeds=[READING], get_cash=300))
    assert made["events"][0]["event"] == "TradeOffered"
    options = page.ask("/table", BOB)["options"]
    about = [option["action"] for option in options if "offer" in option["choices"]]
    assert about == ["AcceptTrade", "DeclineTrade", "CounterTrade"]
    terms = page.offer(BOB, ANN, give_cash=200, get_deeds=[READING])
    counter = {**terms, "action": "CounterTrade", "offer": 1}
    del counter["partner"]
    assert page.ask("/check", BOB, **counter)["after"]["players"][ANN]["cash"] == 700
    assert "events" in page.ask("/play", BOB, **counter)
    assert "events" in page.ask("/play", ANN, action="AcceptTrade", offer=2, unmortgage=[])
    assert [int(player.cash) for player in page.game.state.players] == [700, 100]


def test_random_outcomes_are_not_shown() -> None:
    """Bob pays his fine with the cash and moves to Chance, where nobody can predict his card."""
    asked = [LeaveAndMove(BOB, 7), DebtDue(BOB, -1, 50, "fine", "10 MCS 120(f)", announced=True)]
    game = scene(turn=BOB, to_pass=True, cash={BOB: 0}, owns={BOB: [BALTIC]}, asked=asked)
    offer = OfferTrade(ANN, BOB, give_cash=60, get_deeds=(BALTIC,))
    assert trade_editor.preview(game.view(ANN), offer) == ([], None)


def test_the_editor_rejects_nonsense(page: Page) -> None:
    for seat, action in ((9, {"action": "OfferTrade"}), (ANN, {"action": "OfferTrade"})):
        with pytest.raises(urllib.error.HTTPError) as caught:
            page.ask("/check", seat, **action)
        with caught.value as reply:
            assert reply.code == 400
            assert "error" in json.load(reply)


class Browser:
    """A headless Chromium that is controlled through a pipe."""

    def __init__(self, folder: str) -> None:
        inwards, self.out = os.pipe()
        self.into, outwards = os.pipe()
        wanted = f"--headless --no-sandbox --disable-gpu --user-data-dir={folder}".split()
        arguments = ["chromium", *wanted, "--remote-debugging-pipe", "about:blank"]
        high = [fcntl.fcntl(end, fcntl.F_DUPFD, 20) for end in (inwards, outwards)]
        actions = [(os.POSIX_SPAWN_DUP2, high[0], 3), (os.POSIX_SPAWN_DUP2, high[1], 4)]
        quiet = (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)
        path = browser.on_path()
        assert path is not None
        self.process = os.posix_spawn(path, arguments, os.environ, file_actions=[*actions, quiet])
        for end in (inwards, outwards, *high):
            os.close(end)
        self.number = 0
        self.read = b""
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(one["targetId"] for one in targets if one["type"] == "page")
        self.session = ""
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]

    def call(self, method: str, **parameters: object) -> Json:
        self.number += 1
        message: Json = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", ""):
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.read:
                more = os.read(self.into, 65536)
                assert more, "the browser is gone"
                self.read += more
            one, self.read = self.read.split(b"\0", 1)
            answer = json.loads(one)
            if answer.get("id") == self.number:
                result: Json = answer["result"]
                return result

    def run(self, script: str) -> object:
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def until(self, script: str) -> object:
        """Wait until a script returns true on the page."""
        return wait_until(lambda: self.run(script))

    def close(self) -> None:
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.out)
        os.close(self.into)


@pytest.mark.skipif(browser.on_path() is None, reason="Chromium is not available")
def test_the_page_works_in_a_browser(page: Page) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            browser.call("Page.navigate", url=page.address)
            browser.until("document.querySelectorAll('#give input[name=give_deeds]').length == 2")
            verdict = "document.getElementById('verdict').innerText"
            browser.until(f"{verdict}.includes('trade.nothing')")
            browser.run(
                "document.querySelector('#get input[value=\"39\"][name=get_deeds]').click()"
            )
            browser.until(f"{verdict}.includes('Ann leaves Boardwalk mortgaged')")
            browser.run(
                "document.querySelector('#get input[value=\"39\"][name=unmortgage]').click()"
            )
            browser.until(
                "document.getElementById('after').innerText.includes('Ann would have $280')"
            )
            browser.run("document.getElementById('send').click()")
            browser.until("document.getElementById('offers').innerText.includes('Boardwalk')")
        finally:
            browser.close()
    assert [offer.terms.get_deeds for offer in page.game.state.offers] == [(BOARDWALK,)]

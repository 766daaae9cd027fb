"""Invalid positions are rejected, each with a sentence that says what is wrong and where."""

from __future__ import annotations

import copy

import pytest

from passgo.engine.board import classic
from passgo.engine.chance import Seeded
from passgo.engine.legal import ENTRIES
from passgo.engine.refusal import PassGoError
from passgo.engine.ruleset import PRESETS
from passgo.position import PositionError, game_from_position
from tests.positions import SCENES, TO_PASS_0, TO_ROLL_0, Data, debt, offer, owing, properties, rent

THREE: Data = {"players": [{}, {}, {}]}
HERE = {"players": [{"space": 3}, {}, {}]}
ONE_OUT = {"players": [{}, {"out": True}, {}]}
LEAVER = {"players": [{}, {"leaving": True}, {}]}
BUY = {"entry": "BuyOrAuction", "seat": 0, "space": 3}
CHANCE_CARDS = [card.key for card in classic().cards if card.deck == 0]
CHEST_CARDS = [card.key for card in classic().cards if card.deck == 1]


def auction(**fields: object) -> Data:
    return {"agenda": [TO_PASS_0, {"entry": "Auction", "space": 3, "bidders": [0, 1], **fields}]}


def shortage(**fields: object) -> Data:
    data = copy.deepcopy(SCENES["a shortage"])
    data["agenda"][2].update(fields)
    return data


NONSENSE: list[tuple[object, str]] = [
    # the outer structure
    ([], "a position must be an object, not a list"),
    ({}, "players is missing"),
    ({**THREE, "passgo": "record"}, 'passgo must be "position", not "record"'),
    (
        {**THREE, "version": 5},
        "this position has format version 5; this release of PassGo reads version 4",
    ),
    (
        {**THREE, "version": 10**5000},
        "this position has format version a huge number; this release of PassGo reads version 4",
    ),
    ({**THREE, "version": "1"}, 'version must be a whole number from 0 to 1000000000000, not "1"'),
    ({"player": []}, 'there is no field "player"; did you mean "players"?'),
    ({3: 1}, "there is no field 3"),
    ({**THREE, "board": "london"}, 'board must be "classic" or an object, not "london"'),
    ({**THREE, "board": {"version": 1}}, "board: key is missing"),
    ({**THREE, "board": None}, "board: a board must be an object, found nothing"),
    ({**THREE, "rules": {"salary": True}}, "rules: salary must be a whole number (got True)."),
    (
        {**THREE, "rules": {"preset": "long"}},
        f"rules: There is no preset named 'long'; choose from {', '.join(PRESETS)}.",
    ),
    ({**THREE, "rules": {"salary": 10**5000}}, "rules: an option has an invalid value"),
    # types and limits
    ({**THREE, "pot": True}, "pot must be a whole number from 0 to 1000000000000, not true"),
    ({**THREE, "pot": 1.0}, "pot must be a whole number from 0 to 1000000000000, not 1.0"),
    ({**THREE, "pot": float("nan")}, "pot must be a whole number from 0 to 1000000000000, not nan"),
    ({**THREE, "pot": None}, "pot must be a whole number from 0 to 1000000000000, not nothing"),
    ({**THREE, "pot": -1}, "pot must be a whole number from 0 to 1000000000000, not -1"),
    (
        {**THREE, "pot": 10**12 + 1},
        "pot must be a whole number from 0 to 1000000000000, not 1000000000001",
    ),
    (
        {**THREE, "pot": 10**5000},
        "pot must be a whole number from 0 to 1000000000000, not a huge number",
    ),
    ({**THREE, "over": 1}, "over must be true or false, not 1"),
    ({**THREE, "seat": 3}, "seat must be a seat from 0 to 2, not 3"),
    ({**THREE, "first": -1}, "first must be a seat from 0 to 2, not -1"),
    ({**THREE, "turn": 0}, "turn must be a whole number from 1 to 1000000000000, not 0"),
    ({**THREE, "doubles": 4}, "doubles must be a whole number from 0 to 3, not 4"),
    (
        {**THREE, "doubles": 3},
        "doubles: after the third doubles, agenda[0] must be NextTurn",
    ),
    ({**THREE, "last_roll": 1}, "last_roll must be 2 to 12, or 0 before the first roll"),
    ({**THREE, "last_roll": 13}, "last_roll must be a whole number from 0 to 12, not 13"),
    ({**THREE, "decision": 5, "moves": 4}, "decision: 5 is more than the number of moves, 4"),
    ({**THREE, "properties": {}}, "properties must be a list, not an object"),
    ({**THREE, "debts": [{}] * 1001}, "debts must have at most 1000 entries, not 1001"),
    # players
    ({"players": [{}]}, "players: a game needs 2 to 8 players, not 1"),
    ({"players": [{}] * 9}, "players: a game needs 2 to 8 players, not 9"),
    ({"players": [{}, None]}, "players[1] must be an object, not nothing"),
    ({"players": [{}, {"cahs": 3}]}, 'players[1]: there is no field "cahs"; did you mean "cash"?'),
    (
        {"players": [{}, {"cash": -5}]},
        "players[1]: cash must be a whole number from 0 to 1000000000000, not -5",
    ),
    (
        {"players": [{}, {"space": 40}]},
        "players[1]: space must be a space from 0 to 39, not 40",
    ),
    ({"players": [{}, {"out": 0}]}, "players[1]: out must be true or false, not 0"),
    (
        {"players": [{"jail": 1, "space": 9}, {}]},
        "players[0]: in Jail but on Connecticut Avenue; Jail is space 10",
    ),
    ({"players": [{"jail": 4}, {}]}, "players[0]: jail turn 4; the rules allow at most 3"),
    (
        {"players": [{"jail": 2}, {}], "rules": {"preset": "short"}},
        "players[0]: jail turn 2; the rules allow at most 1",
    ),
    ({"players": [{}, {}, {"out": True, "cash": 1}]}, "players[2]: out of the game but has $1"),
    (
        {"players": [{}, {}, {"out": True, "cards": ["chance.jail_free"]}]},
        "players[2]: out of the game but has cards",
    ),
    (
        {"players": [{}, {}, {"out": True, "jail": 1}]},
        "players[2]: a player who is out of the game cannot be in Jail or leaving",
    ),
    (
        {"players": [{}, {"out": True}]},
        "players: an unfinished game needs at least 2 players who are not out; this one has 1",
    ),
    ({**THREE, "leaving": [1]}, "leaving: seat 1 is listed but not marked as leaving"),
    ({**LEAVER, "leaving": []}, "leaving: seat 1 is leaving but not listed"),
    ({**LEAVER, "leaving": [1, 1]}, "leaving lists 1 twice"),
    # properties
    (
        {**THREE, "properties": properties(3, 1)},
        "properties[0]: owner must be a seat from 0 to 2, not 3",
    ),
    (
        {**THREE, "properties": properties(-1, 1)},
        "properties[0]: owner must be a seat from 0 to 2, not -1",
    ),
    ({**THREE, "properties": [{"space": 1}]}, "properties[0]: owner is missing"),
    (
        {**THREE, "properties": properties(0, 0)},
        "properties[0]: space: GO is not a property",
    ),
    (
        {**THREE, "properties": properties(0, 40)},
        "properties[0]: space must be a space from 0 to 39, not 40",
    ),
    (
        {**THREE, "properties": properties(0, 3) + properties(1, 3)},
        "properties[1]: Baltic Avenue is listed twice",
    ),
    (
        {**ONE_OUT, "properties": properties(1, 3)},
        "properties: Baltic Avenue belongs to seat 1, who is out of the game",
    ),
    (
        {**THREE, "properties": properties(0, 1) + properties(0, 3, houses=2, mortgaged=True)},
        "properties: Baltic Avenue is mortgaged and has 2 houses; sell them or unmortgage the property",
    ),
    (
        {**THREE, "properties": properties(0, 1) + properties(0, 3, houses=5, mortgaged=True)},
        "properties: Baltic Avenue is mortgaged and has a hotel; sell it or unmortgage the property",
    ),
    (
        {**THREE, "properties": properties(0, 1, houses=1) + properties(0, 3, mortgaged=True)},
        "properties: Baltic Avenue is mortgaged, but its group has buildings; unmortgage it",
    ),
    (
        {**THREE, "properties": properties(0, 3, houses=1)},
        "properties: Baltic Avenue has 1 house, but seat 0 does not own the whole group",
    ),
    (
        {**THREE, "properties": properties(0, 1) + properties(1, 3, houses=1)},
        "properties: Baltic Avenue has 1 house, but seat 1 does not own the whole group",
    ),
    (
        {**THREE, "properties": properties(0, 5, 15, 25, 35, houses=2)},
        "properties: Reading Railroad has 2 houses; only streets can have buildings",
    ),
    (
        {**THREE, "properties": properties(0, 1, houses=3) + properties(0, 3, houses=1)},
        "properties: Mediterranean Avenue has 3 houses and Baltic Avenue has 1 house; "
        "buildings must be spread evenly over a group",
    ),
    (
        {**THREE, "properties": properties(0, 1, houses=5) + properties(0, 3, houses=3)},
        "properties: Mediterranean Avenue has a hotel and Baltic Avenue has 3 houses; "
        "buildings must be spread evenly over a group",
    ),
    (
        {**THREE, "properties": properties(0, 1, 3, houses=6)},
        "properties[0]: houses must be a whole number from 0 to 5, not 6",
    ),
    (
        {**THREE, "properties": properties(0, 1, 3, houses=4), "rules": {"preset": "short"}},
        "properties: Mediterranean Avenue has 4 houses; the limit is 3 under these rules",
    ),
    (
        {
            **THREE,
            "properties": properties(0, 6, 8, 9, 11, 13, 14, 16, 18, houses=4)
            + properties(0, 19, houses=3),
        },
        "35 houses are on the board, but there are only 32",
    ),
    (
        {
            **THREE,
            "properties": properties(
                0, 6, 8, 9, 11, 13, 14, 16, 18, 19, 21, 23, 24, 1, 3, houses=5
            ),
        },
        "14 hotels are on the board, but there are only 12",
    ),
    # cards
    (
        {"players": [{"cards": ["chance.jail"]}, {}]},
        'players[0]: cards: there is no card "chance.jail"; did you mean "chance.jail_free"?',
    ),
    ({"players": [{"cards": [7]}, {}]}, "players[0]: cards: there is no card 7"),
    (
        {"players": [{"cards": ["chance.back_3"]}, {}]},
        "players[0]: chance.back_3 is not a card that can be kept",
    ),
    (
        {"players": [{"cards": ["chance.jail_free"]}, {"cards": ["chance.jail_free"]}]},
        "players[1]: chance.jail_free is also in players[0]",
    ),
    (
        {"players": [{"cards": ["chance.jail_free"]}, {}], "seen": [["chance.jail_free"], []]},
        "seen[0]: chance.jail_free is also in players[0]",
    ),
    (
        {**THREE, "seen": [["chest.bank_error"], []]},
        "seen[0]: chest.bank_error is not a chance card",
    ),
    (
        {**THREE, "seen": [["chance.back_3", "chance.back_3"], []]},
        "seen[0]: chance.back_3 is also in seen[0]",
    ),
    ({**THREE, "seen": [[]]}, "seen must be two lists, for chance and chest, not 1"),
    ({**THREE, "seen": ["chance", []]}, 'seen[0] must be a list, not "chance"'),
    (
        {**THREE, "unseen": [CHANCE_CARDS, CHEST_CARDS[1:]]},
        "unseen: chest.advance_go is missing; it must be held, seen or unseen",
    ),
    (
        {**THREE, "unseen": [CHANCE_CARDS, CHEST_CARDS], "seen": [[], CHEST_CARDS[:1]]},
        "unseen[1]: chest.advance_go is also in seen[1]",
    ),
    # the end
    ({**THREE, "over": True}, "winners: a finished game must have a winner"),
    ({**ONE_OUT, "over": True, "winners": [1]}, "winners: seat 1 is out of the game"),
    ({**THREE, "over": True, "winners": [3]}, "winners[0] must be a seat from 0 to 2, not 3"),
    ({**THREE, "over": True, "winners": [0, 0]}, "winners lists 0 twice"),
    (
        {**THREE, "over": True, "winners": [0], "agenda": [TO_ROLL_0]},
        "agenda: the game is over, so GameOver must be the only entry",
    ),
    (
        {**THREE, "over": True, "winners": [0], "debts": [debt(0, 1, 5)]},
        "over: rents, debts, offers, leaving and demands must be empty when the game is over",
    ),
    ({**THREE, "winners": [0]}, "winners must be empty until the game is over"),
    (
        {**THREE, "agenda": [{"entry": "GameOver"}]},
        "agenda[0]: the first entry must be ToRoll, ToEndTurn or NextTurn",
    ),
    (
        {**THREE, "agenda": [TO_PASS_0, {"entry": "GameOver"}]},
        "agenda[1]: GameOver can only be the first entry",
    ),
    # the agenda
    ({**THREE, "agenda": []}, "agenda must not be empty"),
    ({**THREE, "agenda": [3]}, "agenda[0] must be an object, not 3"),
    (
        {**THREE, "agenda": [{"seat": 0}]},
        "agenda[0]: entry must name a kind of entry, not nothing; choose from "
        + ", ".join(ENTRIES),
    ),
    (
        {**THREE, "agenda": [{"entry": "ToRol", "seat": 0}]},
        'agenda[0]: entry must name a kind of entry, not "ToRol"; did you mean "ToRoll"?',
    ),
    (
        {**THREE, "agenda": [{"entry": "ToRoll", "seat": 0, "space": 3}]},
        'agenda[0] (ToRoll): there is no field "space"; choose from entry, seat',
    ),
    ({**THREE, "agenda": [{"entry": "ToRoll"}]}, "agenda[0] (ToRoll): seat is missing"),
    (
        {**THREE, "agenda": [{"entry": "ToRoll", "seat": -1}]},
        "agenda[0] (ToRoll): seat must be a seat from 0 to 2, not -1",
    ),
    ({**HERE, "agenda": [BUY]}, "agenda[0]: the first entry must be ToRoll, ToEndTurn or NextTurn"),
    ({**THREE, "agenda": [TO_ROLL_0], "seat": 1}, "agenda[0]: it is seat 1's turn, not seat 0's"),
    ({**ONE_OUT, "seat": 1}, "seat: seat 1 is out of the game and cannot be the current player"),
    (
        {**THREE, "agenda": [TO_ROLL_0, TO_PASS_0]},
        "agenda[1]: ToEndTurn can only be the first entry",
    ),
    (
        {**THREE, "agenda": [{"entry": "NextTurn", "seat": 0}]},
        "agenda: the top entry, NextTurn, is not waiting for anybody",
    ),
    (
        {**THREE, "agenda": [TO_PASS_0, {"entry": "EstateAuction", "spaces": [1]}]},
        "agenda: the top entry, EstateAuction, is not waiting for anybody",
    ),
    ({**THREE, "agenda": [TO_PASS_0, BUY]}, "agenda[1]: seat 0 is on space 0, not 3"),
    (
        {**HERE, "properties": properties(1, 3), "agenda": [TO_PASS_0, BUY]},
        "agenda[1]: Baltic Avenue is owned, so the Bank cannot sell it",
    ),
    (
        {**HERE, "agenda": [TO_PASS_0, BUY | {"seat": 1}]},
        "agenda[1]: it is seat 0's turn, not seat 1's",
    ),
    (
        {**HERE, "agenda": [TO_PASS_0, BUY, BUY]},
        "agenda[2]: BuyOrAuction must be the second entry",
    ),
    (
        {**HERE, "agenda": [TO_PASS_0, BUY | {"space": 4}]},
        "agenda[1] (BuyOrAuction): space: Income Tax is not a property",
    ),
    (
        {**HERE, "agenda": [TO_PASS_0, BUY, *auction()["agenda"][1:]]},
        "agenda[2]: Baltic Avenue is for sale twice",
    ),
    (
        {**THREE, **auction(), "properties": properties(2, 3)},
        "agenda[1]: Baltic Avenue is owned, so the Bank cannot sell it",
    ),
    (
        {**THREE, **auction(), "rules": {"no_auctions": True}},
        "agenda[1]: this table's rules have no auctions",
    ),
    (
        {**THREE, **auction(bidders=[])},
        "agenda: the top entry, Auction, is not waiting for anybody",
    ),
    (
        {**THREE, **auction(bidders=[0], seat=0, bid=5)},
        "agenda: the top entry, Auction, is not waiting for anybody",
    ),
    ({**THREE, **auction(bidders=[0, 0])}, "agenda[1] (Auction): bidders lists 0 twice"),
    (
        {**THREE, **auction(bidders=[0, 5])},
        "agenda[1] (Auction): bidders[1] must be a seat from 0 to 2, not 5",
    ),
    ({**ONE_OUT, **auction()}, "agenda[1]: seat 1 is out of the game or leaving and cannot bid"),
    ({**LEAVER, **auction()}, "agenda[1]: seat 1 is out of the game or leaving and cannot bid"),
    ({**THREE, **auction(seat=2, bid=5)}, "agenda[1]: seat 2 leads but is not among the bidders"),
    ({**THREE, **auction(seat=1)}, "agenda[1]: seat 1 leads without a bid"),
    ({**THREE, **auction(bid=5)}, 'agenda[1]: the bid is $5, so "seat" must name the leader'),
    ({**THREE, **auction(seat=1, bid=1501)}, "agenda[1]: seat 1 bids $1501 but has only $1500"),
    (
        {**THREE, "agenda": auction()["agenda"] + [owing(0, 1, 5)]},
        "agenda[1]: Auction must be the last entry",
    ),
    (
        {**THREE, "agenda": [TO_PASS_0, {"entry": "EstateAuction", "seat": 0, "spaces": []}]},
        "agenda[1] (EstateAuction): seat must be -1, not 0",
    ),
    (
        {
            **THREE,
            "agenda": [TO_PASS_0, {"entry": "EstateAuction", "spaces": [3]}, owing(0, 1, 5)],
            "properties": properties(0, 3),
        },
        "agenda[1]: Baltic Avenue is owned, so the Bank cannot sell it",
    ),
    (
        {**THREE, "agenda": [TO_PASS_0, {"entry": "TaxChoice", "seat": 0, "worth": 9}]},
        "agenda[1]: seat 0 is not on Income Tax",
    ),
    (
        {
            **THREE,
            "agenda": [
                TO_PASS_0,
                {"entry": "LeaveAndMove", "seat": 0, "roll": 9},
                owing(0, -1, 9),
            ],
        },
        "agenda[1]: seat 0 is not in Jail",
    ),
    (
        {**THREE, "agenda": [TO_PASS_0, {"entry": "LeaveAndMove", "seat": 0, "roll": 13}]},
        "agenda[1] (LeaveAndMove): roll must be a whole number from 2 to 12, not 13",
    ),
    (
        {
            "players": [{"jail": 3}, {}],
            "agenda": [
                TO_ROLL_0,
                {"entry": "LeaveAndMove", "seat": 0, "roll": 9},
                owing(0, -1, 9),
            ],
        },
        "agenda[1]: LeaveAndMove must follow ToEndTurn",
    ),
    (
        {
            **THREE,
            "agenda": [TO_PASS_0, {"entry": "Inheritance", "seat": 0, "space": 3}],
            "properties": properties(0, 3),
        },
        "agenda[1]: Baltic Avenue is not a mortgaged property that seat 0 owns",
    ),
    (
        {
            **THREE,
            "agenda": [TO_PASS_0, {"entry": "Inheritance", "seat": 0, "space": 3}],
            "properties": properties(1, 3, mortgaged=True),
        },
        "agenda[1]: Baltic Avenue is not a mortgaged property that seat 0 owns",
    ),
    (
        {
            **THREE,
            "agenda": [TO_PASS_0] + 2 * [{"entry": "Inheritance", "seat": 0, "space": 3}],
            "properties": properties(0, 3, mortgaged=True),
        },
        "agenda[1]: Baltic Avenue is inherited twice",
    ),
    ({**THREE, "agenda": [TO_PASS_0, owing(0, 0, 5)]}, "agenda[1]: seat 0 cannot owe itself"),
    (
        {**THREE, "agenda": [TO_PASS_0, owing(0, 1, 0)]},
        "agenda[1] (DebtDue): amount must be a whole number from 1 to 1000000000000, not 0",
    ),
    ({**ONE_OUT, "agenda": [TO_PASS_0, owing(0, 1, 5)]}, "agenda[1]: seat 1 is out of the game"),
    ({**ONE_OUT, "agenda": [TO_PASS_0, owing(1, 0, 5)]}, "agenda[1]: seat 1 is out of the game"),
    (
        {**THREE, "agenda": [TO_PASS_0, owing(0, 1, 5) | {"reason": "love"}]},
        "agenda[1]: reason must be one of rent, card, tax, fine, interest",
    ),
    (
        {**THREE, "agenda": [TO_PASS_0, owing(0, 1, 5) | {"cite": "10 MCS 900"}]},
        "agenda[1]: cite must name a rule, such as 10 MCS 90",
    ),
    (
        {**THREE, "agenda": [TO_PASS_0, owing(0, 1, 5) | {"announced": 1}]},
        "agenda[1] (DebtDue): announced must be true or false, not 1",
    ),
    # a shortage
    (
        shortage(kind=1),
        "agenda[2]: BuildingAuction must follow the BuildingSale for the same kind of building",
    ),
    (
        shortage(kind=2),
        "agenda[2] (BuildingAuction): kind must be a whole number from 0 to 1, not 2",
    ),
    (shortage(seat=-1, bid=0), "agenda[2] (BuildingAuction): space must be -1, not 8"),
    (shortage(space=1), "agenda[2]: seat 1 cannot build on Mediterranean Avenue"),
    (shortage(bid=49), "agenda[2]: the bid, $49, is below the printed price, $50"),
    (shortage(bid=901), "agenda[2]: seat 1 bids $901 but has only $900"),
    (shortage(bidders=[0, 2]), "agenda[2]: seat 1 leads but is not among the bidders"),
    (
        {**shortage(), "demands": []},
        "agenda[1]: demands are missing; use -1 for a seat that was not asked",
    ),
    (
        {**shortage(), "demands": [[0, 0, 0]]},
        "demands must be two lists, for houses and hotels, not 1",
    ),
    (
        {**shortage(), "demands": [[0, 0, 0], [0, 0]]},
        "demands[1] must have 3 numbers, one per player, not 2",
    ),
    (
        {**shortage(), "demands": [[0, 0, -2], [0, 0, 0]]},
        "demands[0][2] must be a whole number from -1 to 1000000000000, not -2",
    ),
    (
        {**shortage(), "rules": {"unlimited_buildings": True}},
        "agenda[1]: under this table's rules, the Bank cannot run short of buildings",
    ),
    (
        {
            **shortage(),
            "properties": shortage()["properties"] + properties(0, 31, 32, 34, houses=2),
        },
        "33 houses are on the board, but there are only 32",
    ),
    (
        {
            **shortage(),
            "properties": shortage()["properties"]
            + properties(0, 31, 32, houses=2)
            + properties(0, 34, houses=1),
        },
        "agenda[2]: the Bank has no houses left to sell",
    ),
    (
        {**SCENES["demands"], "players": [{}, {}, {"leaving": True}]},
        "agenda[1]: seat 2 is out of the game or leaving and cannot be asked",
    ),
    (
        {**SCENES["demands"], "agenda": [TO_ROLL_0, {"entry": "BuildingSale", "kind": 0}]},
        "agenda: the top entry, BuildingSale, is not waiting for anybody",
    ),
    # rents, debts and offers
    ({**THREE, "rents": [rent(1, 0, 0)]}, "rents[0]: seat 0 cannot owe itself"),
    ({**ONE_OUT, "rents": [rent(1, 0, 1)]}, "rents[0]: seat 1 is out of the game"),
    (
        {**THREE, "rents": [rent(1, 0, 1) | {"turn": 2}]},
        "rents[0]: turn 2 is in the future; this is turn 1",
    ),
    (
        {**THREE, "rents": [rent(1, 0, 1, 2)]},
        "rents[0]: space: Community Chest is not a property",
    ),
    (
        {**THREE, "rents": [rent(1, 0, 1) | {"amount": 0}]},
        "rents[0]: amount must be a whole number from 1 to 1000000000000, not 0",
    ),
    (
        {**THREE, "rents": [rent(1, 0, 1), rent(1, 0, 2)]},
        "number: two rents, offers or inquiries have number 1",
    ),
    (
        {**THREE, "rents": [rent(5, 0, 1)], "last_serial": 4},
        "last_serial is 4, but a rent, offer or inquiry has number 5",
    ),
    ({**THREE, "debts": [debt(0, 0, 5)]}, "debts[0]: seat 0 cannot owe itself"),
    ({**ONE_OUT, "debts": [debt(0, 1, 5)]}, "debts[0]: seat 1 is out of the game"),
    (
        {**THREE, "debts": [debt(0, 1, 5) | {"reason": 5}]},
        "debts[0]: reason must be a string, not 5",
    ),
    ({**THREE, "debts": [debt(-1, 1, 5)]}, "debts[0]: debtor must be a seat from 0 to 2, not -1"),
    (
        {**THREE, "offers": [offer(1, 0, 0, get_cash=3)]},
        "offers[0]: seat 0 cannot trade with itself",
    ),
    (
        {**ONE_OUT, "offers": [offer(1, 0, 1, get_cash=3)]},
        "offers[0]: seat 1 is out of the game or leaving",
    ),
    (
        {**LEAVER, "offers": [offer(1, 1, 0, get_cash=3)]},
        "offers[0]: seat 1 is out of the game or leaving",
    ),
    ({**THREE, "offers": [offer(1, 0, 1)]}, "offers[0]: the offer exchanges nothing"),
    (
        {**THREE, "offers": [offer(1, 0, 1, get_cash=3), offer(2, 0, 1, get_cash=4)]},
        "offers[1]: seat 0 already has an open offer to seat 1",
    ),
    (
        {**THREE, "offers": [offer(1, 0, 1, get_cash=3), offer(1, 1, 0, get_cash=4)]},
        "number: two rents, offers or inquiries have number 1",
    ),
    (
        {**THREE, "offers": [offer(2, 0, 1, get_cash=3)], "rents": [rent(2, 0, 1)]},
        "number: two rents, offers or inquiries have number 2",
    ),
    (
        {**THREE, "offers": [offer(3, 0, 1, get_cash=3)], "last_serial": 2},
        "last_serial is 2, but a rent, offer or inquiry has number 3",
    ),
    (
        {**THREE, "offers": [offer(1, 0, 1, give_deeds=[0])]},
        "offers[0]: give_deeds[0]: GO is not a property",
    ),
    (
        {**THREE, "offers": [offer(1, 0, 1, give_deeds=[1, 1])]},
        "offers[0]: give_deeds lists 1 twice",
    ),
    (
        {**THREE, "offers": [offer(1, 0, 1, give_deeds=[1], get_deeds=[1])]},
        "offers[0]: a deed or card is listed twice",
    ),
    (
        {**THREE, "offers": [offer(1, 0, 1, get_cards=["chance.back_3"])]},
        "offers[0]: chance.back_3 is not a card that can be kept",
    ),
    (
        {**THREE, "offers": [offer(1, 0, 1, get_deeds=[1], unmortgage=[3])]},
        "offers[0]: Baltic Avenue is to be unmortgaged but is not received",
    ),
    (
        {**THREE, "offers": [offer(1, 0, 1, give_cash=-1)]},
        "offers[0]: give_cash must be a whole number from 0 to 1000000000000, not -1",
    ),
]


@pytest.mark.parametrize(("data", "sentence"), NONSENSE, ids=[row[1][:60] for row in NONSENSE])
def test_an_invalid_position_is_rejected_with_an_error_message(data: object, sentence: str) -> None:
    with pytest.raises(PositionError) as caught:
        game_from_position(data, Seeded(1))
    assert str(caught.value) == sentence


def test_the_error_is_a_passgo_error() -> None:
    assert issubclass(PositionError, PassGoError)

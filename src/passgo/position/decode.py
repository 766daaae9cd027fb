"""Reading positions, which are Monopoly's counterpart to FEN in chess.

    read_position(text)                 JSON text to plain data
    game_from_position(data, chance)    plain data to a game; raises PositionError if invalid

Only ``players`` is required: a list of objects, each of which may be empty. For example,
``{"players": [{}, {}]}`` is the start of a game. ``passgo.engine.encode`` writes this format.

Reading has two steps: this module checks each field separately (its type, and whether everything
it refers to exists); then ``validate`` checks the position as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from passgo.boards.decode import board_from_data
from passgo.boards.fields import (
    BoardError,
    StrictJsonError,
    describe,
    refuse_constant,
    refuse_repeated_names,
)
from passgo.engine.agenda import Agenda, Entry
from passgo.engine.board import Board, classic
from passgo.engine.chance import CHANCE_DECK, CHEST_DECK, Chance, ChanceNeeded, ScriptEnded
from passgo.engine.encode import POSITION_FIELDS, POSITION_VERSION
from passgo.engine.events import Listener
from passgo.engine.field_table import LARGEST
from passgo.engine.game import Game, check_deal, check_names, unseen_cards, with_names
from passgo.engine.legal import ENTRIES
from passgo.engine.rules.auction import Auction, EstateAuction
from passgo.engine.rules.buying import BuyOrAuction
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.ending import GameOver
from passgo.engine.rules.jail import LeaveAndMove
from passgo.engine.rules.mortgage import Inheritance
from passgo.engine.rules.shortage import NOT_ASKED, BuildingAuction, BuildingSale, DemandRound
from passgo.engine.rules.tax import TaxChoice, taxed_worth
from passgo.engine.rules.turn import MOST_PLAYERS, NEXT_TURN, TO_END_TURN, TO_ROLL
from passgo.engine.ruleset import RuleSet, RuleSetError, rules_from_data
from passgo.engine.state import (
    BANK,
    PLAYER_FIELDS,
    PROPERTY_FIELDS,
    STATE_FIELDS,
    Debt,
    Hidden,
    Inquiry,
    Offer,
    PastOffer,
    Player,
    Property,
    Rent,
    State,
)
from passgo.engine.trade_terms import TradeTerms
from passgo.engine.value import fields_of
from passgo.position.fields import (
    Fields,
    PositionError,
    cards_of,
    did_you_mean,
    list_of,
    number_of,
)
from passgo.position.validate import find_problem

# -- reading ---------------------------------------------------------------------------------------


def read_position(text: str) -> object:
    """Parse JSON text for ``game_from_position``; errors give the line number."""
    try:
        data: object = json.loads(
            text, object_pairs_hook=refuse_repeated_names, parse_constant=refuse_constant
        )
    except json.JSONDecodeError as error:
        raise PositionError(
            f"line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}"
        ) from None
    except StrictJsonError as error:
        raise PositionError(str(error)) from None
    except RecursionError:
        raise PositionError("the position is nested too deeply") from None
    except ValueError:  # Python does not parse integers with thousands of digits
        raise PositionError("the position has a number that is too long to read") from None
    return data


def _check_version(data: object) -> None:
    """Reject a different format version before reading the fields, which may differ."""
    version = data.get("version") if isinstance(data, dict) else None
    if isinstance(version, int) and not isinstance(version, bool) and version != POSITION_VERSION:
        raise PositionError(
            f"this position has format version {describe(version)}; "
            f"this release of PassGo reads version {POSITION_VERSION}"
        )


def game_from_position(
    data: object,
    chance: Chance,
    listener: Listener | None = None,
    names: Sequence[str] | None = None,
) -> Game:
    """Set up a game from plain data and run it until it needs a decision.

    Unless the position has ``unseen``, ``chance`` shuffles the unseen cards. ``names`` are the
    players' names, which may then replace seats in the data.
    """
    _check_version(data)
    top = Fields("", data, POSITION_FIELDS.names, () if names is None else names)
    if top.value("passgo", "position") != "position":
        raise PositionError(f'passgo must be "position", not {describe(top.found["passgo"])}')
    top.whole("version", 0, LARGEST, POSITION_VERSION)
    state = _read_state(top)
    hidden = Hidden(_read_unseen(top, state, chance))
    sentence = find_problem(state, hidden)
    if sentence:
        raise PositionError(sentence)
    game = with_names(Game(chance=chance, listener=listener, state=state, hidden=hidden), names)
    try:
        game.proceed()
    except (ChanceNeeded, ScriptEnded) as error:
        raise PositionError(f"the agenda cannot proceed: {error}") from None
    return game


def _read_state(top: Fields) -> State:
    """Read the public state; later fields are checked against earlier ones."""
    board = _read_board(top)
    rules = _read_rules(top, board)
    rows = top.rows("players")
    if not 2 <= len(rows) <= MOST_PLAYERS:
        raise PositionError(f"players: a game needs 2 to {MOST_PLAYERS} players, not {len(rows)}")
    if top.names:
        check_names(top.names, len(rows))
    last = len(rows) - 1
    players = [_read_player(seat, row, rules, board, last) for seat, row in enumerate(rows)]
    state = State(board, rules, players, [Property(deed) for deed in board.deeds])
    state.left = sum(not player.out for player in players)
    _read_properties(top, state)
    top.fill(state, STATE_FIELDS.plain, board, last)
    state.rents = [_read_rent(fields, state) for fields in top.objects("rents", Rent)]
    state.debts = [_read_debt(fields, last) for fields in top.objects("debts", Debt)]
    state.offers = [
        _read_offer(fields, state) for fields in top.objects("offers", Offer, "changed")
    ]
    rows_of_past = top.objects("past_offers", PastOffer)
    state.past_offers = [_read_past_offer(fields, state) for fields in rows_of_past]
    rows_of_inquiries = top.objects("inquiries", Inquiry)
    state.inquiries = [_read_inquiry(fields, state) for fields in rows_of_inquiries]
    state.demands = _read_demands(top, len(players))
    state.seen = _read_piles(top, "seen", board)
    if "agenda" in top.found:
        rows = top.rows("agenda")
        entries = [_read_entry(f"agenda[{n}]", row, state, top.names) for n, row in enumerate(rows)]
        state.agenda = Agenda(entries)
    else:
        state.agenda = Agenda([GameOver() if state.over else TO_ROLL[state.seat]])
    _set_other_defaults(top, state)
    return state


def _set_other_defaults(top: Fields, state: State) -> None:
    """Set omitted fields whose defaults depend on other fields."""
    if "first" not in top.found:
        state.first = state.seat
    if "decision" not in top.found:
        state.decision_number = state.moves
    if "last_serial" not in top.found:
        numbers = [rent.number for rent in state.rents] + [offer.number for offer in state.offers]
        numbers += [past.number for past in state.past_offers]
        numbers += [inquiry.number for inquiry in state.inquiries]
        state.last_serial = max(numbers, default=0)
    if "leaving" not in top.found and not state.over:
        state.leaving = [player.seat for player in state.players if player.leaving]


def _read_board(top: Fields) -> Board:
    value = top.value("board", "classic")
    if value == "classic":
        return classic()
    if isinstance(value, str):
        raise PositionError(f'board must be "classic" or an object, not {describe(value)}')
    try:
        return board_from_data(value)
    except BoardError as error:
        raise PositionError(f"board: {error}") from None


def _read_rules(top: Fields, board: Board) -> RuleSet:
    try:
        rules = rules_from_data(top.value("rules", {}))
        check_deal(rules, board)
        return rules
    except RuleSetError as error:
        raise PositionError(f"rules: {error}") from None
    except (ValueError, RecursionError):  # the value is too long or too deeply nested to show
        raise PositionError("rules: an option has an invalid value") from None


def _read_player(seat: int, row: object, rules: RuleSet, board: Board, last: int) -> Player:
    fields = Fields(f"players[{seat}]", row, PLAYER_FIELDS.names)
    player = Player(seat, 0)
    fields.fill(player, PLAYER_FIELDS.plain, board, last)
    if "cash" not in fields.found and not player.out:
        player.cash = rules.starting_cash
    if "space" not in fields.found and player.jail > 0:
        player.space = board.jail
    return player


def _read_properties(top: Fields, state: State) -> None:
    """Read the owned properties and their buildings."""
    seen: list[int] = []
    for place, row in enumerate(top.rows("properties")):
        fields = Fields(f"properties[{place}]", row, PROPERTY_FIELDS.names, top.names)
        space = fields.property("space", state.board)
        prop = state.property(space)
        if space in seen:
            raise PositionError(f"properties[{place}]: {prop.deed.name} is listed twice")
        seen.append(space)
        fields.fill(prop, PROPERTY_FIELDS.plain, state.board, len(state.players) - 1)
        _count_property(state, prop)


def _count_property(state: State, prop: Property) -> None:
    """Update the state's counts for a property that has just been read."""
    owner, houses, mortgaged = prop.owner, prop.houses, prop.mortgaged
    prop.owner, prop.houses, prop.mortgaged = BANK, 0, False
    state.give(prop, owner)
    state.set_houses(prop, houses)
    state.set_mortgaged(prop, mortgaged)


def _read_seat(fields: Fields, name: str, state: State) -> int:
    return fields.seat(name, 0, len(state.players) - 1)


def _read_rent(fields: Fields, state: State) -> Rent:
    return Rent(
        fields.whole("number", 1, LARGEST),
        _read_seat(fields, "owner", state),
        _read_seat(fields, "tenant", state),
        fields.property("space", state.board),
        fields.whole("amount", 1, LARGEST),
        fields.whole("turn", 1, LARGEST, state.turn),
        fields.word("cite"),
    )


def _read_debt(fields: Fields, last: int) -> Debt:
    return Debt(
        fields.seat("debtor", 0, last),
        fields.seat("creditor", BANK, last),
        fields.whole("amount", 1, LARGEST),
        fields.word("reason"),
        fields.word("cite"),
    )


def _read_proposal(fields: Fields, state: State) -> Offer:
    """Read the fields that open and past offers share: number, players and terms."""
    return Offer(
        fields.whole("number", 1, LARGEST),
        _read_seat(fields, "maker", state),
        _read_seat(fields, "partner", state),
        _read_terms(fields, state.board),
    )


def _read_offer(fields: Fields, state: State) -> Offer:
    board = state.board
    offer = _read_proposal(fields, state)
    offer.unmortgage = tuple(fields.properties("unmortgage", board))
    offer.changed = fields.property("changed", board) if "changed" in fields.found else -1
    return offer


def _read_past_offer(fields: Fields, state: State) -> PastOffer:
    offer = _read_proposal(fields, state)
    return PastOffer(
        offer.number,
        offer.maker,
        offer.partner,
        offer.terms,
        fields.whole("turn", 1, LARGEST, state.turn),
        fields.flag("answer", False),
        fields.flag("accepted", False),
    )


def _read_inquiry(fields: Fields, state: State) -> Inquiry:
    return Inquiry(
        fields.whole("number", 1, LARGEST),
        _read_seat(fields, "asker", state),
        _read_seat(fields, "partner", state),
        fields.property("space", state.board),
        fields.whole("turn", 1, LARGEST, state.turn),
        fields.flag("closed", False),
    )


def _read_terms(fields: Fields, board: Board) -> TradeTerms:
    """Read the terms of a trade, which are among the fields of an offer."""
    return TradeTerms(
        fields.whole("give_cash", 0, LARGEST, 0),
        fields.whole("get_cash", 0, LARGEST, 0),
        tuple(fields.properties("give_deeds", board)),
        tuple(fields.properties("get_deeds", board)),
        tuple(fields.cards("give_cards", board)),
        tuple(fields.cards("get_cards", board)),
    )


def _read_demands(top: Fields, players: int) -> list[list[int]]:
    rows = top.rows("demands")
    if not rows:
        return []
    if len(rows) != 2:
        raise PositionError(f"demands must be two lists, for houses and hotels, not {len(rows)}")
    demands: list[list[int]] = []
    for kind, row in enumerate(rows):
        where = f"demands[{kind}]"
        counts: list[int] = []
        for seat, count in enumerate(list_of(where, row)):
            counts.append(
                number_of(f"{where}[{seat}]", count, NOT_ASKED, LARGEST, "a whole number")
            )
        if len(counts) != players:
            raise PositionError(
                f"{where} must have {players} numbers, one per player, not {len(counts)}"
            )
        demands.append(counts)
    return demands


def _read_piles(top: Fields, name: str, board: Board) -> list[list[int]]:
    rows = top.rows(name)
    if not rows:
        return [[], []]
    if len(rows) != 2:
        raise PositionError(f"{name} must be two lists, for chance and chest, not {len(rows)}")
    return [cards_of(f"{name}[{deck}]", row, board) for deck, row in enumerate(rows)]


def _read_unseen(top: Fields, state: State, chance: Chance) -> list[list[int]]:
    """Read the hidden cards, top card last; if they are omitted, shuffle them.

    Without a source of randomness, they stay in printed order.
    """
    if "unseen" in top.found:
        return [pile[::-1] for pile in _read_piles(top, "unseen", state.board)]
    piles: list[list[int]] = []
    for deck, printed in enumerate(state.board.decks):
        unseen = set(unseen_cards(state, deck))
        try:
            # The whole deck, as at the start of a game, so that a script can name its top cards.
            order = chance.shuffle(CHANCE_DECK if deck == 0 else CHEST_DECK, len(printed))
        except ChanceNeeded:
            order = list(range(len(printed)))
        piles.append([printed[place] for place in reversed(order) if printed[place] in unseen])
    return piles


def _read_entry(where: str, row: object, state: State, names: Sequence[str]) -> Entry:
    """Read one agenda entry."""
    if not isinstance(row, dict):
        raise PositionError(f"{where} must be an object, not {describe(row)}")
    kind: object = row.get("entry")
    if not isinstance(kind, str) or kind not in ENTRIES:
        hint = did_you_mean(kind, list(ENTRIES))
        raise PositionError(f"{where}: entry must name a kind of entry, not {describe(kind)}{hint}")
    fields = Fields(f"{where} ({kind})", row, ["entry", *fields_of(ENTRIES[kind])], names)
    board = state.board
    last = len(state.players) - 1
    if kind in ("EstateAuction", "BuildingSale", "GameOver"):
        fields.seat("seat", BANK, BANK, BANK)
        if kind == "GameOver":
            return GameOver()
        if kind == "BuildingSale":
            return BuildingSale(fields.whole("kind", 0, 1))
        return EstateAuction(BANK, fields.properties("spaces", board))
    if kind == "Auction":
        return Auction(
            fields.property("space", board),
            fields.seats("bidders", last),
            fields.whole("bid", 0, LARGEST, 0),
            fields.seat("seat", BANK, last, BANK),
        )
    if kind == "BuildingAuction":
        seat = fields.seat("seat", BANK, last, BANK)
        return BuildingAuction(
            fields.whole("kind", 0, 1),
            fields.seats("bidders", last),
            fields.whole("bid", 0, LARGEST, 0),
            seat,
            fields.whole("space", -1, -1, -1) if seat == BANK else fields.property("space", board),
        )
    seat = fields.seat("seat", 0, last)
    if kind == "ToRoll":
        return TO_ROLL[seat]
    if kind == "ToEndTurn":
        return TO_END_TURN[seat]
    if kind == "NextTurn":
        return NEXT_TURN[seat]
    if kind == "BuyOrAuction":
        return BuyOrAuction(seat, fields.property("space", board))
    if kind == "TaxChoice":
        now = int(taxed_worth(state, state.players[seat]))
        return TaxChoice(seat, fields.whole("worth", 0, LARGEST, now))
    if kind == "LeaveAndMove":
        return LeaveAndMove(seat, fields.whole("roll", 2, 12))
    if kind == "Inheritance":
        return Inheritance(seat, fields.property("space", board))
    if kind == "DemandRound":
        return DemandRound(
            seat,
            fields.property("space", board),
            fields.whole("kind", 0, 1),
            fields.seats("asked", last),
        )
    assert kind == "DebtDue", kind
    return DebtDue(
        seat,
        fields.seat("creditor", BANK, last),
        fields.whole("amount", 1, LARGEST),
        fields.word("reason"),
        fields.word("cite"),
        fields.flag("announced", False),
    )

"""Names instead of numbers: on boards, in games and views, and as methods for actions."""

from __future__ import annotations

import copy
import inspect
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest

from passgo import (
    Board,
    Driver,
    Game,
    Refused,
    RuleSetError,
    Scripted,
    Seeded,
    View,
    classic,
    is_compiled,
)
from passgo.actions import Action, Bid, Build, OfferTrade
from passgo.bots.ladder import LADDER, BotMaker
from passgo.bots.simple import SimpleBot
from passgo.engine.legal import ACTIONS
from passgo.engine.moves import Moves
from passgo.engine.name_lookup import short_names
from passgo.engine.value import fields_of
from tests.boards import london_board
from tests.laws.walks import walk, walk_game
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    CHANCE_7,
    ORANGE,
    READING,
    scene,
)

CLASSIC = classic()

LONDON = london_board()


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Boardwalk", 39),
        ("boardwalk", 39),
        ("BOARDWALK ", 39),
        ("St. Charles Place", 11),
        ("st charles", 11),
        ("B&O Railroad", 25),
        ("Oriental", 6),
        ("Jail", 10),
        (39, 39),
    ],
)
def test_a_space_is_found_by_name_or_number(name: int | str, number: int) -> None:
    assert CLASSIC.space(name).number == number


@pytest.mark.parametrize(
    ("find", "name", "error"),
    [
        (CLASSIC.space, "Boardwlk", "no space named 'Boardwlk'; did you mean Boardwalk?"),
        (CLASSIC.space, "Chance", "more than one space named 'Chance'; use a number: 7, 22, 36."),
        (CLASSIC.space, 40, "no space 40; spaces are numbered 0 to 39."),
        (CLASSIC.deed, "GO", "GO (space 0) is not a property."),
        (CLASSIC.deed, CHANCE_7, "Chance (space 7) is not a property."),
        (CLASSIC.group, "orang", "no group named 'orang'; did you mean Orange?"),
        (CLASSIC.group, -1, "no group -1; groups are numbered 0 to 9."),
        (CLASSIC.card, "chest.jail", "no card named 'chest.jail'; did you mean chest.jail_free?"),
        (CLASSIC.space, "", "no space named ''"),
        (CLASSIC.space, "Avenue", "'Avenue'; did you mean one of Atlantic Avenue, Baltic Avenue, "),
        (CLASSIC.space, "Penn", "one of Pennsylvania Avenue, Pennsylvania Railroad?"),
        (CLASSIC.space, "Carolina", "named 'Carolina'; did you mean North Carolina Avenue?"),
        (CLASSIC.space, "39", "named '39'; to give a number, leave out the quotes."),
        (CLASSIC.space, "99", "no space named '99'; choose from Atlantic Avenue, "),
        (CLASSIC.card, "Advance to GO", "one of chance.advance_go, chest.advance_go?"),
        (CLASSIC.card, "Get Out of Jail Free", "use one of chance.jail_free, chest.jail_free."),
        (CLASSIC.space, "Bltic", "no space named 'Bltic'; did you mean Baltic?"),
        (CLASSIC.deed, "orange", "'orange' is a group, not a property; use group()."),
        (CLASSIC.deed, "Light Blue", "'Light Blue' is a group, not a property"),
        (CLASSIC.card, "Get Out of Jail Free", "more than one card named"),
        (CLASSIC.space, "...", "no space named '...'"),
    ],
)
def test_a_wrong_name_raises_an_error_with_a_suggestion(
    find: object, name: int | str, error: str
) -> None:
    assert callable(find)
    with pytest.raises(ValueError, match=re.escape(error)):
        find(name)


@pytest.mark.parametrize("find", [CLASSIC.space, CLASSIC.deed, CLASSIC.group, CLASSIC.card])
def test_true_is_not_a_number(find: Callable[[int], object]) -> None:
    with pytest.raises(TypeError, match=r"must be a name or a number \(got True\)\.$"):
        find(True)


def test_groups_are_found_by_name_or_key_and_cards_by_key() -> None:
    assert CLASSIC.group("Light Blue") is CLASSIC.group("light_blue") is CLASSIC.groups[1]
    for card in CLASSIC.cards:
        assert CLASSIC.card(card.key) is CLASSIC.card(card.number) is card


def test_a_card_is_found_by_its_text() -> None:
    assert CLASSIC.card("Go back 3 spaces").key == "chance.back_3"


@pytest.mark.parametrize("board", [CLASSIC, LONDON], ids=["classic", "london"])
def test_every_property_is_found_by_its_name_and_by_its_short_name(board: Board) -> None:
    shorts = short_names([space.name for space in board.spaces])
    for deed in board.deeds:
        assert board.deed(deed.name) is board.deed(deed.space) is deed
        if shorts[deed.space]:
            assert board.deed(shorts[deed.space]) is deed


def test_a_name_that_two_properties_share_has_no_short_form() -> None:
    shorts = short_names([space.name for space in CLASSIC.spaces])
    assert shorts[6] == "Oriental"
    assert shorts[15] == shorts[34] == ""  # Pennsylvania Railroad and Pennsylvania Avenue
    assert shorts[39] == ""


def test_games_and_views_find_properties_on_their_own_board() -> None:
    game = scene(owns={ANN: [BOARDWALK]})
    assert game.property("Boardwalk") is game.state.property(BOARDWALK)
    assert game.view(BOB).property("boardwalk").owner == ANN
    name = LONDON.deeds[0].name
    custom = scene(board=LONDON)
    assert custom.property(name) is custom.state.properties[0]
    with pytest.raises(ValueError, match="There is no space named 'Park Place'"):
        custom.property("Park Place")


# -- a method for every action ---------------------------------------------------------------------


def method_name(action: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", action).lower()


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_has_a_method_with_the_same_arguments(action: str) -> None:
    method = getattr(Moves, method_name(action))
    assert list(inspect.signature(method).parameters)[1:] == list(fields_of(ACTIONS[action]))  # type: ignore[arg-type]  # actions are classes


@pytest.mark.parametrize("number", range(7))
def test_methods_play_the_same_game_as_actions(number: int) -> None:
    """Each action of a walk is also played through its method, with names where there are any."""
    twin = walk_game(number)
    board = twin.state.board
    for game, action, _ in walk(number, 250):
        fields = dict(action.fields())
        for field in fields:
            value = fields[field]
            if isinstance(value, int) and field == "space":
                fields[field] = board.spaces[value].name
            elif isinstance(value, int) and field == "group":
                fields[field] = board.groups[value].key
            elif isinstance(value, int) and field == "card":
                fields[field] = board.cards[value].key
            elif isinstance(value, tuple) and field.endswith("_cards"):
                fields[field] = [board.cards[card].key for card in value]
            elif isinstance(value, tuple):
                fields[field] = [board.spaces[space].name for space in value]
        move = getattr(twin, method_name(type(action).__name__))
        refusal = game.why_not(action)
        if refusal is not None:
            with pytest.raises(Refused) as caught:
                move(**fields)
            assert caught.value.refusal == refusal
            continue
        events = game.play(action)
        answer = move(**fields)
        if isinstance(answer, list):
            assert answer == events
        else:
            assert answer == twin.offers[-1]
    assert twin.digest() == game.digest()


def test_properties_and_cards_in_a_trade_are_names_or_numbers() -> None:
    game = scene(owns={ANN: [BALTIC]})
    wrong: Any = 7.5
    for sort in ("give_deeds", "get_cards"):
        with pytest.raises(TypeError, match=r"given by name or number \(got 7\.5\)"):
            game.draft_trade(ANN, BOB, **{sort: wrong})
    drafted = game.draft_trade(ANN, BOB, give_deeds=("Baltic",))
    assert drafted == game.draft_trade(ANN, BOB, give_deeds=BALTIC)


def test_seats_have_names_if_the_players_have() -> None:
    game = Game(players=["Ann", "Bob"], chance=Seeded(3))
    assert len(game.state.players) == 2
    assert game.names == game.copy(Seeded(1)).names == ("Ann", "Bob")
    assert pickle.loads(pickle.dumps(game)).names == copy.deepcopy(game).names == ("Ann", "Bob")
    with pytest.raises(RuleSetError, match=r"a number or a list of names \(got 'Ann'\)"):
        Game(players="Ann", chance=Seeded(3))
    twin = Game(players=2, chance=Seeded(3))
    assert game.roll("ann") == twin.roll(0)
    assert game.legal_actions("Ann") == twin.legal_actions(0)
    with pytest.raises(ValueError, match=r"There is no player named 'Anne'; did you mean Ann\?"):
        game.buy("Anne")
    with pytest.raises(ValueError, match="There is no player named 'Ann': the players have no"):
        twin.buy("Ann")


def test_a_number_that_does_not_exist_is_refused_by_the_rules_like_any_other() -> None:
    game = scene()
    for action in (Build(ANN, 99), Build(5, BOARDWALK)):
        with pytest.raises(Refused):
            game.build(action.seat, action.space)
    with pytest.raises(Refused):
        game.use_card(ANN, 7)


def test_making_an_offer_returns_it_and_an_offer_stands_for_its_number() -> None:
    game = scene(owns={ANN: [BALTIC], BOB: [READING]})
    offer = game.offer_trade(ANN, BOB, give_deeds="Baltic", get_deeds=["Reading Railroad"])
    assert game.offers == [offer]
    expected = OfferTrade(ANN, BOB, give_deeds=(BALTIC,), get_deeds=(READING,))
    assert (offer.number, offer.terms) == (1, expected.terms)
    counter = game.counter_trade(BOB, offer, give_deeds="Reading", get_cash=150)
    assert game.offers == [counter]
    game.accept_trade(ANN, counter)
    assert game.property("Reading").owner == ANN
    assert game.offers == []


# -- refusals as sentences -------------------------------------------------------------------------


def test_a_refused_action_is_printed_as_a_sentence_with_its_rule() -> None:
    game = scene(owns={ANN: [BOARDWALK]})
    with pytest.raises(Refused) as caught:
        game.build(ANN, "Boardwalk")
    assert str(caught.value) == (
        "You need every property in Boardwalk’s color group to build there: buy or trade for the "
        "rest first. (10 MCS 140)"
    )
    assert repr(caught.value) == "Refused(Refusal('build.group', '10 MCS 140', space=39))"


def test_the_sentence_names_the_players_and_the_games_own_spaces() -> None:
    game = Game(players=["Ann", "Bob"], chance=Scripted([(6, 5), (1, 2)]), board=LONDON)
    with pytest.raises(Refused, match=r"^Not now: Ann must decide first\. \(Ruling 31\)$"):
        game.roll("Bob")
    name = LONDON.deeds[0].name
    with pytest.raises(Refused, match=re.escape(name)):
        game.mortgage("Ann", name)


def test_every_refusal_of_a_walk_has_a_sentence() -> None:
    said = set[str]()
    for number in range(5):
        for game, action, _ in walk(number, 150):
            for seat in range(len(game.state.players)):
                for option in game.options(seat, refused=True):
                    if option.refusal is not None:
                        said.add(str(Refused(option.refusal, game.state.board)))
            try:
                game.play(action)
            except Refused as refused:
                said.add(str(refused))
    assert len(said) > 50
    assert all(re.search(r"[.?] \((\d+ MCS|CR|Ruling|House rule).*\)$", one) for one in said)


# -- one card on top -------------------------------------------------------------------------------


def test_a_card_can_be_put_on_top_of_its_deck() -> None:
    game = scene(dice=[(3, 4)], at={ANN: 0})
    game.put_on_top("chance.advance_boardwalk")
    before = [sorted(pile) for pile in game.hidden.piles]
    game.put_on_top("chance.dividend")
    assert [sorted(pile) for pile in game.hidden.piles] == before
    game.roll(ANN)
    assert game.state.players[ANN].cash == 1550
    assert game.hidden.piles[0][-1] == CLASSIC.card("chance.advance_boardwalk").number


def test_a_card_that_was_seen_comes_back_and_a_card_in_a_hand_does_not() -> None:
    game = scene(dice=[(3, 4)], chance=["chance.dividend"], cards={BOB: ["chest.jail_free"]})
    game.roll(ANN)
    game.put_on_top("chance.dividend")
    assert game.state.seen[0] == []
    assert game.hidden.piles[0][-1] == CLASSIC.card("chance.dividend").number
    with pytest.raises(ValueError, match=r"^chest\.jail_free is in a player's hand"):
        game.put_on_top("chest.jail_free")


def test_a_view_has_no_methods_that_play() -> None:
    assert not hasattr(View, "build")
    assert not hasattr(View, "put_on_top")


# -- players' names --------------------------------------------------------------------------------


def test_games_find_seats_and_groups_by_name() -> None:
    game = scene(owns={BOB: ORANGE}, standing_on=BALTIC)
    game.names = ("Ann", "Bob")
    assert game.view("Bob").seat == BOB
    assert [str(option) for option in game.options("Ann")] == [
        str(option) for option in game.options(ANN)
    ]
    assert game.default("Ann") == game.default(ANN)
    assert game.worth("Bob") == game.state.worth(BOB) == 1500 + 180 + 180 + 200
    assert game.owns_group("Bob", "orange")
    assert not game.owns_group("Ann", "Orange")
    assert [prop.space for prop in game.group_properties("orange")] == list(ORANGE)
    with pytest.raises(ValueError, match=r"^Bob has nothing to decide now\.$"):
        game.default("Bob")


def test_a_player_and_their_properties_are_found_by_name() -> None:
    game = scene(owns={BOB: ORANGE})
    game.names = ("Ann", "Bob")
    for table in (game, game.view("Ann")):
        assert table.player("Bob") is table.player(BOB) is game.state.players[BOB]
        assert table.properties_of("Bob") == game.state.properties_of(BOB)
        assert [prop.space for prop in table.properties_of("Bob")] == list(ORANGE)
        with pytest.raises(
            ValueError, match=r"^There is no player named 'Bo'; did you mean Bob\?$"
        ):
            table.player("Bo")


SEAT_METHODS = ("options", "legal_actions", "default", "view", "worth", "player", "properties_of")


@pytest.mark.parametrize("method", SEAT_METHODS)
def test_a_seat_that_does_not_exist_is_an_error(method: str) -> None:
    game = Game(players=["Ann", "Bob"], chance=Seeded(1))
    with pytest.raises(ValueError, match=r"^There is no seat 7; seats are numbered 0 to 1\.$"):
        getattr(game, method)(7)
    with pytest.raises(ValueError, match="There is no player named 'Cy'"):
        getattr(game, method)("Cy")


def test_the_bank_has_no_worth() -> None:
    with pytest.raises(ValueError, match="There is no seat -1"):
        Game(2, Seeded(1)).state.worth(-1)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Ann", "Ann"], "Two players are named 'Ann'"),
        (["", "x"], "must be a text that is not empty (got '')"),
        ([" ", "x"], "must be a text that is not empty (got ' ')"),
    ],
)
def test_every_player_needs_a_name_of_their_own(names: list[str], sentence: str) -> None:
    with pytest.raises(RuleSetError, match=re.escape(sentence)):
        Game(players=names, chance=Seeded(1))


def test_views_and_their_copies_know_the_names() -> None:
    game = Game(players=["Ann", "Bob"], chance=Seeded(1))
    assert game.view(0).names == ("Ann", "Bob")
    assert pickle.loads(pickle.dumps(game.view(0))).names == ("Ann", "Bob")


def test_an_offer_can_be_drafted_with_names_and_played_later() -> None:
    game = scene(owns={ANN: [READING], BOB: [BOARDWALK]})
    game.names = ("Ann", "Bob")
    offer = game.draft_trade("Ann", "Bob", give_deeds="Reading", get_deeds=["Boardwalk"])
    assert offer == OfferTrade(ANN, BOB, 0, 0, (READING,), (BOARDWALK,))
    assert game.offers == []
    game.play(offer)
    assert game.offers[0].terms == offer.terms


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (
            lambda: Build(0, "New York"),  # type: ignore[arg-type]  # wrong on purpose
            "Build: space must be a whole number (got 'New York'). game.build() takes names.",
        ),
        (
            lambda: OfferTrade("Ann", 1),  # type: ignore[arg-type]  # wrong on purpose
            "OfferTrade: seat must be a whole number (got 'Ann'). game.draft_trade() takes names.",
        ),
        (
            lambda: Bid(0, "90"),  # type: ignore[arg-type]  # wrong on purpose
            "Bid: amount must be a whole number (got '90').",
        ),
        (
            lambda: OfferTrade(0, 1, get_deeds=("St Charles",)),  # type: ignore[arg-type]  # wrong on purpose
            "OfferTrade: get_deeds must be a whole number (got ('St Charles',)). "
            "game.draft_trade() takes names.",
        ),
    ],
)
def test_an_action_with_a_name_points_to_the_method_that_takes_names(
    make: Callable[[], Action], error: str
) -> None:
    """A compiled constructor raises the error; in plain Python, playing or checking the action does."""
    game = Game(2, Seeded(1))
    for use in (game.play, game.check):
        with pytest.raises(TypeError, match=f"^{re.escape(error)}$"):
            use(make())


@pytest.mark.skipif(not is_compiled(), reason="plain Python does not check arguments")
def test_a_state_says_where_names_work() -> None:
    game = Game(players=["Ann", "Bob"], chance=Seeded(1))
    with pytest.raises(
        TypeError,
        match=r"^State\.worth\(\): seat must be a whole number \(got 'Ann'\)\. "
        r"game\.worth\(\) takes names\.$",
    ):
        game.state.worth("Ann")  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(
        TypeError, match=r"^Game: rules must be of type RuleSet or None \(got 5\)\.$"
    ):
        Game(2, Seeded(1), rules=5)  # type: ignore[arg-type]  # wrong on purpose


def test_a_view_answers_questions_by_name_too() -> None:
    game = scene(owns={BOB: ORANGE})
    game.names = ("Ann", "Bob")
    view = game.view("Ann")
    assert view.worth("Bob") == game.worth("Bob")
    assert view.owns_group("Bob", "orange")
    assert [prop.space for prop in view.group_properties("orange")] == list(ORANGE)
    with pytest.raises(ValueError, match=r"^There is no player named 'Bo'; did you mean Bob\?$"):
        view.worth("Bo")


def test_an_offer_from_a_game_or_view_shows_names() -> None:
    game = scene(owns={ANN: [READING], BOB: [BOARDWALK]}, mortgaged=[READING])
    said = "{} offers {} Reading Railroad for Boardwalk."
    offer = game.offer_trade(ANN, BOB, give_deeds="Reading", get_deeds="Boardwalk")
    assert str(offer) == said.format("Seat 0", "seat 1")
    game.names = ("Ann", "Bob")
    raw = game.state.offers[0]
    for named in (game.offers[0], game.view(BOB).offers[0]):
        assert str(named) == said.format("Ann", "Bob")
        assert repr(named) == f"<Offer 1: {named}>"
        html = named._repr_html_()
        assert html is not None
        assert "Reading Railroad (mortgaged)" in html
        assert named == raw
        assert hash(named) == hash(raw)
        assert pickle.loads(pickle.dumps(named)) == raw
    assert (
        repr(raw)
        == str(raw)
        == (
            "Offer(number=1, maker=0, partner=1, terms=TradeTerms(give_cash=0, get_cash=0, "
            "give_deeds=(5,), get_deeds=(39,), give_cards=(), get_cards=()), unmortgage=())"
        )
    )
    game.unmortgage("Ann", "Reading")
    assert game.offers[0].changed == READING
    counter = game.counter_trade("Bob", game.offers[0], get_cash=20)
    assert str(counter) == "Bob asks Ann for $20 and offers nothing in return."


@pytest.mark.skipif(is_compiled(), reason="compiled constructors check the types themselves")
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"rules": "short"}, "such as rule_set(\"short\") (got 'short')"),
        ({"board": "classic"}, "such as load_board(\"my.json\") (got 'classic')"),
        ({"chance": 3}, "such as Seeded(1) (got 3)"),
    ],
)
def test_a_wrong_kind_of_argument_is_named(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=re.escape(sentence)):
        Game(2, **{"chance": Seeded(1), **arguments})


def test_a_driver_needs_bots_and_not_their_names() -> None:
    names: Any = ["normal"] * 2
    with pytest.raises(TypeError, match=r"make_bot\('normal'\) \(got 'normal'\)"):
        Driver(Game(2, Seeded(1)), names)


def test_what_drives_a_game_is_described_in_a_few_words() -> None:
    game = Game(2, Seeded(1))
    driver = Driver(game, [SimpleBot(), SimpleBot()])
    assert repr(driver.seats[1]) == f"<GuardedBot in seat 1: {SimpleBot()!r}, 0 forfeited moves>"
    assert repr(driver.order) == "<QuestionOrder in turn 1>"
    assert repr(driver.order.next_question()) == "<IdleQuestion to seat 1>"
    assert repr(BotMaker("simple(reserve=300)")) == "<BotMaker simple(reserve=300)>"
    assert repr(LADDER["simple"]) == "<Rung simple: passgo.bots.simple:SimpleBot>"


def test_a_driver_runs_until_a_named_player_decides() -> None:
    game = Game(players=["Ann", "Bob"], chance=Seeded(1))
    driver = Driver(game, [SimpleBot(), SimpleBot()])
    assert driver.run_until("Bob")
    assert BOB in game.waiting_for
    with pytest.raises(ValueError, match="There is no seat 2"):
        driver.run_until(2)

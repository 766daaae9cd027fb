"""Everything that can happen, and a run that steers towards what has not happened yet.

``everything()`` lists what must occur, each as a short sentence. The list is derived, never observed: the
spaces a token can be brought to and the rents that can be paid from the board and its cards; the events,
refusals and citations from the engine's own source.

A ``Run`` plays one game after the other: fresh ones in every preset, and tables in the middle of a game
with random owners and buildings. Its dice fall towards spaces, cards and rents still missing, its seats
prefer actions that a preview shows to bring something new, and at every moment some seat attempts something
foolish, to be refused. All of it follows from the run's seed.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from passgo.engine import events as events_module
from passgo.engine.action import TABLE, Action, why_not
from passgo.engine.board import (
    ADVANCE,
    ARREST,
    BACK,
    GO_TO_JAIL,
    HOTEL,
    KEEP,
    NEAREST,
    RAILROAD,
    STREET,
    UTILITY,
    Board,
    Card,
    Group,
    classic,
)
from passgo.engine.chance import THROW, Chance
from passgo.engine.citations import CITATIONS
from passgo.engine.events import (
    BuildingBought,
    BuildingSold,
    CardDrawn,
    Event,
    GameEnded,
    GameSetUp,
    JailEntered,
    JailLeft,
    Listener,
    LotDeclined,
    MoneyPaid,
    RentAsked,
    RentFixed,
    TokenMoved,
    WentBankrupt,
)
from passgo.engine.everything import ACTIONS
from passgo.engine.game import Game
from passgo.engine.position import game_from_position
from passgo.engine.refusal import Refusal, Refused
from passgo.engine.rules.shortage import BuildingAuction
from passgo.engine.ruleset import HOUSE_RULES, PRESETS, RuleSet, rule_set, rules_to_data
from passgo.engine.state import BANK, POT, Lot
from passgo.engine.value import fields_of
from tests.boards import with_blank_jail_cards
from tests.laws.walks import WEIGHTS, fill

ENGINE = Path(__file__).parent.parent.parent / "src" / "passgo" / "engine"
LEVELS = ["bare", "bare in a whole group", *(f"{n} houses" for n in range(1, HOTEL)), "hotel"]
MOVES = range(2, 13)
DOUBLES = range(2, 13, 2)
PLAIN = range(3, 12)
"""What two dice can show in all, as doubles, and as anything else."""


# -- what can happen -------------------------------------------------------------------------------


def everything() -> set[str]:
    """Name all that must occur."""
    board = classic()
    found = {*landings(board), *rents(board), *HOUSE_EFFECTS}
    found |= {f"card {card.key}" for card in board.cards}
    found |= {f"event {kind}" for kind in event_kinds()}
    found |= {f"refusal {code}" for code in refusal_codes()}
    found |= {f"cited {key}" for key in engine_citations()}
    return found


def landings(board: Board) -> Iterator[str]:
    """Name every space with every cause that can bring a token there."""
    for space in reached_by_dice(board):
        yield by_dice(space)
    for total in DOUBLES:
        yield by_jail_throw((board.jail + total) % board.size, "doubles")
    for total in PLAIN:
        yield by_jail_throw((board.jail + total) % board.size, "fine")
    for card in board.cards:
        for start in card_spaces(board, card.deck):
            if carried_to(board, card, start) >= 0:
                yield by_card(card, start)
    yield from (f"arrested by {cite}" for cite in ("10 MCS 120(a)", "10 MCS 120(a-1)"))
    yield "arrested by 10 MCS 60(i)"


def reached_by_dice(board: Board) -> set[int]:
    """The spaces dice can bring a token to, from wherever tokens can stand; from GO on."""
    standing = {0}
    reached = set[int]()
    while True:
        before = len(reached), len(standing)
        reached |= {(start + total) % board.size for start in standing for total in MOVES}
        arrivals = set(reached)
        for card in board.cards:
            starts = set(card_spaces(board, card.deck)) & arrivals
            arrivals |= {carried_to(board, card, start) for start in starts} - {-1}
        standing |= {s for s in arrivals if board.spaces[s].kind != GO_TO_JAIL} | {board.jail}
        if (len(reached), len(standing)) == before:
            return reached


def card_spaces(board: Board, deck: int) -> list[int]:
    """The spaces where a card of this deck is drawn."""
    kind = "chest" if deck else "chance"
    return [space.number for space in board.spaces if kind_name(board, space.number) == kind]


def kind_name(board: Board, space: int) -> str:
    """The kind of a space, in the word of the board file."""
    from passgo.engine.board import KINDS

    return KINDS[board.spaces[space].kind]


def carried_to(board: Board, card: Card, start: int) -> int:
    """The space a card carries its drawer to from here, or -1 if it leaves the token alone."""
    if card.does == ADVANCE:
        return card.a
    if card.does == NEAREST:
        ahead = [(start + step) % board.size for step in range(1, board.size)]
        return next(space for space in ahead if board.spaces[space].kind == card.a)
    if card.does == BACK:
        return (start - card.a) % board.size
    return board.jail if card.does == ARREST else -1


def by_dice(space: int) -> str:
    """Name an ordinary landing."""
    return f"space {space} by dice"


def by_jail_throw(space: int, way: str) -> str:
    """Name a landing on the way out of Jail: by doubles, or by the last throw once the fine is paid."""
    return f"space {space} from Jail by {way}"


def by_card(card: Card, start: int) -> str:
    """Name a move that a card makes."""
    return f"moved from {start} by {card.key}"


def rents(board: Board) -> Iterator[str]:
    """Name every rent that can be paid, on every deed."""
    for deed in board.deeds:
        size = len(board.groups[deed.group].deeds)
        if deed.kind == STREET:
            for level in LEVELS:
                yield f"rent of {deed.space}: {level}"
        else:
            for count in range(1, size + 1):
                yield f"rent of {deed.space}: {count} owned"
    for card in board.cards:
        if card.does == NEAREST:
            for start in card_spaces(board, card.deck):
                space = carried_to(board, card, start)
                for count in range(1, len(board.groups[group_at(board, space)].deeds) + 1):
                    yield f"rent of {space} by card: {count} owned"


def group_at(board: Board, space: int) -> int:
    """The group of the deed on a space."""
    return board.deeds[board.deed_at[space]].group


HOUSE_EFFECTS = [
    "house free_parking_pot filled by a tax",
    "house free_parking_pot filled by a fine",
    "house free_parking_pot filled by a card",
    "house free_parking_pot emptied",
    "house double_salary_on_go",
    "house no_auctions for a lot declined",
    "house no_auctions for an estate",
    "house no_rent_in_jail after a throw",
    "house no_rent_in_jail after a card",
    "house uneven_building up",
    "house uneven_building down",
    "house unlimited_buildings of houses",
    "house unlimited_buildings of hotels",
    "house no_building_before_lap",
    "house round_limit",
    "house starting_cash",
    "house salary",
    "house custom board",
]


def event_kinds() -> list[str]:
    """Every kind of event there is."""
    kinds = [kind for kind in vars(events_module).values() if inspect.isclass(kind)]
    return [kind.__name__ for kind in kinds if issubclass(kind, Event) and kind is not Event]


@cache
def refusal_calls() -> list[tuple[str, str, list[str]]]:
    """Every ``Refusal(…)`` in the engine: its code, its module, and the citations written there."""
    found: list[tuple[str, str, list[str]]] = []
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal":
                code = node.args[0]
                assert isinstance(code, ast.Constant), ast.unparse(node)
                module = f"passgo.engine.rules.{path.stem}"
                found.append((code.value, module, [*cited_in(node)]))
    return found


def refusal_codes() -> set[str]:
    """Every code with which something can be refused, and each with every citation given to it."""
    found = {code for code, _, _ in refusal_calls()}
    return found | {f"{code} by {cite}" for code, _, cites in refusal_calls() for cite in cites}


@cache
def engine_citations() -> list[str]:
    """Every citation that the rules write down."""
    paths = [*sorted((ENGINE / "rules").glob("*.py")), ENGINE / "game.py"]
    paths += [ENGINE / "events.py", ENGINE / "action.py"]
    return sorted({key for path in paths for key in cited_in(ast.parse(path.read_text("utf-8")))})


def cited_in(tree: ast.AST) -> Iterator[str]:
    """Give every string in the code that is a citation."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in CITATIONS:
            yield node.value


# -- what has happened -----------------------------------------------------------------------------


class Watcher(Listener):
    """Hears a game and strikes what occurs off the list. It also recomputes every rent."""

    def __init__(self, missing: set[str]) -> None:
        self.missing = missing
        self.game: Game | None = None
        self.last: Event | None = None
        self.drawn: Card | None = None
        self.fixed: dict[tuple[int, int, int, int], str] = {}
        self.asked: dict[tuple[int, int, int], list[str]] = {}
        self.ordered: dict[int, str] = {}

    def occurred(self, what: str) -> None:
        """Strike something off."""
        self.missing.discard(what)

    def refused(self, refusal: Refusal) -> None:
        """Take notice of a refusal."""
        self.occurred(f"refusal {refusal.code}")
        self.occurred(f"refusal {refusal.code} by {refusal.cite}")
        self.occurred(f"cited {refusal.cite}")
        if refusal.code == "build.first_lap":
            self.occurred("house no_building_before_lap")

    def hear(self, event: Event) -> None:
        """Take notice of an event."""
        self.occurred(f"event {type(event).__name__}")
        self.occurred(f"cited {event.cite}")
        if isinstance(event, TokenMoved):
            self.moved(event)
        elif isinstance(event, MoneyPaid):
            self.paid(event)
        elif isinstance(event, CardDrawn):
            self.drawn = self.state.board.cards[event.card]
            self.occurred(f"card {self.drawn.key}")
        elif isinstance(event, JailEntered):
            self.occurred(f"arrested by {event.cite}")
        elif isinstance(event, RentFixed):
            self.rent_fixed(event)
        elif isinstance(event, RentAsked):
            label = self.fixed.pop((event.owner, event.tenant, event.space, event.amount))
            self.asked.setdefault((event.tenant, event.owner, event.amount), []).append(label)
        elif isinstance(event, BuildingBought | BuildingSold):
            self.built(event)
        else:
            self.house_rule(event)
        self.last = event

    @property
    def state(self) -> Any:
        """What is, while it changes."""
        assert self.game is not None
        return self.game.state

    def moved(self, event: TokenMoved) -> None:
        """Say which cause brought a token where."""
        board = self.state.board
        if event.by == "dice":
            if isinstance(self.last, JailLeft):
                self.occurred(by_jail_throw(event.space, self.last.by))
            self.occurred(by_dice(event.space))
        elif self.drawn is not None and isinstance(self.last, CardDrawn):
            assert event.space == carried_to(board, self.drawn, event.start)
            self.occurred(by_card(self.drawn, event.start))
            if self.drawn.does == NEAREST:
                self.ordered_rent(event)
        if board.deed_at[event.space] >= 0:
            lot = self.state.lot(event.space)
            spared = lot.owner not in (BANK, event.seat) and not lot.mortgaged
            if spared and self.state.rules.no_rent_in_jail and self.state.players[lot.owner].jail:
                by = "card" if event.by == "card" and self.ordered.pop(event.seat, "") else "throw"
                self.occurred(f"house no_rent_in_jail after a {by}")

    def ordered_rent(self, event: TokenMoved) -> None:
        """A card orders a payment: remember what it is for."""
        lot = self.state.lot(event.space)
        if lot.owner not in (BANK, event.seat) and not lot.mortgaged:
            label = f"rent of {event.space} by card: {self.owned(lot)} owned"
            self.ordered[event.seat] = label

    def owned(self, lot: Lot) -> int:
        """How many of its group the owner of a lot has."""
        return sum(other.owner == lot.owner for other in self.state.group_lots(lot.deed.group))

    def rent_fixed(self, event: RentFixed) -> None:
        """Recompute a rent, and remember which one it is until it is paid."""
        state = self.state
        lot = state.lot(event.space)
        deed = lot.deed
        assert not lot.mortgaged
        assert not (state.rules.no_rent_in_jail and state.players[lot.owner].jail)
        assert event.amount == rent_due(lot, self.owned(lot), state)
        if deed.kind == STREET:
            label = level_of(lot, self.owned(lot) == len(state.board.groups[deed.group].deeds))
        else:
            label = f"{self.owned(lot)} owned"
        terms = (event.owner, event.tenant, event.space, event.amount)
        self.fixed[terms] = f"rent of {event.space}: {label}"

    def paid(self, event: MoneyPaid) -> None:
        """Say which rent was paid, and what a house rule did with the money."""
        if event.reason == "rent" and event.cite == "CR 5.3":
            self.occurred(self.ordered.pop(event.payer))
        elif event.reason == "rent":
            waiting = self.asked[event.payer, event.payee, event.amount]
            self.occurred(waiting.pop(0))
        if event.payee == POT:
            self.occurred(f"house free_parking_pot filled by a {event.reason}")
        if event.payer == POT:
            self.occurred("house free_parking_pot emptied")
        if event.cite == "House double_salary":
            self.occurred("house double_salary_on_go")
        if event.cite == "House starting_money":
            reason = "salary" if event.reason == "salary" else "starting_cash"
            self.occurred(f"house {reason}")

    def built(self, event: BuildingBought | BuildingSold) -> None:
        """See what the house rules on building allow."""
        state = self.state
        lots = state.group_lots(state.lot(event.space).deed.group)
        steps = [state.steps(lot.houses) for lot in lots]
        if state.rules.uneven_building and max(steps) - min(steps) > 1:
            way = "up" if isinstance(event, BuildingBought) else "down"
            self.occurred(f"house uneven_building {way}")
        if state.houses < 0:
            self.occurred("house unlimited_buildings of houses")
        if state.hotels < 0:
            self.occurred("house unlimited_buildings of hotels")

    def house_rule(self, event: Event) -> None:
        """See what the other house rules do."""
        if isinstance(event, LotDeclined) and self.state.rules.no_auctions:
            self.occurred("house no_auctions for a lot declined")
        elif isinstance(event, WentBankrupt) and event.creditor == BANK:
            state = self.state
            if state.rules.no_auctions and state.players[event.seat].deeds and state.left > 2:
                self.occurred("house no_auctions for an estate")
        elif isinstance(event, GameEnded) and event.reason == "rounds":
            self.occurred("house round_limit")
        elif isinstance(event, GameSetUp) and event.cite == "House custom_board":
            self.occurred("house custom board")


def level_of(lot: Lot, whole_group: bool) -> str:
    """Name the rent level of a street."""
    if lot.houses == HOTEL:
        return "hotel"
    return LEVELS[lot.houses + 1] if lot.houses else LEVELS[whole_group]


def rent_due(lot: Lot, owned: int, state: Any) -> int:
    """What the rulebook asks of a visitor, counted apart from the engine. 10 MCS 90, CR 5.2."""
    deed = lot.deed
    if deed.kind == RAILROAD:
        return 25 * 2 ** (owned - 1)
    if deed.kind == UTILITY:
        return int(state.thrown) * (10 if owned == 2 else 4)
    whole = owned == len(state.board.groups[deed.group].deeds)
    return deed.rents[lot.houses] * (2 if whole and lot.houses == 0 else 1)


# -- the run ---------------------------------------------------------------------------------------


class Steered(Chance):
    """Dice that fall towards what is still missing, where they can."""

    def __init__(self, random: Random, watcher: Watcher) -> None:
        self.random = random
        self.watcher = watcher

    def throw(self, purpose: int, seat: int, count: int) -> int:
        """Any dice; if some of them bring something new, one of those."""
        dice = [first * 10 + second for first in range(1, 7) for second in range(1, 7)]
        if purpose == THROW and self.watcher.game is not None:
            dice = [one for one in dice if self.promises(seat, one // 10, one % 10)] or dice
        return self.random.choice(dice)

    def shuffle(self, purpose: int, size: int) -> list[int]:
        """Any order."""
        return self.random.sample(range(size), size)

    def promises(self, seat: int, first: int, second: int) -> bool:
        """Say whether a throw would do something that is missing."""
        state = self.watcher.state
        missing = self.watcher.missing
        board = state.board
        player = state.players[seat]
        space = (player.space + first + second) % board.size
        if player.jail and first == second:
            return by_jail_throw(space, "doubles") in missing
        if player.jail:
            last = player.jail >= state.rules.jail_turns
            return last and by_jail_throw(space, "fine") in missing
        if first == second and state.doubles == 2:
            return "arrested by 10 MCS 60(i)" in missing
        return by_dice(space) in missing or self.promises_more(seat, space)

    def promises_more(self, seat: int, space: int) -> bool:
        """Say whether the card or the rent of a space is missing."""
        watcher = self.watcher
        state = watcher.state
        board = state.board
        kind = kind_name(board, space)
        if kind in ("chance", "chest"):
            assert watcher.game is not None
            pile = watcher.game.hidden.piles[kind == "chest"]
            return bool(pile) and self.card_promises(board.cards[pile[-1]], space)
        if board.deed_at[space] < 0:
            return False
        lot = state.lot(space)
        if lot.owner in (BANK, seat) or lot.mortgaged:
            return False
        owned = watcher.owned(lot)
        whole = owned == len(board.groups[lot.deed.group].deeds)
        label = level_of(lot, whole) if lot.deed.kind == STREET else f"{owned} owned"
        return f"rent of {space}: {label}" in watcher.missing


    def card_promises(self, card: Card, start: int) -> bool:
        """Say whether drawing a card here does something that is missing."""
        missing = self.watcher.missing
        if by_card(card, start) in missing or f"card {card.key}" in missing:
            return True
        if card.does != NEAREST:
            return False
        state = self.watcher.state
        space = carried_to(state.board, card, start)
        owner = state.lot(space).owner
        if owner >= 0 and state.rules.no_rent_in_jail and state.players[owner].jail:
            return "house no_rent_in_jail after a card" in missing
        return f"rent of {space} by card: {self.watcher.owned(state.lot(space))} owned" in missing


class Run:
    """One coverage run: games, one after the other, until nothing is missing."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)
        self.missing = everything()
        self.games = 0
        self.steps = 0
        self.unrefused: list[str] = []
        """The chapters, as modules, with a refusal that is still missing."""

    def until_all_has_occurred(self, most_games: int) -> list[str]:
        """Play on; return what is still missing when the games are used up."""
        while self.missing and self.games < most_games:
            self.play_one(self.games)
            self.games += 1
        return sorted(self.missing)

    def play_one(self, number: int) -> None:
        """Play one game for a while: now a fresh one, now one in the middle."""
        self.unrefused = [
            chapter for code, chapter, _ in refusal_calls() if f"refusal {code}" in self.missing
        ]
        watcher = Watcher(self.missing)
        chance = Steered(self.random, watcher)
        rules = self.any_rules(number)
        if number % 4 == 0:
            players = self.random.randint(2, 8)
            board = with_blank_jail_cards(classic()) if number % 16 == 8 else classic()
            early = Early(watcher)
            game = Game(players, chance, rules, board, early)
            game.listener = watcher
            watcher.game = game
            early.tell_on()
        else:
            game = game_from_position(self.any_position(rules), chance)
            game.listener = watcher
            game.loud = True
            watcher.game = game
        for _ in range(150):
            if game.state.over:
                break
            self.foolish(game, watcher)
            self.step(game, watcher)
        if game.state.over:
            self.attempt(game, watcher, ACTIONS["Throw"](0))

    def any_rules(self, number: int) -> RuleSet:
        """Every preset in turn; every other game with house rules."""
        random = self.random
        options: dict[str, int | bool] = {}
        if number // 4 % 2:
            for name in HOUSE_RULES:
                missing = any(what.startswith(f"house {name}") for what in self.missing)
                if random.random() < (0.4 if missing else 0.1):
                    options[name] = random.randint(1, 4) if name == "round_limit" else True
            options["starting_cash"] = random.choice([1500, 800])
            options["salary"] = random.choice([200, 400])
        preset = list(PRESETS)[number % len(PRESETS)]
        if random.random() < 0.3 and any("10 MCS 210" in what for what in self.missing):
            preset = "short"
        return rule_set(preset, **options)

    def any_position(self, rules: RuleSet) -> dict[str, object]:
        """A table in the middle of a game: deeds handed out, groups built up, missing cards on top."""
        random = self.random
        board = classic()
        count = random.randint(2, 5)
        players = [self.any_player(board) for _ in range(count)]
        kept = [card.key for card in board.cards if card.does == KEEP]
        held = [key for key in kept if random.random() < 0.4]
        random.choice(players)["cards"] = held
        unseen: list[list[str]] = []
        for deck in board.decks:
            keys = [board.cards[card].key for card in deck]
            keys = [key for key in keys if key not in held]
            random.shuffle(keys)
            keys.sort(key=self.is_settled)
            unseen.append(keys)
        lots = self.any_lots(board, rules, count)
        seat = random.randrange(count)
        if random.random() < 0.3:
            self.ruin(seat, players, lots)
        opened = self.something_open(rules, count, lots)
        return {
            "players": players,
            "lots": lots,
            "rules": rules_to_data(rules),
            "unseen": unseen,
            "seat": seat,
            "agenda": [{"entry": "ToThrow", "seat": seat}, *opened],
            "wishes": [[2] * count] * 2 if len(opened) == 2 else [],
            "pot": random.choice([0, 0, 300]) if rules.free_parking_pot else 0,
        }

    def something_open(
        self, rules: RuleSet, players: int, lots: list[dict[str, Any]]
    ) -> list[dict[str, object]]:
        """Sometimes a debt, an inheritance or a sale, which would be long in coming by itself."""
        random = self.random
        drawn = random.random()
        mortgaged = [lot for lot in lots if lot.get("mortgaged")]
        if drawn < 0.1 and mortgaged:
            lot = random.choice(mortgaged)
            return [{"entry": "Inheritance", "seat": lot["owner"], "space": lot["space"]}]
        if 0.1 < drawn < 0.2:
            debtor, *others = random.sample(range(players), players)
            owed = {"amount": random.choice([100, 9000]), "reason": "card", "cite": "Ruling 7"}
            return [
                {"entry": "Owing", "seat": debtor, "creditor": creditor, **owed}
                for creditor in random.choice([[BANK], others])
            ]
        kind = random.randrange(2)
        standing = [lot.get("houses", 0) for lot in lots]
        hotels = standing.count(HOTEL)
        stock = 12 - hotels if kind else 32 + HOTEL * hotels - sum(standing)
        if drawn > 0.9 and stock > 0 and not rules.unlimited_buildings:
            bidders = list(range(players))
            return [
                {"entry": "BuildingSale", "kind": kind},
                {"entry": "BuildingAuction", "kind": kind, "bidders": bidders},
            ]
        return []

    def is_settled(self, key: str) -> bool:
        """Say whether a card has nothing more to show; one that has lies on top."""
        wanted = ("by card", "after a card") if "nearest" in key else (key,)
        return not any(what.endswith(wanted) or wanted[0] in what for what in self.missing)

    def any_player(self, board: Board) -> dict[str, object]:
        """Somebody anywhere, poor or rich, sometimes in Jail."""
        random = self.random
        player: dict[str, object] = {
            "cash": random.choice([5, 60, 150, 600, 2000, 5000]),
            "space": random.randrange(board.size),
            "asks_always": random.random() < 0.5,
            "laps": random.randint(0, 1),
        }
        if board.spaces[int(str(player["space"]))].kind == GO_TO_JAIL or random.random() < 0.2:
            player["space"] = board.jail
            player["jail"] = 1
        return player

    def any_lots(self, board: Board, rules: RuleSet, players: int) -> list[dict[str, Any]]:
        """Whole groups built to any level and mixed ones, within what the Bank has."""
        random = self.random
        lots: list[dict[str, Any]] = []
        houses, hotels = board.houses, board.hotels
        tight = random.random() < 0.4
        for group in random.sample(board.groups, len(board.groups)):
            owner = random.randrange(players)
            mortgages = random.choice([0.0, 0.1, 0.8])
            if random.random() < 0.3:
                for deed in group.deeds:
                    if random.random() < 0.85:
                        owner = random.choice([owner, random.randrange(players)])
                        mortgaged = random.random() < mortgages
                        lots.append({"space": deed.space, "owner": owner, "mortgaged": mortgaged})
                continue
            level = random.choice([3, 3, 4, HOTEL] if tight else self.levels_missing(group))
            size = len(group.deeds)
            if group.kind != STREET or rules.houses_before_hotel < level < HOTEL:
                level = 0
            short = hotels < size if level == HOTEL else houses < level * size
            if short and not rules.unlimited_buildings:
                level = 0
            houses -= 0 if level == HOTEL else level * size
            hotels -= size if level == HOTEL else 0
            lots += [{"space": d.space, "owner": owner, "houses": level} for d in group.deeds]
        return lots

    def levels_missing(self, group: Group) -> list[int]:
        """What may stand on a street for a rent that nobody has paid yet; any level if there is none."""
        levels = range(HOTEL + 1)
        return [
            level
            for level in levels
            if any(f"rent of {d.space}: {LEVELS[level + 1]}" in self.missing for d in group.deeds)
        ] or [*levels]

    def ruin(self, seat: int, players: list[dict[str, object]], lots: list[dict[str, Any]]) -> None:
        """Leave whoever throws next with nothing but mortgages, and let all others ask for rent."""
        for player in players:
            player["asks_always"] = True
        players[seat]["cash"] = self.random.choice([0, 5, 40])
        for lot in lots:
            if lot["owner"] == seat:
                lot["houses"] = 0
                lot["mortgaged"] = True

    def step(self, game: Game, watcher: Watcher) -> None:
        """Let some seat do something, best something that brings what is missing."""
        random = self.random
        waiting = game.waiting_for
        chosen: Action | None = None
        for _ in range(3):
            seat = random.choice(waiting)
            if random.random() < 0.3:
                seat = random.randrange(len(game.state.players))
            if random.random() < 0.002:
                seat = TABLE
            options = game.options(seat)
            if not options:
                continue
            weights = [WEIGHTS.get(option.action, 1.0) for option in options]
            action = fill(random, random.choices(options, weights)[0])
            chosen = action
            if self.brings_something(game, action):
                break
        if chosen is None:
            return
        self.steps += 1
        self.attempt(game, watcher, chosen)

    def brings_something(self, game: Game, action: Action) -> bool:
        """Say whether a preview of an action shows anything that is missing."""
        foreseen = game.check(action)
        if foreseen is None:
            return True
        if isinstance(foreseen, Refusal):
            return f"refusal {foreseen.code}" in self.missing
        return any(
            f"cited {event.cite}" in self.missing or f"event {type(event).__name__}" in self.missing
            for event in foreseen
        )

    def attempt(self, game: Game, watcher: Watcher, action: Action) -> None:
        """Play an action; a refusal counts too."""
        try:
            game.step(action)
        except Refused as refused:
            watcher.refused(refused.refusal)

    def foolish(self, game: Game, watcher: Watcher) -> None:
        """Try, without doing it, what a careless or hostile client might send."""
        random = self.random
        state = game.state
        kinds = list(ACTIONS.values())
        chapters = {type(state.agenda.top).__module__, *self.unrefused}
        fitting = [kind for kind in kinds if kind.__module__ in chapters]
        for _ in range(4):
            kind = random.choice(fitting if random.random() < 0.5 and fitting else kinds)
            refusal = why_not(state, self.any_action(game, kind))
            if refusal is not None:
                watcher.refused(refusal)

    def any_action(self, game: Game, kind: Any) -> Action:
        """An action of this kind with fields that exist, or nearly."""
        random = self.random
        state = game.state
        players = len(state.players)
        seat = random.randrange(players) if random.random() < 0.9 else random.choice([TABLE, 8])
        top = state.agenda.top
        if isinstance(top, BuildingAuction) and random.random() < 0.5 and top.seat >= 0:
            seat = top.seat
        elif game.waiting_for and random.random() < 0.5:
            seat = random.choice(game.waiting_for)
        owned = [lot.deed.space for lot in state.lots if lot.owner == seat] or [1]
        here = getattr(top, "space", -1)
        if here in owned and random.random() < 0.5:
            owned = [here]
        fields = {name: self.any_field(game, name, owned) for name in fields_of(kind)}
        fields["seat"] = seat
        if kind.__name__ == "TimeIsUp":
            fields["seat"] = random.choice([TABLE, seat])
        if kind.__name__ == "TakeOver":
            fields["lift"] = random.random() < 0.5
        action = kind(**fields)
        assert isinstance(action, Action)
        return action

    def any_field(self, game: Game, name: str, owned: list[int]) -> object:
        """Some value for a field, often one that fits."""
        random = self.random
        state = game.state
        if name == "space":
            return random.choice([random.choice(owned), random.randrange(-1, 41)])
        if name in ("give_deeds", "lift"):
            return tuple(random.choices(owned, k=random.choice([0, 0, 1, 1, 2])))
        if name == "get_deeds":
            return tuple(random.choices(range(40), k=random.choice([0, 0, 0, 1])))
        if name.endswith("_cards"):
            return tuple(random.choices(range(32), k=random.choice([0, 0, 0, 0, 1, 2])))
        if name in ("give_cash", "get_cash"):
            return random.choice([0, 0, 0, 0, 1, 50, -1, 20_000])
        if name in ("offer", "rent"):
            return state.number - random.randint(0, 3)
        if name in ("on", "share"):
            return random.random() < 0.5
        if name == "amount":
            return random.choice([0, 1, 60, 150, 210, 1000, 20_000])
        if name == "partner":
            return random.choice([*range(len(state.players)), *range(len(state.players)), -1, 8])
        return random.choice([-1, 0, 0, 1, 2, 3, 7, 12, 30])


class Early(Listener):
    """Keeps what is told while a game is set up, before the game can be looked at."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.events: list[Event] = []

    def hear(self, event: Event) -> None:
        """Keep one event."""
        self.events.append(event)

    def tell_on(self) -> None:
        """Tell what was kept."""
        for event in self.events:
            self.watcher.hear(event)

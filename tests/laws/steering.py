"""A coverage run: games steered toward everything that has not happened yet.

A ``Run`` plays one game after another: new games in every preset, and games from positions with
random owners and buildings. Its dice favor spaces, cards and rents that are still missing. Its
seats prefer actions whose preview shows something new. Before every step, the run also checks
random actions, many of them illegal. A run's seed determines everything.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from passgo.engine.action import TABLE, Action, why_not
from passgo.engine.board import (
    CHANCE,
    CHEST,
    GO_TO_JAIL,
    HOTEL_LEVEL,
    KEEP,
    NEAREST,
    STREET,
    Board,
    Card,
    Group,
    classic,
)
from passgo.engine.chance import ROLL, Chance
from passgo.engine.events import Event, Listener
from passgo.engine.game import Game
from passgo.engine.legal import ACTIONS
from passgo.engine.refusal import Refusal, Refused
from passgo.engine.rules.auction import Bidding
from passgo.engine.ruleset import HOUSE_RULES, PRESETS, RuleSet, rule_set, rules_to_data
from passgo.engine.state import BANK
from passgo.position import game_from_position
from tests.boards import with_blank_jail_cards
from tests.laws.coverage import (
    LEVELS,
    Watcher,
    by_card,
    by_dice,
    by_jail_roll,
    carried_to,
    everything,
    level_of,
    refusal_calls,
)
from tests.laws.walks import FIELDS, WEIGHTS, fill

Row = dict[str, Any]
"""A JSON object within a position."""
STEPS = 150
"""The maximum number of steps in one game."""


class Steered(Chance):
    """Dice that favor results that are still missing."""

    def __init__(self, random: Random, watcher: Watcher) -> None:
        self.random = random
        self.watcher = watcher

    def roll(self, purpose: int, seat: int, count: int) -> int:
        """Return a random roll, preferably one that checks off a missing item."""
        dice = [first * 10 + second for first in range(1, 7) for second in range(1, 7)]
        if purpose == ROLL and self.watcher.game is not None:
            dice = [one for one in dice if self.promises(seat, one // 10, one % 10)] or dice
        return self.random.choice(dice)

    def shuffle(self, purpose: int, size: int) -> list[int]:
        """Return a random order."""
        return self.random.sample(range(size), size)

    def promises(self, seat: int, first: int, second: int) -> bool:
        """Return whether a roll would check off a missing item."""
        state = self.watcher.state
        missing = self.watcher.missing
        board = state.board
        player = state.players[seat]
        space = (player.space + first + second) % board.size
        if player.jail and first == second:
            return by_jail_roll(space, "doubles") in missing
        if player.jail:
            last = player.jail >= state.rules.jail_turns
            return last and by_jail_roll(space, "fine") in missing
        if first == second and state.doubles == 2:
            return "arrested by 10 MCS 60(i)" in missing
        return by_dice(space) in missing or self.promises_more(seat, space)

    def promises_more(self, seat: int, space: int) -> bool:
        """Return whether a space's card or rent is missing."""
        watcher = self.watcher
        state = watcher.state
        board = state.board
        kind = board.spaces[space].kind
        if kind in (CHANCE, CHEST):
            assert watcher.game is not None
            pile = watcher.game.hidden.piles[kind == CHEST]
            return bool(pile) and self.card_promises(board.cards[pile[-1]], space)
        if board.deed_at[space] < 0:
            return False
        prop = state.property(space)
        if prop.owner in (BANK, seat) or prop.mortgaged:
            return False
        owned = watcher.owned(prop)
        whole = owned == len(board.groups[prop.deed.group].deeds)
        label = level_of(prop, whole) if prop.deed.kind == STREET else f"{owned} owned"
        return f"rent of {space}: {label}" in watcher.missing

    def card_promises(self, card: Card, start: int) -> bool:
        """Return whether drawing a card here would check off a missing item."""
        missing = self.watcher.missing
        if by_card(card, start) in missing or f"card {card.key}" in missing:
            return True
        if card.does != NEAREST:
            return False
        state = self.watcher.state
        space = carried_to(state.board, card, start)
        owner = state.property(space).owner
        if owner >= 0 and state.rules.no_rent_in_jail and state.players[owner].jail:
            return "house no_rent_in_jail after a card" in missing
        return (
            f"rent of {space} by card: {self.watcher.owned(state.property(space))} owned" in missing
        )


class Run:
    """One coverage run: one game after another until nothing is missing."""

    def __init__(self, seed: int = 0) -> None:
        self.random = Random(seed)
        self.missing = everything()
        self.games = 0
        self.steps = 0
        self.unrefused: list[str] = []
        """The rule modules with a refusal that is still missing."""

    def until_all_has_occurred(self, most_games: int) -> list[str]:
        """Play at most this many games, and return the items that are still missing."""
        while self.missing and self.games < most_games:
            self.play_one(self.games)
            self.games += 1
        return sorted(self.missing)

    def play_one(self, number: int) -> None:
        """Play part of one game, which is either new or starts from a random position."""
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
            game.has_listener = True
            watcher.game = game
        for _ in range(STEPS):
            if game.state.over:
                break
            self.foolish(game, watcher)
            self.step(game, watcher)
        if game.state.over:
            self.attempt(game, watcher, ACTIONS["Roll"](0))

    def any_rules(self, number: int) -> RuleSet:
        """Return the rules for a game: each preset in turn, half the time with house rules."""
        random = self.random
        options: dict[str, int | bool] = {}
        if number // 4 % 2:
            for name in HOUSE_RULES:
                missing = any(what.startswith(f"house {name}") for what in self.missing)
                if random.random() < (0.6 if missing else 0.1):
                    options[name] = random.randint(1, 4) if name == "round_limit" else True
            options["starting_cash"] = random.choice([1500, 800])
            options["salary"] = random.choice([200, 400])
        preset = list(PRESETS)[number % len(PRESETS)]
        if random.random() < 0.3 and any("10 MCS 210" in what for what in self.missing):
            preset = "short"
        return rule_set(preset, "consolidated", **options)

    def any_position(self, rules: RuleSet) -> Row:
        """Return a random position with deeds, buildings, and missing cards on top of the decks."""
        random = self.random
        board = classic()
        count = random.randint(2, 5)
        players = [self.any_player(board) for _ in range(count)]
        kept = [card.key for card in board.cards if card.does == KEEP]
        held = [key for key in kept if random.random() < 0.4]
        jailed = [player for player in players if "jail" in player]
        random.choice(jailed or players)["cards"] = held
        unseen: list[list[str]] = []
        for deck in board.decks:
            keys = [board.cards[card].key for card in deck]
            keys = [key for key in keys if key not in held]
            random.shuffle(keys)
            keys.sort(key=self.is_settled)
            unseen.append(keys)
        properties = self.any_properties(board, rules, count)
        seat = random.randrange(count)
        if random.random() < 0.3:
            self.ruin(seat, players, properties)
        opened = self.something_open(rules, count, properties)
        return {
            "players": players,
            "properties": properties,
            "rules": rules_to_data(rules),
            "unseen": unseen,
            "seat": seat,
            "agenda": [{"entry": "ToRoll", "seat": seat}, *opened],
            "demands": [[2] * count] * 2 if len(opened) == 2 else [],
            "pot": random.choice([0, 0, 300]) if rules.free_parking_pot else 0,
        }

    def something_open(self, rules: RuleSet, players: int, properties: list[Row]) -> list[Row]:
        """Sometimes return a debt, an inheritance or a sale, which rarely occur naturally."""
        random = self.random
        drawn = random.random()
        mortgaged = [prop for prop in properties if prop.get("mortgaged")]
        if drawn < 0.1 and mortgaged:
            prop = random.choice(mortgaged)
            return [{"entry": "Inheritance", "seat": prop["owner"], "space": prop["space"]}]
        if 0.1 < drawn < 0.2:
            debtor, *others = random.sample(range(players), players)
            owed = {"amount": random.choice([100, 9000]), "reason": "card", "cite": "Ruling 7"}
            return [
                {"entry": "DebtDue", "seat": debtor, "creditor": creditor, **owed}
                for creditor in random.choice([[BANK], others])
            ]
        kind = random.randrange(2)
        standing = [prop.get("houses", 0) for prop in properties]
        hotels = standing.count(HOTEL_LEVEL)
        stock = 12 - hotels if kind else 32 + HOTEL_LEVEL * hotels - sum(standing)
        if drawn > 0.9 and stock > 0 and not rules.unlimited_buildings:
            bidders = list(range(players))
            return [
                {"entry": "BuildingSale", "kind": kind},
                {"entry": "BuildingAuction", "kind": kind, "bidders": bidders},
            ]
        return []

    def is_settled(self, key: str) -> bool:
        """Return whether no missing item involves this card, so it can go to the bottom."""
        wanted = ("by card", "after a card") if "nearest" in key else (key,)
        return not any(what.endswith(wanted) or wanted[0] in what for what in self.missing)

    def any_player(self, board: Board) -> Row:
        """Return a player on a random space with random cash, sometimes in Jail."""
        random = self.random
        player: Row = {
            "cash": random.choice([5, 60, 150, 600, 2000, 5000]),
            "space": random.randrange(board.size),
            "always_asks_for_rent": random.random() < 0.5,
            "laps": random.randint(0, 1),
        }
        if board.spaces[player["space"]].kind == GO_TO_JAIL or random.random() < 0.2:
            player["space"] = board.jail
            player["jail"] = 1
        return player

    def any_properties(self, board: Board, rules: RuleSet, players: int) -> list[Row]:
        """Return properties in mixed and whole groups, with no more buildings than the Bank has."""
        random = self.random
        properties: list[Row] = []
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
                        properties.append(
                            {"space": deed.space, "owner": owner, "mortgaged": mortgaged}
                        )
                continue
            level = random.choice([3, 3, 4, HOTEL_LEVEL] if tight else self.levels_missing(group))
            if rules.unlimited_buildings:
                level = random.choice([4, HOTEL_LEVEL])
            size = len(group.deeds)
            if group.kind != STREET or rules.houses_before_hotel < level < HOTEL_LEVEL:
                level = 0
            short = hotels < size if level == HOTEL_LEVEL else houses < level * size
            if short and not rules.unlimited_buildings:
                level = 0
            houses -= 0 if level == HOTEL_LEVEL else level * size
            hotels -= size if level == HOTEL_LEVEL else 0
            properties += [{"space": d.space, "owner": owner, "houses": level} for d in group.deeds]
        return properties

    def levels_missing(self, group: Group) -> list[int]:
        """Return the building levels whose rent is still missing, or all levels if none is."""
        levels = range(HOTEL_LEVEL + 1)
        return [
            level
            for level in levels
            if any(f"rent of {d.space}: {LEVELS[level + 1]}" in self.missing for d in group.deeds)
        ] or [*levels]

    def ruin(self, seat: int, players: list[Row], properties: list[Row]) -> None:
        """Give the next roller little cash and only mortgaged deeds; have everyone ask for rent."""
        for player in players:
            player["always_asks_for_rent"] = True
        players[seat]["cash"] = self.random.choice([0, 5, 40])
        for prop in properties:
            if prop["owner"] == seat:
                prop["houses"] = 0
                prop["mortgaged"] = True

    def step(self, game: Game, watcher: Watcher) -> None:
        """Play an action, preferably one that checks off a missing item."""
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
        """Return whether an action could check off a missing item, judging by its preview."""
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
        """Play an action; if it is refused, check off the refusal."""
        try:
            game.step(action)
        except Refused as refused:
            watcher.refused(refused.refusal)

    def foolish(self, game: Game, watcher: Watcher) -> None:
        """Check actions that a careless or hostile client might send, without playing them."""
        random = self.random
        state = game.state
        names = list(ACTIONS)
        chapters = [type(state.agenda.top).__module__, *self.unrefused]
        fitting = [name for name in names if ACTIONS[name].__module__ in chapters]
        for _ in range(4):
            name = random.choice(fitting if random.random() < 0.5 and fitting else names)
            refusal = why_not(state, self.any_action(game, name))
            if refusal is not None:
                watcher.refused(refusal)

    def any_action(self, game: Game, kind: str) -> Action:
        """Return an action of this kind with valid or nearly valid fields."""
        random = self.random
        state = game.state
        seat = random.choice([*range(len(state.players)), TABLE, 8])
        top = state.agenda.top
        if isinstance(top, Bidding) and top.seat >= 0 and random.random() < 0.5:
            seat = top.seat
        elif game.waiting_for and random.random() < 0.5:
            seat = random.choice(game.waiting_for)
        owned = [prop.deed.space for prop in state.properties if prop.owner == seat] or [1]
        here = getattr(top, "space", -1)
        if here in owned and random.random() < 0.5:
            owned = [here]
        make: Callable[..., Action] = ACTIONS[kind]
        fields = {name: self.any_field(game, name, owned) for name in FIELDS[kind]}
        fields["seat"] = seat
        if kind == "InheritDeed":
            fields["unmortgage"] = random.random() < 0.5
        return make(**fields)

    def any_field(self, game: Game, name: str, owned: list[int]) -> object:
        """Return a value for a field, often a valid one."""
        random = self.random
        state = game.state
        if name == "space":
            return random.choice([random.choice(owned), random.randrange(-1, 41)])
        if name in ("give_deeds", "unmortgage"):
            return tuple(random.choices(owned, k=random.choice([0, 0, 1, 1, 2])))
        if name == "get_deeds":
            return tuple(random.choices(range(40), k=random.choice([0, 0, 0, 1])))
        if name.endswith("_cards"):
            return tuple(random.choices(range(32), k=random.choice([0, 0, 0, 0, 1, 2])))
        if name in ("give_cash", "get_cash"):
            return random.choice([0, 0, 0, 0, 1, 50, -1, 20_000])
        if name in ("offer", "rent"):
            return state.last_serial - random.randint(0, 3)
        if name in ("on", "share"):
            return random.random() < 0.5
        if name == "amount":
            return random.choice([0, 1, 60, 150, 210, 1000, 20_000])
        if name == "partner":
            return random.choice([*range(len(state.players)), *range(len(state.players)), -1, 8])
        return random.choice([-1, 0, 0, 1, 2, 3, 7, 12, 30])


class Early(Listener):
    """A listener that stores a game's setup events until the watcher can see the game."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        """Store one event."""
        self.events.append(event)

    def tell_on(self) -> None:
        """Pass the stored events on to the watcher."""
        for event in self.events:
            self.watcher.on_event(event)

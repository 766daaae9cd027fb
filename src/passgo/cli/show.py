"""The board, the deeds, the players and the offers, in lines that can be read aloud."""

from __future__ import annotations

from collections.abc import Sequence

from passgo.cli.matching import either
from passgo.engine.action import Action
from passgo.engine.board import RAILROAD, STREET, UTILITY, Board
from passgo.engine.citations import CITATIONS, Citation
from passgo.engine.events import MoneyPaid
from passgo.engine.game import Game
from passgo.engine.options import Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.ending import worth
from passgo.engine.rules.mortgage import interest, unmortgage_cost
from passgo.engine.rules.rent import number_owned, rent_of
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.trade import AcceptTrade
from passgo.engine.ruleset import OPTIONS, RuleSet, house_rules, rule_set, rules_to_data
from passgo.engine.state import BANK, Offer, Property, State
from passgo.say import Table, Words, say_offer, say_option, say_refusal


class Shower:
    """Shows what lies on the table."""

    def __init__(self, game: Game, words: Words, table: Table, bots: Sequence[str]) -> None:
        self.game = game
        self.state: State = game.state
        self.words = words
        self.table = table
        self.bots = bots
        """Which bot plays each seat; "" for a person."""

    # -- the board ---------------------------------------------------------------------------------

    def board(self) -> list[str]:
        """Tell every space, from GO on."""
        return [self.space(space.number) for space in self.state.board.spaces]

    def space(self, number: int) -> str:
        """Tell one space: what it is, whose, what stands on it, and who is there."""
        space = self.state.board.spaces[number]
        parts = []
        if space.deed >= 0:
            prop = self.state.properties[space.deed]
            parts.append(f"{self.group_name(prop)}, {self.owned(prop)}")
        here = [
            self.table.names[player.seat] + (" in Jail" if player.jail else "")
            for player in self.state.players
            if player.space == number and not player.out
        ]
        if here:
            parts.append(f"here: {either(here, 'and')}")
        told = f": {'; '.join(parts)}" if parts else ""
        return f"{number}. {space.name}{told}."

    def owned(self, prop: Property) -> str:
        """Tell whose a property is, and its buildings or mortgage."""
        if prop.owner == BANK:
            return f"for sale at {self.words.money(prop.deed.price)}"
        told = self.table.names[prop.owner]
        if prop.mortgaged:
            told += ", mortgaged"
        if prop.houses:
            told += f", {self.level(prop.houses)}"
        return told

    def level(self, houses: int) -> str:
        """Tell what stands on a property."""
        return self.words.value("houses", houses, self.table)

    def group_name(self, prop: Property) -> str:
        """Name the group of a property."""
        return self.state.board.groups[prop.deed.group].name

    # -- deeds -------------------------------------------------------------------------------------

    def deeds(self, seat: int) -> list[str]:
        """Tell the deeds of a player, by group."""
        name = self.table.names[seat]
        properties = self.state.properties_of(seat)
        if not properties:
            return [f"{name} has no deeds yet."]
        lines = []
        for group in self.state.board.groups:
            mine = [prop for prop in properties if prop.deed.group == group.number]
            if mine:
                whole = "complete" if len(mine) == len(group.deeds) else "not complete"
                lines.append(f"{group.name}, {whole}: {'; '.join(map(self.brief, mine))}.")
        return [f"{name} has {count(len(properties), 'deed')}.", *lines]

    def brief(self, prop: Property) -> str:
        """Tell one deed and what it brings now."""
        deed = prop.deed
        money = self.words.money
        if prop.mortgaged:
            return f"{deed.name}, mortgaged, {money(unmortgage_cost(prop))} to lift"
        built = f", {self.level(prop.houses)}" if prop.houses else ""
        if deed.kind == UTILITY:
            times = deed.rents[number_owned(self.state, prop) - 1]
            return f"{deed.name}, rent {times} times the roll"
        return f"{deed.name}{built}, rent {money(rent_of(self.state, prop, 0))}"

    def deed(self, space: int) -> list[str]:
        """Tell all that a title deed says."""
        prop = self.state.property(space)
        deed = prop.deed
        money = self.words.money
        lines = [f"{deed.name}, {self.group_name(prop)}, {self.owned(prop)}."]
        lines.append(f"Price {money(deed.price)}, mortgage {money(deed.mortgage)}.")
        if deed.kind == STREET:
            bare, *built = deed.rents
            levels = [f"{self.level(n)} {money(rent)}" for n, rent in enumerate(built, 1)]
            lines.append(f"Rent {money(bare)}, twice that when the group is complete.")
            lines.append(f"Rent with {', '.join(levels)}.")
            lines.append(f"A building costs {money(deed.house_cost)}.")
        elif deed.kind == RAILROAD:
            rents = [f"{n} owned {money(rent)}" for n, rent in enumerate(deed.rents, 1)]
            lines.append(f"Rent with {', '.join(rents)}.")
        else:
            rents = [f"{n} owned {rent} times the roll" for n, rent in enumerate(deed.rents, 1)]
            lines.append(f"Rent with {', '.join(rents)}.")
        return lines

    # -- players -----------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        """Tell what a player has and where they are."""
        player = self.state.players[seat]
        name = self.table.names[seat] + (" (bot)" if self.bots[seat] else "")
        if player.out:
            return f"{name} is out of the game."
        parts = [f"{self.words.money(player.cash)} cash"]
        choosing = any(isinstance(entry, TaxChoice) for entry in self.state.agenda)
        if not choosing:  # 10 MCS 110(c): the worth is not shown before the choice
            parts.append(f"worth {self.words.money(worth(self.state, seat))} in all")
        parts.append(count(player.deeds, "deed"))
        if player.cards:
            parts.append(count(len(player.cards), "jail card"))
        place = self.state.board.spaces[player.space].name
        parts.append("in Jail" if player.jail else f"on {place}")
        return f"{name}: {', '.join(parts)}."

    def players(self) -> list[str]:
        """Tell the same of everyone, and what the Bank has left."""
        lines = [self.player(player.seat) for player in self.state.players]
        if not self.state.rules.unlimited_buildings:
            houses = self.words.counted(int(self.state.houses), 0)
            hotels = self.words.counted(int(self.state.hotels), 1)
            lines.append(f"The Bank has {houses} and {hotels} left.")
        if self.state.rules.free_parking_pot:
            lines.append(f"On Free Parking: {self.words.money(self.state.pot)}.")
        return lines

    def ways_to_raise(self, seat: int) -> list[str]:
        """Tell a debtor what selling and mortgaging would bring, one by one."""
        lines = []
        for action, what in (("SellBuilding", "Selling one building"), ("Mortgage", "A mortgage")):
            brings = [
                f"{prop.deed.name} {self.words.money(prop.deed.mortgage)}"
                if action == "Mortgage"
                else f"{prop.deed.name} {self.words.money(prop.deed.house_cost // 2)}"
                for option in self.game.options(seat)
                if option.action == action
                for prop in map(self.state.property, option.choices[0].values or [])
            ]
            if brings:
                lines.append(f"{what} would bring: {', '.join(brings)}.")
        return lines

    # -- offers ------------------------------------------------------------------------------------

    def offers(self) -> list[str]:
        """Tell every open offer."""
        told = [say_offer(offer, self.words, self.table) for offer in self.state.offers]
        return told or ["No offers are open."]

    def consequences(self, offer: Offer) -> list[str]:
        """Tell a player what accepting an offer would bring, or why it cannot be accepted."""
        seat = offer.partner
        name = self.table.names[seat]
        lines = []
        for space in offer.give_deeds:
            prop = self.state.property(space)
            if prop.mortgaged:
                cost, due = unmortgage_cost(prop), interest(prop.deed.mortgage)
                lines.append(
                    f"{prop.deed.name} is mortgaged: {self.words.money(due)} interest now, or "
                    f"{self.words.money(cost)} with accept {offer.number} lift {prop.deed.name}."
                )
        found = self.game.check(AcceptTrade(seat, offer.number))
        if isinstance(found, Refusal):
            return [*lines, f"{name} cannot accept it now. {self.refusal(found)}"]
        paid = [event for event in found or [] if isinstance(event, MoneyPaid)]
        gain = sum(event.amount for event in paid if event.payee == seat)
        loss = sum(event.amount for event in paid if event.payer == seat)
        cash = self.words.money(self.state.players[seat].cash + gain - loss)
        for taker, gained in ((seat, offer.give_deeds), (offer.maker, offer.get_deeds)):
            whole = self.completed(taker, gained)
            if whole:
                lines.append(f"It completes {either(whole, 'and')} for {self.table.names[taker]}.")
        return [*lines, f"{name} would have {cash} after it."]

    def completed(self, seat: int, gained: Sequence[int]) -> list[str]:
        """Name the groups that these deeds complete for a player."""
        found = []
        for group in self.state.board.groups:
            spaces = {deed.space for deed in group.deeds}
            if spaces & set(gained) and all(
                space in gained or self.state.property(space).owner == seat for space in spaces
            ):
                found.append(group.name)
        return found

    # -- rules -------------------------------------------------------------------------------------

    def rules(self) -> list[str]:
        """Tell the rule set of the table, and which of its rules are no official ones."""
        return rule_lines(self.state.rules, self.state.board)

    def refusal(self, refusal: Refusal) -> str:
        """Say why not."""
        return say_refusal(refusal, self.words, self.table)

    def option(self, option: Option) -> str:
        """Say what may be done."""
        return say_option(option, self.words, self.table)

    def refused(self, action: Action) -> str:
        """Say why an action is not possible now, or nothing."""
        found = self.game.view(action.seat).why_not(action)
        return "" if found is None else self.refusal(found)


def rule_lines(rules: RuleSet, board: Board) -> list[str]:
    """Tell a rule set; house rules are marked as no official ones."""
    lines = [f"The rules are {rules.preset}.", *changes(rules)]
    lines += [house_rule(rules, name) for name in house_rules(rules)]
    if board.key != "classic":
        lines.append(f"House rule, no official one: the board {board.name}.")
    return lines


def changes(rules: RuleSet) -> list[str]:
    """Tell the official options that differ from the preset."""
    printed = rules_to_data(rule_set(rules.preset))
    house = house_rules(rules)
    return [
        f"Changed: {OPTIONS[name]} Here: {written(value)}."
        for name, value in rules_to_data(rules).items()
        if value != printed[name] and name not in house
    ]


def house_rule(rules: RuleSet, name: str) -> str:
    """Tell one house rule, marked as what it is."""
    value = getattr(rules, name)
    here = "" if value is True else f" Here: {written(value)}."
    return f"House rule, no official one: {OPTIONS[name]}{here}"


def written(value: object) -> str:
    """Write the value of an option."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value:,}"


def count(number: int, thing: str) -> str:
    """Write a number of things."""
    return f"{number} {thing}" if number == 1 else f"{number or 'no'} {thing}s"


def why(cites: Sequence[str]) -> list[str]:
    """Tell the rules that citations name."""
    return [rule_line(CITATIONS[key]) for key in cites if key in CITATIONS]


def rule_line(rule: Citation) -> str:
    """Describe a rule in one line; a house rule goes by its title alone."""
    name = rule.title if rule.key.startswith("House ") else f"{rule.key}, {rule.title}"
    return f"{name}: {rule.says}"

"""Descriptions of the board, deeds, players, offers and rules, in lines suitable for a screen reader."""

from __future__ import annotations

from collections.abc import Sequence

from passgo.citations import CITATIONS
from passgo.cli.rulebook import find_paragraph, format_paragraph
from passgo.cli.text import format_count
from passgo.engine.board import RAILROAD, STREET, UTILITY, Board
from passgo.engine.events import MoneyPaid, OfferAskedFor
from passgo.engine.game import Game
from passgo.engine.options import Option
from passgo.engine.raise_money import RaisePlan, raise_plan
from passgo.engine.refusal import Refusal
from passgo.engine.rules.building import SellBuilding, SellGroupBuildings
from passgo.engine.rules.mortgage import Mortgage, interest, unmortgage_cost
from passgo.engine.rules.rent import number_owned, rent_of
from passgo.engine.rules.tax import hides_worth
from passgo.engine.rules.trade import AcceptTrade
from passgo.engine.ruleset import OPTIONS, RuleSet, house_rules, rule_set, rules_to_data
from passgo.engine.state import BANK, Inquiry, Offer, Property, State
from passgo.say import Lexicon, Words, say, say_offer, say_option, say_refusal
from passgo.say.rulebook_text import read_rulebook
from passgo.spelling import join_words


class Renderer:
    """Descriptions of a game as lines of text."""

    def __init__(self, game: Game, words: Words, lexicon: Lexicon, bots: Sequence[str]) -> None:
        self.game = game
        self.state: State = game.state
        self.words = words
        self.lexicon = lexicon
        self.bots = bots
        """The bot in each seat; "" for a person."""

    # -- the board ---------------------------------------------------------------------------------

    def board(self) -> list[str]:
        """Describe every space, starting with GO."""
        return [self.space(space.number) for space in self.state.board.spaces]

    def space(self, number: int) -> str:
        """Describe a space: its group, owner and buildings, and the players on it."""
        space = self.state.board.spaces[number]
        parts = []
        if space.deed >= 0:
            prop = self.state.properties[space.deed]
            parts.append(f"{self.group_name(prop)}, {self.describe_owner(prop)}")
        here = [
            self.lexicon.names[player.seat] + (" in Jail" if player.jail else "")
            for player in self.state.players
            if player.space == number and not player.out
        ]
        if here:
            parts.append(f"here: {join_words(here, 'and')}")
        text = f": {'; '.join(parts)}" if parts else ""
        return f"{number}. {space.name}{text}."

    def describe_owner(self, prop: Property) -> str:
        """Describe a property's owner, and its buildings or mortgage."""
        if prop.owner == BANK:
            return f"for sale at {self.words.money(prop.deed.price)}"
        text = self.lexicon.names[prop.owner]
        if prop.mortgaged:
            text += ", mortgaged"
        if prop.houses:
            text += f", {self.describe_level(prop.houses)}"
        return text

    def describe_level(self, houses: int) -> str:
        """Describe the buildings on a property."""
        return self.words.value("houses", houses, self.lexicon)

    def group_name(self, prop: Property) -> str:
        """Return the name of a property's group."""
        return self.state.board.groups[prop.deed.group].name

    # -- deeds -------------------------------------------------------------------------------------

    def deeds(self, seat: int) -> list[str]:
        """Describe a player's deeds, by group."""
        name = self.lexicon.names[seat]
        properties = self.state.properties_of(seat)
        if not properties:
            return [f"{name} has no deeds yet."]
        lines = []
        for group in self.state.board.groups:
            mine = [prop for prop in properties if prop.deed.group == group.number]
            if mine:
                whole = "complete" if len(mine) == len(group.deeds) else "incomplete"
                lines.append(f"{group.name}, {whole}: {'; '.join(map(self.summarize_deed, mine))}.")
        return [f"{name} has {format_count(len(properties), 'deed')}.", *lines]

    def summarize_deed(self, prop: Property) -> str:
        """Describe a deed with its current rent."""
        deed = prop.deed
        money = self.words.money
        if prop.mortgaged:
            return f"{deed.name}, mortgaged, {money(unmortgage_cost(prop))} to unmortgage"
        built = f", {self.describe_level(prop.houses)}" if prop.houses else ""
        if deed.kind == UTILITY:
            times = deed.rents[number_owned(self.state, prop) - 1]
            return f"{deed.name}, rent {times} times the roll"
        return f"{deed.name}{built}, rent {money(rent_of(self.state, prop, 0))}"

    def deed(self, space: int) -> list[str]:
        """Describe a property and everything on its Title Deed."""
        prop = self.state.property(space)
        deed = prop.deed
        money = self.words.money
        lines = [f"{deed.name}, {self.group_name(prop)}, {self.describe_owner(prop)}."]
        lines.append(f"Price {money(deed.price)}, mortgage {money(deed.mortgage)}.")
        if deed.kind == STREET:
            bare, *built = deed.rents
            levels = [
                f"{money(rent)} with {self.describe_level(n)}" for n, rent in enumerate(built, 1)
            ]
            lines.append(f"Rent {money(bare)}, doubled if the group is complete.")
            lines.append(f"Rent: {', '.join(levels)}.")
            lines.append(f"A building costs {money(deed.house_cost)}.")
        elif deed.kind == RAILROAD:
            rents = [f"{money(rent)} with {n} owned" for n, rent in enumerate(deed.rents, 1)]
            lines.append(f"Rent: {', '.join(rents)}.")
        else:
            rents = [
                f"{rent} times the roll with {n} owned" for n, rent in enumerate(deed.rents, 1)
            ]
            lines.append(f"Rent: {', '.join(rents)}.")
        return lines

    # -- players -----------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        """Describe a player's cash, worth, deeds, cards and space."""
        player = self.state.players[seat]
        name = self.lexicon.names[seat] + (" (bot)" if self.bots[seat] else "")
        if player.out:
            return f"{name} is out of the game."
        parts = [f"{self.words.money(player.cash)} cash"]
        if not hides_worth(self.state):
            parts.append(f"worth {self.words.money(self.state.worth(seat))} in all")
        parts.append(format_count(player.deeds, "deed"))
        if player.cards:
            parts.append(format_count(len(player.cards), "jail card"))
        place = self.state.board.spaces[player.space].name
        parts.append("in Jail" if player.jail else f"on {place}")
        return f"{name}: {', '.join(parts)}."

    def players(self) -> list[str]:
        """Describe every player, and what the Bank has left."""
        lines = [self.player(player.seat) for player in self.state.players]
        if not self.state.rules.unlimited_buildings:
            houses = self.words.format_count(int(self.state.houses), 0)
            hotels = self.words.format_count(int(self.state.hotels), 1)
            lines.append(f"The Bank has {houses} and {hotels} left.")
        if self.state.rules.free_parking_pot:
            lines.append(f"On Free Parking: {self.words.money(self.state.pot)}.")
        return lines

    def list_ways_to_raise(self, seat: int) -> list[str]:
        """List how much each sale and mortgage would raise for a debtor."""
        lines = []
        spaces = self.state.board.spaces
        for action, what in (("SellBuilding", "selling one building"), ("Mortgage", "a mortgage")):
            brings = [
                f"{spaces[space].name} ({self.words.money(-cost)})"
                for option in self.game.options(seat)
                if option.action == action
                for choice in option.choices
                for space, cost in zip(choice.values or [], choice.costs or [], strict=True)
            ]
            if brings:
                lines.append(f"Cash from {what}: {', '.join(brings)}.")
        plan = raise_plan(self.state, seat)
        if plan is not None:
            lines.append(self.raise_plan(plan))
        return lines

    def raise_plan(self, plan: RaisePlan) -> str:
        """Describe the effect of the `raise` command."""
        actions = [step.action for step in plan.steps]
        names = [
            self.state.property(one.space).deed.name for one in actions if isinstance(one, Mortgage)
        ]
        parts = [f"mortgage {join_words(names, 'and')}"] if names else []
        sold: dict[int, int] = {}
        for one in actions:
            if isinstance(one, SellBuilding):
                number = int(self.state.property(one.space).deed.group)
                sold[number] = sold.get(number, 0) + 1
        cleared = [int(one.group) for one in actions if isinstance(one, SellGroupBuildings)]
        for group in self.state.board.groups:
            if group.number in cleared:
                parts.append(f"sell all buildings in the {group.name} group")
            elif group.number in sold:
                count = format_count(sold[group.number], "building")
                parts.append(f"sell {count} in the {group.name} group")
        brings = self.words.money(plan.brings)
        return f'Type "raise" to {", then ".join(parts)}. That brings in {brings}.'

    # -- offers ------------------------------------------------------------------------------------

    def offers(self) -> list[str]:
        """Describe every open offer and inquiry, with the number that `accept` and `decline` take."""
        text = [
            f"Offer {offer.number}: {say_offer(offer, self.words, self.lexicon)}"
            for offer in self.state.offers
        ]
        text += [
            f"Inquiry {inquiry.number}: {self.inquiry(inquiry)}"
            for inquiry in self.state.inquiries
            if not inquiry.closed
        ]
        return text or ["No offers or inquiries are open."]

    def inquiry(self, inquiry: Inquiry) -> str:
        """Describe an open inquiry."""
        owner = self.state.property(inquiry.space).owner
        event = OfferAskedFor(inquiry.number, inquiry.asker, inquiry.partner, inquiry.space, owner)
        return say(event, self.words, self.lexicon)

    def list_consequences(self, offer: Offer) -> list[str]:
        """Describe the consequences of accepting an offer, or why it cannot be accepted."""
        seat = offer.partner
        name = self.lexicon.names[seat]
        lines = []
        terms = offer.terms
        for space in terms.give_deeds:
            prop = self.state.property(space)
            if prop.mortgaged:
                cost, due = unmortgage_cost(prop), interest(prop.deed.mortgage)
                lines.append(
                    f"{prop.deed.name} is mortgaged: if you accept, you pay "
                    f"{self.words.money(due)} in interest. To unmortgage it for "
                    f'{self.words.money(cost)} instead, type "accept {offer.number} '
                    f'unmortgage {prop.deed.name}".'
                )
        found = self.game.check(AcceptTrade(seat, offer.number))
        if isinstance(found, Refusal):
            return [*lines, f"{name} cannot accept it now. {self.refusal(found)}"]
        paid = [event for event in found or [] if isinstance(event, MoneyPaid)]
        gain = sum(event.amount for event in paid if event.payee == seat)
        loss = sum(event.amount for event in paid if event.payer == seat)
        cash = self.words.money(self.state.players[seat].cash + gain - loss)
        for taker, gained in ((seat, terms.give_deeds), (offer.maker, terms.get_deeds)):
            whole = self.list_completed(taker, gained)
            if whole:
                groups = f"{join_words(whole, 'and')} {'groups' if len(whole) > 1 else 'group'}"
                lines.append(f"The trade completes the {groups} for {self.lexicon.names[taker]}.")
        return [*lines, f"{name} would then have {cash}."]

    def list_completed(self, seat: int, gained: Sequence[int]) -> list[str]:
        """Return the names of the groups that these deeds complete for a player."""
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
        """Describe the game's rule set."""
        return format_rule_set(self.state.rules, self.state.board)

    def explain(self, cites: Sequence[str], width: int) -> list[str]:
        """Describe the rules that citations name, each with its paragraph of the rulebook."""
        return explain_rules(cites, self.state.rules, self.words, width)

    def refusal(self, refusal: Refusal) -> str:
        """Describe why an action is refused."""
        return say_refusal(refusal, self.words, self.lexicon)

    def option(self, option: Option) -> str:
        """Describe an option."""
        return say_option(option, self.words, self.lexicon)


def format_rule_set(rules: RuleSet, board: Board) -> list[str]:
    """Describe a rule set: its preset, changed options and house rules."""
    lines = [f"Rules: {rules.preset.replace('_', ' ')}.", *format_changes(rules)]
    lines += [format_house_rule(rules, name) for name in house_rules(rules)]
    if board.key != "classic":
        lines.append(f"House rule (unofficial): a different board, {board.name}.")
    return lines


def format_changes(rules: RuleSet) -> list[str]:
    """Describe the official options that differ from the preset."""
    printed = rules_to_data(rule_set(rules.preset))
    house = house_rules(rules)
    return [
        f"Changed option: {OPTIONS[name]} Here: {format_value(value)}."
        for name, value in rules_to_data(rules).items()
        if value != printed[name] and name not in house
    ]


def format_house_rule(rules: RuleSet, name: str) -> str:
    """Describe a house rule."""
    value = getattr(rules, name)
    here = "" if value is True else f" Here: {format_value(value)}."
    return f"House rule (unofficial): {OPTIONS[name]}{here}"


def format_value(value: object) -> str:
    """Format an option's value."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"{value:,}"


def explain_rules(cites: Sequence[str], rules: RuleSet, words: Words, width: int) -> list[str]:
    """Describe the rules that citations name, each with its paragraph of the rulebook."""
    book = read_rulebook(rules, words)
    found: dict[str, list[str]] = {}
    paragraphs: dict[str, list[str]] = {}
    for key in cites:
        if key in CITATIONS:
            section, paragraph = find_paragraph(key, book)
            found.setdefault(paragraph.id, []).append(format_rule(key, words))
            paragraphs[paragraph.id] = format_paragraph(section, paragraph, width)
    return [line for name, lines in found.items() for line in (*lines, *paragraphs[name])]


def format_rule(key: str, words: Words) -> str:
    """Describe a rule in one line; a house rule has no citation."""
    title = words.sections["titles"][key.partition("(")[0]]
    name = title if key.startswith("House ") else f"{words.format_citation(key)}, {title}"
    return f"{name}: {words.sections['citations'][key]}"

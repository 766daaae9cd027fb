"""Questions about the rules that both games and views can answer from public state."""

from __future__ import annotations

from passgo.engine.action import TABLE, Action, why_not
from passgo.engine.display import draw_state
from passgo.engine.events import Event
from passgo.engine.name_lookup import Name, find
from passgo.engine.refusal import Refusal
from passgo.engine.rules.trade import TradeProposal
from passgo.engine.state import Offer, Player, Property, State


class RuleQueries:
    """What games and views have in common: they answer questions from public state."""

    state: State
    names: tuple[str, ...]
    """The players' names in seat order; empty if they have none."""

    def property(self, name: Name) -> Property:
        """Return a property by its name, such as ``"Boardwalk"``, or by the number of its space."""
        state = self.state
        return state.properties[state.board.deed(name).number]

    def player(self, seat: Name) -> Player:
        """Return a player, for example for their cash: ``game.player("Ann").cash``."""
        return self.state.players[self.find_seat(seat)]

    def properties_of(self, seat: Name) -> list[Property]:
        """Return a player's properties, in board order."""
        return self.state.properties_of(self.find_seat(seat))

    def worth(self, seat: Name) -> int:
        """Return a player's worth: cash, deeds and buildings. 10 MCS 210(e-1), Ruling 16."""
        return self.state.worth(self.find_seat(seat))

    def group_properties(self, group: Name) -> list[Property]:
        """Return the properties in a group, such as ``"orange"``, in board order."""
        state = self.state
        return state.group_properties(state.board.group(group).number)

    def owns_group(self, seat: Name, group: Name) -> bool:
        """Return whether a player owns every deed in a group."""
        return self.state.owns_group(self.find_seat(seat), self.state.board.group(group).number)

    def why_not(self, action: Action) -> Refusal | None:
        """Return why an action is not allowed now, or None if it is allowed."""
        try:
            return why_not(self.state, action)
        except TypeError:
            from passgo.engine.game import check_types  # which imports this module

            check_types(action)
            raise

    def check(self, action: Action) -> Refusal | list[Event] | None:
        """Return the refusal or the events an action would produce; None if they depend on randomness."""
        from passgo.engine.game import preview  # which imports this module

        return preview(self.state, action)

    def check_trade(
        self, proposal: TradeProposal, unmortgage: tuple[int, ...] = ()
    ) -> Refusal | list[Event] | None:
        """Preview a proposal as if the partner accepted it and unmortgaged these deeds."""
        from passgo.engine.game import preview_trade  # which imports this module

        return preview_trade(self.state, proposal, unmortgage)

    # -- names -------------------------------------------------------------------------------------

    def seat_number(self, name: Name) -> int:
        """Return a seat's number; a number is returned unchanged, for the rules to check."""
        if isinstance(name, int):
            return name
        if not self.names:
            raise ValueError(
                f"There is no player named {name!r}: the players have no names. Use a seat number, "
                'or name the players with Game(players=["Ann", "Bob"]).'
            )
        return find("player", name, list(self.names))

    def find_seat(self, name: Name, or_table: bool = False) -> int:
        """Return a seat's number; raise ValueError if there is no such seat."""
        number = self.seat_number(name)
        last = len(self.state.players) - 1
        if not 0 <= number <= last and not (or_table and number == TABLE):
            raise ValueError(f"There is no seat {number}; seats are numbered 0 to {last}.")
        return number

    def _named_offers(self) -> list[Offer]:
        """Return the open offers, which are shown with names."""
        return [offer.with_names(self.state, self.names) for offer in self.state.offers]

    def _repr_svg_(self) -> str | None:
        return draw_state(self.state, self.names)

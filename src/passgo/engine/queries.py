"""Questions about the rules that both games and views can answer from public state."""

from __future__ import annotations

from passgo.engine.action import Action, why_not
from passgo.engine.display import draw_state
from passgo.engine.events import Event
from passgo.engine.name_lookup import Name
from passgo.engine.refusal import Refusal
from passgo.engine.rules.trade import TradeProposal
from passgo.engine.state import Property, State


class RuleQueries:
    """What games and views have in common: they answer questions from public state."""

    state: State
    names: tuple[str, ...]
    """The players' names in seat order; empty if they have none."""

    def property(self, name: Name) -> Property:
        """Return a property by its name, such as ``"Boardwalk"``, or by the number of its space."""
        state = self.state
        return state.properties[state.board.deed(name).number]

    def why_not(self, action: Action) -> Refusal | None:
        """Return why an action is not allowed now, or None if it is allowed."""
        return why_not(self.state, action)

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

    def _repr_svg_(self) -> str | None:
        return draw_state(self.state, self.names)

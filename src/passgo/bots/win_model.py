"""The win model: each player's win probability, computed from the whole position by a small network.

The trader's estimate (``estimate``) prices single deeds and dollars and must be fast. The model is
slower and predicts better: it also knows the phase of the game, whose turn it is, where the tokens
stand, how much cash each player could raise, and how many buildings the Bank has left.

For each player, ``WinModel`` lists figures about the position. The same network turns each list
into a strength, and a softmax over the players left turns strengths into probabilities, so the
model works for any number of players. ``bench/win_model.py`` trains the network.
"""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.bots.estimate import Estimate, Standing
from passgo.bots.win_network import run_network
from passgo.engine.board import HOTEL_LEVEL, RAILROAD, STREET
from passgo.engine.rules.rent import can_collect, rent_of
from passgo.engine.rules.turn import ToRoll

if TYPE_CHECKING:
    from passgo.engine.state import Player, State

FIGURES: Final = (
    *("wealth", "buildings", "rent", "rent_later", "rent_soon", "short_free", "parts", "burden"),
    *("cards", "cash", "log_cash", "raisable", "loose", "deeds", "groups", "income"),
    *("wealth_share", "income_share", "soon_share", "rival_rent_soon", "rival_wealth"),
    *("turns_to_roll", "in_jail", "rent_ahead", "short_ahead", "ruin_ahead", "rent_two_ahead"),
    *("dearest_ahead", "receipts_ahead", "railroads", "utilities", "houses", "hotels"),
    *("mortgaged", "to_three_houses", "space", "missing_one", "blocking", "debt"),
    *("unowned", "players", "duel", "bank_houses", "bank_hotels", "round", "total_cash"),
)
"""The names of the figures, in the order of the network's inputs."""
ONE_ROLL: Final = [0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]
"""How many of the 36 rolls have each sum."""
USUAL_ROLL: Final = 7
JAIL_SHARE: Final = 0.5
"""How much a prisoner's next roll counts: they may stay in Jail."""
LEAST_WORTH: Final = 0.05
"""The smallest worth counted, in thousands."""
ENOUGH_STEPS: Final = 3
"""The number of houses on each street of a group at which rents jump."""


def two_rolls() -> list[float]:
    """Return the probability of each sum of two rolls."""
    sums = [0.0] * 25
    for first in range(2, 13):
        for second in range(2, 13):
            sums[first + second] += ONE_ROLL[first] * ONE_ROLL[second] / 1296.0
    return sums


TWO_ROLLS: Final = two_rolls()


class WinModel:
    """The win probabilities at a table; ``load`` computes them for the current position."""

    def __init__(self, state: State) -> None:
        self.sketch = Estimate(state)
        self.figures: list[list[float]] = [[] for _ in state.players]
        """The figures of each player who is left."""
        self.probabilities: list[float] = [0.0 for _ in state.players]
        self.rents: list[int] = [0] * len(state.board.spaces)
        """The rent for each space after an average roll."""
        self.owners: list[int] = [-1] * len(state.board.spaces)

    def load(self, state: State) -> None:
        """Compute all win probabilities, counting unpaid debts as already paid."""
        self.look(state)
        strengths: list[float] = []
        most = -1e9
        for standing in self.sketch.standings:
            strength = -1e9
            if standing.alive:
                strength = run_network(self.figures[standing.seat])
                most = max(most, strength)
            strengths.append(strength)
        total = 0.0
        for standing in self.sketch.standings:
            share = exp(strengths[standing.seat] - most) if standing.alive else 0.0
            self.probabilities[standing.seat] = share
            total += share
        for standing in self.sketch.standings:
            self.probabilities[standing.seat] /= total

    def look(self, state: State) -> None:
        """Compute every player's figures."""
        sketch = self.sketch
        sketch.load(state)
        for debt in state.open_debts():
            sketch.standings[debt.debtor].cash -= debt.amount
            if debt.creditor >= 0:
                sketch.standings[debt.creditor].cash += debt.amount
        sketch.weigh()
        self.look_at_rents(state)
        receipts = [0.0 for _ in state.players]
        dangers = [
            self.look_ahead(state.players[standing.seat], standing, receipts)
            for standing in sketch.standings
        ]
        worth = 0.0
        income = 0.0
        soon = 0.0
        cash = 0.0
        for standing in sketch.standings:
            if standing.alive:
                worth += worth_of(standing)
                income += standing.income
                soon += exp(standing.rent_soon)
                cash += float(standing.cash)
        left = float(sketch.left)
        shared = [
            float(sketch.unowned) / 28.0,
            left / 8.0,
            1.0 if sketch.left == 2 else 0.0,
            float(state.houses) / 32.0,
            float(state.hotels) / 12.0,
            min(2.0, float(state.round) / 50.0),
            cash / (1500.0 * left),
        ]
        owned = self.count_owned(state)
        for standing in sketch.standings:
            if not standing.alive:
                continue
            seat = standing.seat
            player = state.players[seat]
            own = [
                worth_of(standing) / worth,
                standing.income / (income + 1.0),
                exp(standing.rent_soon) / soon,
                self.best_rival(seat, rents=True),
                self.best_rival(seat, rents=False),
                self.turns_to_roll(state, seat),
                1.0 if player.jail > 0 else 0.0,
            ]
            place = [
                *owned[seat],
                float(player.space) / 40.0,
                *self.half_groups(seat),
                min(1.0, max(-1.0, float(player.cash - standing.cash) / 1000.0)),
            ]
            self.figures[seat] = [
                *standing.figures(),
                *figures_of_means(standing),
                *own,
                *dangers[seat],
                receipts[seat],
                *place,
                *shared,
            ]

    def look_at_rents(self, state: State) -> None:
        """Note the rent and the owner of each space."""
        for prop in state.properties:
            space = prop.space
            owner = prop.owner
            self.owners[space] = owner
            if owner >= 0 and not prop.mortgaged and can_collect(state, prop):
                self.rents[space] = int(rent_of(state, prop, USUAL_ROLL))
            else:
                self.rents[space] = 0

    def look_ahead(self, player: Player, standing: Standing, receipts: list[float]) -> list[float]:
        """Return what a player's next rolls may cost; add what the owners may receive."""
        seat = standing.seat
        if not standing.alive:
            return []
        size: i64 = len(self.rents)
        scale = JAIL_SHARE if player.jail > 0 else 1.0
        cash = standing.cash
        able = cash + int(1000.0 * standing.raisable)
        mean = 0.0
        later = 0.0
        short = 0.0
        ruined = 0.0
        dearest: i64 = 0
        for rolled in range(2, 25):
            space = (player.space + rolled) % size
            owner = self.owners[space]
            if owner == seat or owner < 0:
                continue
            rent = self.rents[space]
            later += TWO_ROLLS[rolled] * float(rent)
            if rolled > 12:
                continue
            likely = ONE_ROLL[rolled] / 36.0 * scale
            mean += likely * float(rent)
            receipts[owner] += likely * float(rent) / 1000.0
            dearest = max(dearest, rent)
            if rent > cash:
                short += likely
            if rent > able:
                ruined += likely
        return [mean / 1000.0, short, ruined, later / 1000.0, float(dearest) / 1000.0]

    def count_owned(self, state: State) -> list[list[float]]:
        """Count each player's railroads, utilities, houses, hotels and mortgages.

        The last figure is what three houses on all streets of their groups would cost beyond cash.
        """
        found = [[0.0, 0.0, 0.0, 0.0, 0.0, 0.0] for _ in state.players]
        for prop in state.properties:
            if prop.owner < 0:
                continue
            own = found[prop.owner]
            deed = prop.deed
            if prop.mortgaged:
                own[4] += float(deed.mortgage) / 1000.0
            if deed.kind == RAILROAD:
                own[0] += 0.25
            elif deed.kind != STREET:
                own[1] += 0.5
            elif prop.houses == HOTEL_LEVEL:
                own[3] += 0.25
            else:
                own[2] += float(prop.houses) / 12.0
                if prop.houses < ENOUGH_STEPS and state.owns_group(prop.owner, deed.group):
                    own[5] += float((ENOUGH_STEPS - prop.houses) * deed.house_cost) / 1000.0
        for standing in self.sketch.standings:
            missing = found[standing.seat][5] - float(standing.cash) / 1000.0
            found[standing.seat][5] = max(0.0, missing) if found[standing.seat][5] > 0.0 else 0.0
        return found

    def best_rival(self, seat: i64, rents: bool) -> float:
        """Return the largest ``rent_soon`` or ``wealth`` among a player's rivals."""
        most = 0.0
        for standing in self.sketch.standings:
            if standing.alive and standing.seat != seat:
                most = max(most, standing.rent_soon if rents else standing.wealth)
        return most

    def turns_to_roll(self, state: State, seat: i64) -> float:
        """Return how many players roll before a seat does, as a share of those left."""
        entries = state.agenda.entries
        bottom = entries[0] if entries else None
        waits = isinstance(bottom, ToRoll)
        turn = state.seat
        if turn == seat:
            return 0.0 if waits else 1.0
        count: i64 = 1 if waits else 0
        at = turn
        for _ in range(len(state.players)):
            at = (at + 1) % len(state.players)
            if at == seat:
                break
            if self.sketch.standings[at].alive:
                count += 1
        return float(count) / float(self.sketch.left)

    def half_groups(self, seat: i64) -> list[float]:
        """Weigh the groups that lack one deed, which another player owns; then those one blocks."""
        missing = 0.0
        blocking = 0.0
        plots = self.sketch.plots
        for group in self.sketch.atlas.groups:
            held: i64 = 0
            other: i64 = -1
            mixed = False
            for number in group.deeds:
                owner = plots[number].owner
                if owner == seat:
                    held += 1
                elif other == -1:
                    other = owner
                elif owner != other:
                    mixed = True
            rest = group.size - held
            if rest == 1 and other >= 0:
                missing += group.prize / 100.0
            elif held == 1 and rest > 0 and other >= 0 and not mixed:
                blocking += group.prize / 100.0
        return [missing, blocking]


def worth_of(standing: Standing) -> float:
    """Return a player's cash, deeds and half their buildings, in thousands, but never nothing."""
    return max(LEAST_WORTH, float(standing.cash) / 1000.0 + standing.deeds + standing.buildings)


def figures_of_means(standing: Standing) -> list[float]:
    """List what a player has: cash, what could be raised, deeds, groups and income."""
    cash = float(standing.cash) / 1000.0
    return [
        min(4.0, max(-2.0, cash)),
        log(1.0 + max(0.0, cash) * 10.0),
        standing.raisable,
        standing.loose,
        standing.deeds,
        float(standing.groups) / 3.0,
        standing.income / 50.0,
    ]


class Evaluator:
    """Win probabilities in any position; keeps the model for the board that it saw last."""

    def __init__(self) -> None:
        self.model: WinModel | None = None

    def win_probability(self, state: State, seat: i64) -> float:
        """Return a seat's win probability, which is certain if the game is over or the player is out."""
        if state.over:
            return 1.0 / float(len(state.winners)) if seat in state.winners else 0.0
        if state.players[seat].out:
            return 0.0
        return self.load(state).probabilities[seat]

    def load(self, state: State) -> WinModel:
        """Compute everyone's win probabilities and return the model; the game must not be over."""
        model = self.model
        if model is None or model.sketch.atlas.board is not state.board:
            model = WinModel(state)
            self.model = model
        model.load(state)
        return model

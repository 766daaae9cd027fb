"""Helpers that type actions as commands and play games with them."""

from __future__ import annotations

import argparse
import contextlib

from passgo.bots.simple import SimpleBot
from passgo.cli.commands import play
from passgo.cli.main import build_parser
from passgo.cli.terminal.console import Console, EndOfInput
from passgo.cli.terminal.game_loop import TerminalGame
from passgo.cli.terminal.players import EventForwarder, LeaveTable
from passgo.engine.action import Action
from passgo.engine.game import Game
from passgo.engine.rules.auction import Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import GoBankrupt, Resign
from passgo.engine.rules.inquiry import AskForOffer, DeclineInquiry
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.offer_history import PauseOffers
from passgo.engine.rules.rent import AlwaysAskForRent, AskForRent
from passgo.engine.rules.shortage import BidForBuilding, StateDemand
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    OfferTrade,
    WithdrawTrade,
)
from passgo.engine.rules.turn import EndTurn
from passgo.engine.state import State
from passgo.record import TOKENS, SeatEntry

ALONE: dict[type[Action], str] = {
    Roll: "roll",
    EndTurn: "done",
    Buy: "buy",
    Decline: "auction",
    PassBid: "pass",
    PayFine: "fine",
    GoBankrupt: "bankrupt",
    Resign: "resign",
}
ON_A_PROPERTY: dict[type[Action], str] = {
    Build: "build",
    SellBuilding: "sell",
    Mortgage: "mortgage",
    Unmortgage: "unmortgage",
}


def typed(action: Action, state: State, names: list[str]) -> str:
    """Return the command for an action, without abbreviations."""
    if type(action) in ALONE:
        return ALONE[type(action)]
    if isinstance(action, Build | SellBuilding | Mortgage | Unmortgage):
        return f"{ON_A_PROPERTY[type(action)]} {place(action.space, state)}"
    if isinstance(action, AcceptTrade):
        return f"accept {action.offer}{unmortgages(action.unmortgage, state)}"
    if isinstance(action, OfferTrade):
        return f"trade {names[action.partner]} {terms(action, state)}"
    if isinstance(action, CounterTrade):
        return f"counter {action.offer} {terms(action, state)}"
    return typed_with_number(action, state, names)


def typed_with_number(action: Action, state: State, names: list[str]) -> str:
    if isinstance(action, Bid):
        return f"bid {action.amount}"
    if isinstance(action, BidForBuilding):
        return f"bid {action.amount} on {place(action.space, state)}"
    if isinstance(action, AskForRent):
        rent = next(rent for rent in state.rents if rent.number == action.rent)
        return f"rent {place(rent.space, state)} {names[rent.tenant]}"
    if isinstance(action, AlwaysAskForRent):
        return f"rent always {'on' if action.on else 'off'}"
    if isinstance(action, ChooseTax):
        return f"tax {'share' if action.share else 'flat'}"
    if isinstance(action, UseCard):
        return f"card {('chance', 'chest')[state.board.cards[action.card].deck]}"
    if isinstance(action, SellGroupBuildings):
        return f"sell group {state.board.groups[action.group].name}"
    if isinstance(action, StateDemand):
        return f"demand {action.count}"
    if isinstance(action, InheritDeed):
        return "unmortgage" if action.unmortgage else "keep"
    if isinstance(action, DeclineTrade):
        return f"decline {action.offer}"
    if isinstance(action, AskForOffer):
        return f"ask {names[action.partner]} for {place(action.space, state)}"
    if isinstance(action, DeclineInquiry):
        return f"decline {action.inquiry}"
    if isinstance(action, PauseOffers):
        return "pause" if action.rounds > 0 else "pause game" if action.rounds < 0 else "pause off"
    assert isinstance(action, WithdrawTrade), action
    return f"withdraw {action.offer}"


def place(space: int, state: State) -> str:
    return state.board.spaces[space].name


def terms(trade: OfferTrade | CounterTrade, state: State) -> str:
    give = goods(trade.terms.give_deeds, trade.terms.give_cash, trade.terms.give_cards, state)
    get = goods(trade.terms.get_deeds, trade.terms.get_cash, trade.terms.get_cards, state)
    return f"give {give} get {get}{unmortgages(trade.unmortgage, state)}"


def goods(deeds: tuple[int, ...], cash: int, cards: tuple[int, ...], state: State) -> str:
    parts = [place(space, state) for space in deeds]
    parts += [f"{('chance', 'chest')[state.board.cards[card].deck]} card" for card in cards]
    return ", ".join([*parts, f"${cash:,}"])


def unmortgages(spaces: tuple[int, ...], state: State) -> str:
    return f" unmortgage {' and '.join(place(space, state) for space in spaces)}" if spaces else ""


class Typist(Console):
    """A console that reads scripted input and stores its output."""

    def __init__(self, lines: list[str] | None = None) -> None:
        self.lines = [] if lines is None else list(lines)
        self.said: list[str] = []
        self.terminal: TerminalGame | None = None

    def say(self, text: str = "") -> None:
        self.said.append(text)

    def read(self) -> str:
        if not self.lines:
            raise EndOfInput
        line = self.lines.pop(0)
        self.said.append(f"> {line}")
        return line

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    @property
    def table(self) -> TerminalGame:
        assert self.terminal is not None
        return self.terminal


class Autopilot(Typist):
    """A console that types the simple bot's actions and stores them."""

    def __init__(self) -> None:
        super().__init__()
        self.typed: list[str] = []

    def read(self) -> str:
        assert self.terminal is not None
        question = self.said[-1]
        line = "no"
        if question.endswith("(yes or no)"):
            line = "yes"
        elif not question.endswith("later)"):
            names = self.terminal.lexicon.names
            view = self.terminal.game.view(names.index(question.partition(" (")[0]))
            bot = SimpleBot()
            action = bot.idle(view) or bot.decide(view)
            line = typed(action, self.terminal.state, names)
        self.said.append(f"> {line}")
        self.typed.append(line)
        return line


def play_by_itself(*words: str) -> Autopilot:
    """Play a whole game in which every person acts like the simple bot."""
    console = Autopilot()
    args = arguments(*words)
    console.terminal = play.start_game(console, args)
    console.terminal.run(args.ask_rent_myself)
    console.terminal.save_file.close()
    return console


def play_lines(lines: list[str], *words: str) -> Typist:
    """Play a game with these lines as input."""
    console = Typist(lines)
    args = arguments(*words)
    terminal = play.resume_game(console, args) if args.resume else play.start_game(console, args)
    with contextlib.suppress(EndOfInput, LeaveTable):
        terminal.run(args.ask_rent_myself)
    terminal.print_news()
    terminal.save_file.close()
    console.terminal = terminal
    return console


def arguments(*words: str) -> argparse.Namespace:
    """Parse the arguments of `passgo play`."""
    return build_parser(["play"]).parse_args(["play", *words])


def play_scene(game: Game, lines: list[str]) -> list[str]:
    """Continue from a position with these lines as input, and return the output."""
    console = Typist(lines)
    names = ["Ann", "Bob", "Cy", "Dee"][: len(game.state.players)]
    seats = [SeatEntry(name, token) for name, token in zip(names, TOKENS, strict=False)]
    terminal = TerminalGame(console, seats, 1, game.state.rules, game.state.board)
    terminal.news.clear()
    game.listener = EventForwarder(terminal)
    game.has_listener = True
    terminal.running = True
    terminal.seat_players(game)
    with contextlib.suppress(EndOfInput):
        terminal.run_turns()
    terminal.print_news()
    return console.said

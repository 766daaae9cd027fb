"""PassGo: Monopoly for Python.

The names below are the public ones, beside the modules ``passgo.actions``, ``passgo.waits``,
``passgo.engine.events``, ``passgo.bots``, ``passgo.codec``, ``passgo.record`` and ``passgo.say``; everything
else may change. ``docs/api.md`` lists them all: compiled classes have no docstrings at run time.
"""

from passgo import actions, waits
from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.engine import game as _game
from passgo.engine.action import Action
from passgo.engine.board import (
    HOTEL,
    RAILROAD,
    STREET,
    UTILITY,
    Board,
    BoardError,
    Deed,
    classic,
    load_board,
)
from passgo.engine.chance import Chance, ChanceNeeded, Fair, Scripted, Seeded
from passgo.engine.citations import UnknownCitation, cite
from passgo.engine.events import Event, Listener
from passgo.engine.game import Game, View
from passgo.engine.options import Choice, Option
from passgo.engine.position import PositionError, game_from_position
from passgo.engine.refusal import PassGoError, Refusal, Refused
from passgo.engine.ruleset import PRESETS, RuleSet, RuleSetError, rule_set
from passgo.engine.state import BANK, HOTELS, HOUSE, Lot, Offer, Player, State

__version__ = "0.1.0"

__all__ = [
    "BANK",
    "HOTEL",
    "HOTELS",
    "HOUSE",
    "PRESETS",
    "RAILROAD",
    "STREET",
    "UTILITY",
    "Action",
    "Board",
    "BoardError",
    "Bot",
    "Chance",
    "ChanceNeeded",
    "Choice",
    "Deed",
    "Driver",
    "Event",
    "Fair",
    "Game",
    "Listener",
    "Lot",
    "Offer",
    "Option",
    "PassGoError",
    "Player",
    "PositionError",
    "Refusal",
    "Refused",
    "RuleSet",
    "RuleSetError",
    "Scripted",
    "Seeded",
    "State",
    "UnknownCitation",
    "View",
    "actions",
    "cite",
    "classic",
    "game_from_position",
    "is_compiled",
    "load_board",
    "rule_set",
    "waits",
]


def is_compiled() -> bool:
    """Say whether the engine in use is the compiled one."""
    return not _game.__file__.endswith(".py")

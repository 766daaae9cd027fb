"""PassGo: Monopoly for Python.

The names below are public, as are the modules ``passgo.actions``, ``passgo.decisions``,
``passgo.engine.events``, ``passgo.bots``, ``passgo.sim``, ``passgo.odds``, ``passgo.analysis``,
``passgo.codec``, ``passgo.draw``, ``passgo.record``, ``passgo.recording``, ``passgo.notation``,
``passgo.say`` and ``passgo.fair``. Everything else may change.
``docs/api.md`` documents all public names.
"""

from passgo import actions, decisions
from passgo import adapters as _adapters
from passgo import notebook as _notebook
from passgo import pickling as _pickling
from passgo.boards import BoardError, load_board
from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.citations import UnknownCitation, cite
from passgo.engine import game as _game
from passgo.engine.action import Action
from passgo.engine.board import HOTEL_LEVEL, RAILROAD, STREET, UTILITY, Board, Deed, classic
from passgo.engine.chance import Chance, ChanceNeeded, Fair, Scripted, ScriptEnded, Seeded
from passgo.engine.events import Event, Listener
from passgo.engine.game import Game, View
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import PassGoError, Refusal, Refused
from passgo.engine.ruleset import PRESETS, RuleSet, RuleSetError, rule_set
from passgo.engine.state import BANK, HOTEL, HOUSE, Offer, Player, Property, State
from passgo.engine.trade_terms import TradeTerms
from passgo.position import PositionError, game_from_position

__version__ = "0.1.0"

_adapters.register_adapters()
_notebook.register()
_pickling.register()

__all__ = [
    "BANK",
    "HOTEL",
    "HOTEL_LEVEL",
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
    "Offer",
    "Option",
    "PassGoError",
    "Player",
    "PositionError",
    "Property",
    "Refusal",
    "Refused",
    "RuleSet",
    "RuleSetError",
    "ScriptEnded",
    "Scripted",
    "Seeded",
    "State",
    "TradeTerms",
    "UnknownCitation",
    "View",
    "actions",
    "cite",
    "classic",
    "decisions",
    "game_from_position",
    "is_compiled",
    "load_board",
    "rule_set",
]


def is_compiled() -> bool:
    """Return whether the engine in use is compiled."""
    return not _game.__file__.endswith(".py")

"""All decisions, importable from one place."""

from passgo.engine.agenda import Decision
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.buying import BuyOrAuction
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.mortgage import Inheritance
from passgo.engine.rules.shortage import BuildingAuction, DemandRound
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.turn import ToEndTurn, ToRoll

__all__ = [
    "Auction",
    "BuildingAuction",
    "BuyOrAuction",
    "DebtDue",
    "Decision",
    "DemandRound",
    "Inheritance",
    "TaxChoice",
    "ToEndTurn",
    "ToRoll",
]

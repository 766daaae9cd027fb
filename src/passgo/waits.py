"""Everything the table can wait for, to import from one place."""

from passgo.engine.agenda import Wait
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.buying import BuyOrAuction
from passgo.engine.rules.debt import Owing
from passgo.engine.rules.mortgage import Inheritance
from passgo.engine.rules.shortage import BuildingAuction, Wishes
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.turn import ToPass, ToThrow

__all__ = [
    "Auction",
    "BuildingAuction",
    "BuyOrAuction",
    "Inheritance",
    "Owing",
    "TaxChoice",
    "ToPass",
    "ToThrow",
    "Wait",
    "Wishes",
]

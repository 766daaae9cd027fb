"""Every action of the rules, to import from one place."""

from passgo.engine.action import Action
from passgo.engine.rules.auction import Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroup
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import GoBankrupt, Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Lift, Mortgage, TakeOver
from passgo.engine.rules.moving import Throw
from passgo.engine.rules.offer_history import PauseOffers
from passgo.engine.rules.rent import AskAlways, AskRent
from passgo.engine.rules.shortage import BidForBuilding, Wish
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    OfferTrade,
    RefuseTrade,
    WithdrawTrade,
)
from passgo.engine.rules.turn import PassDice

__all__ = [
    "AcceptTrade",
    "Action",
    "AskAlways",
    "AskRent",
    "Bid",
    "BidForBuilding",
    "Build",
    "Buy",
    "ChooseTax",
    "CounterTrade",
    "Decline",
    "GoBankrupt",
    "Lift",
    "Mortgage",
    "OfferTrade",
    "PassBid",
    "PassDice",
    "PauseOffers",
    "PayFine",
    "RefuseTrade",
    "Resign",
    "SellBuilding",
    "SellGroup",
    "TakeOver",
    "Throw",
    "TimeIsUp",
    "UseCard",
    "Wish",
    "WithdrawTrade",
]

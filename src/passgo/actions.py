"""All actions, importable from one place."""

from passgo.engine.action import Action
from passgo.engine.rules.auction import Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import GoBankrupt, Resign
from passgo.engine.rules.ending import TimeIsUp
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

__all__ = [
    "AcceptTrade",
    "Action",
    "AlwaysAskForRent",
    "AskForOffer",
    "AskForRent",
    "Bid",
    "BidForBuilding",
    "Build",
    "Buy",
    "ChooseTax",
    "CounterTrade",
    "Decline",
    "DeclineInquiry",
    "DeclineTrade",
    "EndTurn",
    "GoBankrupt",
    "InheritDeed",
    "Mortgage",
    "OfferTrade",
    "PassBid",
    "PauseOffers",
    "PayFine",
    "Resign",
    "Roll",
    "SellBuilding",
    "SellGroupBuildings",
    "StateDemand",
    "TimeIsUp",
    "Unmortgage",
    "UseCard",
    "WithdrawTrade",
]

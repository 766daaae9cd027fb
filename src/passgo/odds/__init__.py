"""The long-run frequency of landings on each space, and the resulting rent.

    from passgo.odds import odds

    odds().to_pandas()

docs/odds.md explains the figures and names their sources.
"""

from passgo.odds.board_odds import Odds, ReturnRow, SpaceOdds, odds
from passgo.odds.chain import LongRun, long_run

__all__ = ["LongRun", "Odds", "ReturnRow", "SpaceOdds", "long_run", "odds"]

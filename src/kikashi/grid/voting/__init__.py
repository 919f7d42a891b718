"""One move thought over by many machines: votes are added up, or shares of the root compared."""

from kikashi.grid.voting.player import SPLITS, GridPlayer, Tallied, merge
from kikashi.grid.voting.root import Voice, merge_shares
from kikashi.grid.voting.tasks import Ballot, Shared

__all__ = ["SPLITS", "Ballot", "GridPlayer", "Shared", "Tallied", "Voice", "merge", "merge_shares"]

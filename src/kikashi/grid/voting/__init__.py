"""One move thought over by many machines: each votes, and the votes are added up."""

from kikashi.grid.voting.player import SPLITS, GridPlayer, Tallied, merge
from kikashi.grid.voting.tasks import Ballot

__all__ = ["SPLITS", "Ballot", "GridPlayer", "Tallied", "merge"]

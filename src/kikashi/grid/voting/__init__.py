"""One move thought over by many machines: each votes, and the votes are added up."""

from kikashi.grid.voting.player import GridPlayer, Tallied, merge
from kikashi.grid.voting.tasks import Ballot

__all__ = ["Ballot", "GridPlayer", "Tallied", "merge"]

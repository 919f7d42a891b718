"""Job-level proof-number search: the tree at the client, the leaves as tasks for many machines."""

from kikashi.grid.joblevel.contract import Child, Expansion, Kind, Problem, Status, WinProblem
from kikashi.grid.joblevel.search import JobLevelSearch, Progress

__all__ = [
    "Child",
    "Expansion",
    "JobLevelSearch",
    "Kind",
    "Problem",
    "Progress",
    "Status",
    "WinProblem",
]

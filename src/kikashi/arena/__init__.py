"""The arena: matches between players and programs, and what they say about strength."""

from kikashi.arena.contestants import Contestant
from kikashi.arena.match import Plan, Standing, run_match
from kikashi.arena.openings import load_openings, make_openings, save_openings
from kikashi.arena.report import save_games, save_report
from kikashi.arena.statistics import Estimate, Rating, Sprt, Tally, estimate, rating_list

__all__ = [
    "Contestant",
    "Estimate",
    "Plan",
    "Rating",
    "Sprt",
    "Standing",
    "Tally",
    "estimate",
    "load_openings",
    "make_openings",
    "rating_list",
    "run_match",
    "save_games",
    "save_openings",
    "save_report",
]

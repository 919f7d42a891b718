"""`kikashi match`: games between players and programs, with Elo, SPRT and a rating list."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from kikashi import games as all_games
from kikashi.arena import (
    Contestant,
    Plan,
    Sprt,
    Standing,
    estimate,
    load_openings,
    make_openings,
    run_match,
    save_games,
    save_report,
)
from kikashi.arena.openings import USUAL_TURNS, Opening
from kikashi.arena.report import elo_text
from kikashi.arena.statistics import superiority
from kikashi.cli import _common
from kikashi.cli._progress import stage_progress
from kikashi.cli._refusing import in_a_folder, needs
from kikashi.law import GameError, Position
from kikashi.protocols.hosts import MARGIN
from kikashi.words import say

MOST_SHOWN = 5
"""Broken games that are told one by one."""
ERROR_RATE = 0.05
MOST_OPENINGS = 500
"""Beyond so many different openings a set is used again from its start."""


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("match")
    def command(
        game: _common.GameArgument,
        players: Annotated[
            list[str],
            typer.Argument(
                help="Two or more of: simple, level:7, cmd:COMMAND@PROTOCOL; NAME~60: 60 s a turn; "
                "level:10/no-book."
            ),
        ],
        *,
        games: Annotated[int, typer.Option("--games", min=1, help="For each pair.")] = 100,
        seconds: Annotated[float, typer.Option("--seconds", help="A turn.")] = 1.0,
        jobs: Annotated[int, typer.Option("--jobs", min=1, help="Games at once.")] = 1,
        openings: Annotated[
            Path | None,
            typer.Option(metavar="FILE", help="One opening a line; made if absent."),
        ] = None,
        opening_turns: Annotated[
            int, typer.Option(min=0, max=30, help="Length of openings that are made; 0: none.")
        ] = USUAL_TURNS,
        book: Annotated[
            bool | None,
            typer.Option(
                "--book/--no-book",
                help="Levels play first turns from a book; else only where there are no openings.",
            ),
        ] = None,
        adjudicate: Annotated[
            bool,
            typer.Option(
                "--adjudicate/--play-on",
                help="A win that a player claims and the checker confirms ends the game, or not.",
            ),
        ] = False,
        most_plies: Annotated[
            int | None,
            typer.Option("--most-plies", min=1, help="A game is drawn after so many turns."),
        ] = None,
        sprt: Annotated[
            str | None,
            typer.Option(metavar="ELO0,ELO1", help="Stop when one of the two is accepted."),
        ] = None,
        alpha: Annotated[
            float | None,
            typer.Option(help="SPRT: wrongly accepting ELO1.", show_default=str(ERROR_RATE)),
        ] = None,
        beta: Annotated[
            float | None,
            typer.Option(help="SPRT: wrongly accepting ELO0.", show_default=str(ERROR_RATE)),
        ] = None,
        margin: Annotated[
            float, typer.Option(min=0, help="Seconds over the limit that are forgiven.")
        ] = MARGIN,
        seed: Annotated[int, typer.Option(min=0, help="Another number, other games.")] = 0,
        log: Annotated[
            Path | None,
            typer.Option(
                metavar="FILE", callback=in_a_folder, help="Keep each game; go on where it ended."
            ),
        ] = None,
        sgf: Annotated[
            Path | None, typer.Option(metavar="DIR", help="Write each game there as SGF.")
        ] = None,
        report: Annotated[
            Path | None,
            typer.Option(metavar="FILE", callback=in_a_folder, help="Write a page with plots."),
        ] = None,
        option: _common.OptionsOption = None,
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Plays a match with colours swapped in every opening. Wins and losses are the first one's.

        At a table for four a deal is played in all six seatings, and points are told too.

        Example: kikashi match gomoku level:7 level:5 --games 200 --seconds 1 --log match.log
        """
        if not seconds > 0:
            raise typer.BadParameter("a turn needs more than 0 seconds", param_hint="--seconds")
        room, options = _common.find(game, option)
        start = room.start(options)
        contestants = tuple(Contestant.read(text, start) for text in players)
        plan = Plan(
            start,
            contestants,
            games,
            seconds,
            _openings(start, openings, games, opening_turns, seed),
            seed=seed,
            jobs=jobs,
            margin=margin,
            proofs=adjudicate,
            most_plies=most_plies,
            sprt=_sprt(sprt, alpha, beta),
            book=(openings is None and opening_turns == 0) if book is None else book,
        )
        spoken = _common.language(language)
        standing = _run(plan, log)
        if sgf is not None:
            save_games(standing, sgf)
        if report is not None:
            save_report(standing, report, spoken)
        if as_json:
            _common.print_json(describe(standing))
        else:
            _print(standing, spoken)
        if standing.broken:
            raise typer.Exit(1)


def _openings(
    start: Position, file: Path | None, games: int, turns: int, seed: int
) -> tuple[Opening, ...]:
    if file is not None:
        return load_openings(file, start)
    if turns == 0:
        return ((),)
    wanted = min((games + 1) // 2, MOST_OPENINGS)
    return make_openings(start, wanted, turns=turns, seed=seed)


def _sprt(text: str | None, alpha: float | None, beta: float | None) -> Sprt | None:
    for given, name in ((alpha, "--alpha"), (beta, "--beta")):
        needs(given, name, text, "--sprt")
    if text is None:
        return None
    alpha, beta = (ERROR_RATE if rate is None else rate for rate in (alpha, beta))
    low, comma, high = text.partition(",")
    try:
        bounds = float(low), float(high)
    except ValueError:
        bounds = 0.0, 0.0
    if not comma or not bounds[0] < bounds[1]:
        raise GameError(f"SPRT needs two numbers such as 0,10, the smaller first, not {text!r}")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise GameError("the error rates of SPRT lie between 0 and 0.5")
    return Sprt(*bounds, alpha, beta)


def _run(plan: Plan, log: Path | None) -> Standing:
    with stage_progress() as tell:

        def watch(standing: Standing) -> None:
            tally = standing.tally()
            stand = f"{tally.wins}-{tally.draws}-{tally.losses} {elo_text(estimate(tally))}"
            tell("match", len(standing.games), plan.total, stand)

        return run_match(plan, log, watch=watch)


def describe(standing: Standing) -> dict[str, Any]:
    """The match as `match --json` answers it."""
    plan, tally = standing.plan, standing.tally()
    found, points = estimate(tally), standing.points() if _dealt(standing.plan) else None
    test = plan.sprt
    return {
        "game": plan.start.game,
        "options": dict(plan.start.options),
        "players": [player.text for player in plan.players],
        "seconds": plan.seconds,
        "book": plan.book,
        "games": len(standing.games),
        "wins": tally.wins,
        "losses": tally.losses,
        "draws": tally.draws,
        "score": round(tally.score, 6),
        "elo": None if found is None else round(found.elo, 2),
        "error": None if found is None else round(found.error, 2),
        "at_least": found is not None and found.at_least,
        "points": None
        if points is None
        else {
            "mean": round(points.mean, 4),
            "error": round(points.error, 4),
            "deals": points.deals,
            "seatings": plan.seatings,
        },
        "superiority": round(superiority(tally), 6),
        "sprt": None
        if test is None
        else {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "likelihood": round(test.likelihood(tally), 4),
            "lower": round(test.lower, 4),
            "upper": round(test.upper, 4),
            "verdict": standing.decided() or None,
        },
        "reasons": standing.reasons(),
        "broken": [{"reason": game.reason, "detail": game.detail} for game in standing.broken],
        "failures": [standing.failures(number) for number in range(len(plan.players))],
        "ratings": [
            {
                "player": rating.player,
                "elo": round(rating.elo, 2),
                "error": round(rating.error, 2) if rating.games else None,
                "games": rating.games,
                "score": round(rating.score, 6),
            }
            for rating in (standing.ratings() if _different(plan) else ())
        ],
    }


def _dealt(plan: Plan) -> bool:
    """Whether chance deals, so that what is won counts and not only who wins."""
    return all_games.room(plan.start.game).capabilities(plan.start.options).chance


def _different(plan: Plan) -> bool:
    """A player can meet itself, but a list with one name has nothing to compare."""
    names = [player.text for player in plan.players]
    return len(set(names)) == len(names)


def _print(standing: Standing, language: str) -> None:
    def said(key: str, **values: object) -> str:
        return say(f"arena.{key}", language, **values)

    table = Table(pad_edge=False)
    for key in ("player", "games", "wins", "draws", "losses", "elo", "failures"):
        table.add_column(said(key), overflow="fold")
    for number, player in enumerate(standing.plan.players):
        tally = standing.tally(number)
        failures = standing.failures(number)
        table.add_row(
            player.text,
            str(tally.games),
            str(tally.wins),
            str(tally.draws),
            str(tally.losses),
            elo_text(estimate(tally)),
            ", ".join(f"{reason} {count}" for reason, count in failures.items()) or "–",
        )
    console = Console(highlight=False)
    console.print(table)
    for game in standing.broken[:MOST_SHOWN]:
        what = said("broken", number=game.number + 1, why=said(game.reason), detail=game.detail)
        console.print(what, markup=False)
    points = standing.points() if _dealt(standing.plan) else None
    if points is not None:
        console.print(
            said(
                "points",
                player=standing.plan.players[0].text,
                mean=f"{points.mean:+.3f}",
                error=f"{points.error:.3f}",
                deals=points.deals,
                seatings=standing.plan.seatings,
            ),
            markup=False,
        )
    test = standing.plan.sprt
    if test is not None:
        tally = standing.tally()
        verdict = standing.decided() or "open"
        console.print(
            said(
                "sprt",
                low=f"{test.elo0:g}",
                high=f"{test.elo1:g}",
                ratio=f"{test.likelihood(tally):+.2f}",
                lower=f"{test.lower:.2f}",
                upper=f"{test.upper:.2f}",
                verdict=said(f"sprt.{verdict}"),
            ),
            markup=False,
        )
    if len(standing.plan.players) > 2:
        ratings = Table(pad_edge=False)
        for key in ("player", "elo", "score"):
            ratings.add_column(said(key))
        for rating in standing.ratings():
            elo = f"{rating.elo:+.1f} ± {rating.error:.1f}"
            ratings.add_row(rating.player, elo, f"{100 * rating.score:.1f}%")
        console.print(ratings)

"""GoClub for three players and in space: who wins, and how long games are."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

from kikashi.arena.fairness import play_out, prove
from kikashi.arena.statistics import Tally, wilson
from kikashi.games.goclub import ROOM
from kikashi.law import Position
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.play import SimplePlayer

ID = "002-variants"
PAPER = "002"
TITLE = "GoClub for three players and in space"
TITLE_ZH = "梅花棋：三人與立體"
QUICK = 4
GAMES, NODES, PROOF_NODES = 40, 100, 20_000
VARIANTS = (
    {"size": "9x9", "players": "3"},
    {"size": "13x13", "players": "3"},
    {"size": "19x19", "players": "3"},
    {"size": "3x3x3", "clubs": "axis"},
    {"size": "4x4x4", "clubs": "axis"},
    {"size": "5x5x5", "clubs": "axis"},
    {"size": "3x3x3", "clubs": "cube"},
    {"size": "5x5x5", "clubs": "cube"},
    {"size": "7x7x7", "clubs": "axis"},
    {"size": "5x5x5", "clubs": "axis", "players": "3"},
)
QUICK_VARIANTS = 5
MISSING = (
    "The paper describes these forms and publishes no figure about them. Three players: our "
    "levels are for two, so the player that looks one turn ahead plays all three sides. What one "
    "of three players can force against the other two is `kikashi papers run 002-coalitions`.",
)


def simple_game(start: Position, seed: int) -> tuple[int | None, int]:
    """The winner and the stones of a game of players that look one turn ahead."""
    position, made = start, 0
    players = [SimplePlayer(3 * seed + n) for n in range(start.players)]
    while (result := position.result()) is None:
        for move in players[position.to_move].turn(position.view_of_mover()).moves:
            position = position.play(move)
            made += 1
    return result.winner, made


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` plays N games of each form, and fewer forms. It can be stopped."""
    began = time.perf_counter()
    games = settings.games or GAMES
    variants = VARIANTS if settings.games is None else VARIANTS[:QUICK_VARIANTS]
    rows = []
    for number, options in enumerate(variants):
        report("forms", number, len(variants))
        start = ROOM.start(ROOM.normal_options(options))
        name = " ".join(f"{key}={value}" for key, value in options.items())
        proof = "-"
        if start.players == 2:
            found = prove(start, PROOF_NODES)
            words = {"win": "the first player wins", "draw": "nobody can force a win"}
            proof = "open" if found is None else words.get(found.verdict, found.verdict)
        played = _games(start, number, games, settings.work / f"{ID}.jsonl")
        won = [winner for winner, _ in played]
        stones = sum(made for _, made in played)
        shares = [_share(won, n) if n < start.players else "-" for n in range(3)]
        drawn = str(won.count(None))
        rows.append((name, *shares, drawn, f"{stones / games:.1f}", proof))
    return Answer(
        tables=(
            Table(
                f"{games} games each, the first stone drawn by lot",
                (
                    *("form", "first wins", "second wins", "third wins", "drawn", "stones"),
                    "proved, empty board",
                ),
                tuple(rows),
            ),
        ),
        command=f"kikashi papers run {ID}" + (f" --games {games}" if settings.games else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )


def _games(start: Position, form: int, games: int, log: Path) -> list[tuple[int | None, int]]:
    """Winner and stones of each game of a form; those of earlier runs are in the log."""
    kept: dict[int, tuple[int | None, int]] = {}
    for line in log.read_text("utf-8").splitlines() if log.is_file() else ():
        try:
            options, game, winner, made = json.loads(line)
        except ValueError:
            continue  # half a line, of a run that was killed
        if options == dict(start.options):
            kept[game] = (winner, made)
    log.parent.mkdir(parents=True, exist_ok=True)
    source = random.Random(form)
    found = []
    for game in range(games):
        first = start.play(source.choice(start.legal_moves()))
        if game not in kept:
            if start.players == 2:
                winner, made = play_out(first, game, NODES, 10)
            else:
                winner, made = simple_game(first, game)
            kept[game] = (winner, made + 1)
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps([dict(start.options), game, winner, made + 1]) + "\n")
        found.append(kept[game])
    return found


def _share(won: list[int | None], player: int) -> str:
    count = won.count(player)
    low, high = wilson(Tally(wins=count, losses=len(won) - count))
    return f"{count} ({100 * low:.0f} to {100 * high:.0f}%)"

"""Minishogi: perft, the 401 mates with certificates, peers, the ladder, 500 games at 0.1 s.

    python bench/bench_minishogi.py                      everything: some hours on a quiet machine
    python bench/bench_minishogi.py --only perft mates
    python bench/bench_minishogi.py --only peers --games 10 --seconds 0.2
    python bench/bench_minishogi.py --only peers --peer gnuminishogi --first 10 --games 10

A match can be played in pieces: `--first` is the number of its first game (of the ladder, of the
first level that has one above), `--stop` ends a piece after so many seconds. The games at 0.1 s, or
those of the ladder, are kept in the file that `--state` names.

Peers: gnuminishogi thinks in whole seconds, so that it gets a second where we have half of one;
fairy-stockfish has the same time as we, and then ten times ours. Openings are two random moves,
each played with both colours.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import random
import shutil
import time
from pathlib import Path

import machine

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.engine import LADDER, think
from kikashi.games.minishogi.rules import MinishogiPosition
from kikashi.games.minishogi.solver import solve
from kikashi.pieces.mates import Mate
from kikashi.play import Game
from kikashi.proofs import CertificateWriter, check
from kikashi.protocols.hosts import ProgramError
from kikashi.protocols.registry import host
from kikashi.search.playing import Budget, Rung

DEPTH = 6
MOST_PLIES = 300
MOST_SECONDS = 60.0
"""By the wall clock, for a thought that the processor's time ends."""
PEERS = (
    # name, command, protocol, its share of our time
    ("gnuminishogi", "{} -X", "xboard", 1.0),
    ("fairy-stockfish", "{}", "uci", 1.0),
    ("fairy-stockfish", "{}", "uci", 10.0),
)


def perft() -> None:
    began = time.perf_counter()
    count = ROOM.twin(ROOM.start()).perft(DEPTH)
    print(f"perft({DEPTH}) {count:,} in {time.perf_counter() - began:.3f} s (bar: 1 s)")


def certified(position: MinishogiPosition, mate: Mate) -> bool:
    claim = mate.claim()
    writer = CertificateWriter(position.game, position.options, position, claim)
    for node in mate.proof:
        writer.add(node)
    return check(writer.to_bytes(), claim=claim, start=position) is not None


def mates() -> None:
    with machine.needed("minishogi/mates_fsf.csv").open(encoding="utf-8") as file:
        rows = [(ROOM.from_text(r["fen"]), int(r["mate_in"])) for r in csv.DictReader(file)]
    began = time.perf_counter()
    found = [solve(position, "any", seconds=20) for position, _ in rows]
    spent = time.perf_counter() - began
    shorter = sum((m.turns or 99) < n for m, (_, n) in zip(found, rows, strict=True))
    longer = sum((m.turns or 99) > n for m, (_, n) in zip(found, rows, strict=True))
    nodes = sum(mate.nodes for mate in found)
    print(f"{len(rows)} mates settled, each the shortest, in {spent:.1f} s, {nodes:,} nodes")
    print(f"shorter than listed {shorter}, longer or unknown {longer} (bar: 20 s, 0)")
    began = time.perf_counter()
    good = sum(certified(position, mate) for (position, _), mate in zip(rows, found, strict=True))
    print(f"certified {good} of {len(rows)} in {time.perf_counter() - began:.1f} s")


def opening(number: int) -> MinishogiPosition:
    chance = random.Random(number)
    here = ROOM.start()
    for _ in range(2):
        here = here.play(chance.choice(here.legal_moves()))
    return here


def peers(games: int, seconds: float, only: str, first: int, stop: float) -> None:
    for name, command, protocol, share in PEERS:
        if only not in ("", name, f"{name}*{share:g}"):
            continue
        program = shutil.which(name) or shutil.which(name, path="/usr/games")
        if program is None:
            print(f"{name} is not installed")
            continue
        points, played, notes = 0.0, 0, list[str]()
        begun = time.monotonic()
        for number in range(first, first + games):
            if time.monotonic() - begun > stop:
                break
            played += 1
            line, us = opening(number // 2), number % 2
            start = ROOM.start()
            game = Game(start)
            for step in line.to_text().split(" moves ")[1].split():
                game.play(step)
            seat = host(
                protocol, command.format(program), start, share * seconds, margin=30 + seconds
            )
            won = 0.5
            try:
                while game.position.result() is None and len(game.moves) < MOST_PLIES:
                    if game.position.to_move == us:
                        budget = Budget(seconds=seconds, seed=number)
                        seen = game.position.view_of_mover()
                        moves = think(seen, LADDER[-1].style, budget).moves
                    else:
                        moves = seat.turn(game)
                    for move in moves:
                        game.play(move)
                result = game.position.result()
                if result is not None:
                    won = (result.payoffs[us] + 1) / 2
            except ProgramError as problem:
                won = 1.0
                notes.append(str(problem)[:80])
            finally:
                seat.close()
            points += won
        against = f"{name} at {share:g} times our {seconds:g} s"
        low, high = wilson(points, played)
        print(
            f"against {against}: games {first} to {first + played - 1}: {points:g} of {played} "
            f"(95%: {low:.0f} to {high:.0f}%)",
            flush=True,
        )
        for note in notes:
            print(f"  the program failed: {note}")


def wilson(points: float, games: int) -> tuple[float, float]:
    """The 95% interval of a share, in percent."""
    z, share = 1.96, points / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 100 / (1 + z * z / games)
    return scale * (middle - half), scale * (middle + half)


def duel(one: Rung, other: Rung, number: int, seconds: float) -> float:
    """What `one` scores in the game of this number. Seconds are the processor's: other work of the
    machine would weaken the side that has time alone."""
    here, us = opening(number // 2), number % 2
    while here.result() is None and len(here.past) < MOST_PLIES:
        rung = one if here.to_move == us else other
        budget = Budget(
            nodes=rung.nodes,
            seconds=None if rung.nodes else MOST_SECONDS,
            seed=number,
            noise=rung.noise,
            variety=12,
        )
        due = time.thread_time() + seconds
        stop = None if rung.nodes else lambda due=due: time.thread_time() > due
        here = here.play(think(here.view_of_mover(), rung.style, budget, stop).moves[0])
    result = here.result()
    return 0.5 if result is None else (result.payoffs[us] + 1) / 2


def ladder(games: int, first: int, stop: float, state: Path | None) -> None:
    """Each level against the one below: by nodes, so that a busy machine tells the same; the last
    has half a second. `--state` keeps the games that are done."""
    done = {(level, game): points for level, game, points in kept(state)}
    begun = time.monotonic()
    for number in range(max(1, first), len(LADDER)):
        for game in range(games):
            if (number, game) in done or time.monotonic() - begun > stop:
                continue
            done[number, game] = duel(LADDER[number], LADDER[number - 1], game, 0.5)
            keep(state, [number, game, done[number, game]])
        rows = [points for (level, game), points in done.items() if level == number]
        if not rows:
            break
        low, high = wilson(sum(rows), len(rows))
        share = 100 * sum(rows) / len(rows)
        print(f"level {number + 1} against {number}: {share:.0f}% of {len(rows)} games ", end="")
        print(f"(95%: {low:.0f} to {high:.0f}%)", flush=True)


def kept(state: Path | None) -> list[list[float]]:
    """The games that a file holds, a line each."""
    if state is None or not state.exists():
        return []
    return [json.loads(line) for line in state.read_text("utf-8").splitlines()]


def keep(state: Path | None, row: list[float]) -> None:
    if state is not None:
        with state.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(row)}\n")


def legal_game(number: int) -> list[float]:
    """Level 10 against itself: its number, moves, late ones, the slowest, and of the late ones how
    many took the processor's time too and not the machine's other work."""
    here = opening(number)
    late, slowest, moves, own = 0, 0.0, 0, 0
    while here.result() is None and len(here.past) < MOST_PLIES:
        began, worked = time.perf_counter(), time.thread_time()
        found = think(
            here.view_of_mover(), LADDER[-1].style, Budget(seconds=0.1, seed=number)
        ).moves
        spent, worked = time.perf_counter() - began, time.thread_time() - worked
        here = here.play(found[0])  # refuses what is not legal
        late, own = late + (spent > 0.1), own + (worked > 0.1)
        slowest, moves = max(slowest, spent), moves + 1
    return [number, moves, late, slowest, own]


def legal(first: int, games: int, stop: float, state: Path | None) -> None:
    """No illegal move, no late one; `--state` keeps the games that are done."""
    done = {int(row[0]): row for row in kept(state)}
    begun = time.monotonic()
    for number in range(first, first + games):
        if number in done:
            continue
        if time.monotonic() - begun > stop:
            break
        done[number] = legal_game(number)
        keep(state, done[number])
    rows = [row for number, row in done.items() if first <= number < first + games]
    moves, late, own = (int(sum(row[at] for row in rows)) for at in (1, 2, 4))
    slowest = max((row[3] for row in rows), default=0.0)
    print(
        f"{len(rows)} of {games} games, {moves:,} moves at 0.1 s: 0 illegal, {late} late, ", end=""
    )
    print(f"{own} of them by the processor's time; {slowest:.3f} s most")


def main() -> None:
    reader = argparse.ArgumentParser()
    parts = ("perft", "mates", "peers", "ladder", "legal")
    reader.add_argument("--only", nargs="+", choices=parts, default=parts)
    reader.add_argument("--games", type=int, default=60)
    reader.add_argument("--seconds", type=float, default=0.5)
    reader.add_argument("--peer", default="", help="one of them alone; NAME*10: at ten times ours")
    reader.add_argument("--first", type=int, default=0)
    reader.add_argument("--stop", type=float, default=math.inf)
    reader.add_argument("--state", type=Path, help="keeps the games that are done, of one part")
    given = reader.parse_args()
    machine.describe()
    if "perft" in given.only:
        perft()
    if "mates" in given.only:
        mates()
    if "peers" in given.only:
        peers(given.games, given.seconds, given.peer, given.first, given.stop)
    if "ladder" in given.only:
        ladder(given.games, given.first, given.stop, given.state)
    if "legal" in given.only:
        legal(given.first, 500 if given.games == 60 else given.games, given.stop, given.state)


if __name__ == "__main__":
    main()

"""Dark chess: nodes a second, key collisions, endgame tables, exact values, matches, 1,000 games.

    python bench/bench_banqi.py                     everything: some hours on a quiet machine
    python bench/bench_banqi.py --only nodes keys
    python bench/bench_banqi.py --only matches --games 200
    python bench/bench_banqi.py --only matches --state FILE --stop 600   ten minutes of them
    python bench/bench_banqi.py --only fixed --games 100 --nodes 20000   the same by nodes, quickly

With `--state` the games of `matches` are kept in a file: a further run goes on where the last one
was stopped, and each match has played about as many games as the others.

Bars of the issue: 5 million nodes a second on a face-up middle game; level 10 at 0.3 s against
level 5 85% and against level 1 97% of 200 games (draws half), against the paper's rules 95%, under
both presets; 1,000 games at 0.1 s without an illegal act, a late move or a crash.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from random import Random

import machine

from kikashi import _native
from kikashi.arena.contestants import Contestant
from kikashi.arena.playing import play_game
from kikashi.arena.statistics import Tally, estimate
from kikashi.games import room
from kikashi.games.banqi.engine import LADDER, think, think_as
from kikashi.games.banqi.kept_tables import table_folder
from kikashi.games.banqi.paper000_keys import collisions
from kikashi.games.banqi.plain_value import plain_value
from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.games.banqi.provers import solve
from kikashi.games.banqi.twin import native_position
from kikashi.law import CHANCE, Position
from kikashi.search import Limits
from kikashi.search.playing import Budget

BANQI = room("banqi")
MIDDLE = (
    "KgPr/2Nc/p1Mm/R1n1/1GpP/C2g/4/2kP first red 0",
    "K1P1/2N1/p1Mm/R1n1/1Gp1/C2g/4/2k1 first red 0",
)
TABLES = (
    "r2n/4/4/4/4/4/4/GR2 first red 0",
    "r2n/4/4/4/4/4/4/CRP1 first red 0",
    "rn1c/4/4/4/4/4/4/GRP1 first red 0",
)
BAGS = ("KGMRkgmr", "KGMPkgmp", "KGCPkgcp", "KPPPkppp", "GGMMggmm", "CCPPccpp")
"""Of the 2x4 game; of the published study only the introduction was to be had, not its list."""


def nodes() -> None:
    """Nodes a second by processor time, one thread, without endgame tables."""
    for text in MIDDLE:
        position = native_position(banqi_of(BANQI.from_text(text)))
        begun = time.process_time()
        found = _native.banqi_think(
            position,
            nodes=10_000_000,
            seconds=0.0,
            soft=0.0,
            seed=1,
            noise=0,
            most_depth=60,
            tables=False,
        )
        took = time.process_time() - begun
        rate = found["nodes"] / took / 1e6
        print(f"{text}: depth {found['depth']}, {rate:.2f} million nodes a second")


def keys(count: int = 2_000_000) -> None:
    """Collisions of the low 32 bits of keys, alone and with 16 further bits, as in paper 000."""
    alone, checked = collisions(count)
    print(
        f"{count} different positions: {alone} share 32 bits with another (one in "
        f"{count / max(1, alone):.0f}), {checked} also 16 more; none 64"
    )


def tables() -> None:
    """How long endgame tables take, all below them included."""
    for text in TABLES:
        position = native_position(banqi_of(BANQI.from_text(text)))
        found = _native.banqi_table(position, 700_000_000, "")
        print(
            f"{text}: {found['missing']} states in {found['seconds']:.1f} s, longest win "
            f"{found['longest']} plies; kept in {table_folder()} when asked by the verb"
        )


def values() -> None:
    """Exact values of the 2x4 game, and of smaller ones by the second, plain program too."""
    for bag in BAGS:
        start = BANQI.start({"size": "2x4", "bag": bag})
        found = solve(start, "value", Limits(seconds=1800))
        print(
            f"2x4 {bag}: {found.facts.get('value', 'not finished')}, {found.nodes} states, "
            f"{found.seconds:.0f} s"
        )
    for bag in ("KPPkpp", "CPPcpp"):
        start = BANQI.start({"size": "2x3", "bag": bag})
        print(f"2x3 {bag}: {solve(start, 'value').facts['value']}, plain {plain_value(start)}")


def elo(tally: list[int]) -> str:
    """Of lost, drawn and won games."""
    found = estimate(Tally(tally[2], tally[1], tally[0]))
    return "no Elo" if found is None else f"Elo {found.elo:+.0f} +- {found.error:.0f}"


Pairing = tuple[str, str, str]
"""Two players and a preset."""
SECONDS = 0.3
PAIRINGS: tuple[Pairing, ...] = tuple(
    ("level:10", other, preset)
    for other in ("paper000", "level:5", "level:1")
    for preset in ("contest", "course")
)


def played(pairing: Pairing, number: int) -> tuple[float, str, float]:
    """Points of the first player in a game, how it ended, and the first one's slowest turn. In each
    pair of games pieces are dealt alike and the sides change."""
    first, second, preset = pairing
    start = BANQI.start({"preset": preset})
    players = [Contestant.read(name, start) for name in (first, second)]
    swapped = number % 2
    seats = (players[swapped], players[1 - swapped])
    outcome = play_game(start, (), seats, SECONDS, seed=number // 2, deal=number // 2)
    points = 0.5 if outcome.winner is None else float(outcome.winner == swapped)
    return points, outcome.reason, outcome.slowest[swapped]


def matches(games: int, stop: float, state: Path | None) -> None:
    """All of them in turn, a pair of games each, until they are done or the time is up."""
    done: dict[tuple[Pairing, int], tuple[float, str, float]] = {}
    if state is not None and state.exists():
        for line in state.read_text("utf-8").splitlines():
            names, number, *row = json.loads(line)
            done[tuple(names), number] = tuple(row)
    end = time.monotonic() + stop if stop else float("inf")
    for number in range(games):
        for pairing in PAIRINGS:
            if (pairing, number) in done or time.monotonic() > end:
                continue
            done[pairing, number] = row = played(pairing, number)
            if state is not None:
                with state.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([pairing, number, *row]) + "\n")
    for pairing in PAIRINGS:
        report(pairing, [row for (names, _), row in done.items() if names == pairing])


def report(pairing: Pairing, rows: list[tuple[float, str, float]]) -> None:
    if not rows:
        return
    first, second, preset = pairing
    tally = [sum(row[0] == points for row in rows) for points in (0.0, 0.5, 1.0)]
    reasons = {row[1]: sum(other[1] == row[1] for other in rows) for row in rows}
    share = sum(row[0] for row in rows) / len(rows)
    print(
        f"{first} against {second}, {preset}, {SECONDS} s, {len(rows)} games: won {tally[2]}, "
        f"drawn {tally[1]}, lost {tally[0]}: {100 * share:.1f}% ({elo(tally)}); {reasons}; slowest "
        f"turn {max(row[2] for row in rows):.2f} s",
        flush=True,
    )


def act_of(name: str, nodes: int, law: BanqiPosition, seed: int) -> str:
    """An act by nodes and not by the clock: level 10 has `nodes`, the others their own."""
    seen = law.view_of_mover()
    if not name.startswith("level:"):
        return think_as(name, seen, Budget(nodes=nodes, seed=seed)).moves[0]
    number, _, switch = name.removeprefix("level:").partition("+")
    rung = LADDER[int(number) - 1]
    budget = Budget(nodes=rung.nodes or nodes, noise=rung.noise, seed=seed)
    return think(seen, rung.style, budget, star2=switch == "star2").moves[0]


def fixed_match(first: str, second: str, games: int, nodes: int, preset: str) -> None:
    """A match at fixed nodes, which a busy machine does not change: pieces lie alike in each pair
    of games, the sides change. The law refuses what is illegal, so an end means all was legal."""
    tally = [0, 0, 0]
    reasons: dict[str, int] = {}
    for number in range(games):
        chance = Random(f"{first} {second} {preset} {number // 2}")
        position: Position = BANQI.start({"preset": preset})
        laid = list(banqi_of(position).hidden)
        chance.shuffle(laid)
        names = banqi_of(position).settings.form.names
        flipped = ""
        while position.result() is None:
            if position.to_move == CHANCE:
                move = laid[names.index(flipped)]
            else:
                name = (first, second)[position.to_move ^ (number % 2)]
                move = flipped = act_of(name, nodes, banqi_of(position), chance.getrandbits(32))
            position = position.play(move)
        result = position.result()
        assert result is not None
        tally[1 + result.payoffs[number % 2]] += 1
        reasons[result.reason] = reasons.get(result.reason, 0) + 1
        if (number + 1) % 10 == 0 or number + 1 == games:
            share = (tally[2] + tally[1] / 2) / (number + 1)
            print(
                f"{first} with {nodes} nodes against {second}, {preset}, {number + 1} games: won "
                f"{tally[2]}, drawn {tally[1]}, lost {tally[0]}: {100 * share:.1f}% "
                f"({elo(tally)}); {reasons}",
                flush=True,
            )


def star2(games: int, nodes: int) -> None:
    """The player that probes flips against the one that does not, at equal nodes."""
    for preset in ("contest", "course"):
        fixed_match("level:10+star2", "level:10", games, nodes, preset)


def fixed(games: int, nodes: int) -> None:
    for preset in ("contest", "course"):
        for other in ("paper000", "level:5", "level:1"):
            fixed_match("level:10", other, games, nodes, preset)


def ladder(games: int, nodes: int, first: int) -> None:
    """Each rung from `first` on against the next, by their own nodes; level 10 has `nodes`."""
    for number in range(max(1, first), 10):
        fixed_match(f"level:{number + 1}", f"level:{number}", games, nodes, "contest")


def legal(games: int, first: int) -> None:
    """Games at 0.1 s a turn: the law refuses what is illegal, so an end means all was legal. On a
    busy machine a turn is late by the clock and not by the processor's time: both are told."""
    reasons: dict[str, int] = {}
    clock, processor, acts, late = 0.0, 0.0, 0, 0
    style = LADDER[9].style
    for number in range(first, first + games):
        chance = Random(f"legal {number}")
        position: Position = BANQI.start({"preset": ("contest", "course")[number % 2]})
        while position.result() is None:
            if position.to_move == CHANCE:
                outcomes = position.outcomes()
                weights = [outcome.weight for outcome in outcomes]
                position = position.play(chance.choices(outcomes, weights)[0].move)
                continue
            seen = banqi_of(position).view_of_mover()
            begun, used = time.monotonic(), time.process_time()
            budget = Budget(seconds=0.1, seed=chance.getrandbits(32))
            move = think(seen, style, budget).moves[0]
            clock = max(clock, time.monotonic() - begun)
            took = time.process_time() - used
            processor, late, acts = max(processor, took), late + (took > 0.1), acts + 1
            position = position.play(move)
        result = position.result()
        assert result is not None
        reasons[result.reason] = reasons.get(result.reason, 0) + 1
        played = number - first + 1
        if played % 10 == 0 or played == games:
            print(
                f"{played} games at 0.1 s, {acts} acts: {reasons}; slowest turn {clock:.3f} s by "
                f"the clock, {processor:.3f} s of processor time, {late} over 0.1 s of it",
                flush=True,
            )


def main() -> None:
    reader = argparse.ArgumentParser()
    parts = ("nodes", "keys", "tables", "values", "matches", "fixed", "star2", "ladder", "legal")
    reader.add_argument("--only", nargs="+", choices=parts, default=parts)
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--nodes", type=int, default=20_000, help="of level 10 in 'fixed'")
    reader.add_argument(
        "--first", type=int, default=0, help="of 'legal': a game, of 'ladder': a level"
    )
    reader.add_argument("--state", type=Path, help="of 'matches': keeps the games that are done")
    reader.add_argument("--stop", type=float, default=0, help="of 'matches': after so many seconds")
    given = reader.parse_args()
    machine.describe()
    assert BANQI.start().play("a1").to_move == CHANCE
    for part, doing in (("nodes", nodes), ("keys", keys), ("tables", tables), ("values", values)):
        if part in given.only:
            doing()
    if "matches" in given.only:
        matches(given.games, given.stop, given.state)
    if "fixed" in given.only:
        fixed(given.games, given.nodes)
    if "ladder" in given.only:
        ladder(given.games, given.nodes, given.first)
    if "star2" in given.only:
        star2(given.games, given.nodes)
    if "legal" in given.only:
        legal(1000 if given.games == 200 else given.games, given.first)


if __name__ == "__main__":
    main()

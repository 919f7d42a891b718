"""Honeymoon bridge: the exact solver, costs of cards, certificates, the paper's search and player.

Processor time on one thread. `--deals N` and `--samples A,B,...` set how much of the match is
played: each deck twice, once from either seat; `--first N` begins at that deck. A long match is
played in pieces: `--state FILE` keeps each deck that is done, and the next run goes on from there;
`--seconds S` ends a piece (a file for each form). Run: python bench/bench_honeymoon.py [--short]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from machine import describe, needed

from kikashi import _native
from kikashi.games import room
from kikashi.games.honeymoon import open_hands, suits_apart
from kikashi.games.honeymoon.cards import NO_TRUMP, SUITS, read_hand, write_hand
from kikashi.games.honeymoon.engine import Samples, think
from kikashi.games.honeymoon.state import State
from kikashi.play.referee import Referee
from kikashi.proofs import check_stated
from kikashi.search import solve
from kikashi.search.playing import Budget

STRAINS = (*SUITS, NO_TRUMP)
Deck: TypeAlias = tuple[int, int, int, float]
"""Won, lost, passed out, seconds of the processor."""


def deals(most: int) -> list[tuple[frozenset[str], frozenset[str], list[str]]]:
    lines = needed("honeymoon/dd2_300.txt").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")][:most]
    return [(frozenset(read_hand(a)), frozenset(read_hand(b)), rest) for a, b, *rest in rows]


def solver(most: int) -> None:
    for fresh in (False, True):
        native = _native.HoneymoonSolver(open_hands.MEMORY)
        times, wrong = [], 0
        for one, two, results in deals(most):
            for strain, result in zip(STRAINS, results, strict=True):
                for leads, wanted in zip((True, False), map(int, result.split("/")), strict=True):
                    if fresh:
                        native = _native.HoneymoonSolver(1 << 20)
                    begun = time.process_time()
                    trump = SUITS.find(strain)
                    got = native.tricks(open_hands.mask(one), open_hands.mask(two), trump, leads)
                    times.append(time.process_time() - begun)
                    wrong += got != wanted
        kind = "a new table for each" if fresh else "one table for all"
        mean, worst = 1000 * sum(times) / len(times), 1000 * max(times)
        print(
            f"{len(times)} values, {kind}: {wrong} differ; mean {mean:.2f} ms (bar 1.0), ", end=""
        )
        print(f"worst {worst:.1f} ms (bar 15)")


def costs(most: int) -> None:
    times = []
    for one, two, _ in deals(most):
        state = State("play", (one, two), to_move=0, trump="S")
        begun = time.process_time()
        open_hands.card_values(state)
        times.append(time.process_time() - begun)
    print(f"costs of 13 cards: mean {1000 * sum(times) / len(times):.1f} ms, ", end="")
    print(f"worst {1000 * max(times):.1f} ms (bar 10)")


def certificates(most: int) -> None:
    honeymoon = room("honeymoon")
    nodes, spent, largest, without = 0, 0.0, 0, 0
    for one, two, _ in deals(most):
        from_hands = honeymoon.from_text(
            f"first={write_hand(one)} second={write_hand(two)} trump=none lead=first"
        )
        verdict = solve(from_hands, "play")
        for proof in (verdict.certificate, verdict.refutation):
            if proof is None:
                without += 1
                continue
            data = proof.to_bytes()
            begun = time.process_time()
            check_stated(data)
            spent += time.process_time() - begun
            nodes += len(proof.nodes)
            largest = max(largest, len(data))
    print(f"{2 * most - without} certificates checked, {without} too long to write; ", end="")
    print(f"{nodes / max(spent, 1e-9):,.0f} nodes a second (bar 2,000), largest {largest:,} bytes")


def apart(most: int) -> None:
    """The paper's search without trumps, each suit on its own, beside the exact value."""
    off: Counter[int] = Counter()
    for one, two, results in deals(most):
        for leader, exact in enumerate(map(int, results[-1].split("/"))):
            state = State("play", (one, two), to_move=leader, trump=NO_TRUMP)
            off[suits_apart.estimate(state) - exact] += 1
    count = sum(off.values())
    mean = sum(abs(by) * times for by, times in off.items()) / count
    print(f"suits apart against exact, {count} values without trumps: {100 * off[0] / count:.1f}% ")
    print(f"equal, off by {mean:.2f} tricks on average; ", end="")
    print(", ".join(f"{by:+d}: {off[by]}" for by in sorted(off)))


def one_deal(samples: int, form: str, seed: int) -> Deck:
    """Ours against the paper's player, from both seats of one deck."""
    won = lost = passed = 0
    begun = time.process_time()
    for ours in range(2):
        referee = Referee(room("honeymoon").start({"form": form}), b"bench %d" % seed)
        while referee.game.result is None:
            (player,) = referee.waiting_for()
            style = Samples() if player == ours else Samples(paper=True)
            budget = Budget(nodes=samples, seed=seed)
            referee.answer(player, think(referee.view(player), style, budget).moves[0])
        payoff = referee.game.result.payoffs[ours]
        won, lost, passed = won + (payoff > 0), lost + (payoff < 0), passed + (payoff == 0)
    return won, lost, passed, time.process_time() - begun


def kept(state: Path | None, samples: int) -> dict[int, Deck]:
    """The decks that earlier pieces played with so many samples."""
    if state is None or not state.exists():
        return {}
    rows = (json.loads(line) for line in state.read_text("utf-8").splitlines())
    return {seed: tuple(rest) for used, seed, *rest in rows if used == samples}


def play(samples: int, decks: Sequence[int], chosen: argparse.Namespace) -> dict[int, Deck]:
    """The decks that are done, by number; fewer than asked where the time was up."""
    done = kept(chosen.state, samples)
    missing = iter([seed for seed in decks if seed not in done])
    until = time.monotonic() + chosen.seconds
    with ProcessPoolExecutor(chosen.jobs) as pool:
        while time.monotonic() < until:
            piece = list(islice(missing, chosen.jobs))
            if not piece:
                break
            found = dict(
                zip(piece, pool.map(partial(one_deal, samples, chosen.form), piece), strict=True)
            )
            done |= found
            if chosen.state is not None:
                with chosen.state.open("a", encoding="utf-8") as file:
                    file.writelines(
                        f"{json.dumps([samples, seed, *row])}\n" for seed, row in found.items()
                    )
    return {seed: done[seed] for seed in decks if seed in done}


def match(samples: int, decks: Sequence[int], chosen: argparse.Namespace) -> None:
    results = list(play(samples, decks, chosen).values())
    won, lost, passed = (sum(r[n] for r in results) for n in range(3))
    # Both seats of a deck belong together: the error is that of the means of the decks.
    shares = [r[0] / (r[0] + r[1]) for r in results if r[0] + r[1]]
    if not shares:
        print(f"{samples} samples: no deck was played to a decision")
        return
    mean = sum(shares) / len(shares)
    spread = math.sqrt(sum((s - mean) ** 2 for s in shares) / max(len(shares) - 1, 1))
    error = 1.96 * spread / math.sqrt(len(shares))
    seconds = sum(r[3] for r in results)
    print(f"{chosen.form}: {samples} samples against the paper's player, ", end="")
    print(f"{len(results)} of {len(decks)} decks ")
    print(f"from {decks[0]} on, from both seats: {won}-{lost}, {passed} passed out; ", end="")
    print(f"{100 * mean:.1f}% of decided deals ", end="")
    print(f"[{100 * (mean - error):.1f}%, {100 * (mean + error):.1f}%], ", end="")
    print(f"{seconds / (2 * len(results)):.2f} s a deal, {seconds:.0f} s of the processor in all")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="a second or two of everything")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--samples", default="10,100")
    parser.add_argument("--form", choices=["contest", "classic"], default="contest")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--state", type=Path, help="keeps the decks that are done")
    parser.add_argument("--seconds", type=float, default=math.inf, help="then a match is cut off")
    parser.add_argument("--only", choices=["solver", "costs", "certificates", "apart", "match"])
    chosen = parser.parse_args(arguments)
    describe()
    few = 4 if chosen.short else 300
    if chosen.only in (None, "solver"):
        solver(few)
    if chosen.only in (None, "costs"):
        costs(few)
    if chosen.only in (None, "certificates"):
        certificates(2 if chosen.short else 40)
    if chosen.only in (None, "apart"):
        apart(few)
    if chosen.only in (None, "match"):
        for samples in [1] if chosen.short else map(int, chosen.samples.split(",")):
            count = 2 if chosen.short else chosen.deals
            match(samples, range(chosen.first, chosen.first + count), chosen)


if __name__ == "__main__":
    main()

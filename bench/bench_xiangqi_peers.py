"""Xiangqi against a peer: mates with quiet moves, kikashi's proofs beside fairy-stockfish's claims.

The 856 positions without a known mate by checks, in an order shuffled once (seed 9), so that the
first so many are a random sample; with `--mates` a sample of the 3,710 with one, asked the same
question, which is reported apart. Each program gets one thread and the same seconds of *processor*
time, so that a busy machine harms neither; wall time is kept beside it. Every answer is written to
a file at once; a run that is stopped goes on where it was. A win of ours counts only if its
certificate is accepted by the judge, whose time is not counted. The peer's claims are taken as they
are. Wins that rest on the rule against perpetual check count on both sides; ours say so in their
claim.

    python bench/bench_xiangqi_peers.py --positions 60     the first 60 of the order
    python bench/bench_xiangqi_peers.py --after 143 --positions 60  fresh ones
    python bench/bench_xiangqi_peers.py --report           only what is in the file
    python bench/bench_xiangqi_peers.py --mates 100 --into FILE    of the 3,710 mates by checks
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import machine

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.rules import XiangqiPosition
from kikashi.games.xiangqi.solver import solve
from kikashi.proofs import CertificateWriter, check_stated

SEED = 9
CAP = 8.0
CLAIMED_MOVES = 100
"""The N of `go mate N`."""
CHECKED_NODES = 200_000
"""The judge replays about 14,000 nodes a second; larger proofs are counted, and said to be so."""
PEER = shutil.which("fairy-stockfish") or shutil.which("fairy-stockfish", path="/usr/games")
TICKS = os.sysconf("SC_CLK_TCK")


class Peer:
    """fairy-stockfish as a process that is asked for mates."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        self.wait_for("uciok")
        for name, value in (("UCI_Variant", "xiangqi"), ("Threads", "1"), ("Hash", "256")):
            self.send(f"setoption name {name} value {value}")

    def send(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")

    def lines(self) -> Iterator[str]:
        assert self.process.stdout is not None
        while line := self.process.stdout.readline():
            yield line

    def wait_for(self, word: str) -> None:
        for line in self.lines():
            if line.startswith(word):
                return
        sys.exit(f"fairy-stockfish ended without saying {word}")

    def spent(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def mate(self, position: XiangqiPosition, cap: float) -> dict[str, object]:
        """Moves to the mate that it claims within the cap, if it does, and what it spent."""
        self.send("ucinewgame")
        self.send("isready")
        self.wait_for("readyok")
        self.send(f"position fen {position.to_text()}")
        begun, wall = self.spent(), time.monotonic()
        done = threading.Event()

        def watch() -> None:
            while not done.wait(0.02):
                if self.spent() - begun >= cap:
                    self.send("stop")
                    return

        self.send(f"go mate {CLAIMED_MOVES}")
        watcher = threading.Thread(target=watch)
        watcher.start()
        claimed = None
        for line in self.lines():
            words = line.split()
            if "score" in words:
                kind, number = words[words.index("score") + 1 :][:2]
                claimed = int(number) if kind == "mate" and int(number) > 0 else None
            if line.startswith("bestmove"):
                break
        done.set()
        watcher.join()
        return {
            "theirs": claimed,
            "their_seconds": round(self.spent() - begun, 3),
            "their_wall": round(time.monotonic() - wall, 3),
        }

    def close(self) -> None:
        self.send("quit")
        self.process.wait()


def ours(position: XiangqiPosition, cap: float) -> dict[str, object]:
    begun, wall = time.process_time(), time.monotonic()
    mate = solve(position, "any", progress=lambda *_: time.process_time() - begun < cap)
    answer: dict[str, object] = {
        "ours": None,
        "our_seconds": round(time.process_time() - begun, 3),
        "our_wall": round(time.monotonic() - wall, 3),
        "nodes": mate.nodes,
    }
    if mate.verdict == "win":
        answer |= {"ours": mate.turns, "quiet": mate.quiet, "proof": len(mate.proof)}
        if len(mate.proof) <= CHECKED_NODES:
            writer = CertificateWriter(position.game, position.options, position, mate.claim())
            for node in mate.proof:
                writer.add(node)
            check_stated(writer.to_bytes())  # raises where it is refused
            answer["checked"] = True
    return answer


def order(name: str) -> list[dict[str, str]]:
    path = machine.needed(f"xiangqi/{name}")
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    random.Random(SEED).shuffle(rows)
    return rows


def report(answers: list[dict[str, object]]) -> None:
    def total(rows: list[dict[str, object]], field: str) -> float:
        return sum(float(str(row.get(field, 0))) for row in rows)

    mine = [row for row in answers if row["ours"] is not None]
    theirs = [row for row in answers if row["theirs"] is not None]
    both = [row for row in mine if row["theirs"] is not None]
    checked = sum(bool(row.get("checked")) for row in mine)

    def times(rows: list[dict[str, object]], whose: str) -> str:
        seconds, wall = total(rows, f"{whose}_seconds"), total(rows, f"{whose}_wall")
        return f"{seconds:.2f} s of processor ({wall:.2f} s wall)"

    print(f"{len(answers)} positions, {CAP:g} s of processor each, one thread")
    print(f"  kikashi          {len(mine)} proved ({checked} certificates checked), ", end="")
    print(f"{times(answers, 'our')} in all")
    print(f"  fairy-stockfish  {len(theirs)} claimed, {times(answers, 'their')} in all")
    print(
        f"  both {len(both)}; there {times(both, 'our')} against {times(both, 'their')}; ", end=""
    )
    print(f"only kikashi {len(mine) - len(both)}, only fairy-stockfish {len(theirs) - len(both)}")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--positions", type=int, default=856)
    reader.add_argument("--after", type=int, default=0, help="leave out so many of the order")
    reader.add_argument("--mates", type=int, metavar="N", help="of the mates by checks, so many")
    reader.add_argument("--into", type=Path, help="the answers so far; the run goes on there")
    reader.add_argument("--report", action="store_true", help="run nothing")
    given = reader.parse_args()
    into = given.into or Path("xiangqi-mates.jsonl" if given.mates else "xiangqi-peers.jsonl")
    machine.describe()
    rows = order("mates_checks_only.tsv" if given.mates else "no_checks_only_mate.tsv")
    rows = rows[given.after :][: given.mates or given.positions]
    answers: list[dict[str, object]] = []
    if into.exists():
        answers = [json.loads(line) for line in into.read_text().splitlines()]
    known = {row["id"] for row in answers}
    if not given.report:
        if PEER is None:
            sys.exit("fairy-stockfish is not installed (apt-get install fairy-stockfish)")
        peer = Peer(PEER)
        with into.open("a", encoding="utf-8") as file:
            for row in rows:
                if row["id"] in known:
                    continue
                position = ROOM.from_text(row["fen"])
                theirs = peer.mate(position, CAP)
                answers.append({"id": row["id"]} | theirs | ours(position, CAP))
                print(json.dumps(answers[-1], ensure_ascii=False), file=file, flush=True)
        peer.close()
    report(answers)


if __name__ == "__main__":
    main()

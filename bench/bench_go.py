"""Go: simulations a second, games against gnugo, best-move tests, counting, two threads.

    python bench/bench_go.py                            everything in its short form
    python bench/bench_go.py speed                      simulations a processor second
    python bench/bench_go.py gnugo --size 9 --seconds 1 --games 100
    python bench/bench_go.py gnugo --size 13 --seconds 2 --games 40
    python bench/bench_go.py gnugo --size 19 --seconds 5 --games 10
    python bench/bench_go.py tests --seconds 1          Fuego's and gnugo's 9x9 best-move tests;
                                                        --every 20: each twentieth
    python bench/bench_go.py count --games 200          our count beside gnugo's on finished games
    python bench/bench_go.py threads --games 100 --seconds 1

gnugo plays at level 10 and unclocked, area counting, komi 7.5. Every game's score is counted by our
law; a game in which the two counts differ is named and counts for nobody.

Games and answers are kept in a file (`--into`) and go on where they stopped; `--minutes` begins no
game after that time. With `--processor` a second is one of the processor, for a machine that others
use too.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import machine

from kikashi.games.go import ROOM
from kikashi.games.go.engine import Search, ladder, think
from kikashi.games.go.position import PASS, GoPosition
from kikashi.games.go.protocols import gives_up
from kikashi.law import GameError
from kikashi.records import Record, read_collection
from kikashi.search.playing import Budget

PEER = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
ARGUMENTS = "--mode gtp --quiet --chinese-rules --capture-all-dead"
DATA = machine.DATA
SHORT = {"gnugo": 2, "count": 4, "threads": 2, "tests": 100}


class Peer:
    """gnugo as a process."""

    def __init__(self, size: int, level: int = 10, seed: int = 1) -> None:
        if PEER is None:
            raise GameError("gnugo is not installed (apt install gnugo)")
        self.process = subprocess.Popen(
            [PEER, *ARGUMENTS.split(), "--level", str(level), "--seed", str(seed)],
            env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        for line in (f"boardsize {size}", "clear_board", "komi 7.5"):
            self.ask(line)

    def ask(self, line: str) -> str:
        """The answer to one command; GameError where it is refused."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        answer: list[str] = []
        while True:
            heard = self.process.stdout.readline()
            if not heard:
                raise GameError(f"gnugo ended at {line!r}")
            if not heard.strip() and answer:
                break
            if heard.strip():
                answer.append(heard.strip())
        if answer[0][0] == "?":
            raise GameError(f"gnugo refused {line!r}: {answer[0]}")
        return " ".join(answer)[1:].strip()

    def close(self) -> None:
        """Ends it."""
        self.process.kill()
        self.process.wait()


def interval(won: float, games: int) -> str:
    """A share with Wilson's 95% interval."""
    if not games:
        return "no games"
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 100 / (1 + z * z / games)
    return f"{100 * share:.1f}% ({scale * (middle - half):.1f} to {scale * (middle + half):.1f})"


def speed() -> None:
    """Simulations a processor second from the empty board, and uniform playouts beside them."""
    for size, simulations in ((9, 20_000), (13, 8_000), (19, 4_000)):
        law = ROOM.start({"size": str(size)})
        for name, tree, tuning in (("playing", True, {}), ("uniform", False, {"knowledge": 0.0})):
            begun = time.process_time()
            Search(law).run(simulations=simulations, stop_early=False, tree=tree, tuning=tuning)
            spent = time.process_time() - begun
            print(f"speed {size}x{size} {name}: {simulations / spent:,.0f} a processor second")


def our_move(law: GoPosition, seconds: float, threads: int = 1, seed: int = 0) -> tuple[str, float]:
    """Our move at full strength, or `resign` as in GTP, and how long it took."""
    begun = time.monotonic()
    budget = Budget(seconds=seconds, threads=threads, seed=seed)
    thought = think(law.view_of_mover(), ladder(law)[9].style, budget)
    move = "resign" if gives_up(law, thought.score) else thought.moves[0]
    return move, time.monotonic() - begun


def game_with_gnugo(size: int, seconds: float, number: int) -> dict[str, object]:
    """One game, colours in turn by its number."""
    law = ROOM.start({"size": str(size), "dead": "none"})
    peer = Peer(size, seed=number + 1)
    ours, resigned, slow = number % 2, -1, 0.0
    while law.result() is None:
        colour = ("black", "white")[law.to_move]
        if law.to_move == ours:
            move, took = our_move(law, seconds, seed=number)
            slow = max(slow, took)
        else:
            move = peer.ask(f"genmove {colour}").lower()
        if move == "resign":
            resigned = law.to_move
            break
        if law.to_move == ours:
            peer.ask(f"play {colour} {move}")
        law = law.play(move)
    said = law.score().text if resigned < 0 else f"{'WB'[resigned]}+R"
    theirs = peer.ask("final_score") if resigned < 0 else said
    peer.close()
    return {
        "game": number,
        "ours": "BW"[ours],
        "result": said,
        "gnugo": theirs,
        "moves": len(law.moves),
        "slowest": round(slow, 3),
        "text": law.to_text(),
    }


def gnugo(size: int, seconds: float, games: int, into: Path, minutes: float) -> None:
    """Games against gnugo, as far as they are not played yet."""
    played = [json.loads(line) for line in into.open(encoding="utf-8")] if into.exists() else []
    known = {row["game"] for row in played}
    into.parent.mkdir(parents=True, exist_ok=True)
    end = time.time() + 60 * minutes
    for number in range(games):
        if number in known or time.time() > end:
            continue
        row = game_with_gnugo(size, seconds, number)
        played.append(row)
        with into.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        print(json.dumps({name: row[name] for name in row if name != "text"}), flush=True)
    agreed = [row for row in played if row["result"][:2] == row["gnugo"][:2]]
    won = sum(row["result"][0] == row["ours"] for row in agreed)
    black = [row["result"][0] == "B" for row in agreed if row["ours"] == "B"]
    slowest = max((row["slowest"] for row in played), default=0.0)
    print(
        f"gnugo {size}x{size} at {seconds:g} s: {won} of {len(agreed)} won, "
        f"{interval(won, len(agreed))}; as Black {sum(black)} of {len(black)}; "
        f"slowest move {slowest:.2f} s; {len(played) - len(agreed)} with a disagreement about the "
        f"result; {games - len(played)} not played"
    )


def two_won(number: int, seconds: float) -> bool:
    """Whether two threads win a game against one at equal time on 9x9, colours in turn."""
    law = ROOM.start({"size": "9", "dead": "none"})
    two = number % 2
    while (result := law.result()) is None:
        move = our_move(law, seconds, 2 if law.to_move == two else 1, number)[0]
        if move == "resign":
            return law.to_move != two
        law = law.play(move)
    return result.payoffs[two] > 0


def threads(games: int, seconds: float, into: Path, minutes: float) -> None:
    """Two threads against one, as far as the games are not played yet."""
    played = [json.loads(line) for line in into.open(encoding="utf-8")] if into.exists() else []
    won = {row["game"]: row["two"] for row in played}
    into.parent.mkdir(parents=True, exist_ok=True)
    end = time.time() + 60 * minutes
    for number in range(games):
        if number in won or time.time() > end:
            continue
        won[number] = two_won(number, seconds)
        with into.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"game": number, "two": won[number]}) + "\n")
    share = interval(sum(won.values()), len(won))
    print(f"threads: two against one at {seconds:g} s: {share} of {len(won)}")


def best_move_tests() -> Iterator[tuple[str, Path, int, str, str]]:
    """Name, file, move number (0: the end), colour and expected answer of 9x9 best-move tests."""
    for row in map(json.loads, (DATA / "go/gnugo-regression/tests.jsonl").open(encoding="utf-8")):
        if row["cmd"] == "reg_genmove" and row["sgf"]:
            file = DATA / "go/gnugo-regression" / row["sgf"]
            until = int(row["until"]) if str(row["until"] or "").isdigit() else 0
            name = f"gnugo {row['suite']}:{row['id']}"
            yield name, file, until, row["args"] or "black", row["expect"]
    for suite in sorted((DATA / "go/fuego-regression").rglob("*.tst")):
        loaded: tuple[Path, int] | None = None
        number = asked = ""
        for line in suite.read_text("utf-8", "replace").splitlines():
            if found := re.match(r"\s*loadsgf\s+(\S+)(?:\s+(\d+))?", line):
                loaded = suite.parent / found[1], int(found[2] or 0)
            elif found := re.match(r"\s*(\d+)\s+reg_genmove\s+(\w+)", line):
                number, asked = found[1], found[2]
            elif (found := re.match(r"\s*#\?\s*\[(.*?)\]", line)) and number and loaded:
                yield f"fuego {suite.stem}:{number}", *loaded, asked, found[1]
                number = ""


def passes(expected: str, move: str) -> bool:
    """Whether a move fits what a test expects: a regular expression, `!` before it means not."""
    wanted = expected.removeprefix("!")
    try:
        fits = re.fullmatch(wanted, move, re.IGNORECASE) is not None
    except re.error:
        return False
    return fits != expected.startswith("!")


def on_nine(file: Path) -> bool:
    """Whether a file says that its board is 9x9."""
    return file.is_file() and re.search(rb"SZ\s*\[9(:9)?\]", file.read_bytes()) is not None


def best_move(file: Path, until: int, colour: str, seconds: float) -> tuple[str, str] | None:
    """Our move and gnugo's in a position of a file; nothing where it cannot be read."""
    found = next(iter(read_collection(file, "go")))
    if not isinstance(found, Record):
        return None
    before = min(until - 1, len(found.moves)) if until else len(found.moves)
    law = found.position_after(max(before, 0))
    assert isinstance(law, GoPosition)
    if law.agreement is not None:  # both had passed
        law = law.play("resume")
    if ("b", "w")[law.to_move] != colour[0].lower():
        law = law.play(PASS)
        law = replace(law, now=replace(law.now, passes=0))  # nobody has passed: it is asked about
    budget = Budget(seconds=seconds)
    move = think(law.view_of_mover(), ladder(law)[9].style, budget).moves[0]
    peer = Peer(9)
    peer.ask(f"loadsgf {file} {until}" if until else f"loadsgf {file}")
    theirs = peer.ask(f"reg_genmove {colour}")
    peer.close()
    return move, theirs


def tests(seconds: float, every: int, into: Path, minutes: float) -> None:
    """Passed best-move tests on 9x9, ours beside gnugo's own; answers are kept."""
    into.parent.mkdir(parents=True, exist_ok=True)
    kept = [json.loads(line) for line in into.open(encoding="utf-8")] if into.exists() else []
    known = {row["name"] for row in kept}
    end = time.time() + 60 * minutes
    unasked = 0
    rows = [row for row in best_move_tests() if on_nine(row[1])][::every]
    for name, file, until, colour, expected in rows:
        if name in known:
            continue
        if time.time() > end:
            unasked += 1
            continue
        found = best_move(file, until, colour, seconds)
        row = {"name": name, "expected": expected, "ours": None, "gnugo": None}
        if found is not None:
            row |= {"ours": found[0], "gnugo": found[1]}
        kept.append(row)
        with into.open("a", encoding="utf-8") as writing:
            writing.write(json.dumps(row) + "\n")
    for suite in ("fuego", "gnugo"):
        of_it = [row for row in kept if row["ours"] and row["name"].startswith(suite)]
        ours = sum(passes(row["expected"], row["ours"]) for row in of_it)
        peers = sum(passes(row["expected"], row["gnugo"]) for row in of_it)
        print(
            f"tests {suite} 9x9 at {seconds:g} s: {len(of_it)} tests, ours {ours} "
            f"({interval(ours, len(of_it))}), gnugo {peers} ({interval(peers, len(of_it))})"
        )
    print(f"tests: every {every}. row, {len(rows)} in all; {unasked} were not asked")


def counted(number: int) -> dict[str, object]:
    """A game of gnugo against itself at level 1, from any first stone, counted by both."""
    size = 7 + 2 * (number % 3)
    law = ROOM.start({"size": str(size), "dead": "none"})
    peer = Peer(size, 1, number + 1)
    first = law.on.names[number % len(law.on.names)]
    law = law.play(first)
    peer.ask(f"play black {first}")
    while law.result() is None:
        move = peer.ask(f"genmove {('black', 'white')[law.to_move]}").lower()
        if move == "resign":
            break
        law = law.play(move)
    row: dict[str, object] = {"game": number, "ours": None, "text": law.to_text()}
    if law.result() is not None:
        row |= {"ours": law.score().text, "gnugo": peer.ask("final_score")}
    peer.close()
    return row


def count(games: int, into: Path, minutes: float) -> None:
    """Finished games that both count alike; games are kept."""
    into.parent.mkdir(parents=True, exist_ok=True)
    kept = [json.loads(line) for line in into.open(encoding="utf-8")] if into.exists() else []
    known = {row["game"] for row in kept}
    end = time.time() + 60 * minutes
    for number in range(games):
        if number in known or time.time() > end:
            continue
        kept.append(counted(number))
        with into.open("a", encoding="utf-8") as writing:
            writing.write(json.dumps(kept[-1]) + "\n")
    finished = [row for row in kept if row["ours"]]
    agreed = sum(row["ours"] == row["gnugo"] for row in finished)
    print(
        f"count: {agreed} of {len(finished)} finished games are counted as gnugo counts them; "
        f"{len(kept) - len(finished)} were resigned, {games - len(kept)} not played"
    )
    for row in finished:
        if row["ours"] != row["gnugo"]:
            print(f"count: ours {row['ours']}, gnugo {row['gnugo']}: {row['text']}")


def main() -> int:
    """What was asked for, or everything in its short form."""
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = ("speed", "gnugo", "tests", "count", "threads")
    parser.add_argument("what", nargs="?", choices=kinds)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=None)
    parser.add_argument("--games", type=int, default=None)
    parser.add_argument("--every", type=int, default=None)
    parser.add_argument("--into", type=Path, default=None)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--processor", action="store_true")
    asked = parser.parse_args()
    if asked.processor:
        machine.on_processor_clock()
    machine.describe()
    seconds = asked.seconds or (1.0 if asked.what else 0.2)
    local = machine.HOUSE / "bench/results/local"
    for what in (asked.what,) if asked.what else kinds:
        games = asked.games or (SHORT.get(what, 0) if asked.what is None else 100)
        every = asked.every or (SHORT["tests"] if asked.what is None else 1)
        if what == "speed":
            speed()
        elif what == "gnugo":
            into = asked.into or local / f"go-gnugo-{asked.size}-{seconds:g}s.jsonl"
            gnugo(asked.size, seconds, games, into, asked.minutes)
        elif what == "tests":
            into = asked.into or local / f"go-tests-{seconds:g}s.jsonl"
            tests(seconds, every, into, asked.minutes)
        elif what == "count":
            count(games, asked.into or local / "go-count.jsonl", asked.minutes)
        else:
            into = asked.into or local / f"go-threads-{seconds:g}s.jsonl"
            threads(games, seconds, into, asked.minutes)
    return 0


if __name__ == "__main__":
    sys.exit(main())

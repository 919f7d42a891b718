"""Makes a room's book of openings again: games of our own player from a seed, counted by position,
and what proofs say of its turns.

    .venv/bin/python tools/make_openings.py gomoku --games 1200 --nodes 3000

The first move of a game may be drawn by lot near the middle, or from all that are legal. Rounds
after the first follow what earlier ones have played while that is known well enough, the better
turns more often (Thompson's sampling), so that games go where both sides would go; from there on
the strongest level plays both sides, with so many nodes a turn. Positions count as one under the
symmetries of the board.

Then each turn that could be played from the book is looked at. `certified`: the mover has a forced
win that begins with it; `refuted`: the opponent has one after it; both only where the checker has
replayed the certificate, here and now. `doubted`: the strongest level, with more nodes, gives the
mover clearly less after it than after another. Openings that the room's pages about papers list
(`OPENINGS` and `search` of a paper*_openings.py) are proved anew and go in as certified.

Nodes bound all of it but the check of certificates: the same commit makes the same bytes again.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random

from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.play import analysing
from kikashi.play.book import LEAST_GAMES, MOST_MOVES
from kikashi.play.levels import LevelPlayer, make_player
from kikashi.play.lines import analyst, chance_within
from kikashi.play.openings import (
    CERTIFIED,
    DOUBTED,
    NAME,
    ONLY_SHOWN,
    REFUTED,
    Row,
    read_book,
    written,
)
from kikashi.play.position_keys import Key, key_of, met_positions
from kikashi.proofs import Caps
from kikashi.puzzles.games import near_the_middle
from kikashi.search import Limits, Verdict, solve

LONGEST = 200
"""Moves of a game; then nobody has won it."""
FRESH = 0.15
"""How often a game leaves what is known, to find what is not."""
KNOWN = 6
"""Games through a position that later rounds follow."""
PROOF_NODES, PROOF_MEMORY = 20_000, 256 << 20
NO_CLOCK = 3600.0
CHECKING = Caps(seconds=600.0)

Turn = tuple[Move, ...]
Game = tuple[Turn, int | None]
"""The moves, and who won; None: nobody."""
Counts = Mapping[str, Mapping[str, tuple[int, ...]]]
"""By key and turn of the normal form: the games that each player won, then those drawn."""


@dataclass(frozen=True)
class Plan:
    """How games are played and turns are looked at."""

    game: str
    level: str
    nodes: int
    variety: int
    lots: int
    doubt_nodes: int
    doubt: float
    """Of the mover's chances: what a turn may cost."""

    def player(self, seed: int) -> LevelPlayer:
        """The level, with more variety than it has against people."""
        made = make_player(self.game, self.level, seed)
        assert isinstance(made, LevelPlayer)
        return LevelPlayer(replace(made.level, variety=self.variety), seed)


def one_game(plan: Plan, known: Counts, number: int) -> Game:
    """A game by its number, which follows what is known for a while."""
    random = Random(f"openings {plan.game} {number}")
    position, moves = room(plan.game).start(), list[Move]()
    player = plan.player(random.randrange(1 << 30))
    by_lot = random.randrange(plan.lots + 1)
    following = bool(known)
    while position.result() is None and len(moves) < LONGEST:
        turn: Turn = ()
        if following:
            turn = _followed(position, known, random)
            following = bool(turn)
        elif len(moves) < by_lot:
            turn = (random.choice(near_the_middle(position)),)
        if not turn:
            seen = position.view_of_mover()
            turn = player.choose_turn(seen, NO_CLOCK, nodes=plan.nodes).moves
        for move in turn:
            moves.append(move)
            position = position.play(move)
    result = position.result()
    return tuple(moves), None if result is None else result.winner


def _followed(position: Position, known: Counts, random: Random) -> Turn:
    key = key_of(position)
    rows = known.get(key.text, {})
    if sum(map(sum, rows.values())) < KNOWN or random.random() < FRESH:
        return ()

    def drawn(turn: str) -> float:
        *wins, nobody = rows[turn]
        won = wins[position.to_move] + nobody / 2
        return random.betavariate(won + 1, sum(wins) + nobody - won + 1)

    return key.back(position, max(sorted(rows), key=drawn))


def counted(game: str, deep: int, played: Iterable[Game]) -> dict[str, dict[str, tuple[int, ...]]]:
    """What was played in each position, and how those games ended."""
    start = room(game).start()
    met: dict[str, dict[str, Counter[int | None]]] = defaultdict(lambda: defaultdict(Counter))
    for moves, winner in played:
        for at, key, turn in met_positions(start, moves):
            if at >= deep:
                break
            if turn:
                met[key][turn][winner] += 1
    return {
        key: {
            turn: (*(ended[player] for player in range(start.players)), ended[None])
            for turn, ended in turns.items()
        }
        for key, turns in met.items()
    }


def places(game: str, deep: int, played: Iterable[Game], keys: set[str]) -> dict[str, Position]:
    """A position for each of these keys."""
    found: dict[str, Position] = {}
    for moves, _ in played:
        position, at = room(game).start(), 0
        for before, key, _ in met_positions(position, moves):
            if before >= deep or len(found) == len(keys):
                break
            position, at = position.play_all(moves[at:before]), before
            if key in keys:
                found.setdefault(key, position)
    return found


# --- what speaks for a turn, and against it ----------------------------------------


def proved(position: Position) -> Verdict | None:
    """A forced win of the side to move that the checker has replayed."""
    if position.result() is not None or room(position.game).idle(position):
        return None
    for by in analysing.methods(position):
        try:
            found = solve(position, by, Limits(nodes=PROOF_NODES, memory=PROOF_MEMORY))
        except GameError:
            continue  # some searches want a stone to begin with
        if found.verdict == "win":
            replayed = found.replayed(CHECKING)
            if replayed.checked is not None:
                return replayed
    return None


def judged(plan: Plan, place: tuple[str, Position, list[Row]]) -> tuple[str, list[Row]]:
    """The rows of a position with their marks, and a certified one where nobody had seen it."""
    text, position, rows = place
    key = key_of(position)
    win = proved(position)
    if win is not None:
        return text, certified(key, position, rows, win)
    made = []
    for row in rows:
        loss = None
        if sum(row.wins) + row.drawn >= LEAST_GAMES:
            loss = proved(position.play_all(key.back(position, row.turn)))
        lost = loss and replace(row, mark=REFUTED, by=loss.by, turns=loss.turns or 0)
        made.append(lost or row)
    return text, doubted(plan, key, position, made)


def certified(key: Key, position: Position, rows: list[Row], win: Verdict) -> list[Row]:
    """The rows with the turn that begins a win marked, or added."""
    turn = key.turn(position, win.line[0])
    known = next((row for row in rows if row.turn == turn), None)
    if known is None:
        known = Row(turn, (0,) * position.players, 0)
    marked = replace(known, mark=CERTIFIED, by=win.by, turns=win.turns or 0)
    return [marked, *(row for row in rows if row.turn != turn)]


def doubted(plan: Plan, key: Key, position: Position, rows: list[Row]) -> list[Row]:
    """The rows with those marked that a longer search likes clearly less than the best turn."""
    asked = [r for r in rows if not r.mark and sum(r.wins) + r.drawn >= LEAST_GAMES]
    player = analyst(position)
    if not asked or player is None:
        return rows
    worth: dict[str, float] = {}
    for row in asked:
        after = position.play_all(key.back(position, row.turn))
        chance = None if after.result() else chance_within(player, after, plan.doubt_nodes)
        worth[row.turn] = 0.5 if chance is None else 1.0 - chance
    own = chance_within(player, position, plan.doubt_nodes)
    # The search's own choice need not be in the book: its value is the bar as well.
    best = max([*worth.values(), *([] if own is None else [own])])
    return [
        replace(row, mark=DOUBTED) if worth.get(row.turn, best) < best - plan.doubt else row
        for row in rows
    ]


def from_papers(game: str, most: int) -> Iterator[tuple[Position, Verdict]]:
    """Openings that pages about papers list, each proved and replayed once more."""
    home = room(game)
    folder = Path(__file__).parent.parent / "src" / Path(*home.package.split("."))
    for file in sorted(folder.glob("paper*_openings.py")):
        page = import_module(f"{home.package}.{file.stem}")
        for opening in page.OPENINGS[:most]:
            position = home.from_text(opening)
            verdict = page.search(position).replayed(CHECKING)
            said = "certified" if verdict.checked is not None else "left out"
            print(f"  {opening}: {verdict.verdict} by {verdict.by}, {said}", file=sys.stderr)
            if verdict.verdict == "win" and verdict.checked is not None:
                yield position, verdict


# --- the book ----------------------------------------------------------------------


def played_rows(plan: Plan, given: argparse.Namespace) -> dict[str, list[Row]]:
    """Plays the games, and looks at what they chose."""
    played: list[Game] = []
    with ProcessPoolExecutor(given.jobs) as pool:
        for number in range(given.rounds):
            first, last = (given.games * n // given.rounds for n in (number, number + 1))
            known = counted(plan.game, given.deep, played)
            played += pool.map(partial(one_game, plan, known), range(first, last), chunksize=8)
            print(f"{plan.game}: {last} games", file=sys.stderr)
        rows: dict[str, list[Row]] = {}
        for key, turns in counted(plan.game, given.deep, played).items():
            kept = [
                Row(turn, tuple(counts[:-1]), counts[-1])
                for turn, counts in sorted(turns.items())
                if sum(counts) >= given.least
            ]
            if kept:
                rows[key] = kept
        where = places(plan.game, given.deep, played, set(rows))
        asked = [(key, where[key], rows[key]) for key in sorted(rows)]
        rows |= pool.map(partial(judged, plan), asked, chunksize=8)
    return rows


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game")
    reader.add_argument("--games", type=int, default=600, help="in all rounds; 0: keep the book")
    reader.add_argument("--rounds", type=int, default=6)
    reader.add_argument("--level", default="10")
    reader.add_argument("--nodes", type=int, default=2_000, help="a turn")
    reader.add_argument("--variety", type=int, default=20, help="in the evaluation's units")
    reader.add_argument("--lots", type=int, default=1, help="at most so many moves by lot")
    reader.add_argument("--deep", type=int, default=12, help="moves before a turn that is counted")
    reader.add_argument("--least", type=int, default=3, help="games after a turn that is kept")
    reader.add_argument("--doubt-nodes", type=int, default=30_000, help="for each turn looked at")
    reader.add_argument("--doubt", type=float, default=0.06, help="chances that a turn may cost")
    reader.add_argument("--papers", type=int, default=100, help="at most so many listed openings")
    reader.add_argument("--only-shown", help="nobody plays from the book; says why")
    reader.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = reader.parse_args()
    if given.deep > MOST_MOVES:
        reader.error(f"players look no further than {MOST_MOVES} moves")
    plan = Plan(
        given.game,
        given.level,
        given.nodes,
        given.variety,
        given.lots,
        given.doubt_nodes,
        given.doubt,
    )
    file = Path(__file__).parent.parent / "src" / "kikashi" / "games" / given.game / NAME
    command = " ".join(["tools/make_openings.py", *sys.argv[1:]])
    if given.games:
        rows = played_rows(plan, given)
        head = [
            f"# {given.games} games of level {plan.level} with itself, {plan.nodes} nodes a turn.",
            f"# Made by {command}, which replayed the certificates of what is marked.",
        ]
    else:
        kept = file.read_text("utf-8").splitlines()
        rows = read_book(kept)
        then = f"# Then {command}: openings of papers, their certificates replayed."
        head = [*(line for line in kept if line.startswith("#") and line != then), then]
    head = [line for line in head if not line.startswith(ONLY_SHOWN)]
    if given.only_shown:
        head.append(f"{ONLY_SHOWN}: {given.only_shown}")
    for position, win in from_papers(given.game, given.papers):
        key = key_of(position)
        rows[key.text] = certified(key, position, rows.get(key.text, []), win)
    lines = [written(key, row) for key in sorted(rows) for row in rows[key]]
    file.write_text("\n".join([*head, *lines]) + "\n", "utf-8")
    marks = Counter(row.mark for kept in rows.values() for row in kept)
    print(f"{given.game}: {len(lines)} turns of {given.games} games, {dict(marks)}")


if __name__ == "__main__":
    main()

"""Paper 003, chapter 4: single-threat search by a defensive and an aggressive defender."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kikashi.arena.openings import make_openings
from kikashi.arena.statistics import Tally, wilson
from kikashi.drawing import Marks, to_svg
from kikashi.games.connect6 import ROOM
from kikashi.games.connect6.single_threats import LEANINGS, claimed, trusting
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.papers.contract import Answer, Figure, PaperError, Report, Settings, Table
from kikashi.play.levels import LevelPlayer, make_player
from kikashi.search import Limits
from kikashi.stones.forcing import solve

ID = "003-single-threats"
PAPER = "003"
TITLE = "Connect6: single-threat search by two defenders, and the match of table 4.1"
TITLE_ZH = "六子棋：兩種防守方的單迫著搜尋，與表 4.1 的對局"
QUICK = 12
RECORDS = "connect6/human_games_sample2000.csv"
POSITIONS = 200
TURNS_BEFORE = 4
"""Of the winner, before its last turn of the game."""
LOOK_NODES, EXACT_NODES = 2_000, 20_000
PLAYED, FEW_PLAYED = 30, 2
"""Claims that are played on, of each defender."""
LEVEL, LEVEL_NODES = 10, 300
RIVALS, FEW_RIVALS = (1, 5), (1,)
"""Our levels in the place of the paper's opponent."""
OPENINGS, FEW_OPENINGS, MOST_STONES = 7, 1, 121
LETTERS = "ABCDEFG"
PUBLISHED = {"defensive": "LWLLLLL", "aggressive": "DWWDDWD"}
"""Table 4.1 by position, A to G."""
WORDS = {"W": "won", "L": "lost", "D": "drawn"}
DRAWN = 2
LEANINGS_ZH = {"defensive": "防守型", "aggressive": "攻擊型"}
MISSING = (
    "The paper's seven positions (figure 4.1) are lost, and its opponent X6 is no program that one "
    "can have: ours are seven openings of three turns in which no forcing search finds a win, "
    "against our own levels. The paper rates success, accuracy and risk in words (defensive: "
    "high, low, high; aggressive: middle, high, low) and gives no numbers. It says what each "
    "defender tends to and not by which score: ours puts the free stone where it takes most from "
    "the attacker's patterns (defensive), or where it gives most to its own (aggressive).",
)


def positions(path: Path, most: int, report: Report) -> Iterator[tuple[str, StonePosition]]:
    """One a game: the later winner to move, some turns before the end, without a quick win."""
    found = 0
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            if found == most:
                return
            moves = row["moves"].split(",")
            last = stones_of(ROOM.start().play_all(moves[:-1]))
            left = len(moves) - (2 - last.moves_left) - 1 - 4 * TURNS_BEFORE
            if left < 3:
                continue
            position = stones_of(ROOM.start().play_all(moves[:left]))
            if solve(position, "vcdt", Limits(nodes=LOOK_NODES)).verdict == "win":
                continue
            found += 1
            report("positions", found, most)
            yield row["game_id"], position


class Kept:
    """What was worked out before, by name, in a file that grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, str] = {}
        if path.exists():
            *lines, torn = path.read_text("utf-8").split("\n")
            if torn:
                path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
            self._known = dict(map(json.loads, lines))

    def get(self, name: str, make: Callable[[], str]) -> str:
        """The value of this name; made now if it is not known."""
        if name not in self._known:
            self._known[name] = make()
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([name, self._known[name]]) + "\n")
        return self._known[name]


@dataclass(frozen=True)
class Claim:
    """A win that a search claims, in the position of this game."""

    game: str
    position: StonePosition
    turn: tuple[str, ...]
    confirmed: bool


def _exact(position: StonePosition) -> str:
    """What the exact search finds here, by double threats or by single ones."""
    for by in ("vcdt", "vcst"):
        if solve(position, by, Limits(nodes=EXACT_NODES)).verdict == "win":
            return "win"
    return "unknown"


def played_on(
    start: StonePosition, leaning: str, rival: int, seed: int, *, side: int | None = None
) -> str:
    """W, L or D of the side (to move) that trusts its search, against one of our levels."""
    side, position = start.mover if side is None else side, start
    player = make_player(start, rival, seed)
    assert isinstance(player, LevelPlayer)
    while not position.is_over and position.occupied.bit_count() < MOST_STONES:
        if position.mover == side:
            moves = trusting(position, leaning)
        else:
            moves = player.choose_turn(position.view_of_mover(), 60.0, nodes=LEVEL_NODES).moves
        for move in moves:
            if not position.is_over:
                position = position.play(move)
    result = position.result()
    if result is None or result.winner is None:
        return "D"
    return "W" if result.winner == side else "L"


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` takes N positions, and plays a game or two."""
    began = time.perf_counter()
    path = (settings.data or Path()) / RECORDS
    if settings.data is None or not path.exists():
        raise PaperError(f"this table needs {RECORDS} in the folder of --data")
    quick = settings.games is not None
    settings.work.mkdir(parents=True, exist_ok=True)
    kept = Kept(settings.work / f"{ID}.jsonl")
    chosen = dict(positions(path, settings.games or POSITIONS, report))
    claims: dict[str, list[Claim]] = {leaning: [] for leaning in LEANINGS}
    for number, (game, position) in enumerate(chosen.items()):
        report("searches", number, len(chosen))
        for leaning in LEANINGS:
            turn = claimed(position, leaning)
            if turn is not None:
                exact = kept.get(f"exact {game}", partial(_exact, position))
                claims[leaning].append(Claim(game, position, turn, exact == "win"))
    rows = []
    for leaning, made in claims.items():
        bare = [claim for claim in made if not claim.confirmed][: FEW_PLAYED if quick else PLAYED]
        outcomes = ""
        for number, claim in enumerate(bare):
            report(f"play on, {leaning}", number, len(bare))
            play = partial(played_on, claim.position, leaning, LEVEL, number)
            outcomes += kept.get(f"{leaning} {claim.game}", play)
        rows.append(_row(leaning, len(chosen), made, outcomes))
    matches = tuple(_matches(kept, report, quick=quick))
    return Answer(
        tables=(
            Table(
                f"{len(chosen)} positions, {TURNS_BEFORE} turns before the winner's last, without "
                "a quick win by double threats",
                (
                    *("defender", "claims", "success", "confirmed", "accuracy"),
                    *("not confirmed, played on", "won", "drawn", "lost", "risk", "95%"),
                ),
                tuple(rows),
            ),
            Table(
                f"Table 4.1 again: Black by the paper's flow, drawn at {MOST_STONES} stones",
                ("search", "White", *LETTERS, "won", "lost", "drawn"),
                (
                    *(_match(name, "paper: X6", games) for name, games in PUBLISHED.items()),
                    *(_match(name, f"level {rival}", games) for name, rival, games in matches),
                ),
            ),
        ),
        command=f"kikashi papers run {ID} --data DIR"
        + (f" --games {settings.games}" if quick else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
        figures=tuple(
            Figure(
                f"games won as Black, {name} defender (ours against level {rival})",
                round(100 * PUBLISHED[name].count("W") / OPENINGS),
                round(100 * games.count("W") / len(games)),
                "%",
                f"執黑勝率，{LEANINGS_ZH[name]}（我們的對手是第 {rival} 級）",
            )
            for name, rival, games in matches
            if rival == RIVALS[-1]
        ),
        pictures=dict(_drawn(claims)),
    )


def _row(leaning: str, asked: int, made: list[Claim], outcomes: str) -> tuple[str, ...]:
    true = sum(claim.confirmed for claim in made)
    lost, played = outcomes.count("L"), len(outcomes)
    low, high = wilson(Tally(lost, 0, played - lost))
    return (
        leaning,
        str(len(made)),
        f"{100 * len(made) / asked:.0f}%",
        str(true),
        f"{100 * true / len(made):.0f}%" if made else "-",
        f"{played} of {len(made) - true}",
        *(str(outcomes.count(letter)) for letter in "WDL"),
        f"{100 * lost / played:.0f}%" if played else "-",
        f"{100 * low:.0f} to {100 * high:.0f}%" if played else "-",
    )


def _matches(kept: Kept, report: Report, *, quick: bool) -> Iterator[tuple[str, int, str]]:
    """The defender, our level, and a letter for each opening."""
    openings = make_openings(ROOM.start(), OPENINGS)[: FEW_OPENINGS if quick else None]
    for leaning in LEANINGS:
        for rival in FEW_RIVALS if quick else RIVALS:
            games = ""
            for number, moves in enumerate(openings):
                report(f"{leaning} against level {rival}", number, len(openings))
                start = stones_of(ROOM.start().play_all(moves))
                play = partial(played_on, start, leaning, rival, number, side=0)
                games += kept.get(f"match {leaning} {rival} {number}", play)
            yield leaning, rival, games


def _match(leaning: str, rival: str, games: str) -> tuple[str, ...]:
    cells = [WORDS[letter] for letter in games]
    cells += ["-"] * (OPENINGS - len(cells))
    shares = (f"{100 * games.count(letter) / len(games):.0f}%" for letter in "WLD")
    return (leaning, rival, *cells, *shares)


def _drawn(claims: dict[str, list[Claim]]) -> Iterator[tuple[str, str]]:
    """Claims that the exact search does not confirm, some of each defender."""
    for leaning, made in claims.items():
        for claim in [one for one in made if not one.confirmed][:DRAWN]:
            scene = ROOM.scene(claim.position.view_of_mover(), Marks(best=claim.turn))
            words = f"{leaning}, game {claim.game}: {'+'.join(claim.turn)} is claimed to win"
            yield f"{words}, which the exact search does not confirm", to_svg(scene)

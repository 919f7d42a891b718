"""The computer as a player: ten rungs, a thought about one position, moves worth a look."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

from kikashi import _native
from kikashi.games.go import counting
from kikashi.games.go.board import STONES, string_at
from kikashi.games.go.counting import Count
from kikashi.games.go.patterns import load_strengths
from kikashi.games.go.position import AGREE, DEAD, PASS, RESUME, GoPosition, go_of
from kikashi.law import GameError, Move, Position, View
from kikashi.search.playing import Budget, Rung, Style, Thought, kept_seconds

MEMORY = 512 << 20
"""Bytes for the tree and for its copy when a move is made; touched only as it grows."""
SETTLED = 0.8
"""Ownership beyond which a stone or a point counts as decided."""
GLANCE = 1_000
"""Playouts that tell dead stones from living ones."""
HOPELESS = 0.1
"""Chances below which whoever is behind does not go on after the other's pass."""
PASSING = 0.35
"""Share of a turn's work for what the opponent makes of a pass, where the board looks settled."""
SURE_WIN = 1_000
"""The score of a game that is won: scores are shares of wins, 0 is even."""
DEAR, DEAR_POINTS = 0.02, 1.5
"""What a pass may cost beside the best move: chances, and points (a neutral point is worth one)."""

_PLAIN = Style(forces=False)
_FULL = Style()

# Simulations double or so from rung to rung; the lowest see their visits through noise (in
# hundredths of the visits of the best move), which makes them choose worse moves.
_LADDER = (
    Rung(30, 1.0, _PLAIN, noise=80),
    Rung(60, 1.0, _PLAIN, noise=60),
    Rung(120, 1.0, _PLAIN, noise=45),
    Rung(250, 1.0, _FULL, noise=35),
    Rung(500, 1.0, _FULL, noise=25),
    Rung(1_000, 1.0, _FULL, noise=15),
    Rung(2_000, 1.0, _FULL, noise=10),
    Rung(4_000, 2.0, _FULL, noise=5),
    Rung(10_000, 2.0, _FULL),
    Rung(None, 2.0, _FULL),
)


WIDTH = 8
"""How many candidates a study follows up."""


def ladder(start: Position) -> tuple[Rung, ...]:
    """Ten rungs, weakest first."""
    del start
    return _LADDER


load_strengths()


def komi_of(law: GoPosition) -> int:
    """Half points for White, the bonus of a handicap with them."""
    empty = law.on.empty
    counted = counting.count(empty, law.on, {**law.options}, frozenset(), (0, 0))
    return counted.white


def question(law: GoPosition) -> dict[str, Any]:
    """A position as the native search takes it."""
    rules, banned = law.rules, law.now.banned
    last = -1
    if law.moves and law.moves[-1] in law.on.index:
        last = law.on.index[law.moves[-1]]
    taken = law.now.prisoners
    played = law.board.count(STONES[0]) + taken[1] - law.board.count(STONES[1]) - taken[0]
    return {
        "board": law.board,
        "mover": law.to_move,
        "ko": -1 if banned is None else banned,
        "last": last,
        "passes": min(law.now.passes, 1),
        "played": played,
        "past": [*law.past, (law.board, law.to_move)] if rules.ko != "simple" else [],
        "ko_rule": rules.ko,
        "suicide": rules.suicide,
        "ends_at_passes": rules.dead == "none",
        "komi": komi_of(law),
        "territory": rules.score == "territory",
    }


class Search:
    """A native search that follows a game and keeps its tree."""

    def __init__(self, law: GoPosition) -> None:
        self._native = _native.go_player(law.on.size, MEMORY)
        self._law = law
        self.settled = False
        """Whether the board looked settled when it was last thought about."""

    def follows(self, law: GoPosition) -> bool:
        """Whether the tree is about this game, some moves ago."""
        before = self._law
        return (law.chosen, law.first) == (before.chosen, before.first) and (
            law.moves[: len(before.moves)] == before.moves
        )

    def go_to(self, law: GoPosition, *, keep: bool = True) -> None:
        """Goes to a position, with what is known about it where it was foreseen."""
        if not keep or not self.follows(law):
            self._native.forget()
        else:
            for move in law.moves[len(self._law.moves) :]:
                if move == PASS:
                    self._native.advance(-1)
                elif move in law.on.index:
                    self._native.advance(law.on.index[move])
                else:
                    self._native.forget()
        self._law = law

    def run(
        self,
        *,
        simulations: int = 0,
        seconds: float = 0.0,
        planned: float = 0.0,
        seed: int = 0,
        threads: int = 1,
        stop_early: bool = True,
        tree: bool = True,
        mover: int | None = None,
        tuning: dict[str, float] | None = None,
        progress: Callable[[int, float], bool | None] | None = None,
    ) -> dict[str, Any]:
        """What the search knows after so much more work; `mover` plays in place of whose turn it
        is."""
        asked = question(self._law)
        return self._native.think(
            tree,
            **asked | ({} if mover is None else {"mover": mover}),
            simulations=simulations,
            seconds=seconds,
            planned=planned,
            seed=seed & (2**63 - 1),
            threads=threads,
            stop_early=stop_early,
            tuning=tuning or {},
            progress=progress,
        )


class _Kept:
    """The search of the game that was thought about last: its tree is worth keeping."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._search: Search | None = None

    def take(self, law: GoPosition) -> Search:
        with self._lock:
            search, self._search = self._search, None
        if search is None or not search.follows(law):
            return Search(law)
        return search

    def give_back(self, search: Search) -> None:
        with self._lock:
            self._search = search


_kept = _Kept()


def word_of(law: GoPosition, cell: int) -> Move:
    """A move from a cell number of the native search."""
    return PASS if cell < 0 else law.on.names[cell]


def dead_stones(law: GoPosition, ownership: list[float]) -> frozenset[int]:
    """Stones whose points end up with the other side in most playouts, whole strings at a time."""
    dead: set[int] = set()
    for string in law.strings:
        sign = 1 if law.board[min(string.stones)] == STONES[0] else -1
        mean = sum(sign * ownership[cell] for cell in string.stones) / len(string.stones)
        if mean < 0:
            dead |= string.stones
    return frozenset(dead)


def final_status(law: GoPosition) -> tuple[frozenset[int], Count]:
    """Which stones are dead, and the count without them: an opinion by playouts.

    Each side begins half of them, whoever is asked: else what a stone could still change counts
    for the one who speaks, and two who are asked in turn disagree.
    """
    ownership = [0.0] * len(law.board)
    for mover in range(len(STONES)):
        found = Search(law).run(simulations=GLANCE // 2, tree=False, mover=mover)
        owned = found["ownership"] or ownership
        ownership = [one + other for one, other in zip(ownership, owned, strict=True)]
    dead = dead_stones(law, ownership)
    return dead, counting.count(law.board, law.on, law.options, dead, law.now.prisoners)


def _settled(law: GoPosition, ownership: list[float]) -> bool:
    """Whether no point is still worth a stone: all owned, or neutral between living stones."""
    for cell, owned in enumerate(ownership):
        if abs(owned) < SETTLED:
            beside = {law.board[at] for at in law.on.neighbours[cell]}
            if law.board[cell] != "." or not {"X", "O"} <= beside:
                return False
    return True


def _nothing_left(law: GoPosition, best: dict[str, Any], ownership: list[float]) -> bool:
    """Whether the other side passed and our best stone, without hope, lies where all is decided.

    Whoever is behind would fill their own land up to the last point, and keep a person waiting.
    """
    agreed = law.now.passes == 1 and law.rules.dead != "none"
    cell, value = best["cell"], best["value"]
    return agreed and cell >= 0 and abs(ownership[cell]) >= SETTLED and bool(value < HOPELESS)


def _passing_wins(law: GoPosition, ownership: list[float]) -> bool:
    """Whether the mover wins if both pass now."""
    sign = 1 if law.to_move == 0 else -1
    dead: frozenset[int] = frozenset() if law.rules.dead == "none" else dead_stones(law, ownership)
    counted = counting.count(law.board, law.on, law.options, dead, law.now.prisoners)
    return sign * counted.margin > 0


def think(
    seen: View, style: Style, budget: Budget, stop: Callable[[], bool] | None = None
) -> Thought:
    """Chooses a move for the side to move; `stop` is asked every few milliseconds."""
    begun = time.monotonic()
    law = go_of(seen.position())
    if law.result():
        raise GameError("the game is over; there is no turn to choose")
    if law.agreement is not None:
        return _agreeing(law, begun)
    seconds = kept_seconds(budget.seconds, begun)
    keep = budget.nodes is None
    search = _kept.take(law) if keep else Search(law)
    search.go_to(law, keep=keep)
    # Where the board looked settled a turn ago, some of the time is for asking about a pass.
    share = 1 - PASSING if keep and search.settled else 1.0
    tuning = None if style.forces else {"use_priors": 0.0}
    progress = None if stop is None else (lambda _nodes, _seconds: not stop())
    found = search.run(
        simulations=budget.nodes or 0,
        seconds=seconds * share,
        planned=min(budget.soft or seconds, seconds) * share,
        seed=budget.seed,
        threads=budget.threads,
        stop_early=budget.lines == 1,
        tuning=tuning,
        progress=progress,
    )
    search.settled = bool(found["ownership"]) and _settled(law, found["ownership"])
    if keep:
        _kept.give_back(search)

    def after_pass() -> dict[str, Any]:
        """The opponent's view of a pass; nothing where no time is left for it."""
        left = max(seconds - (time.monotonic() - begun), 0.0)
        if seconds and left < seconds * PASSING / 2:
            return {"moves": []}
        return Search(go_of(law.play(PASS))).run(
            simulations=int((budget.nodes or 0) * PASSING),
            seconds=min(left, seconds * PASSING),
            seed=budget.seed,
            threads=budget.threads,
            tuning=tuning,
            progress=progress,
        )

    moves = _chosen_first(law, found, budget, after_pass)
    best = moves[0]
    return Thought(
        moves=(word_of(law, best["cell"]),),
        reason="searched" if best["cell"] >= 0 else "passes",
        score=_points(best["value"]),
        depth=len(best["line"]),
        line=tuple((word_of(law, cell),) for cell in best["line"] or [best["cell"]]),
        nodes=found["simulations"],
        seconds=time.monotonic() - begun,
        refused=0,
        others=tuple(
            (_points(move["value"]), tuple((word_of(law, cell),) for cell in move["line"]))
            for move in moves[1 : budget.lines]
            if move["visits"]
        ),
        visits=tuple(
            ((word_of(law, move["cell"]),), move["visits"], _points(move["value"]))
            for move in moves
            if move["visits"]
        ),
    )


def _points(value: float) -> int:
    """A share of wins as the house's scores."""
    return round(2 * SURE_WIN * (value - 0.5))


def _chosen_first(
    law: GoPosition,
    found: dict[str, Any],
    budget: Budget,
    after_pass: Callable[[], dict[str, Any]],
) -> list[dict[str, Any]]:
    """The moves by visits, the one to play first."""
    if not found["moves"]:
        return [{"cell": -1, "visits": 0, "value": 0.5, "line": []}]
    # A move that was never tried is worth what the position is: it has no value of its own.
    moves = [one if one["visits"] else {**one, "value": found["value"]} for one in found["moves"]]
    if budget.noise:
        most = max(move["visits"] for move in moves) * budget.noise / 100
        moves.sort(key=lambda move: -move["visits"] - most * _noise(move["cell"], budget, law))
    passing = next(move for move in moves if move["cell"] < 0)
    ownership = found["ownership"]
    if ownership and _nothing_left(law, moves[0], ownership):
        return _with_pass_first(moves, passing)
    over = bool(ownership) and _passing_wins(law, ownership)
    if over and law.now.passes == 0:
        over = _settled(law, ownership) and _pass_is_safe(law, found, after_pass())
    if over:
        return _with_pass_first(moves, passing)
    if moves[0] is passing and law.rules.dead == "none" and not _passing_wins(law, ownership):
        # Nothing is lost by going on where passing loses by count.
        others = [move for move in moves if move["cell"] >= 0 and move["visits"]]
        if others and others[0]["value"] > passing["value"] - 0.05:
            moves.remove(others[0])
            return [others[0], *moves]
    return moves


def _with_pass_first(moves: list[dict[str, Any]], passing: dict[str, Any]) -> list[dict[str, Any]]:
    """A pass that keeps what the best move has: its few visits say less."""
    value = max(passing["value"], moves[0]["value"])
    return [{**passing, "value": value}, *(move for move in moves if move is not passing)]


def _pass_is_safe(law: GoPosition, found: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether the opponent finds nothing after a pass that the best move would prevent."""
    if not after["moves"]:
        return False
    sign = 1 if law.to_move == 0 else -1
    chances: float = found["moves"][0]["value"] + after["moves"][0]["value"] - 1
    points: float = sign * (found["score"] - after["score"])
    return chances <= DEAR and points <= DEAR_POINTS


def _noise(cell: int, budget: Budget, law: GoPosition) -> float:
    """What chance adds to a move, from 0 to 1; the same again for a seed. Never to a pass."""
    if cell < 0:
        return 0.0
    stones = law.board.count(STONES[0]), law.board.count(STONES[1])
    return float(hash((budget.seed, cell, *stones, law.to_move)) % 10_007) / 10_007


def _agreeing(law: GoPosition, begun: float) -> Thought:
    """Says which stones are dead: marks one string, accepts, or plays on where opinions differ.

    Each mark is a turn of its own; the side that marks is to move again until it accepts.
    """
    said = law.agreement
    assert said is not None
    dead, _ = final_status(law)
    wrong = dead ^ said.dead
    if said.proposed and wrong and said.rounds >= 2:
        moves = [RESUME]
    else:
        moves = [*_marks(law, wrong), AGREE]
    return Thought(
        moves=tuple(moves[:1]),
        reason="agrees",
        score=0,
        depth=0,
        line=tuple((move,) for move in moves),
        nodes=GLANCE,
        seconds=time.monotonic() - begun,
        refused=0,
    )


def _marks(law: GoPosition, wrong: frozenset[int]) -> Iterator[Move]:
    """One word for each string of these stones, as far as it may be marked now."""
    legal = set(law.legal_moves())
    seen: set[int] = set()
    for cell in sorted(wrong):
        stones = string_at(law.board, law.on, cell).stones
        word = DEAD + law.on.names[min(stones)]
        if cell not in seen and word in legal:
            seen |= stones
            yield word


def settles(position: Position) -> bool:
    """Whether the players are agreeing about dead stones."""
    law = go_of(position)
    return law.agreement is not None and law.result() is None


def settlement(position: Position) -> tuple[Move, ...]:
    """The marks that are missing, or wrong, by our playouts: an opinion."""
    law = go_of(position)
    if law.agreement is None:
        return ()
    dead, _ = final_status(law)
    return tuple(_marks(law, dead ^ law.agreement.dead))


def candidates(seen: View, count: int) -> tuple[tuple[Move, float], ...]:
    """Moves worth a look with the mover's chances after them, at a glance: an opinion."""
    law = go_of(seen.position())
    if law.result() or law.agreement is not None:
        return ()
    found = Search(law).run(simulations=400)
    return tuple((word_of(law, move["cell"]), move["value"]) for move in found["moves"][:count])

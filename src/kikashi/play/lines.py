"""Several principal lines of a position, better and better until somebody stops it.

A line is an opinion: the computer's full strength looks at the position after each turn that is
worth a look. Beside the lines the room's provers look for wins; those are proved, and checked by
the law before they are reported. What they leave open is 'unknown'.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kikashi.games import room
from kikashi.law import CHANCE, Move, Position
from kikashi.play import analysing, levels
from kikashi.play.analysing import CHECKING
from kikashi.play.players import Opinion
from kikashi.search import Limits, Verdict, solve

Stopped = Callable[[], bool]
Turn = tuple[Move, ...]

LOGIT = 100.0
"""Scores are in hundredths of a logit, unless the room's engine says otherwise."""
MOST_LOGITS = 30.0
SURE = 0.9999
FIRST_LOOK = 0.03
"""Seconds for the first opinion: a page wants to show something at once."""
COMPLETION = 0.015
"""Seconds to complete a turn that was begun with a given stone."""
LOOK, LONGER, LONGEST = 0.04, 3.0, 3.0
"""Seconds for a turn in the first round; how much longer in the next ones; at most."""
WIDEST = 40
"""Legal moves that are looked at where nothing orders them."""
SPARE = 3
"""Turns that are followed up beside those that are shown: a better one may be among them."""
PROVER_MEMORY = 1 << 28
NO_CLOCK = 3600.0
"""Seconds for what nodes bound."""


@dataclass(frozen=True)
class Line:
    """Turns of both sides, beginning with one of the side to move."""

    turns: tuple[Turn, ...]
    chance: float | None
    """Of the side to move, from 0 to 1: an opinion. None where only a proof speaks."""
    depth: int = 0
    win: Verdict | None = None
    """The proof, where the first turn begins a proved win."""
    loss: Verdict | None = None
    """The opponent's proof, where the first turn loses."""


@dataclass(frozen=True)
class Report:
    """What is known so far, the best line first."""

    lines: tuple[Line, ...]
    verdicts: tuple[Verdict, ...]
    """About wins of the side to move, one for each method tried so far."""
    round: int
    nodes: int
    seconds: float


def chance_of(score: int, logit: float = LOGIT) -> float:
    """An evaluation as a chance."""
    return 1.0 / (1.0 + math.exp(-max(-MOST_LOGITS, min(MOST_LOGITS, score / logit))))


def analyst(position: Position) -> levels.LevelPlayer | None:
    """The strongest player, without what makes its games differ; None where there is no ladder."""
    offered = room(position.game).capabilities(position.options).levels
    if not offered:
        return None
    player = levels.make_player(position, offered[-1])
    if isinstance(player, levels.LevelPlayer):
        steady = replace(player.level, noise=0, variety=0)
        return levels.LevelPlayer(steady)
    return None


def evaluate(
    position: Position, seconds: float, stopped: Stopped
) -> tuple[float | None, Verdict | None]:
    """The chance of the side to move, and its proved win where a short search finds one.

    Nothing where chance is to move: what it will bring is nobody's merit.
    """
    player = analyst(position)
    if position.result() is not None or position.to_move == CHANCE or player is None:
        return None, None
    if position.players > 2:
        return None, None  # nobody's share of the game: see `_chance`
    opinion = player.choose_turn(position.view_of_mover(), seconds, stopped)
    win = proved(opinion.verdict)
    return _chance(position, opinion, win), win


def chance_within(player: levels.LevelPlayer, position: Position, nodes: int) -> float | None:
    """The chance of the side to move as a player sees it with so many nodes, however long it takes:
    the same on every machine."""
    opinion = player.choose_turn(position.view_of_mover(), NO_CLOCK, nodes=nodes)
    return _chance(position, opinion, None)


def cut_short(verdict: Verdict) -> bool:
    """Whether a longer search could say more: a prover may also end without an answer."""
    return verdict.verdict == "unknown" and verdict.ending in ("seconds", "nodes")


def proved(verdict: Verdict | None) -> Verdict | None:
    """The same verdict once the law has replayed its certificate; None where it has not."""
    replayed = None if verdict is None else verdict.replayed(CHECKING)
    return replayed if replayed is not None and replayed.checked is not None else None


def study(position: Position, count: int, stopped: Stopped) -> Iterator[Report]:
    """Reports until `stopped`, or until longer searches would find nothing new."""
    if position.result() is None and position.to_move != CHANCE:
        yield from _Study(position, count, stopped).reports()


class _Study:
    def __init__(self, position: Position, count: int, stopped: Stopped) -> None:
        self.position = position
        self.mover = position.to_move
        self.count = count
        self.stopped = stopped
        self.player = analyst(position)
        self.lines: dict[frozenset[Move], Line] = {}
        self.verdicts: dict[str, Verdict] = {}
        self.round = 0
        self.nodes = 0
        self.began = time.monotonic()

    def reports(self) -> Iterator[Report]:
        if self.player is None:
            yield from self._by_shares()
        else:
            self._root(FIRST_LOOK)
            yield self._report()
        look = LOOK
        while not self.stopped():
            before = dict(self.verdicts)
            yield from self._prove(look)
            if self.player is not None:
                yield from self._look(look)
            elif self.verdicts == before or not self._open():
                return
            if self._won() and look > 10 * LOOK:
                return  # a proved win needs no better opinion
            self.round += 1
            look = min(look * LONGER, LONGEST)

    def _report(self) -> Report:
        ordered = sorted(self.lines.values(), key=_worth, reverse=True)
        spent = time.monotonic() - self.began
        return Report(
            tuple(ordered[: self.count]),
            tuple(self.verdicts.values()),
            self.round,
            self.nodes,
            spent,
        )

    def _keep(self, line: Line) -> None:
        if line.turns:
            self.lines[frozenset(line.turns[0])] = line

    # --- proofs ----------------------------------------------------------------------------------

    def _won(self) -> bool:
        return any(verdict.verdict == "win" for verdict in self.verdicts.values())

    def _open(self) -> bool:
        return not self._won() and any(map(cut_short, self.verdicts.values()))

    def _prove(self, seconds: float) -> Iterator[Report]:
        """One round of the room's provers: only what is still open is asked again."""
        if room(self.position.game).idle(self.position):
            return
        for by in analysing.methods(self.position):
            known = self.verdicts.get(by)
            if self.stopped() or self._won():
                return
            if known is not None and not cut_short(known):
                continue
            limits = Limits(seconds=4 * seconds, memory=PROVER_MEMORY)
            verdict = solve(self.position, by, limits, progress=lambda *_: not self.stopped())
            if verdict.ending == "stopped":
                return
            self.nodes += verdict.nodes
            verdict = verdict.replayed(CHECKING)
            self.verdicts[by] = verdict
            if verdict.checked is not None:
                self._keep(Line(verdict.line, 1.0, len(verdict.line), win=verdict))
            yield self._report()

    # --- opinions --------------------------------------------------------------------------------

    def _choose(self, position: Position, seconds: float) -> Opinion:
        assert self.player is not None
        opinion = self.player.choose_turn(position.view_of_mover(), seconds, self.stopped)
        self.nodes += opinion.nodes
        return opinion

    def _root(self, seconds: float) -> None:
        opinion = self._choose(self.position, seconds)
        win = proved(opinion.verdict)
        turns = win.line if win else (opinion.lines[0] if opinion.lines else (opinion.moves,))
        key = frozenset(opinion.moves)
        if win is not None or key not in self.lines:
            self._keep(Line(turns, _chance(self.position, opinion, win), opinion.depth, win=win))

    def _look(self, seconds: float) -> Iterator[Report]:
        """One round: a longer look at every turn that is worth it."""
        if self.round == 0:
            own = [line.turns[0] for line in self.lines.values() if line.win is None]
            for turn in (*own, *self._turns()):
                if self.stopped():
                    return
                self._follow(turn, seconds / 2)
                yield self._report()
            return
        self._root(2 * seconds)
        best = sorted(self.lines.values(), key=_worth, reverse=True)[: self.count + SPARE]
        for line in best:
            if self.stopped():
                return
            if line.win is None:
                self._follow(line.turns[0], seconds)
        # Once for all of them: lines of two depths side by side would be compared.
        yield self._report()

    def _turns(self) -> Iterator[Turn]:
        """Whole turns that begin with the moves worth a look."""
        for first in self._first_moves():
            after = self.position.play(first)
            turn: Turn = (first,)
            if after.result() is None and after.to_move == self.position.to_move:
                turn += self._choose(after, COMPLETION).moves
            if frozenset(turn) not in self.lines:
                yield turn

    def _first_moves(self) -> tuple[Move, ...]:
        engine = room(self.position.game).candidate_engine()
        if engine is None:
            return self.position.legal_moves()[:WIDEST]
        most = max(engine.WIDTH, self.count + SPARE)
        return tuple(found.move for found in analysing.worth_a_look(self.position, most))

    def _follow(self, turn: Turn, seconds: float) -> None:
        """What the opponent would answer, and what that says about the turn."""
        after = self.position
        for move in turn:
            after = after.play(move)
        result = after.result()
        if result is not None:
            won = result.winner == self.position.to_move
            self._keep(Line((turn,), 1.0 if won else 0.5 if result.winner is None else 0.0, 1))
            return
        if after.to_move == CHANCE:
            expected, depth = self._expected(after, seconds)
            if not self.stopped():
                self._keep(Line((turn,), expected, depth))
            return
        opinion = self._choose(after, seconds)
        if self.stopped():
            return  # cut short in the middle, it would be worse than what is known
        loss = proved(opinion.verdict)
        rest = loss.line if loss else (opinion.lines[0] if opinion.lines else (opinion.moves,))
        chance = _chance(after, opinion, loss)
        mine = None if chance is None else 1.0 - chance
        self._keep(Line((turn, *rest), mine, opinion.depth + 1, loss=loss))

    def _expected(self, position: Position, seconds: float) -> tuple[float | None, int]:
        """The mean of what the outcomes of chance would mean, and how deep all were looked at."""
        outcomes = position.outcomes()
        weights = sum(outcome.weight for outcome in outcomes)
        mean, depths = 0.0, []
        for outcome in outcomes:
            after = position.play(outcome.move)
            result = after.result()
            if result is not None:
                winner = result.winner
                chance: float | None = 0.5 if winner is None else float(winner == self.mover)
            elif after.to_move == CHANCE:
                return None, 0  # a run of draws: nobody counts them all
            else:
                opinion = self._choose(after, seconds / len(outcomes))
                chance = _chance(after, opinion, proved(opinion.verdict))
                if chance is not None and after.to_move != self.mover:
                    chance = 1.0 - chance
                depths.append(opinion.depth + 1)
            if chance is None or self.stopped():
                return None, 0
            mean += chance * float(outcome.weight / weights)
        return mean, min(depths, default=1)

    def _by_shares(self) -> Iterator[Report]:
        """Without a player: the moves that look best."""
        for found in analysing.worth_a_look(self.position, self.count):
            self._keep(Line(((found.move,),), found.share))
        if self.lines:
            yield self._report()


def _chance(position: Position, opinion: Opinion, win: Verdict | None) -> float | None:
    if win is not None:
        return 1.0
    if opinion.score is None or position.players > 2:
        return None  # among more than two, what one expects is no share of the game
    home = room(position.game)
    shares, scaled = home.share_engine(), home.scaled_engine()
    if shares is not None:
        chance = 0.5 + opinion.score / (2 * shares.SURE_WIN)
    else:
        chance = chance_of(opinion.score, scaled.LOGISTIC if scaled else LOGIT)
    # Whatever a search believes, only a proof is certain.
    return min(SURE, max(1 - SURE, chance))


def _worth(line: Line) -> tuple[float, ...]:
    if line.win is not None:
        return (2.0, -float(line.win.turns or 0))
    if line.loss is not None:
        return (-1.0, float(line.loss.turns or 0))
    return (0.0 if line.chance is None else line.chance, float(line.depth))

"""GTP as Go programs speak it: the whole of version 2, KGS's words, analysis as Sabaki reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from kikashi.games.go import gtp_reading
from kikashi.games.go.engine import SURE_WIN, Search, final_status, word_of
from kikashi.games.go.loading import main_line
from kikashi.games.go.points import with_stones
from kikashi.games.go.position import COLOURS, PASS, GoPosition, go_of
from kikashi.games.go.presets import fixed_handicap, komi, most_fixed
from kikashi.games.go.rules import Go
from kikashi.law import GameError, Position
from kikashi.play import Game
from kikashi.protocols import gtp_analysis, hosts
from kikashi.protocols.gtp import GtpEngine
from kikashi.protocols.process import ProgramError
from kikashi.protocols.registry import Protocol
from kikashi.records import RecordError

SLICE = 0.1
"""Seconds between looks at what was heard, in analysis."""
RESIGN = 0.05
"""Chances of winning below which a long game is given up."""


def fits(position: Position) -> str:
    """Why GTP cannot speak of a game; it can of every game of Go."""
    go_of(position)
    return ""


def gives_up(here: GoPosition, score: int | None) -> bool:
    """Whether a long game is lost: `score` is what its mover thinks of it."""
    long = len(here.moves) > len(here.board) // 3
    return long and score is not None and score < 2 * SURE_WIN * (RESIGN - 0.5)


class GoGtpEngine(GtpEngine):
    """The engine's side, with what only Go has."""

    def prepare(self) -> None:
        super().prepare()
        self._cleaned: str | None = None
        self.tried: list[int] = []
        self._words |= gtp_reading.words(self)
        self._words |= {
            "komi": self._komi,
            "reg_genmove": self._reg_genmove,
            "fixed_handicap": self._fixed_handicap,
            "place_free_handicap": self._place_free_handicap,
            "set_free_handicap": self._set_free_handicap,
            "final_score": self._final_score,
            "final_status_list": self._final_status_list,
            "final_status": self._final_status,
            "loadsgf": self._loadsgf,
            "is_legal": self._is_legal,
            "list_stones": self._list_stones,
            "captures": self._captures,
            "last_move": self._last_move,
            "kgs-genmove_cleanup": self._genmove_cleanup,
            "kgs-game_over": lambda _: "",
            "kgs-rules": self._kgs_rules,
            "kgs-time_settings": self._kgs_time,
            "get_komi": lambda _: self.here.options["komi"],
        }

    @property
    def here(self) -> GoPosition:
        return go_of(self.position)

    @property
    def history(self) -> list[Position]:
        """Every position so far, the last being the board."""
        return self._history

    def obey_play(self, rest: list[str]) -> str:
        """A colour and a vertex, played."""
        return self._play(rest)

    # --- the board -----------------------------------------------------------------------------

    def _clear(self, rest: list[str]) -> str:
        if self._cleaned:  # a clean-up ends with its game
            self._with_options(dead=self._cleaned)
            self._cleaned = None
        return super()._clear(rest)

    def _with_options(self, **options: str) -> GoPosition:
        """The same game under other options: moves made so far stay."""
        here = self.here
        chosen = tuple(Go().normal_options({**here.options, **options}).items())
        self.start = _under(go_of(self.start), chosen)
        self._history = [_under(go_of(position), chosen) for position in self._history]
        return self.here

    def _komi(self, rest: list[str]) -> str:
        try:
            value = komi(f"{float(rest[0]):g}")
        except (IndexError, ValueError):
            raise GameError("komi is a whole or a half number") from None
        self._with_options(komi=value)
        return ""

    def _kgs_rules(self, rest: list[str]) -> str:
        named = {"new_zealand": "tromp-taylor"}.get("".join(rest), "".join(rest))
        self._with_options(rules=named)
        return ""

    def _kgs_time(self, rest: list[str]) -> str:
        kind, numbers = (rest or [""])[0], rest[1:]
        if kind == "none":
            return self._time_settings(["0", "1", "0"])
        if kind == "absolute" and numbers:
            return self._time_settings([numbers[0], "0", "0"])
        if kind == "byoyomi" and len(numbers) == 3:
            return self._time_settings([numbers[0], numbers[1], "1"])
        if kind == "canadian" and len(numbers) == 3:
            return self._time_settings(numbers)
        raise GameError("time is none, absolute, byoyomi or canadian with its numbers")

    def _place(self, points: list[str]) -> str:
        here = self.here
        if here.moves or any(stone != "." for stone in here.board):
            raise GameError("board not empty")
        if not 2 <= len(points) < len(here.board) or len(set(points)) != len(points):
            raise GameError("invalid number of stones")
        made = go_of(with_stones(here, (points, ()), 1, 0))
        self._history.append(made)
        return " ".join(self.board.vertex(point) for point in points)

    def _number(self, rest: list[str]) -> int:
        if len(rest) != 1 or not (rest[0].isascii() and rest[0].isdigit() and len(rest[0]) < 4):
            raise GameError("invalid number of stones")
        return int(rest[0])

    def _fixed_handicap(self, rest: list[str]) -> str:
        count, on = self._number(rest), self.here.on
        if not 2 <= count <= most_fixed(on.size):
            raise GameError("invalid number of stones")
        return self._place([on.names[cell] for cell in sorted(fixed_handicap(on, count))])

    def _place_free_handicap(self, rest: list[str]) -> str:
        count, on = self._number(rest), self.here.on
        if not 2 <= count < len(on.names):
            raise GameError("invalid number of stones")
        fixed = fixed_handicap(on, min(count, most_fixed(on.size))) if most_fixed(on.size) else ()
        if 1 < most_fixed(on.size) < count or len(fixed) < count:
            others = [cell for cell in range(len(on.names)) if cell not in fixed]
            fixed = (*fixed, *others[1::2], *others[::2])
        return self._place([on.names[cell] for cell in sorted(list(fixed)[:count])])

    def _set_free_handicap(self, rest: list[str]) -> str:
        try:
            points = [self.board.from_vertex(word) for word in rest]
        except GameError as refusal:
            raise GameError(f"invalid coordinate: {refusal}") from None
        self._place(points)
        return ""

    def _play(self, rest: list[str]) -> str:
        if len(rest) == 2 and rest[1].lower() == PASS and self.here.agreement is not None:
            return ""  # they go on passing; the board is what it is
        return super()._play(rest)

    def _for(self, colour: int) -> Position:
        if self.here.agreement is not None:  # two passes do not end it for a host that goes on
            self._history.append(_resumed(self.here, colour))
        before, made = self.here, go_of(super()._for(colour))
        if len(made.moves) > len(before.moves):
            # The other side did not pass; a side only moves twice, and a pass would end nothing.
            made = replace(made, now=replace(made.now, passes=0))
        return made

    def _is_legal(self, rest: list[str]) -> str:
        if len(rest) != 2:
            raise GameError("is_legal needs a colour and a vertex")
        here = self._for(self._colour(rest))
        word = rest[1].lower()
        word = word if word == PASS else self.board.from_vertex(rest[1])
        return str(int(word in here.legal_moves()))

    def _list_stones(self, rest: list[str]) -> str:
        own = "XO"[self._colour(rest)]
        here = self.here
        names = [here.on.names[at] for at, stone in enumerate(here.board) if stone == own]
        return " ".join(map(self.board.vertex, names))

    def _captures(self, rest: list[str]) -> str:
        return str(self.here.now.prisoners[self._colour(rest)])

    def _last_move(self, _: list[str]) -> str:
        here = self.here
        if not here.moves:
            raise GameError("no previous move known")
        word = here.moves[-1]
        vertex = self.board.vertex(word) if word in here.on.index else word
        return f"{COLOURS[1 - here.to_move]} {vertex}"

    def _loadsgf(self, rest: list[str]) -> str:
        if not 1 <= len(rest) <= 2 or (len(rest) == 2 and not rest[1].isdecimal()):
            raise GameError("loadsgf needs a file, and may name a move")
        before = max(int(rest[1]) - 1, 0) if len(rest) == 2 else None
        try:
            positions = main_line(Path(rest[0]), before)
        except OSError:
            raise GameError("cannot load file") from None
        except RecordError as refusal:
            raise GameError(f"cannot load file: {refusal}") from None
        self.new_game(positions[0])
        self._history = list(positions)
        return COLOURS[self.here.to_move]

    # --- moves ---------------------------------------------------------------------------------

    def _genmove(self, colour: int) -> str:
        here = go_of(self._for(colour))
        opinion = self.opinion(here, self._budget(colour, here))
        if gives_up(here, opinion.score):
            return "resign"
        after = here.play(opinion.moves[0])
        self._history.append(after)
        return _vertex(self, opinion.moves[0])

    def _reg_genmove(self, rest: list[str]) -> str:
        colour = self._colour(rest)
        kept = list(self._history)
        here = self._for(colour)
        self._history = kept
        return _vertex(self, self.turn(here, self._budget(colour, here))[0])

    def _genmove_cleanup(self, rest: list[str]) -> str:
        """A move that takes dead stones off rather than passing: all stones count as alive."""
        self._cleaned = self._cleaned or self.here.options["dead"]
        self._with_options(dead="none")
        return self._genmove(self._colour(rest))

    # --- the end -------------------------------------------------------------------------------

    def _final_score(self, _: list[str]) -> str:
        here = self.here
        if here.agreement is not None and here.agreement.closed:
            return here.score().text
        if here.rules.dead == "none" and here.now.passes == 2:
            return here.score().text
        return final_status(here)[1].text

    def _final_status_list(self, rest: list[str]) -> str:
        if len(rest) != 1 or rest[0] not in ("alive", "dead", "seki"):
            raise GameError("the status is alive, dead or seki")
        here = self.here
        dead, _ = final_status(here)
        lines = []
        for string in here.strings if rest[0] != "seki" else ():
            if (rest[0] == "dead") == bool(string.stones & dead):
                names = [here.on.names[cell] for cell in sorted(string.stones)]
                lines.append(" ".join(map(self.board.vertex, names)))
        return "\n".join(lines)

    def _final_status(self, rest: list[str]) -> str:
        if len(rest) != 1:
            raise GameError("final_status needs a vertex")
        here = self.here
        cell = here.on.index[self.board.from_vertex(rest[0])]
        dead, _ = final_status(here)
        if here.board[cell] != ".":
            return "dead" if cell in dead else "alive"
        ownership = Search(here).run(simulations=400, tree=False)["ownership"]
        owned = ownership[cell] if ownership else 0.0
        return "black_territory" if owned > 0.3 else "white_territory" if owned < -0.3 else "dame"

    # --- analysis ------------------------------------------------------------------------------

    def _info_lines(self, style: str, here: Position, asked: gtp_analysis.Asked) -> Iterator[str]:
        """What the tree knows, again and again, until something is heard."""
        law = go_of(here)
        search = Search(law)
        waited = asked.interval
        while True:
            found = search.run(seconds=SLICE, stop_early=False, progress=self._go_on)
            waited += SLICE
            heard = self.interrupted()
            if waited >= asked.interval or heard:
                waited = 0.0
                yield _info(self, law, found, style, asked)
            if heard:
                return

    def _go_on(self, _nodes: int, _seconds: float) -> bool:
        return not self.interrupted()


def _info(
    engine: GoGtpEngine,
    law: GoPosition,
    found: Mapping[str, object],
    style: str,
    asked: gtp_analysis.Asked,
) -> str:
    parts = []
    moves = found["moves"]
    assert isinstance(moves, list)
    score = found["score"]
    assert isinstance(score, float)
    lead = score if law.to_move == 0 else -score
    for order, move in enumerate(moves[: asked.most]):
        if not move["visits"] and order:
            break
        pv = " ".join(
            _vertex(engine, word_of(law, cell)) for cell in move["line"] or [move["cell"]]
        )
        vertex = _vertex(engine, word_of(law, move["cell"]))
        rate, prior = move["value"], move["prior"]
        if style == "lz-":
            numbers = (
                f"visits {move['visits']} winrate {round(10_000 * rate)} "
                f"prior {round(10_000 * prior)} lcb {round(10_000 * rate)}"
            )
        else:
            numbers = (
                f"visits {move['visits']} utility {2 * rate - 1:.6f} winrate {rate:.6f} "
                f"scoreMean {lead:.6f} scoreStdev 10.000000 scoreLead {lead:.6f} "
                f"scoreSelfplay {lead:.6f} prior {prior:.6f} lcb {rate:.6f} "
                f"utilityLcb {2 * rate - 1:.6f}"
            )
        parts.append(f"info move {vertex} {numbers} order {order} pv {pv}")
    return " ".join(parts)


def _vertex(engine: GoGtpEngine, word: str) -> str:
    return engine.board.vertex(word) if word in engine.here.on.index else word


def _under(position: GoPosition, chosen: tuple[tuple[str, str], ...]) -> GoPosition:
    """The same board and moves under other options."""
    return GoPosition(
        chosen, position.first, position.usual, position.now, position.moves, position.past
    )


def _resumed(here: GoPosition, colour: int) -> GoPosition:
    """Back to play with `colour` to move."""
    after = here.play("resume")
    return after if after.to_move == colour else go_of(here.play_all("agree resume"))


class GoGtpHost(hosts.GtpHost):
    """The controller's side: komi and handicap are told too, dead stones are asked for."""

    def _start(self, start: Position) -> None:
        super()._start(start)
        self._must(f"komi {start.options['komi']}")

    def _ask(self, game: Game) -> list[str]:
        law = go_of(game.position)
        if law.agreement is not None:
            return self._agree(law)
        return list(super()._ask(game))

    def _agree(self, law: GoPosition) -> list[str]:
        """What the program thinks dead, as moves; a program without an opinion accepts."""
        said = law.agreement
        assert said is not None
        answer = self._command("final_status_list dead", self._deadline())
        if answer is None:
            return ["agree"]
        dead: set[int] = set()
        for word in answer.split():
            for name in self._cells(self.board.from_vertex, word):
                cell = law.on.index[name]
                if law.board[cell] == ".":
                    raise ProgramError("rubbish", f"the program says that {word} is dead")
                dead.add(cell)
        moves = []
        for string in law.strings:
            wrong = bool(string.stones & dead) != bool(string.stones & said.dead)
            if wrong and said.rounds < 2:
                moves.append(f"dead-{law.on.names[min(string.stones)]}")
            elif wrong:
                raise ProgramError("disagrees", "the programs disagree about dead stones")
        return [*moves, "agree"]


PROTOCOLS: Mapping[str, Protocol] = {"gtp": Protocol(GoGtpEngine, fits, GoGtpHost)}

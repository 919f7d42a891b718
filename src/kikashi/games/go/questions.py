"""Reading problems for the house: what is asked, every first move with what comes of it, and the
certificates behind the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cache

from kikashi.games.go.claims import MOST_THREATS as MANY
from kikashi.games.go.closed_reading import ClosedReader, OpenError
from kikashi.games.go.judge import State
from kikashi.games.go.line_themes import WORDS
from kikashi.games.go.position import PASS, GoPosition, go_of
from kikashi.games.go.problems import (
    OPTIONS,
    Problem,
    certificates,
    points_about,
    reader_of,
    shipped,
)
from kikashi.games.go.words import WORDS as ROOM_WORDS
from kikashi.law import GameError, Position, View
from kikashi.law.contract import printable
from kikashi.law.parts import Flag
from kikashi.law.puzzle_parts import Grounds, Question, Valued
from kikashi.words import filled

NODES = 40_000
ASKED = {
    "capture": {
        "en": "{side} to play: capture {target}.",
        "zh-Hant": "{side}先：吃 {target}。",
    },
    "save": {"en": "{side} to play: save {target}.", "zh-Hant": "{side}先：救 {target}。"},
    "kill": {
        "en": "{side} to play: kill the group of {target}, without ko.",
        "zh-Hant": "{side}先：淨殺 {target} 一塊。",
    },
    "live": {
        "en": "{side} to play: live with the group of {target}, without ko.",
        "zh-Hant": "{side}先：使 {target} 一塊淨活。",
    },
}
SAID = {
    1: {"en": "{move} works.", "zh-Hant": "{move}：成立。"},
    2: {
        "en": "{move} makes a ko, and the other side must make the first threat.",
        "zh-Hant": "{move}：成劫，對方先找劫材。",
    },
    3: {
        "en": "{move} makes a ko that needs threats of one's own.",
        "zh-Hant": "{move}：成劫，須己方先找劫材。",
    },
    0: {"en": "{move} fails.", "zh-Hant": "{move}：不成立。"},
}
ANSWERED = {"en": " {reply} answers it.", "zh-Hant": "對方應 {reply}。"}
CERTIFIED = {
    "en": "That {answer} works against any number of ko threats, and that nothing else does "
    "without a ko, has certificates, replayed by the checker. The replies shown are the search's.",
    "zh-Hant": "{answer} 在對方劫材無論多少時都成立、且其他著手均不能淨成，有檢查器重播過的證書。"
    "其餘各著的應手出自搜尋。",
}
SEARCHED = {
    "en": "The search's word; there is no checked certificate.",
    "zh-Hant": "出自搜尋，沒有檢查過的證書。",
}
ANY = "any"
COUNTS = ("0", "1", "2", "3", ANY)


def _count(text: str) -> int | None:
    if text not in COUNTS:
        raise ValueError(f"threats are one of {', '.join(COUNTS)}, not {printable(text)!r}")
    return None if text == ANY else int(text)


FLAGS = (
    Flag(
        "own",
        "0",
        _count,
        {"en": "ko threats of the side to play", "zh-Hant": "先手方的劫材"},
        COUNTS,
    ),
    Flag(
        "other",
        ANY,
        _count,
        {"en": "ko threats of the other side", "zh-Hant": "對方的劫材"},
        COUNTS,
    ),
)
COUNTED = {
    "en": "With {own:ko threat} of the side to play against {other} of the other side: the "
    "search's word; there is no checked certificate.",
    "zh-Hant": "先手方劫材 {own}、對方劫材 {other}：出自搜尋，沒有檢查過的證書。",
}
MANY_WORDS = {"en": "any number of", "zh-Hant": "任意多"}
OPEN = {
    "en": "{move}: not settled within the limits.",
    "zh-Hant": "{move}：限度內未能判定。",
}
FOLLOWED = 12
"""Moves of a line that are shown after a first move."""


def questions() -> Iterator[Question]:
    """The shipped problems, one step of the ladder for each length of the line."""
    for problem in shipped():
        yield Question(
            problem.text,
            problem.step,
            float(problem.difficulty),
            dict.fromkeys(problem.tags, 1),
            problem.origin,
            OPTIONS,
        )


@cache
def _by_board() -> Mapping[tuple[str, int], Problem]:
    return {(one.start.board, one.start.to_move): one for one in shipped()}


def problem_of(law: GoPosition) -> Problem:
    """The problem of a position, however it is turned; GameError where it is none of ours."""
    for symmetry in law.symmetries():
        turned = law.transform(symmetry)
        found = _by_board().get((turned.board, turned.to_move))
        if found is None:
            continue
        here = {turned_name: name for name, turned_name in _names(law, symmetry)}
        return Problem(
            law.to_text(),
            here[found.target],
            found.kind,
            here[found.answer],
            found.step,
            found.difficulty,
            found.tags,
            found.origin,
        )
    raise GameError("only of the room's own reading problems is it known what is asked")


def _names(law: GoPosition, symmetry: str) -> Iterator[tuple[str, str]]:
    for name in law.on.names:
        yield name, law.transform_move(symmetry, name)


def ask(position: Position) -> Mapping[str, str]:
    """Names the stone, and what is to be done about it."""
    law = go_of(position)
    problem = problem_of(law)
    side = f"side.{('black', 'white')[law.to_move]}"
    return {
        language: text.format(side=ROOM_WORDS[side][language], target=problem.target)
        for language, text in ASKED[problem.kind].items()
    }


def _opened(seen: View) -> tuple[GoPosition, Problem, ClosedReader, Set[str]]:
    """The board, its problem, who reads it, and the points that bear on the target."""
    if seen.whole is None:
        raise GameError("reading needs the whole board")
    law = go_of(seen.whole)
    problem = problem_of(law)
    reader = reader_of(law, problem.target, problem.kind, NODES)
    assert reader is not None
    near = {law.on.names[at] for at in points_about(law, problem.target, problem.kind)}
    return law, problem, reader, near


def choices(seen: View) -> tuple[Valued, ...]:
    """Every point with what comes of it: 2 works, 1 leads to a ko, 0 fails; the pass fails too."""
    law, problem, reader, near = _opened(seen)
    found = []
    for move in law.legal_moves():
        after = reader.after(move) if move in near or move == PASS else None
        found.append(_valued(problem, reader, move, after))
    return tuple(sorted(found, key=lambda one: (-one.value[0], one.move != problem.answer)))


def choices_with(seen: View, given: Mapping[str, object]) -> tuple[Valued, ...]:
    """Every point under so many threats of either side: 2 works, 1 is not settled, 0 fails."""
    law, problem, reader, near = _opened(seen)
    own, other = _threats(given)
    first = reader.first(MANY if own is None else own, other)
    passed = reader.game.after(first, PASS)
    assert passed is not None
    elsewhere = _counted(reader, passed)
    found = []
    for move in law.legal_moves():
        after = reader.game.after(first, move) if move in near else None
        works, line = elsewhere if after is None else _counted(reader, after)
        if after is None and line[:1] == (move,):
            line = ()  # the stone is in the way of what answers a pass
        words = OPEN if works is None else SAID[1 if works else 0]
        said = {}
        for language, text in words.items():
            said[language] = text.format(move=_word(move, language))
            if line and works is False:
                said[language] += ANSWERED[language].format(reply=_word(line[0], language))
        value = 1 if works is None else 2 if works else 0
        found.append(Valued(move, (value,), said, line if after else line[:1]))
    return tuple(sorted(found, key=lambda one: (-one.value[0], one.move != problem.answer)))


def _counted(reader: ClosedReader, state: State) -> tuple[bool | None, tuple[str, ...]]:
    """Whether the claim of who solves holds at a state, and how it goes on; None: not known."""
    try:
        works = reader.look(state)[0]
        line = reader.line(state)[:FOLLOWED]
    except OpenError:
        return None, ()
    return works, () if line[:1] == (PASS,) else line


def _threats(given: Mapping[str, object]) -> tuple[int | None, int | None]:
    usual = {flag.name: flag.normal(flag.default) for flag in FLAGS} | dict(given)
    own, other = usual["own"], usual["other"]
    assert own is None or isinstance(own, int)
    assert other is None or isinstance(other, int)
    return own, other


def grounds_with(given: Mapping[str, object]) -> Mapping[str, str]:
    """The search's word, and the counts that it is about."""
    counts = _threats(given)
    return {
        language: filled(
            text,
            **{
                name: MANY_WORDS[language] if count is None else count
                for name, count in zip(("own", "other"), counts, strict=True)
            },
        )
        for language, text in COUNTED.items()
    }


def _valued(problem: Problem, reader: ClosedReader, move: str, after: State | None) -> Valued:
    """What a first move comes to. Far from the target it is what a pass is."""
    answer = move == problem.answer
    code, line = (1 if answer else 0), tuple[str, ...]()
    try:
        if after is not None:
            # That nothing else works is certified: what a search calls so is a ko at most.
            code = 1 if answer else reader.code(after)
            code = 3 if code == 1 and not answer else code
        state = after or reader.after(PASS)
        assert state is not None
        line = reader.line(state)[:FOLLOWED]
    except OpenError:
        pass
    if line and line[0] == PASS:
        line = ()
    if after is None:
        line = line[:1] if line and line[0] != move else ()
    said = {}
    for language, text in SAID[code].items():
        words = text.format(move=_word(move, language))
        if line and not answer:
            words += ANSWERED[language].format(reply=_word(line[0], language))
        said[language] = words
    return Valued(move, ((0, 2, 1, 1)[code],), said, line)


def _word(move: str, language: str) -> str:
    return ROOM_WORDS["choice.pass"][language] if move == PASS else move


def grounds(position: Position) -> Grounds:
    """Two certificates: that the answer works, and that nothing else does."""
    law = go_of(position)
    problem = problem_of(law)
    proofs = certificates(law, problem.target, problem.kind, problem.answer)
    if proofs is None:
        return Grounds(SEARCHED)
    said = {key: text.format(answer=problem.answer) for key, text in CERTIFIED.items()}
    return Grounds(SEARCHED, tuple((proof.to_bytes(), proof.claim) for proof in proofs), said)


__all__ = [
    "FLAGS",
    "WORDS",
    "ask",
    "choices",
    "choices_with",
    "grounds",
    "grounds_with",
    "questions",
]

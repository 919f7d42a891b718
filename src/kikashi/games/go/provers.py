"""What the house asks of a room that can read: strings taken or saved, groups that live or
die, with ko.

A claim without ko gets a certificate where one is small enough; without, it is found and not yet
checked.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from kikashi.games.go.board import STONES, string_at
from kikashi.games.go.certify import SECONDS
from kikashi.games.go.closed import closed_region
from kikashi.games.go.closed_reading import NODES as CLOSED_NODES
from kikashi.games.go.closed_reading import read_closed
from kikashi.games.go.cycles import cycle_of
from kikashi.games.go.ko_dag import NODES as KO_DAG_NODES
from kikashi.games.go.ko_dag import SEKI, solve_ko_dag
from kikashi.games.go.local import Reading, read, read_link, read_race, target_cell
from kikashi.games.go.position import COLOURS, PASS, GoPosition, go_of
from kikashi.games.go.proving import proved
from kikashi.games.go.rules import METHODS
from kikashi.games.go.words import WORDS
from kikashi.law import GameError, Position
from kikashi.law.contract import printable
from kikashi.law.parts import Flag
from kikashi.search import Limits, Progress, Verdict

PAIRS = ("race", "connect", "cut")
"""Methods that ask about two stones."""
CLOSED_PACE = 200_000
"""Nodes of each search of a closed region, for a second that is given: mostly there are three."""
LIBERTIES = (5, 4)
"""How many save a string, the harder question first."""


def _point(text: str) -> str:
    word = text.strip().lower()
    if word and not (word.isalnum() and 2 <= len(word) <= 3):
        raise ValueError(f"a point is a name such as d4, not {printable(text)!r}")
    return word


def _region(text: str) -> str:
    for part in filter(None, text.split(",")):
        ends = part.split(":")
        if len(ends) > 2 or not all(map(_point, ends)):
            raise ValueError(f"a region is as in a1:f4 or a1,b2, not {printable(text)!r}")
    return text.lower()


def _whether(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"it is yes or no, not {printable(text)!r}")
    return text == "yes"


FLAGS = (
    Flag(
        "target",
        "",
        _point,
        {"en": "a stone of the string that is asked about", "zh-Hant": "所問棋串的一子"},
    ),
    Flag(
        "other",
        "",
        _point,
        {
            "en": "of a race, a link or a cut: a stone of the second string",
            "zh-Hant": "對殺、連接或切斷時，第二棋串的一子",
        },
    ),
    Flag(
        "region",
        "",
        _region,
        {
            "en": "of life: where moves are looked for, as in a1:f4 or a1,b2; else found by itself",
            "zh-Hant": "死活題的範圍，例如 a1:f4 或 a1,b2；未指定則自動判斷",
        },
    ),
    Flag(
        "every",
        "no",
        _whether,
        {"en": "also every other first move that works", "zh-Hant": "列出所有成立的第一手"},
        ("no", "yes"),
    ),
)


def methods(position: Position) -> tuple[str, ...]:
    """About a stone that `--target` names, or about two, of which `--other` names the second."""
    return METHODS if go_of(position).agreement is None else ()


def idle(position: Position) -> bool:
    """Without a target there is nothing to search for."""
    go_of(position)
    return True


def solve(
    position: Position,
    by: str | None = None,
    limits: Limits | None = None,
    *,
    progress: Progress | None = None,
    target: str = "",
    other: str = "",
    region: str = "",
    every: bool = False,
) -> Verdict:
    """Whether the side to move takes the target's string (`capture`) or keeps it (`save`); with
    `life`, whether it kills the target's group, or lives if the target is its own. Of two strings:
    whether it joins its own (`connect`), cuts the other side's, or takes first (`race`)."""
    law = go_of(position)
    if by not in (None, *METHODS):
        raise GameError(f"go has no method {by!r}; it has: {', '.join(METHODS)}")
    if law.result() is not None:
        raise GameError("the game is over; there is nothing to read")
    if not target:
        return _unasked(law, by or METHODS[0])
    cell = target_cell(law, target)
    if by in PAIRS:
        if not other:
            return _unasked(law, by, "read.untold")
        second = target_cell(law, other)
        return _of_two(law, by, cell, second, limits or Limits(), every=every, progress=progress)
    owner = "XO".index(law.board[cell])
    chosen = by or ("save" if owner == law.to_move else "capture")
    if chosen == "ko-dag":
        return _ko_dag(law, cell, limits or Limits())
    if chosen != "life" and (owner == law.to_move) != (chosen == "save"):
        side = COLOURS[law.to_move]
        wanted = "its own" if chosen == "save" else "the other side's"
        raise GameError(f"{side} is to move: {chosen} asks about a stone of {wanted}")
    limits = limits or Limits()
    if chosen == "life":
        return _life(law, cell, limits, region=region, every=every, progress=progress)
    for safe in LIBERTIES:
        found = read(
            law,
            cell,
            attack=chosen == "capture",
            safe=safe,
            nodes=limits.nodes or 0,
            seconds=(limits.seconds or 0.0) / len(LIBERTIES),
            all_moves=every,
            count_threats=True,
            progress=progress,
        )
        if found.verdict != "unknown":
            break
    verdict = _verdict(law, chosen, law.on.names[cell], found, safe)
    if found.verdict == "unknown":
        return verdict
    liberties = max(safe, len(string_at(law.board, law.on, cell).liberties) + 1)
    if _stands(found.verdict, own=chosen == "save"):
        verdict = _with_cycle(verdict, cycle_of(law, cell, liberties=liberties))
    verdict = proved(law, cell, verdict, found, liberties=liberties, life=False)
    if verdict.certificate is not None:
        return verdict
    return replace(verdict, sentences=_with(verdict.sentences, "read.unchecked"))


def _life(
    law: GoPosition,
    cell: int,
    limits: Limits,
    *,
    region: str,
    every: bool,
    progress: Progress | None,
) -> Verdict:
    begun = time.monotonic()
    paced = max(1, int(CLOSED_PACE * limits.seconds)) if limits.seconds else CLOSED_NODES
    found = None if region else read_closed(law, cell, limits.nodes or paced, all_moves=every)
    if found is None:
        found = read(
            law,
            cell,
            attack="XO"[law.to_move] != law.board[cell],
            nodes=limits.nodes or 0,
            seconds=_left(limits, begun) or 0.0,
            all_moves=every,
            count_threats=True,
            life=True,
            region=_cells(law, region),
            progress=progress,
        )
    name = law.on.names[cell]
    verdict = _verdict(law, "life", name, found, 0)
    if found.verdict == "unknown":
        return verdict
    seconds = min(SECONDS, _left(limits, begun) or SECONDS)
    verdict = proved(law, cell, verdict, found, liberties=0, life=True, seconds=seconds)
    certificate = verdict.certificate
    if certificate is None:
        return replace(verdict, sentences=_with(verdict.sentences, "read.opinion"))
    # Its first move need not be the one that the search held for best.
    root = certificate.nodes[certificate.root]
    move = str(root[2]) if root[0] == "m" else found.move
    if move != found.move:
        found = replace(found, move=move, line=(move,))
    made = _verdict(law, "life", name, found, 0)
    own = STONES.index(law.board[cell]) == law.to_move
    inside = closed_region(law.board, law.on, cell) if _stands(found.verdict, own=own) else ()
    if inside:
        made = _with_cycle(made, cycle_of(law, cell, inside))
    return replace(made, certificate=certificate, refutation=verdict.refutation)


def _left(limits: Limits, begun: float) -> float | None:
    """What a further search may take of the time: what is left, and a fifth where too little is."""
    if not limits.seconds:
        return None
    return max(limits.seconds / 5, limits.seconds - (time.monotonic() - begun))


def _stands(verdict: str, *, own: bool) -> bool:
    """Whether an answer without ko leaves the target on the board."""
    return verdict == ("win" if own else "no")


def _with_cycle(verdict: Verdict, cycle: tuple[str, ...]) -> Verdict:
    """Tells of a target that stands by a cycle alone, with the line that shows it."""
    if not cycle:
        return verdict
    said = {
        language: WORDS["read.cycle"][language].format(line=" ".join(cycle))
        for language in verdict.sentences
    }
    sentences = {
        language: f"{text} {said[language]}" if language == "en" else text + said[language]
        for language, text in verdict.sentences.items()
    }
    return replace(verdict, facts={**verdict.facts, "cycle": list(cycle)}, sentences=sentences)


def _ko_dag(law: GoPosition, cell: int, limits: Limits) -> Verdict:
    """The paper's search: its value for equal and for unequal threats, an opinion."""
    nodes = limits.nodes or KO_DAG_NODES
    begun = time.monotonic()
    equal = solve_ko_dag(law, cell, "equal", nodes)
    unequal = solve_ko_dag(law, cell, "unequal", nodes)
    name, seconds = law.on.names[cell], time.monotonic() - begun
    if equal is None:
        nothing = Reading("unknown", 0, PASS, 0, (), (), nodes, seconds)
        return replace(_verdict(law, "life", name, nothing, 0), by="ko-dag")
    code = equal.code(attacks="XO"[law.to_move] != law.board[cell])
    verdict = ("no", "win", "ko", "ko")[code]
    seki = equal.value == SEKI
    found = Reading(verdict, code, equal.move, 0, (equal.move,), (), equal.nodes, seconds, seki)
    made = _verdict(law, "life", name, found, 0)
    facts = {**made.facts, "value": equal.value, "unequal": unequal.value if unequal else None}
    sentences = _with(made.sentences, "read.opinion")
    return replace(made, by="ko-dag", facts=facts, sentences=sentences)


def _cells(law: GoPosition, region: str) -> tuple[int, ...]:
    """The cells of `a1:f4` (a rectangle by two corners) and `a1,b2`."""
    size, found = law.on.size, []
    for part in filter(None, region.split(",")):
        corners = []
        for name in part.split(":"):
            if name not in law.on.index:
                raise GameError(f"there is no point {printable(name)!r} on this board")
            corners.append(divmod(law.on.index[name], size))
        rows, columns = zip(*corners, strict=True)
        found += [
            row * size + column
            for row in range(min(rows), max(rows) + 1)
            for column in range(min(columns), max(columns) + 1)
        ]
    return tuple(dict.fromkeys(found))


def _with(sentences: Mapping[str, str], key: str) -> dict[str, str]:
    return {
        language: f"{text} {WORDS[key][language]}"
        if language == "en"
        else text + WORDS[key][language]
        for language, text in sentences.items()
    }


def _of_two(
    law: GoPosition,
    by: str,
    cell: int,
    second: int,
    limits: Limits,
    *,
    every: bool,
    progress: Progress | None,
) -> Verdict:
    nodes, seconds = limits.nodes or 0, limits.seconds or 0.0
    names = law.on.names
    facts: dict[str, object] = {"other": names[second]}
    if by == "race":
        own, enemy = (
            (cell, second) if STONES.index(law.board[cell]) == law.to_move else (second, cell)
        )
        race = read_race(law, own, enemy, nodes=nodes, seconds=seconds, progress=progress)
        found = race.taking
        facts |= {"seki": race.seki, "kept": race.keeping.verdict if race.keeping else None}
    else:
        _same_side(law, by, cell, second)
        found = read_link(
            law,
            cell,
            second,
            attack=by == "cut",
            nodes=nodes,
            seconds=seconds,
            all_moves=every,
            count_threats=True,
            progress=progress,
        )
    verdict = _verdict(law, by, names[cell], found, 0, named=f"{names[cell]}-{names[second]}")
    verdict = replace(verdict, facts={**verdict.facts, **facts})
    if found.verdict == "unknown":
        return verdict
    sentences = verdict.sentences
    if facts.get("seki"):
        sentences = _with(sentences, "read.seki")
    return replace(verdict, sentences=_with(sentences, "read.unchecked"))


def _same_side(law: GoPosition, by: str, *cells: int) -> None:
    side, own = COLOURS[law.to_move], by == "connect"
    for cell in cells:
        if (STONES.index(law.board[cell]) == law.to_move) != own:
            wanted = "its own" if own else "the other side's"
            raise GameError(f"{side} is to move: {by} asks about a stone of {wanted}")


def _unasked(law: GoPosition, by: str, why: str = "read.unasked") -> Verdict:
    words = {language: WORDS[why][language] for language in ("en", "zh-Hant")}
    return Verdict(
        law.game, "unknown", by, COLOURS[law.to_move], None, (), 0, 0.0, "finished", sentences=words
    )


def _verdict(
    law: GoPosition, by: str, target: str, found: Reading, safe: int, *, named: str = ""
) -> Verdict:
    works = found.verdict in ("win", "ko")
    facts: dict[str, object] = {"target": target, "move": found.move if works else None}
    if found.verdict != "unknown" and by in ("capture", "save"):
        facts["liberties"] = safe
    if by == "life":
        facts["seki"] = found.seki
    if found.verdict == "ko":
        facts |= {
            "first": "opponent" if found.code == 2 else "mover",
            "threats": found.threats or None,
        }
    if found.moves:
        facts["moves"] = dict(found.moves)
    side = COLOURS[law.to_move]
    return Verdict(
        game=law.game,
        verdict=found.verdict,
        by=by,
        side=side,
        turns=None,
        line=tuple((move,) for move in found.line) if works else (),
        nodes=found.nodes,
        seconds=found.seconds,
        ending="nodes" if found.verdict == "unknown" else "finished",
        facts=facts,
        sentences=_sentences(_asks(law, by, target), named or target, side, found),
    )


def _asks(law: GoPosition, by: str, target: str) -> str:
    """The words of a question: life is asked by who would live, or by who would kill."""
    if by != "life":
        return by
    return "live" if law.board[law.on.index[target]] == "XO"[law.to_move] else "kill"


def _sentences(by: str, target: str, side: str, found: Reading) -> dict[str, str]:
    key = f"read.{by}.{found.verdict}"
    if found.verdict == "ko":
        key += ".opponent" if found.code == 2 else ".mover"
    made = {}
    for language in ("en", "zh-Hant"):
        move = found.move if found.move != PASS else WORDS["choice.pass"][language]
        made[language] = WORDS[key][language].format(
            side=WORDS[f"side.{side}"][language],
            target=target,
            move=move,
            threats=found.threats or WORDS["read.many"][language],
        )
    return _with(made, "read.seki") if found.seki else made

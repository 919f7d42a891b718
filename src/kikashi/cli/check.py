"""`kikashi check`: replays certificates, and every other kind of proof file, with the laws."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer

from kikashi import games
from kikashi.cli import _common
from kikashi.cli._foreign import foreign
from kikashi.cli._refusing import in_language, sentence
from kikashi.law import GameError, Position
from kikashi.proofs import checker
from kikashi.proofs.checker import CHECKS, Checked, check_stated
from kikashi.proofs.limits import hard_limits
from kikashi.proofs.reader import kind_of, lines_of
from kikashi.proofs.refusal import Caps
from kikashi.words import say

ROOMY = Caps(packed_bytes=1 << 30, bytes=1 << 31, line_bytes=1 << 25)
"""For reading lines only: each checker has narrower caps of its own."""
LONGEST = 2_000
"""Characters of a start or of options that are shown; with --json all of them are."""


class _Checker(Protocol):
    """What a module `checker` of a folder of `kikashi.games` offers."""

    CHECKS: str

    def check_lines(self, lines: Iterable[bytes], claim: str | None = None) -> str: ...


@dataclass(frozen=True)
class _Demand:
    """What a file must be about, as far as somebody said it, and what it may cost."""

    claim: str | None
    start: Position | None
    seconds: float | None
    memory: int | None

    def caps(self, path: Path) -> Caps:
        return Caps.of(path.stat().st_size, self.seconds, self.memory)


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("check")
    def command(
        file: Annotated[list[Path], typer.Argument(help="Proof files, plain or .gz.")],
        *,
        claim: Annotated[
            str | None,
            typer.Option(
                "--claim",
                metavar="TEXT",
                help="Demand this claim: 'black wins within 5 turns', 'black wins', or its JSON.",
            ),
        ] = None,
        game: Annotated[
            str | None, typer.Option("--game", help="Demand this game; its options by -o.")
        ] = None,
        position: Annotated[
            str | None,
            typer.Option("--position", metavar="TEXT", help="With --game: demand this start."),
        ] = None,
        option: _common.OptionsOption = None,
        draw: Annotated[bool, typer.Option("--draw", help="Draw the start position.")] = False,
        seconds: Annotated[
            float | None,
            typer.Option("--seconds", help="For each file; without it 60 to 900, by its size."),
        ] = None,
        memory: Annotated[
            str | None,
            typer.Option("--memory", help="For each file; without it 512M to 4G, by its size."),
        ] = None,
        as_json: Annotated[
            bool, typer.Option("--json", help="Answer with one JSON object a file.")
        ] = False,
        language: _common.LanguageOption = None,
    ) -> None:
        """Replays proof files with the law alone and says what each one proves, about what.

        Without --claim, --game and --position a file speaks for itself: read what it is about. The
        default limits grow with the file. Exit code 1 if any is refused; all are looked at.

        Example: kikashi check win.json.gz --claim "black wins within 5 turns"

        Example: kikashi check win.cert --game gomoku --position "h8 i9 h9" --claim "white wins"
        """
        start = _start(game, position, option)
        most = None if memory is None else _common.parse_memory(memory)
        demand = _Demand(claim, start, seconds, most)
        spoken = _common.language(language)
        good = True
        for path in file:
            answer, checked = _answer(path, demand)
            good = good and answer["checked"]
            if as_json:
                _common.print_json(answer)
                continue
            name = foreign(path)
            if not answer["checked"]:
                why = foreign(in_language(answer["why"], spoken, say("check.step", spoken)))
                why = why.removeprefix(f"{name}: ")  # the line begins with it
                typer.echo(say("check.refused", spoken, file=name, why=why), err=True)
                continue
            told = foreign(_told(answer, checked, spoken))
            typer.echo(say("check.checked", spoken, file=name, claim=told))
            for line in _details(checked, spoken, draw=draw) if checked is not None else ():
                typer.echo(line)
        if not good:
            raise typer.Exit(1)


def _start(game: str | None, position: str | None, option: list[str] | None) -> Position | None:
    if game is None:
        if position is not None or option:
            raise GameError("say which game a position or an option is of: --game gomoku")
        return None
    room, options = _common.find(game, option)
    return room.start(options) if position is None else room.from_text(position, options)


def _answer(path: Path, demand: _Demand) -> tuple[dict[str, Any], Checked | None]:
    began = time.perf_counter()
    checked = None
    try:
        caps = demand.caps(path)
        with hard_limits(caps) if path.is_file() else nullcontext():
            kind = _kind(path)
            if kind == CHECKS:
                checked = check_stated(path, claim=demand.claim, start=demand.start, caps=caps)
                found = _fields(checked)
            else:
                found = {"checked": True, "claim": _of_another_kind(path, kind, demand)}
    except OSError as why:
        found = {"checked": False, "why": sentence(why)}
    except ValueError as why:
        found = {"checked": False, "why": str(why)}
    seconds = round(time.perf_counter() - began, 6)
    return {"file": str(path), **found, "seconds": seconds}, checked


def _fields(checked: Checked) -> dict[str, Any]:
    return {
        "checked": True,
        "game": checked.game,
        "options": dict(checked.options),
        "start": checked.start.to_text(),
        "claim": checked.sentence,
        "fields": dict(checked.claim.fields),
        "turns": checked.turns,
        "plies": checked.plies,
        "nodes": checked.nodes,
        "steps": checked.steps,
    }


def _told(answer: dict[str, Any], checked: Checked | None, language: str) -> str:
    if checked is None:
        return _told_by_folders(answer["claim"], language)
    sentence = checked.claim.sentence(language)
    if checked.plies is None:
        return sentence
    return f"{sentence} ({say('check.plies', language, plies=checked.plies)})"


def _told_by_folders(verdict: str, language: str) -> str:
    """A verdict of a folder's own checker, which says it in English, in a language."""
    for name in games.folders() if language != "en" else ():
        if "verdicts" in games.modules(name):
            verdicts: Any = importlib.import_module(f"{games.__name__}.{name}.verdicts")
            verdict = verdicts.told(verdict, language)
    return verdict


def _details(checked: Checked, language: str, *, draw: bool) -> Iterable[str]:
    """What it is about: the file chose that, so people must see it."""
    room = games.room(checked.game)
    options = " ".join(f"{name}={text}" for name, text in checked.options.items())
    title = room.title(checked.options, language)
    yield foreign(f"  {checked.game} ({title}): {options}", LONGEST)
    yield foreign(f"  {checked.start.to_text()}", LONGEST)
    if draw:
        # Drawing is imported only here: the rest needs the laws and nothing else.
        from kikashi.drawing import Marks, to_terminal  # noqa: PLC0415

        scene = room.scene(checked.start.view_of_mover(), Marks(language=language))
        yield to_terminal(scene).rstrip("\n")
    spent = f"{checked.seconds:.2f}"
    yield "  " + say("solve.spent", language, nodes=f"{checked.nodes:,}", seconds=spent)


def _kind(path: Path) -> str:
    first = next(lines_of(path, ROOMY), None)
    if first is None:
        raise GameError("the file is empty")
    if len(first) > ROOMY.header_bytes:
        raise GameError(f"line 1 is longer than {ROOMY.header_bytes} bytes")
    return kind_of(first)


def _of_another_kind(path: Path, kind: str, demand: _Demand) -> str:
    known = checkers()
    if kind not in known:
        raise GameError(f"no checker reads files of kind {kind!r:.40}; known: {', '.join(known)}")
    if demand.start is not None:
        raise GameError(f"a file of kind {kind} is about no position")
    return known[kind].check_lines(lines_of(path, ROOMY), demand.claim)


def checkers() -> dict[str, _Checker]:
    """Every checker by the kind it checks: of certificates, and of folders that have their own.

    Folders are looked into before they are imported: a checker must not load native code that
    only its neighbours need.
    """
    found: dict[str, Any] = {CHECKS: checker}
    for name in games.folders():
        if "checker" in games.modules(name):
            module = importlib.import_module(f"{games.__name__}.{name}.checker")
            found[module.CHECKS] = module
    return dict(sorted(found.items()))

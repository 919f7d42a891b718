"""`kikashi exam`: sits the ladder in the terminal. The book keeps what this player has met."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kikashi import games
from kikashi.cli import _common
from kikashi.law import GameError, IllegalMoveError, Room
from kikashi.words import say

if TYPE_CHECKING:
    from kikashi.exam import Level, Ruling, Sitting
    from kikashi.puzzles import Puzzle

ASKED = ("single-threats", "best-choice")
"""Further sorts of puzzles that an exam asks."""


def register(app: typer.Typer) -> None:
    """Adds the verb."""

    @app.command("exam")
    def command(
        *,
        source: Annotated[
            str | None,
            typer.Option("--from", metavar="DB", help="A database; else the starter set."),
        ] = None,
        player: Annotated[str, typer.Option("--player", help="Who sits it.")] = "player",
        game: Annotated[str | None, typer.Option("--game", help="Puzzles of this game.")] = None,
        book: Annotated[
            Path, typer.Option("--book", help="Where sittings and met puzzles are kept.")
        ] = Path("kikashi-exam.json"),
        beyond: Annotated[
            bool, typer.Option("--beyond", help="Go on past kyu 4, with longer puzzles.")
        ] = False,
        seed: Annotated[int | None, typer.Option("--seed", help="Draw the same puzzles.")] = None,
        language: _common.LanguageOption = None,
        as_json: _common.JsonOption = False,
    ) -> None:
        """Sits the exam: kyu 10 to 4 by forced wins, longer from step to step. No clock.

        With --json what is asked goes to standard error, and the answer is how the sitting stands.

        Example: kikashi exam --player Lin
        """
        from kikashi import exam  # noqa: PLC0415
        from kikashi.puzzles import Store, puzzles  # noqa: PLC0415
        from kikashi.puzzles.starter import starter, starter_games  # noqa: PLC0415

        if source is None:
            chosen = game or max(
                starter_games(), key=lambda name: len(_reached(starter(name), exam.PAPER))
            )
            found = [p for sort in ("", *ASKED) for p in starter(chosen, sort)]
        else:
            store = Store(source)
            found = list(puzzles(store, game=game, quality="unique"))
            found += (p for sort in ASKED for p in puzzles(store, game=game, sort=sort))
        kinds = sorted({puzzle.game for puzzle in found})
        if len(kinds) > 1:
            raise GameError(f"the database holds {', '.join(kinds)}; choose one with --game")
        if not found:
            raise GameError("there are no puzzles for an exam here")
        ladder = _reached(found, exam.PAPER + (exam.BEYOND if beyond else ()))
        if not ladder:
            raise GameError(f"there are too few puzzles of {kinds[0]} with one answer for an exam")
        pages = _read(book)
        page = pages.setdefault(player, {"seen": [], "sitting": None, "past": []})
        pool = exam.pool_of(found)
        stored = page["sitting"]
        if stored:
            sitting = exam.Sitting.from_json(stored)
            asked = sitting.question.game if sitting.question else kinds[0]
            if asked != kinds[0]:
                raise GameError(
                    f"{player} sits an exam of {asked} in this book; go on with --game {asked}, or "
                    "name another --player"
                )
        else:
            number = secrets.randbelow(1 << 30) if seed is None else seed
            sitting = exam.begin(player, number, pool, seen=page["seen"], ladder=ladder)
        spoken = _common.language(language)
        with redirect_stdout(sys.stderr) if as_json else nullcontext():
            if ladder[-1].kyu > exam.PAPER[-1].kyu:
                names = games.room(kinds[0]).names
                typer.echo(say("exam.top", spoken, game=names[spoken], kyu=ladder[-1].kyu))
            sitting = _sit(sitting, pool, ladder, (book, pages, page), spoken)
        if as_json:
            standing = {"player": player, "game": kinds[0], "over": sitting.score.over}
            counted = {"asked": len(sitting.asked), "wrong": list(sitting.wrong)}
            kyu = exam.result(sitting, ladder) if sitting.score.over else None
            _common.print_json({**standing, "kyu": kyu, **counted, "book": str(book)})


def _reached(found: Sequence[Puzzle], ladder: Sequence[Level]) -> tuple[Level, ...]:
    """The steps of the ladder for which these puzzles suffice."""
    from kikashi import exam  # noqa: PLC0415

    return exam.reachable({at: len(kept) for at, kept in exam.pool_of(found).items()}, ladder)


def _sit(
    sitting: Sitting,
    pool: Any,
    ladder: Sequence[Level],
    kept: tuple[Path, dict[str, Any], dict[str, Any]],
    language: str,
) -> Sitting:
    from kikashi import exam  # noqa: PLC0415

    book, pages, page = kept
    while not sitting.score.over:
        page["sitting"] = sitting.to_json()
        _write(book, pages)
        asked = sitting.question
        assert asked is not None
        turn = _ask(sitting, ladder, language)
        if turn is None:
            typer.echo(say("exam.kept", language, book=book))
            return sitting
        try:
            sitting, ruling = exam.answer(sitting, turn, pool, seen=page["seen"], ladder=ladder)
        except IllegalMoveError as refusal:
            typer.echo(str(refusal))
            continue
        _tell(games.room(asked.game), ruling, language)
    met = set(sitting.asked)
    page["seen"] = [name for name in page["seen"] if name not in met] + list(sitting.asked)
    page["past"].append(sitting.to_json())
    page["sitting"] = None
    _write(book, pages)
    kyu = exam.result(sitting, ladder)
    typer.echo(say("exam.passed" if kyu else "exam.none", language, player=sitting.player, kyu=kyu))
    if sitting.wrong:
        typer.echo(say("exam.named", language, ids=", ".join(sitting.wrong)))
    return sitting


def _ask(sitting: Sitting, ladder: Sequence[Level], language: str) -> list[str] | None:
    """A whole turn that the player has confirmed, or None to stop here."""
    from kikashi.drawing import Marks, to_terminal  # noqa: PLC0415
    from kikashi.exam.ruling import demand  # noqa: PLC0415
    from kikashi.puzzles.choices import questions_of  # noqa: PLC0415
    from kikashi.puzzles.model import CHOICE  # noqa: PLC0415

    question, score = sitting.question, sitting.score
    assert question is not None
    board = question.board()
    level = ladder[score.level]
    typer.echo(
        to_terminal(
            games.room(question.game).scene(board.view_of_mover(), Marks(language=language))
        )
    )
    typer.echo(
        say(
            "exam.head",
            language,
            kyu=level.kyu,
            right=score.right,
            needed=level.needed,
            wrong=score.wrong,
            id=question.puzzle,
        )
    )
    room = games.room(board.game)
    if question.by == CHOICE:
        typer.echo(questions_of(question.game).ask(board)[language])
    else:
        typer.echo(demand(room, language, single=level.single))
    prompt = "exam.choose" if question.by == CHOICE else "exam.prompt"
    while True:
        words = _typed(room.say(prompt, language, n=board.moves_left)).replace(",", " ").split()
        if words[:1] == ["quit"]:
            return None
        if not words:
            continue
        if _typed(say("exam.sure", language, stones=" ".join(words))).strip().lower() == "y":
            return words


def _typed(asked: str) -> str:
    """A line of the player; the end of the input is as good as `quit`."""
    try:
        return input(f"{asked}: ")
    except EOFError:
        return "quit"


def _tell(room: Room, ruling: Ruling, language: str) -> None:
    key = f"exam.{ruling.reason or ruling.verdict}"
    typer.echo(room.say(key, language, defence=" ".join(ruling.defence)))


def _read(book: Path) -> dict[str, Any]:
    if not book.exists():
        return {}
    try:
        pages = json.loads(book.read_text("utf-8"))
    except ValueError:
        pages = None
    if not isinstance(pages, dict):
        raise GameError(f"{book} is no book of exams; name another file with --book")
    return pages


def _write(book: Path, pages: dict[str, Any]) -> None:
    """Whole or not at all, so that a kill never loses a sitting."""
    beside = book.with_name(book.name + ".new")
    beside.write_text(json.dumps(pages, ensure_ascii=False, indent=1), encoding="utf-8")
    beside.replace(book)

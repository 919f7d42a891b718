"""`kikashi exam`: sits the ladder in the terminal. The book keeps what this player has met."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kikashi import games
from kikashi.cli import _common
from kikashi.law import GameError, IllegalMoveError

if TYPE_CHECKING:
    from kikashi.exam import Level, Ruling, Sitting

SAY: dict[str, dict[str, str]] = {
    "en": {
        "head": "Kyu {kyu}: {right} of {needed} right, {wrong} wrong. Puzzle {id}.",
        "rules": "Every turn must make at least {p} threat(s), and more than {p} where you can.",
        "prompt": "Your {n} stone(s), or quit",
        "sure": "Place {stones}? y / n",
        "solved": "Right.",
        "goes-on": "The defence: {defence}.",
        "open": "This could not be decided; the puzzle is replaced and does not count.",
        "few-threats": "Wrong: too few threats.",
        "missed-win": "Wrong: an unstoppable turn was passed over.",
        "left-open": "Wrong: the other side can complete a line.",
        "stopped": "Wrong: {defence} stops the attack.",
        "passed": "Certificate: {player} has reached kyu {kyu}.",
        "none": "{player} has not reached kyu 10 this time.",
        "named": "Answered wrong: {ids}.",
        "kept": "The sitting is kept in {book}; the same command goes on with it.",
    },
    "zh-Hant": {
        "head": "{kyu} 級：已答對 {right} 題（需 {needed} 題），答錯 {wrong} 題。題號 {id}。",
        "rules": "每一手至少要有 {p} 個迫著；能下出多於 {p} 個時必須下出。",
        "prompt": "請下 {n} 子，或輸入 quit",
        "sure": "確定下在 {stones}？ y / n",
        "solved": "答對了。",
        "goes-on": "對方防守：{defence}。",
        "open": "本題無法判定，換一題，不計對錯。",
        "few-threats": "答錯：迫著不足。",
        "missed-win": "答錯：錯過了擋不住的一手。",
        "left-open": "答錯：對方可以連成一線。",
        "stopped": "答錯：{defence} 可以擋住。",
        "passed": "證書：{player} 棋力鑑定為 {kyu} 級。",
        "none": "{player} 這次未達 10 級。",
        "named": "答錯的題目：{ids}。",
        "kept": "測驗已存於 {book}，以同一指令可繼續。",
    },
}


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
    ) -> None:
        """Sits the exam: kyu 10 to 4 by puzzles of one to seven turns. No clock.

        Example: kikashi exam --player Lin
        """
        from kikashi import exam  # noqa: PLC0415
        from kikashi.puzzles import Store, puzzles  # noqa: PLC0415
        from kikashi.puzzles.starter import starter, starter_games  # noqa: PLC0415

        if source is None:
            found = list(starter(game or starter_games()[0]))
        else:
            found = list(puzzles(Store(source), game=game, quality="unique"))
        kinds = sorted({puzzle.game for puzzle in found})
        if len(kinds) > 1:
            raise GameError(f"the database holds {', '.join(kinds)}; choose one with --game")
        ladder = exam.PAPER + (exam.BEYOND if beyond else ())
        pages = _read(book)
        page = pages.setdefault(player, {"seen": [], "sitting": None, "past": []})
        pool = exam.pool_of(found)
        stored = page["sitting"]
        if stored:
            sitting = exam.Sitting.from_json(stored)
        else:
            number = secrets.randbelow(1 << 30) if seed is None else seed
            sitting = exam.begin(player, number, pool, seen=page["seen"], ladder=ladder)
        _sit(sitting, pool, ladder, (book, pages, page), SAY[_common.language(language)])


def _sit(
    sitting: Sitting,
    pool: Any,
    ladder: Sequence[Level],
    kept: tuple[Path, dict[str, Any], dict[str, Any]],
    say: dict[str, str],
) -> None:
    from kikashi import exam  # noqa: PLC0415

    book, pages, page = kept
    while not sitting.score.over:
        page["sitting"] = sitting.to_json()
        _write(book, pages)
        turn = _ask(sitting, ladder, say)
        if turn is None:
            typer.echo(say["kept"].format(book=book))
            return
        try:
            sitting, ruling = exam.answer(sitting, turn, pool, seen=page["seen"], ladder=ladder)
        except IllegalMoveError as refusal:
            typer.echo(str(refusal))
            continue
        _tell(ruling, say)
    met = set(sitting.asked)
    page["seen"] = [name for name in page["seen"] if name not in met] + list(sitting.asked)
    page["past"].append(sitting.to_json())
    page["sitting"] = None
    _write(book, pages)
    kyu = exam.result(sitting, ladder)
    typer.echo(say["passed" if kyu else "none"].format(player=sitting.player, kyu=kyu))
    if sitting.wrong:
        typer.echo(say["named"].format(ids=", ".join(sitting.wrong)))


def _ask(sitting: Sitting, ladder: Sequence[Level], say: dict[str, str]) -> list[str] | None:
    """A whole turn that the player has confirmed, or None to stop here."""
    from kikashi.drawing import to_terminal  # noqa: PLC0415

    question, score = sitting.question, sitting.score
    assert question is not None
    board = question.board()
    level = ladder[score.level]
    typer.echo(to_terminal(games.room(question.game).scene(board)))
    typer.echo(
        say["head"].format(
            kyu=level.kyu,
            right=score.right,
            needed=level.needed,
            wrong=score.wrong,
            id=question.puzzle,
        )
    )
    typer.echo(say["rules"].format(p=board.rules.stones))
    while True:
        words = typer.prompt(say["prompt"].format(n=board.moves_left)).replace(",", " ").split()
        if words[:1] == ["quit"]:
            return None
        if typer.prompt(say["sure"].format(stones=" ".join(words))).strip().lower() == "y":
            return list(words)


def _tell(ruling: Ruling, say: dict[str, str]) -> None:
    typer.echo(say[ruling.reason or ruling.verdict].format(defence=" ".join(ruling.defence)))


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

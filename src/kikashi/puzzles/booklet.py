"""A booklet to print: two puzzles a page, the answers at the back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from fpdf import FPDF

from kikashi.drawing import Marks, Scene
from kikashi.games import room
from kikashi.puzzles.model import Puzzle, PuzzleError
from kikashi.puzzles.solution import answer_text, question

PAGE = (210.0, 297.0)
MARGIN = 16.0
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""In the file, so that the same puzzles give the same bytes."""
BOARD = 112.0
"""Millimetres of a board's width: two fit on a page with their words."""
HEIGHT = 128.0
"""Millimetres that a board taller than wide may take."""
POINTS = 72 / 25.4
LATIN = "helvetica"
"""A font that every reader of PDF has; it knows no Chinese."""
RED = (176, 24, 24)
CJK_FONTS = (
    ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", 3),
    ("/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc", 3),
)
"""Freely licensed fonts in their usual places, with the number of the Traditional Chinese face."""
WORDS = {
    "en": {"title": "Puzzles", "answers": "Answers", "made": "{n} puzzles"},
    "zh-Hant": {"title": "詰棋集", "answers": "解答", "made": "共 {n} 題"},
}


def booklet(
    chosen: Sequence[Puzzle], target: Path, *, language: str = "en", font: Path | None = None
) -> None:
    """Writes the PDF."""
    pdf = FPDF(format="A4")
    pdf.set_auto_page_break(auto=False)
    pdf.set_creation_date(NO_DATE)
    family = _font(pdf, language, font)
    words = WORDS[language]
    names = sorted({room(puzzle.game).names[language] for puzzle in chosen})
    _cover(
        pdf, family, f"{', '.join(names)}: {words['title']}", words["made"].format(n=len(chosen))
    )
    for number, puzzle in enumerate(chosen, start=1):
        if number % 2:
            pdf.add_page()
            _page_number(pdf, family)
        top = MARGIN if number % 2 else PAGE[1] / 2 + 2
        pdf.set_font(family, size=11)
        pdf.set_xy(MARGIN, top)
        pdf.cell(text=f"{number}.  {question(puzzle, language)}")
        pdf.set_font(family, size=7)
        pdf.set_xy(MARGIN, top + 6)
        pdf.cell(text=f"{puzzle.id}    {'*' * stars(puzzle.difficulty)}")
        scene = room(puzzle.game).scene(puzzle.start().view_of_mover(), Marks(language=language))
        _draw(pdf, family, scene, top + 11)
    _answers(pdf, family, chosen, words["answers"], language)
    pdf.output(str(target))


def stars(difficulty: float) -> int:
    """One to five, for print."""
    return min(5, max(1, int((difficulty - 500) // 350) + 1))


def _font(pdf: FPDF, language: str, font: Path | None) -> str:
    choices = [(str(font), 0)] if font else [f for f in CJK_FONTS if Path(f[0]).exists()]
    if language == "en" and font is None:
        return LATIN
    for name, face in choices:
        try:
            pdf.add_font("words", fname=name, collection_font_number=face)
        except (OSError, ValueError, RuntimeError) as problem:
            raise PuzzleError(f"the font {name} cannot be used: {problem}") from None
        return "words"
    raise PuzzleError("no font for Chinese was found; name one with --font (Noto Sans CJK, say)")


def _cover(pdf: FPDF, family: str, title: str, below: str) -> None:
    pdf.add_page()
    pdf.set_font(family, size=26)
    pdf.set_xy(0, 110)
    pdf.cell(w=PAGE[0], text=title, align="C")
    pdf.set_font(family, size=12)
    pdf.set_xy(0, 128)
    pdf.cell(w=PAGE[0], text=below, align="C")
    pdf.set_xy(0, PAGE[1] - 30)
    pdf.cell(w=PAGE[0], text="Kikashi", align="C")


def _page_number(pdf: FPDF, family: str) -> None:
    pdf.set_font(family, size=7)
    pdf.set_xy(0, PAGE[1] - 9)
    pdf.cell(w=PAGE[0], text=str(pdf.page_no() - 1), align="C")  # the cover has none


def _draw(pdf: FPDF, family: str, scene: Scene, top: float) -> None:
    """A scene for print: lines, dots, stones or pieces, and the names of rows and columns."""
    scale = min(BOARD / max(scene.width, 1.0), HEIGHT / max(scene.height, 1.0))
    left = (PAGE[0] - scene.width * scale) / 2

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * scale, top + y * scale

    pdf.set_draw_color(90)
    for line in scene.lines:
        pdf.set_line_width(0.3 if line.kind == "edge" else 0.12)
        pdf.line(*at(line.x1, line.y1), *at(line.x2, line.y2))
    pdf.set_fill_color(60)
    for disc in scene.discs:
        radius = disc.radius * scale
        x, y = at(disc.x, disc.y)
        pdf.ellipse(x - radius, y - radius, 2 * radius, 2 * radius, style="F")
    pdf.set_font(family, size=6)
    for label in scene.labels:
        if label.kind in ("row", "column"):
            x, y = at(label.x, label.y)
            pdf.set_xy(x - 3, y - 1.5)
            pdf.cell(w=6, h=3, text=label.text, align="C")
    pdf.set_draw_color(0)
    pdf.set_line_width(0.25)
    radius = 0.46 * scene.unit * scale
    for stone in scene.stones:
        dark = stone.colour == "black" and not stone.text
        pdf.set_fill_color(*((20, 20, 20) if dark else (255, 255, 255)))
        x, y = at(stone.x, stone.y)
        pdf.ellipse(x - radius, y - radius, 2 * radius, 2 * radius, style="DF")
        if stone.text:
            # Its character where the font has it, else its letter.
            face = None if family == LATIN else scene.face(stone.face)
            text = stone.text if face is None else face.forms.get("character", stone.text)
            _piece(pdf, family, (text, stone.colour), (x, y), radius)


def _piece(
    pdf: FPDF, family: str, written: tuple[str, str], middle: tuple[float, float], radius: float
) -> None:
    """The name of a piece on its disc, and its colour."""
    text, colour = written
    pdf.set_text_color(*(RED if colour == "red" else (0, 0, 0)))
    pdf.set_font(family, size=radius * POINTS * 1.15)
    pdf.set_xy(middle[0] - radius, middle[1] - radius)
    pdf.cell(w=2 * radius, h=2 * radius, text=text, align="C")
    pdf.set_text_color(0)


def _answers(pdf: FPDF, family: str, chosen: Sequence[Puzzle], title: str, language: str) -> None:
    pdf.add_page()
    _page_number(pdf, family)
    pdf.set_font(family, size=16)
    pdf.set_xy(MARGIN, MARGIN)
    pdf.cell(text=title)
    y = MARGIN + 10
    pdf.set_font(family, size=9)
    for number, puzzle in enumerate(chosen, start=1):
        for text in _wrapped(f"{number}.  {answer_text(puzzle, language)}"):
            if y > PAGE[1] - MARGIN:
                pdf.add_page()
                _page_number(pdf, family)
                pdf.set_font(family, size=9)
                y = MARGIN
            pdf.set_xy(MARGIN, y)
            pdf.cell(text=text)
            y += 4.5


def _wrapped(text: str, width: int = 100) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        if line and len(line) + len(word) >= width:
            yield line
            line = "    "
        line += word + " "
    yield line

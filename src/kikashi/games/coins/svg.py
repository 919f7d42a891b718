"""The few pieces of SVG that the pictures share."""

from __future__ import annotations

from html import escape

INK, FAINT, PAPER, ACCENT, CALM = "#1d2430", "#68707c", "#ffffff", "#d7263d", "#2084a0"


def opening(width: float, height: float, title: str) -> str:
    """The start of a picture on white ground."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' "
        f"viewBox='0 0 {width} {height}' role='img'><title>{escape(title)}</title>"
        f"<rect width='100%' height='100%' fill='{PAPER}'/>"
    )


def words(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 13,
    colour: str = INK,
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    """One line of text."""
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size:.1f}' fill='{colour}' "
        f"font-family='system-ui, sans-serif' text-anchor='{anchor}' "
        f"font-weight='{weight}'>{escape(text)}</text>"
    )

"""What a match leaves behind: SGF of every game, and a page with its figures and plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from pathlib import Path

from kikashi import words
from kikashi.arena import plots
from kikashi.arena.log import PlayedGame
from kikashi.arena.match import Standing, points
from kikashi.arena.statistics import Estimate, Tally, estimate, superiority
from kikashi.games import room
from kikashi.play import Game
from kikashi.play.saving import to_record
from kikashi.records import DRAW, Record, write

_HOW = {"time": "time", "resigned": "resign"}

STYLE = """
:root { color-scheme: light dark; --line: #8886; --ink: #2563a8; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--line); text-align: right }
th:first-child, td:first-child { text-align: left }
svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif }
svg text { fill: currentColor }
"""


def record_of(standing: Standing, game: PlayedGame, language: str = "en") -> Record:
    """A game as a record; how it ended stands in a comment on its last move."""
    record = to_record(Game(standing.plan.start, game.moves), (game.first, game.second))
    names = room(standing.plan.start.game).player_names(standing.plan.start.options)
    record.result = DRAW if game.winner is None else names[game.winner]
    if game.broken:
        record.result = ""
    # What ends a game on the board is said by the record itself; only the rest needs a comment.
    if f"arena.{game.reason}" in words.catalogue(language):
        record.how = _HOW.get(game.reason, "" if game.reason == "proved" else "forfeit")
        said = words.say(f"arena.{game.reason}", language)
        record.main_line[-1].comment = f"{said}. {game.detail}".strip(". ") + "."
    return record


def save_games(standing: Standing, folder: Path) -> None:
    """One SGF file a game, named by its number."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in standing.games:
        path = folder / f"{game.number + 1:05d}.sgf"
        path.write_bytes(write([record_of(standing, game)]))


def elo_text(found: Estimate | None) -> str:
    """`+12.3 ± 8.0`, with a sign for 'at least' where one side took every point."""
    if found is None:
        return "–"
    bound = ("≥ " if found.elo > 0 else "≤ ") if found.at_least else ""
    return f"{bound}{found.elo:+.1f} ± {found.error:.1f}"


def save_report(standing: Standing, path: Path, language: str = "en") -> None:
    """Writes the page."""
    path.write_text(page(standing, language), "utf-8")


def page(standing: Standing, language: str = "en") -> str:
    """The report as one HTML page with its plots inside."""

    def said(key: str) -> str:
        return words.say(f"arena.{key}", language)

    plan = standing.plan
    title = room(plan.start.game).title(plan.start.options, language)
    names = [player.text for player in plan.players]
    tally = standing.tally()
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(' – '.join(names))}</p>",
        _table(
            [said(k) for k in ("player", "games", "wins", "draws", "losses", "elo", "failures")],
            [_player_row(standing, number) for number in range(len(names))],
        ),
    ]
    if len(names) > 2:
        parts.append(_rating_table(standing, said("player")))
    else:
        parts.append(f"<p>{said('superior')}: {100 * superiority(tally):.1f}%</p>")
        if plan.sprt is not None:
            ratio, test = plan.sprt.likelihood(tally), plan.sprt
            parts.append(
                f"<p>SPRT [{test.elo0:g}, {test.elo1:g}]: {ratio:+.2f} "
                f"({test.lower:.2f}, {test.upper:.2f}) {standing.decided()}</p>"
            )
        parts.append(plots.elo_over_games(_running(standing), said("elo-over-games")))
    lengths = [len(game.moves) for game in standing.games]
    parts.append(plots.histogram(lengths, said("lengths")))
    decided = Counter(game.winner for game in standing.games if not game.broken)
    bars = [
        (said("winner-first"), decided[0]),
        (said("winner-draw"), decided[None]),
        (said("winner-second"), decided[1]),
    ]
    parts.append(plots.bars(bars, said("by-colour")))
    known = words.catalogue(language)
    reasons = [
        (
            said(why) if f"arena.{why}" in known else room(plan.start.game).reason(why, language),
            count,
        )
        for why, count in standing.reasons().items()
    ]
    parts.append(plots.bars(reasons, said("reasons")))
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="{language}">{head}\n' + "\n".join(parts) + "\n</html>\n"


def _running(standing: Standing) -> list[Estimate]:
    """The estimate after each game, in the order of their numbers."""
    found, total = [], Tally()
    for game in standing.games:
        if game.broken:
            continue
        total += points(game, standing.plan.seats(game.number).index(0))
        now = estimate(total)
        if now is not None:
            found.append(now)
    return found


def _player_row(standing: Standing, number: int) -> list[str]:
    tally = standing.tally(number)
    failures = standing.failures(number)
    return [
        standing.plan.players[number].text,
        str(tally.games),
        str(tally.wins),
        str(tally.draws),
        str(tally.losses),
        elo_text(estimate(tally)),
        ", ".join(f"{reason} {count}" for reason, count in failures.items()) or "–",
    ]


def _rating_table(standing: Standing, player: str) -> str:
    rows = [
        [r.player, f"{r.elo:+.1f}", f"± {r.error:.1f}", f"{100 * r.score:.1f}%"]
        for r in standing.ratings()
    ]
    return _table([player, "Elo", "", ""], rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"

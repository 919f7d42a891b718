"""The report: a page a table in Markdown and HTML, with a plot where one helps."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from kikashi.drawing.plots import bars
from kikashi.papers.contract import Answer, Entry, Table, machine

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}"
    "table{border-collapse:collapse}td,th{border:1px solid #999;padding:.2rem .6rem;"
    "text-align:right}td:first-child,th:first-child{text-align:left}"
)


def text(entry: Entry, answer: Answer) -> str:
    """One entry as Markdown."""
    parts = [f"# {entry.TITLE}", f"Paper {entry.PAPER}, entry `{entry.ID}`."]
    for table in answer.tables:
        parts += [f"## {table.title}", _markdown(table)]
    spent = f"{answer.seconds:.0f} s in this run"
    parts.append(f"Command: `{answer.command}`  \nMachine: {machine()}, {spent}.")
    if answer.missing:
        parts.append("## What could not be repeated\n")
        parts.append("\n".join(f"- {sentence}" for sentence in answer.missing))
    return "\n\n".join(parts) + "\n"


def _markdown(table: Table) -> str:
    lines = [table.columns, tuple("---:" if i else "---" for i in range(len(table.columns)))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (*lines, *table.rows))


def page(entry: Entry, answer: Answer) -> str:
    """One entry as a page of HTML that needs nothing else."""
    body = [f"<h1>{escape(entry.TITLE)}</h1>", f"<p>Paper {escape(entry.PAPER)}</p>"]
    for table in answer.tables:
        body.append(f"<h2>{escape(table.title)}</h2>{_html(table)}")
    if answer.plot:
        title = f"{', '.join(answer.plot)}: {answer.plot_title}"
        body.append(bars(answer.plot, title, "%"))
    body.append(f"<p><code>{escape(answer.command)}</code><br>{escape(machine())}, ")
    body.append(f"{answer.seconds:.0f} s in this run</p>")
    if answer.missing:
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in answer.missing)
        body.append(f"<h2>What could not be repeated</h2><ul>{items}</ul>")
    return _whole(entry.TITLE, "\n".join(body))


def _html(table: Table) -> str:
    head = "".join(f"<th>{escape(c)}</th>" for c in table.columns)
    rows = ("".join(f"<td>{escape(c)}</td>" for c in row) for row in table.rows)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _whole(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><body>{body}</body></html>\n"
    )


def write(folder: Path, made: Sequence[tuple[Entry, Answer]]) -> None:
    """The pages and an index into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for entry, answer in made:
        (folder / f"{entry.ID}.md").write_text(text(entry, answer), encoding="utf-8")
        (folder / f"{entry.ID}.html").write_text(page(entry, answer), encoding="utf-8")
    # What earlier runs wrote stays in the index.
    names = sorted(path.stem for path in folder.glob("*.md") if path.stem != "index")
    items = "".join(f'<li><a href="{n}.html">{n}</a></li>' for n in names)
    (folder / "index.html").write_text(_whole("Published tables again", f"<ul>{items}</ul>"))
    lines = "".join(f"- [{n}]({n}.md)\n" for n in names)
    (folder / "index.md").write_text(f"# Published tables again\n\n{lines}", encoding="utf-8")

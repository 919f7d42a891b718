"""The report: a page a table in Markdown and HTML, with a plot where one helps."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from kikashi.drawing.plots import bars
from kikashi.papers.contract import Answer, Entry, Table, machine, to_json
from kikashi.papers.published import MISSING

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}"
    # What is wider than the page scrolls by itself (tables) or shrinks (plots).
    "table{border-collapse:collapse;display:block;overflow-x:auto}"
    "svg{max-width:100%;height:auto}td,th{border:1px solid #999;padding:.2rem .6rem;"
    "text-align:left}td.n,th.n{text-align:right}td.n{white-space:nowrap}"
    "figure{margin:1rem 0}figure svg{width:100%;max-width:36rem;height:auto}"
)
STYLE_FILE = "report.css"


def text(entry: Entry, answer: Answer) -> str:
    """One entry as Markdown."""
    parts = [f"# {entry.TITLE}", entry.TITLE_ZH, f"Paper {entry.PAPER}, entry `{entry.ID}`."]
    for table in answer.tables:
        parts += [f"## {table.title}", _markdown(table)]
    spent = f"{answer.seconds:.0f} s in this run"
    parts.append(f"Command: `{answer.command}`  \nMachine: {machine()}, {spent}.")
    if answer.missing:
        parts.append("## What could not be repeated\n")
        parts.append("\n".join(f"- {sentence}" for sentence in answer.missing))
    return "\n\n".join(parts) + "\n"


def _of_numbers(table: Table) -> list[bool]:
    """Whether a column's cells begin with a digit, those that say nothing left out."""
    cells = (
        [row[at] for row in table.rows if at < len(row) and row[at].strip(" -–?")]
        for at in range(len(table.columns))
    )
    return [
        at > 0 and all(re.match(r"\W?\d", cell) for cell in column)
        for at, column in enumerate(cells)
    ]


def _markdown(table: Table) -> str:
    lines = [table.columns, tuple("---:" if n else "---" for n in _of_numbers(table))]
    return "\n".join(f"| {' | '.join(row)} |" for row in (*lines, *table.rows))


def page(entry: Entry, answer: Answer) -> str:
    """One entry as a page of HTML that needs nothing else."""
    back = " / ".join(words.pages for words in SUMMARY.values())
    body = [
        f'<p><a href="index.html">{back}</a></p>',
        f'<h1>{escape(entry.TITLE)}</h1><p lang="zh-Hant">{escape(entry.TITLE_ZH)}</p>',
        f"<p>Paper {escape(entry.PAPER)}</p>",
    ]
    for table in answer.tables:
        body.append(f"<h2>{escape(table.title)}</h2>{_html(table)}")
    for plot in answer.plots:
        drawn = bars(plot.series, plot.title, plot.across, plot.upward)
        said = any(table.title == plot.title for table in answer.tables)
        body.append(drawn if said else f"<h2>{escape(plot.title)}</h2>{drawn}")
    for title, picture in answer.pictures.items():
        body.append(f"<figure>{picture}<figcaption>{escape(title)}</figcaption></figure>")
    body.append(f"<p><code>{escape(answer.command)}</code><br>{escape(machine())}, ")
    body.append(f"{answer.seconds:.0f} s in this run</p>")
    if answer.missing:
        items = "".join(f"<li>{_worded(sentence)}</li>" for sentence in answer.missing)
        body.append(f"<h2>What could not be repeated</h2><ul>{items}</ul>")
    return _whole(entry.TITLE, "\n".join(body))


def _html(table: Table) -> str:
    kind = [' class="n"' if numbers else "" for numbers in _of_numbers(table)]

    def line(tag: str, row: tuple[str, ...]) -> str:
        cells = zip(kind, row, strict=False)
        return "".join(f"<{tag}{k}>{_worded(cell)}</{tag}>" for k, cell in cells)

    head = line("th", table.columns)
    rows = (line("td", row) for row in table.rows)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _worded(sentence: str) -> str:
    """A sentence of Markdown as HTML: what stands between backticks is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(sentence, quote=False))


def _whole(title: str, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        # A phone shows the page as wide as it is, not as wide as a desk's.
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>"
        # The file of its own is for servers that allow no style inside a page, as the studio does.
        f'<link rel="stylesheet" href="{STYLE_FILE}"><style>{STYLE}</style>'
        f"<body>{body}</body></html>\n"
    )


class Summary(NamedTuple):
    """The words of the first page in one language."""

    title: str
    words: str
    quick: str
    columns: tuple[str, ...]
    pages: str
    missing: str
    field: str
    """What is added to the names of fields that exist in this language."""


SUMMARY = {
    "en": Summary(
        "Published tables again",
        "Every published figure that was repeated here, ours beside it, and ours divided by it. "
        "Each page has its tables whole, the command that makes them, and what could not be "
        "repeated, and why.",
        "(quick): of a short run, with fewer games or positions than the whole one has.",
        ("figure", "published", "ours", "ratio"),
        "All pages",
        "Published and not repeated here",
        "",
    ),
    "zh-Hant": Summary(
        "論文的表，再做一次",
        "這裡重做過的每一個已發表數字：論文的、我們的，以及我們的除以論文的。"
        "每一頁有完整的表、做出它的指令，以及無法重做的部分與原因（英文）。",
        "(quick)：取自簡短的執行，局數或盤面數比完整的少。",
        ("數字", "論文", "我們", "比值"),
        "所有頁面",
        "已發表而這裡還沒有重做的",
        "_zh",
    ),
}


def kept(folder: Path) -> dict[str, dict[str, Any]]:
    """What runs have written into `folder`, by the id of the entry."""
    found = (json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json")))
    return {str(one["id"]): one for one in found}


def write(folder: Path, entry: Entry, answer: Answer, *, quick: bool = False) -> None:
    """The pages of an entry, and the first page over all that stand in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STYLE_FILE).write_text(STYLE + "\n", encoding="utf-8")
    (folder / f"{entry.ID}.md").write_text(text(entry, answer), encoding="utf-8")
    (folder / f"{entry.ID}.html").write_text(page(entry, answer), encoding="utf-8")
    said = {**to_json(entry, answer), "quick": quick}
    (folder / f"{entry.ID}.json").write_text(json.dumps(said, ensure_ascii=False), "utf-8")
    made = kept(folder)
    links = " ".join(f'<a href="#{tag}">{words.title}</a>' for tag, words in SUMMARY.items())
    html, markdown = [f"<p>{links}</p>"], []
    for language, words in SUMMARY.items():
        rows = tuple(
            _figure(one, figure, words.field) for one in made.values() for figure in one["figures"]
        )
        table = Table(words.title, words.columns, rows)
        names = {
            name: str(one.get(f"title{words.field}", one["title"])) for name, one in made.items()
        }
        pages = "".join(
            f'<li><a href="{name}.html">{escape(title)}</a></li>' for name, title in names.items()
        )
        missing = [
            f"{m.paper}：{m.what_zh}。{m.why_zh}。"
            if words.field
            else f"{m.paper}: {m.what}. {m.why[0].upper()}{m.why[1:]}."
            for m in MISSING
        ]
        html.append(
            f'<section lang="{language}" id="{language}"><h1>{words.title}</h1>'
            f"<p>{words.words}</p>{_html(table)}<p>{words.quick}</p>"
            f"<h2>{words.pages}</h2><ul>{pages}</ul><h2>{words.missing}</h2><ul>"
            + "".join(f"<li>{_worded(sentence)}</li>" for sentence in missing)
            + "</ul></section>"
        )
        items = "".join(f"- [{title}]({name}.md)\n" for name, title in names.items())
        markdown += [f"# {words.title}", words.words, _markdown(table), words.quick]
        markdown += [f"## {words.pages}", items, f"## {words.missing}"]
        markdown.append("".join(f"- {sentence}\n" for sentence in missing))
    (folder / "index.html").write_text(_whole(SUMMARY["en"].title, "".join(html)), "utf-8")
    (folder / "index.md").write_text("\n\n".join(markdown), encoding="utf-8")


def _figure(one: dict[str, Any], figure: dict[str, Any], field: str) -> tuple[str, ...]:
    published, ours, unit = figure["published"], figure["ours"], figure["unit"]
    mark = " (quick)" if one["quick"] else ""
    ratio = f"{ours / published:.3g}" if published else "-"
    named = figure.get(f"name{field}", figure["name"])  # a report of before has no other
    name = f"{one['paper']}: {named}{mark}"
    return name, f"{published:,.6g}{unit}", f"{ours:,.6g}{unit}", ratio

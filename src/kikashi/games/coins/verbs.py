"""`kikashi coins`: the coin problem of Frobenius; numbers, tables, rules, proofs, an atlas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kikashi.cli import _common, _grid
from kikashi.cli._refusing import in_a_folder, in_language
from kikashi.games import coins
from kikashi.games.coins import words
from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.words import Language, say

if TYPE_CHECKING:
    from kikashi.games.coins.rules import CoinClass

app = typer.Typer(
    no_args_is_help=True,
    help="The coin problem of Frobenius: numbers, tables, rules, proofs.",
)

# Every number is read here and not by typer: -3 is a coin that deserves a sentence, not an option.
_NUMBERS = {"ignore_unknown_options": True}
_MOST_DIGITS = 1000
# All classes of this a are guessed within a second; the time grows with the third power of a.
_ALL_GUESSED = 40
_ONE_GUESSED = 200

Record = dict[str, Any]
Coin = Annotated[str, typer.Argument(metavar="A", help="The coin a.")]
ResidueR = Annotated[str, typer.Argument(metavar="R", help="b modulo a, from 1 to a - 1.")]
ResidueS = Annotated[str, typer.Argument(metavar="S", help="c modulo a, from 1 to a - 1.")]
MaybeR = Annotated[
    str | None, typer.Argument(metavar="R", help="b modulo a; without it, every class.")
]
MaybeS = Annotated[str | None, typer.Argument(metavar="S", help="c modulo a.")]


@contextmanager
def _sentences(asked: str | None = None) -> Iterator[None]:
    """Turns what cannot be answered into one sentence on standard error and exit code 1."""
    try:
        yield
    except CoinError as refusal:
        _complain(in_language(str(refusal), _language(asked)))
        raise typer.Exit(1) from None


def _complain(sentence: str) -> None:
    typer.echo(f"kikashi: {sentence}", err=True)


def _language(asked: str | None = None) -> Language:
    return words.language(_common.language(asked))


def _number(text: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]+", text):
        raise typer.BadParameter(f"{text[:40]!r} is not a whole number.")
    if len(text) > _MOST_DIGITS + 1:
        raise CoinError(f"A number has more than the {_MOST_DIGITS} digits that are taken here.")
    return int(text)


def _class(a: str, r: str | None, s: str | None) -> CoinClass | None:
    from kikashi.games.coins.rules import require_class  # noqa: PLC0415

    if r is None:
        return None
    if s is None:
        raise typer.BadParameter("A class needs both residues, r and s.")
    return require_class(_number(a), _number(r), _number(s))


@contextmanager
def _bar(title: str, total: int) -> Iterator[Callable[[object], None]]:
    """A progress bar on standard error; nothing where that is not a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as bar:
        task = bar.add_task(title, total=total)
        yield lambda _: bar.advance(task)


def _answer(
    record: Record,
    as_text: Callable[[Record, Language], str],
    asked: str | None = None,
    *,
    as_json: bool,
) -> None:
    if as_json:
        _common.print_json(record)
    else:
        typer.echo(as_text(record, _language(asked)))


@app.command("g", context_settings=_NUMBERS)
def numbers(
    coin: Annotated[list[str], typer.Argument(metavar="A B C...", help="The coins.")],
    missing: Annotated[
        int, typer.Option("--missing", min=0, max=1_000_000, help="List so many missing amounts.")
    ] = 100,
    as_json: _common.JsonOption = False,
) -> None:
    """The largest amount that the coins cannot pay, how many there are, and which.

    Two coins by formula and three by a walk, of any size; four and more by a table.

    Example: kikashi coins g 4 9 10
    """
    from kikashi.games.coins import records, texts  # noqa: PLC0415

    with _sentences():
        answer = coins.frobenius(_number(text) for text in coin)
        record = records.answer_record(answer, missing)
    _answer(record, texts.answer_text, as_json=as_json)


@app.command("table", context_settings=_NUMBERS)
def table(
    a: Coin,
    r: ResidueR,
    s: ResidueS,
    *,
    rows: Annotated[int, typer.Option("--rows", min=1, help="So many rows k.")] = 10,
    columns: Annotated[int, typer.Option("--columns", min=1, help="So many columns m.")] = 10,
    first: Annotated[int, typer.Option("--first", min=0, help="The first k and m.")] = 1,
    half: Annotated[
        bool, typer.Option("--half", help="Leave cells with b > c blank, as the paper does.")
    ] = False,
    csv: Annotated[
        Path | None,
        typer.Option("--csv", callback=in_a_folder, help="Write comma-separated values."),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", callback=in_a_folder, help="Draw a heat map with regions."),
    ] = None,
    as_json: _common.JsonOption = False,
) -> None:
    """The paper's table: rows k, columns m, in each cell g(a, ak + r, am + s) + 1.

    Example: kikashi coins table 7 1 3 --rows 4 --half --svg table.svg
    """
    from kikashi.games.coins.heatmap import require_drawable  # noqa: PLC0415
    from kikashi.games.coins.records import table_record  # noqa: PLC0415

    with _sentences():
        of = (_number(a), _number(r), _number(s))
        if svg is not None:
            require_drawable(rows, columns)
        made = coins.make_table(of, rows, columns, first_k=first, first_m=first)
        if csv is not None:
            csv.write_text(made.csv(half=half), encoding="utf-8")
        if svg is not None:
            drawn = coins.heat_map(made, coins.derive(*of), _language())
            svg.write_text(drawn, encoding="utf-8")
    _answer(table_record(made), lambda *_: made.text(half=half), as_json=as_json)


@app.command("rules", context_settings=_NUMBERS)
def rules(
    a: Coin,
    r: MaybeR = None,
    s: MaybeS = None,
    *,
    guess: Annotated[
        bool | None,
        typer.Option("--guess/--no-guess", help="Also guess the rules from the table."),
    ] = None,
    half: Annotated[bool, typer.Option("--half", help="Only b <= c, as the paper does.")] = False,
    as_json: _common.JsonOption = False,
) -> None:
    """The rules of a class, or of every class of a, with their regions, found in two ways.

    They are derived exactly, and guessed from the table as the paper does: for one class of a up
    to 200, for every class of a up to 40, or with --guess. Where both differ, the exit code is 1.

    Example: kikashi coins rules 7 1 3
    """
    from kikashi.games.coins import texts  # noqa: PLC0415
    from kikashi.games.coins.jobs import rules_job  # noqa: PLC0415
    from kikashi.games.coins.records import units  # noqa: PLC0415

    with _sentences():
        chosen = _class(a, r, s)
        coin = _number(a)
        pairs = coins.classes(coin) if chosen is None else [(chosen.r, chosen.s)]
        if guess is None:
            guess = coin <= (_ALL_GUESSED if chosen is None else _ONE_GUESSED)
        found = []
        with _bar(say("bar-rules", _language()), len(pairs)) as step:
            for pair in pairs:
                of = coins.CoinClass(coin, *pair)
                found.append(rules_job(of, guessing=guess, only_half=half))
                step(pair)
    total = sum(len(record["rules"]) for record in found)
    each = units(coin) if chosen is None else 1
    fields = {"a": coin, "classes": found, "total": total, "total_over_pairs": total * each}

    def as_text(record: Record, language: Language) -> str:
        parts = [texts.rules_text(one, language) for one in found]
        if chosen is None:
            parts.append(texts.total_text(record, each, language))
        return "\n".join(parts)

    _answer(fields, as_text, as_json=as_json)
    for record in found:
        if record["guess"] is not None and not record["guess"]["agrees"]:
            residues = {"r": record["r"], "s": record["s"]}
            _complain(say("guess-and-derivation", _language(), **residues))
            raise typer.Exit(1)


@app.command("prove", context_settings=_NUMBERS)
def prove(
    a: Coin,
    r: MaybeR = None,
    s: MaybeS = None,
    *,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            "--out",
            callback=in_a_folder,
            help="Write the proof file; .gz compresses it.",
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check/--no-check", help="Replay the proof with the checker.")
    ] = True,
    each_residue: Annotated[
        bool, typer.Option("--each-residue", help="Let the checker list every residue too.")
    ] = False,
    z3: Annotated[
        bool, typer.Option("--z3", help="Ask the z3 prover for a second opinion.")
    ] = False,
    rule: Annotated[
        int | None, typer.Option("--rule", help="Write out the proof of this rule in words.")
    ] = None,
    form: Annotated[
        Literal["md", "tex"], typer.Option("--format", help="Markdown or LaTeX, with --rule.")
    ] = "md",
    language: _common.LanguageOption = None,
    as_json: _common.JsonOption = False,
) -> None:
    """Proves the rules of every class of a, or of one class, and checks the proof.

    `kikashi check FILE` replays a written proof. With --rule, one rule of one class is proved in
    words and formulas instead, in English or Traditional Chinese.

    Example: kikashi coins prove 7 --proof a7.jsonl.gz

    Example: kikashi coins prove 7 1 3 --rule 3 --language zh-Hant
    """
    from kikashi.games.coins import texts  # noqa: PLC0415
    from kikashi.games.coins.jobs import prove_job, z3_job  # noqa: PLC0415

    with _sentences(language):
        chosen = _class(a, r, s)
        coin = _number(a)
        if rule is not None:
            if chosen is None:
                raise typer.BadParameter("--rule needs a class: A R S --rule N.")
            _print_words(chosen, rule, form, language, as_json=as_json)
            return
        record = prove_job(coin, chosen, proof, check=check, each_residue=each_residue)
        if z3:
            total = len(coins.classes(coin)) if chosen is None else 1
            with _bar("z3", total) as step:
                record["z3"] = z3_job(coin, chosen, step)
    if not as_json and chosen is not None:
        typer.echo(texts.certificate_text(chosen, _language(language)))
    _answer(record, texts.proved_text, language, as_json=as_json)
    if z3 and not as_json:
        typer.echo(say("z3-agrees", _language(language), asked=record["z3"]["asked"]))


def _print_words(
    of: CoinClass, rule: int, form: Literal["md", "tex"], asked: str | None, *, as_json: bool
) -> None:
    language = _language(asked)
    text = coins.readable_proof(of, rule, language, form)
    fields = {**of._asdict(), "rule": rule, "language": language, "format": form, "text": text}
    _answer(fields, lambda *_: text.rstrip("\n"), as_json=as_json)


@app.command("atlas")
def atlas(
    *,
    to: Annotated[int | None, typer.Option("--to", help="The largest a.")] = None,
    first: Annotated[int, typer.Option("--from", help="The smallest a.")] = 2,
    out: Annotated[
        Path | None, typer.Option("--out", callback=in_a_folder, help="Write the atlas here (.gz).")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", callback=in_a_folder, help="Draw rules by class (SVG).")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check/--no-check", help="Replay the proofs with the checker.")
    ] = True,
    ask: Annotated[
        bool, typer.Option("--questions/--no-questions", help="Test open questions on it.")
    ] = True,
    read: Annotated[Path | None, typer.Option("--read", help="Read this atlas instead.")] = None,
    look: Annotated[
        tuple[int, int, int] | None,
        typer.Option("--look", metavar="A R S", help="With --read: the class to look up."),
    ] = None,
    grid: _grid.GridOption = None,
    as_json: _common.JsonOption = False,
) -> None:
    """Proves every class for all a up to a bound, in one file with an index.

    What the atlas suggests is printed as questions, each with how far it was tested.

    Example: kikashi coins atlas --to 200 --out atlas.jsonl.gz --plot rules.svg

    Example: kikashi coins atlas --read atlas.jsonl.gz --look 7 1 3
    """
    from kikashi.games.coins import texts  # noqa: PLC0415
    from kikashi.games.coins.jobs import atlas_job, look_job  # noqa: PLC0415

    if (to is None) == (read is None) or (read is None) != (look is None):
        raise typer.BadParameter("Give --to A to make an atlas, or --read FILE --look A R S.")
    with _sentences():
        if read is not None and look is not None:
            _answer(look_job(read, *look), texts.rules_text, as_json=as_json)
            return
        assert to is not None
        spoken = _language()
        title = say("bar-atlas", spoken)
        with _bar(title, max(0, to - first + 1)) as step, _grid.far(grid) as executor:
            record = atlas_job(
                first,
                to,
                out,
                plot,
                check=check,
                asking=ask,
                step=step,
                executor=executor,
                language="en" if as_json else spoken,
            )
    _answer(record, texts.proved_text, as_json=as_json)
    if record["questions"] and not as_json:
        typer.echo(texts.questions_text(record, spoken))
    if record["stopped"]:
        _complain(say("stopped", spoken, last=record["to"]))
        raise typer.Exit(130)


@app.command("page")
def page(
    out: Annotated[Path, typer.Option("--out", help="Write the page here (HTML).")],
    *,
    a: Annotated[int, typer.Option("--a", help="The coin a to begin with.")] = 7,
    r: Annotated[int, typer.Option("--r", help="The residue of b.")] = 1,
    s: Annotated[int, typer.Option("--s", help="The residue of c.")] = 3,
    language: _common.LanguageOption = None,
    as_json: _common.JsonOption = False,
) -> None:
    """Writes one self-contained page: choose a, r and s, and see the cones move.

    Example: kikashi coins page --out coins.html
    """
    with _sentences(language):
        text = coins.page_html(a, r, s, _language(language))
    size = out.write_text(text, encoding="utf-8")

    def as_text(record: Record, spoken: Language) -> str:
        return say("page-written", spoken, file=record["page"])

    _answer({"page": str(out), "characters": size}, as_text, language, as_json=as_json)


@app.command("paper")
def paper(as_json: _common.JsonOption = False) -> None:
    """The paper's table for a = 7 beside ours, with its misprints named.

    Example: kikashi coins paper
    """
    from kikashi.games.coins import texts  # noqa: PLC0415
    from kikashi.games.coins.paper import values_agree  # noqa: PLC0415
    from kikashi.games.coins.records import paper_record  # noqa: PLC0415

    spoken: Language = "en" if as_json else _language()
    record = paper_record(coins.paper_rows(spoken), values_agree(), spoken)
    _answer(record, texts.paper_text, as_json=as_json)

"""Whole jobs, as the command line and other front ends ask for them: plain records come back."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from kikashi.games.coins import records
from kikashi.games.coins.atlas import (
    add_batch,
    empty_atlas,
    keep_whole_coins,
    make_atlas,
    read_class,
)
from kikashi.games.coins.checker import check_file, check_lines
from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.guessing import guess
from kikashi.games.coins.plots import rules_plot
from kikashi.games.coins.prover import BatchTask, class_proof_file, prove_batch, prove_class
from kikashi.games.coins.questions import ask_atlas
from kikashi.games.coins.rules import CoinClass, classes, derive, half, rules_from_rows
from kikashi.games.coins.tasks import prover_on
from kikashi.games.coins.words import Language
from kikashi.games.coins.z3_opinion import second_opinion
from kikashi.grid import Executor

Record = dict[str, Any]
Step = Callable[[object], None]


def rules_job(of: CoinClass, *, guessing: bool, only_half: bool = False) -> Record:
    """The rules of one class, and with `guessing` whether the table suggests the same."""
    derived = derive(*of)
    guessed = None
    if guessing:
        made = guess(*of)
        guessed = records.guess_record(made, made.agrees_with(derived))
    return records.class_record(of, half(derived) if only_half else derived, guessed)


def prove_job(
    a: int,
    of: CoinClass | None,
    path: Path | None = None,
    *,
    check: bool = True,
    each_residue: bool = False,
) -> Record:
    """Proves one class, or every class of a; writes the file; replays it with the checker."""
    began = perf_counter()
    if of is not None:
        single = prove_class(*of)
        text = class_proof_file(single)
        class_count, rule_count = 1, len(single.rules)
        lines: Iterator[bytes] = iter(text.splitlines(keepends=True))
    else:
        atlas = empty_atlas(a)
        add_batch(atlas, prove_batch(BatchTask(a)))
        class_count, rule_count = atlas.classes, atlas.rules
        lines = atlas.lines()
    proved = perf_counter()
    size = None
    if path is not None:
        if of is None:
            size = atlas.write(path)
        else:
            packed = gzip.compress(text, mtime=0) if path.suffix == ".gz" else text
            size = path.write_bytes(packed)
    verdict, seconds = _checked(path, lines, each_residue) if check else (None, None)
    return {
        "a": a,
        "r": None if of is None else of.r,
        "s": None if of is None else of.s,
        "classes": class_count,
        "rules": rule_count,
        "checked": check,
        "verdict": verdict,
        "proof": None if path is None else str(path),
        "bytes": size,
        "prove_seconds": round(proved - began, 6),
        "check_seconds": seconds,
        "z3": None,
    }


def _checked(path: Path | None, lines: Iterator[bytes], each_residue: bool) -> tuple[str, float]:
    """Replays what was written, or where nothing was, what would have been."""
    began = perf_counter()
    try:
        if path is not None:
            verdict = check_file(path, each_residue=each_residue)
        else:
            verdict = check_lines(lines, each_residue=each_residue)
    except ValueError as refusal:
        raise CoinError(f"The checker refuses the proof: {refusal}") from None
    return verdict, round(perf_counter() - began, 6)


def z3_job(a: int, of: CoinClass | None, step: Step | None = None) -> Record:
    """The second opinion on one class, or on every class of a."""
    asked = 0
    for r, s in classes(a) if of is None else [(of.r, of.s)]:
        opinion = second_opinion(a, r, s)
        asked += opinion.asked
        if not opinion.agrees:
            raise CoinError(f"z3 does not confirm r = {r}, s = {s} of a = {a}: {opinion.refused}.")
        if step is not None:
            step(a)
    return {"asked": asked, "agrees": True}


def atlas_job(
    first: int,
    last: int,
    path: Path | None = None,
    plot: Path | None = None,
    *,
    check: bool = True,
    asking: bool = True,
    step: Step | None = None,
    executor: Executor | None = None,
    language: Language = "en",
) -> Record:
    """Makes an atlas; its questions are asked, and its plot is drawn, in a language.

    Stopped by Ctrl-C, it keeps what is done: an atlas up to a smaller a.
    """
    began = perf_counter()
    atlas = empty_atlas(first)
    stopped = False
    try:
        prove = prove_batch if executor is None else prover_on(executor, last)
        make_atlas(last, first, progress=step, prove=prove, atlas=atlas)
    except KeyboardInterrupt:
        keep_whole_coins(atlas)
        if not atlas.blocks:
            raise
        stopped = True
    proved = perf_counter()
    size = None if path is None else atlas.write(path)
    checking = check and not stopped
    verdict, seconds = _checked(path, atlas.lines(), False) if checking else (None, None)
    if plot is not None:
        plot.write_text(rules_plot(atlas, language), encoding="utf-8")
    asked = ask_atlas(atlas, language) if asking and not stopped else []
    return {
        "from": atlas.first,
        "to": atlas.last,
        "stopped": stopped,
        "classes": atlas.classes,
        "rules": atlas.rules,
        "checked": verdict is not None,
        "verdict": verdict,
        "atlas": None if path is None else str(path),
        "bytes": size,
        "plot": None if plot is None else str(plot),
        "prove_seconds": round(proved - began, 6),
        "check_seconds": seconds,
        "questions": [records.question_record(question) for question in asked],
    }


def look_job(path: Path, a: int, r: int, s: int) -> Record:
    """The rules of one class, read through the index of an atlas."""
    of = CoinClass(a, r, s)
    return records.class_record(of, rules_from_rows(read_class(path, a, r, s).rules), None)

"""Records as text for a terminal, in the language of who reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size

from kikashi.games.coins.records import Record
from kikashi.games.coins.rules import CoinClass, derive
from kikashi.games.coins.verdicts import told
from kikashi.games.coins.words import Language, say

_MOST_SHOWN = 40
_VERDICT_CELLS = 19


def answer_text(record: Record, language: Language) -> str:
    """The Frobenius number and the first missing amounts."""
    first = f"g({', '.join(map(str, record['coins']))}) = {record['g']}"
    if record["g"] < 0:
        return f"{first}\n{say('all-paid', language)}"
    shown = " ".join(map(str, record["missing"]))
    more = "" if record["missing_complete"] else " ..."
    gaps = say("gaps" if shown else "gaps-alone", language, gaps=record["gaps"], shown=shown)
    return f"{first}\n{gaps}{more}"


def rules_text(record: Record, language: Language) -> str:
    """The rules of one class, one a line."""
    a, r, s = record["a"], record["r"], record["s"]
    lines = [f"g({a}, {a}k + {r}, {a}m + {s}) + 1"]
    wide = max(len(rule["formula"]) for rule in record["rules"])
    for number, rule in enumerate(record["rules"], start=1):
        key = "cone-open" if rule["high"] == "inf" else "cone"
        cone = say(key, language, low=rule["low"], high=rule["high"])
        where = _where(rule["lines"], language)
        lines.append(f"{number:4}. {rule['formula']:<{wide}}   {where}   {cone}")
    guess = record["guess"]
    if guess is not None:
        key = "guess-agrees" if guess["agrees"] else "guess-differs"
        refuted = len(guess["counter_examples"])
        said = say(key, language, refuted=refuted, tested=guess["tested"])
        lines.append(f"      {said}")
    return "\n".join(lines) + "\n"


def total_text(record: Record, pairs: int, language: Language) -> str:
    """How many rules all classes of a coin have, each standing for so many pairs (r, s)."""
    return say(
        "total",
        language,
        total=record["total"],
        classes=len(record["classes"]),
        pairs=pairs,
        all=record["total_over_pairs"],
    )


def certificate_text(of: CoinClass, language: Language) -> str:
    """Both parts of the proof of each rule; of a long list the beginning."""
    lines = []
    rules = derive(*of)
    for number, rule in enumerate(rules[:_MOST_SHOWN], start=1):
        names = ("wide", "tall", "notch_wide", "notch_tall")
        shape = {**dict(zip(names, rule.shape, strict=True)), "a": of.a}
        where = _where([str(line) for line in rule.lines(of)], language)
        lines += [
            f"{number:4}. {say('rule-for', language, formula=rule.formula(of), where=where)}",
            f"      {say('solvable', language, **shape)}",
            f"      {say('unsolvable', language, x=rule.x, y=rule.y, **shape)}",
        ]
    if len(rules) > _MOST_SHOWN:
        lines.append(f"      {say('more-rules', language, more=len(rules) - _MOST_SHOWN)}")
    return "\n".join(lines)


def proved_text(record: Record, language: Language) -> str:
    """What was proved, and how long it took."""
    if record["verdict"] is None:
        counts = {"rules": record["rules"], "classes": record["classes"]}
        verdict = say("unchecked", language, **counts)
    else:
        verdict = told(record["verdict"], language)
    took = [say("proved-in", language, seconds=f"{record['prove_seconds']:.3f}")]
    if record["checked"]:
        took.append(say("checked-in", language, seconds=f"{record['check_seconds']:.3f}"))
    file = record.get("proof") or record.get("atlas")
    if file is not None:
        took.append(say("written", language, bytes=record["bytes"], file=file))
    verdict = f"{verdict[0].upper()}{verdict[1:]}"
    return say("proved", language, verdict=verdict, took=say("comma", language).join(took))


def questions_text(record: Record, language: Language) -> str:
    """Each question with how far it was tested."""
    return "\n".join(f"\n{say('question', language, **asked)}" for asked in record["questions"])


def paper_text(record: Record, language: Language) -> str:
    """The published table; ours beside it where the two differ."""
    lines = [say("paper-lead", language, paper=record["paper"]), say("paper-head", language)]
    for row in record["rows"]:
        published = "-" if row["published"] is None else _triples(row["published"])
        verdict = say(row["verdict"].replace(" ", "-"), language)
        line = f"{row['r']} {row['s']}  {set_cell_size(verdict, _VERDICT_CELLS)}  {published}"
        if row["published"] != row["ours"]:
            line += f"   |   {_triples(row['ours'])}"
        lines.append(line)
        if row["remark"]:
            lines.append(f"     {row['remark']}")
    lines.append(say("values-agree" if record["values_agree"] else "values-differ", language))
    lines += [say("slip", language, slip=slip) for slip in record["slips_in_the_text"]]
    return "\n".join(lines)


def _where(lines: Sequence[str], language: Language) -> str:
    return ", ".join(lines) or say("everywhere", language)


def _triples(triples: list[list[int]]) -> str:
    return "  ".join(",".join(map(str, triple)) for triple in triples)

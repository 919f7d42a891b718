"""Records as text for a terminal."""

from __future__ import annotations

from kikashi.games.coins.records import Record
from kikashi.games.coins.rules import CoinClass, derive

_MOST_SHOWN = 40


def answer_text(record: Record) -> str:
    """The Frobenius number and the first missing amounts."""
    first = f"g({', '.join(map(str, record['coins']))}) = {record['g']}"
    if record["g"] < 0:
        return f"{first}\nEvery amount can be paid."
    shown = " ".join(map(str, record["missing"]))
    more = "" if record["missing_complete"] else " ..."
    return f"{first}\n{record['gaps']} amounts cannot be paid{': ' * bool(shown)}{shown}{more}"


def rules_text(record: Record) -> str:
    """The rules of one class, one a line."""
    a, r, s = record["a"], record["r"], record["s"]
    lines = [f"g({a}, {a}k + {r}, {a}m + {s}) + 1"]
    wide = max(len(rule["formula"]) for rule in record["rules"])
    for number, rule in enumerate(record["rules"], start=1):
        where = ", ".join(rule["lines"]) or "everywhere"
        cone = f"b/c from {rule['low']} to {rule['high']}"
        lines.append(f"{number:4}. {rule['formula']:<{wide}}   {where}   ({cone})")
    guess = record["guess"]
    if guess is not None:
        verdict = "agrees" if guess["agrees"] else "DIFFERS"
        refuted = len(guess["counter_examples"])
        lines.append(
            f"      The guess from the table {verdict}: {refuted} refuted on the way, "
            f"{guess['tested']} cells tested."
        )
    return "\n".join(lines) + "\n"


def certificate_text(of: CoinClass) -> str:
    """Both parts of the proof of each rule; of a long list the beginning."""
    lines = []
    rules = derive(*of)
    for number, rule in enumerate(rules[:_MOST_SHOWN], start=1):
        wide, tall, notch_wide, notch_tall = rule.shape
        where = ", ".join(map(str, rule.lines(of))) or "everywhere"
        lines += [
            f"{number:4}. {rule.formula(of)}   for {where}",
            f"      solvable: {wide} b are worth {notch_tall} c modulo {of.a} and cost no less; "
            f"{tall} c are worth {notch_wide} b and cost no less",
            f"      unsolvable: ({rule.x}, {rule.y}) is the dearest cell of the L of "
            f"{wide} x {tall} - {notch_wide} x {notch_tall} = {of.a} cells",
        ]
    if len(rules) > _MOST_SHOWN:
        lines.append(f"      ... and {len(rules) - _MOST_SHOWN} more rules")
    return "\n".join(lines)


def proved_text(record: Record) -> str:
    """What was proved, and how long it took."""
    verdict = record["verdict"] or f"{record['rules']} rules in {record['classes']} classes"
    took = [f"Proved in {record['prove_seconds']:.3f} s"]
    if record["checked"]:
        took.append(f"checked in {record['check_seconds']:.3f} s")
    file = record.get("proof") or record.get("atlas")
    if file is not None:
        took.append(f"{record['bytes']} bytes in {file}")
    return f"{verdict[0].upper()}{verdict[1:]}.\n{', '.join(took)}."


def questions_text(record: Record) -> str:
    """Each question with how far it was tested."""
    return "\n".join(
        f"\n{question['question']}\n  {question['tested']}: {question['finding']}"
        for question in record["questions"]
    )


def paper_text(record: Record) -> str:
    """The published table; ours beside it where the two differ."""
    lines = [
        f"Paper {record['paper']}; A,B,C stands for g + 1 = Ak + Bm + C.",
        "r s  verdict              published   |   ours, where different",
    ]
    for row in record["rows"]:
        published = "-" if row["published"] is None else _triples(row["published"])
        line = f"{row['r']} {row['s']}  {row['verdict']:<19}  {published}"
        if row["published"] != row["ours"]:
            line += f"   |   {_triples(row['ours'])}"
        lines.append(line)
        if row["remark"]:
            lines.append(f"     {row['remark']}")
    same = "are ours too" if record["values_agree"] else "differ from ours"
    lines.append(f"The surviving cells of the table for (1, 3) {same}.")
    lines += [f"In the text: {slip}." for slip in record["slips_in_the_text"]]
    return "\n".join(lines)


def _triples(triples: list[list[int]]) -> str:
    return "  ".join(",".join(map(str, triple)) for triple in triples)

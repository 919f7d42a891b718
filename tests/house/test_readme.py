"""Every code block of the READMEs is run, and what it prints is what the README shows."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[2]
READMES = [*sorted(HOUSE.glob("README*.md")), HOUSE / "CONTRIBUTING.md"]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LANGUAGES = {"sh", "console", "python"}


@dataclass(frozen=True)
class Block:
    readme: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.readme.name}:{self.line}:{self.language}"


def blocks() -> list[Block]:
    found = []
    for readme in READMES:
        text = readme.read_text("utf-8")
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 2
            found.append(Block(readme, line, match.group(1), match.group(2)))
    return found


def of(language: str) -> list[object]:
    return [pytest.param(b, id=str(b)) for b in blocks() if b.language == language]


def environment() -> dict[str, str]:
    """The project's own command first on the PATH, plain and wide output."""
    here = str(Path(sys.executable).parent)
    return os.environ | {
        "PATH": here + os.pathsep + os.environ["PATH"],
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
    }


def commands(text: str) -> list[tuple[str, str]]:
    """Pairs of a command after `$ ` and what it prints, up to the next command."""
    pairs: list[tuple[str, str]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            pairs.append((line[2:], ""))
        else:
            command, printed = pairs.pop()
            pairs.append((command, printed + line + "\n"))
    return pairs


def same(printed: str, shown: str) -> bool:
    """Equal but for trailing blanks; a line `...` in the README stands for any lines."""
    lines = [
        "\n".join(row.rstrip() for row in t.strip("\n").splitlines()) for t in (printed, shown)
    ]
    pattern = r"(?:.*\n)*?".join(
        re.escape(part) for part in re.split(r"^\.\.\.\n", lines[1] + "\n", flags=re.MULTILINE)
    )
    return re.fullmatch(pattern, lines[0] + "\n") is not None


def test_every_readme_has_blocks_and_each_is_of_a_kind_that_is_run() -> None:
    assert {b.readme for b in blocks()} == set(READMES)
    assert [str(b) for b in blocks() if b.language not in LANGUAGES] == []


def test_both_languages_show_the_same_commands_under_the_same_headings() -> None:
    def shape(name: str) -> tuple[int, int, list[str]]:
        text = (HOUSE / name).read_text("utf-8")
        prompts = re.findall(r"^(?:\$|make) .*?(?=  |$)", text, re.MULTILINE)
        plain = [line.replace(" --language zh-Hant", "") for line in prompts]
        return len(re.findall("^## ", text, re.MULTILINE)), text.count("\n| "), plain

    assert shape("README.md") == shape("README.zh-Hant.md")


def test_a_block_that_shows_something_else_is_noticed() -> None:
    assert same("one\ntwo  \nthree\n", "one\n...\nthree")
    assert same("one\n", "one\n...\n")
    assert not same("one\ntwo\n", "one\n")
    assert not same("one\n", "two\n")


@pytest.mark.parametrize("block", of("sh"))
def test_the_make_verbs_that_the_readme_names_exist(block: Block) -> None:
    for line in block.text.splitlines():
        words = line.partition("#")[0].split()
        assert words[0] == "make", "a block that is not made of make verbs is a console block"
        subprocess.run(
            ["make", "--dry-run", *words[1:]], cwd=HOUSE, check=True, capture_output=True
        )


@pytest.mark.parametrize("block", of("console"))
def test_console_blocks_print_what_the_readme_shows(block: Block, tmp_path: Path) -> None:
    for command, shown in commands(block.text):
        run = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.stderr == "", command
        assert run.returncode == 0, command
        assert same(run.stdout, shown), f"$ {command}\n{run.stdout}"


@pytest.mark.parametrize("block", of("python"))
def test_python_blocks_print_what_the_readme_shows(block: Block) -> None:
    test = doctest.DocTestParser().get_doctest(
        block.text, {}, str(block), str(block.readme), block.line
    )
    assert test.examples, "a python block shows a session with >>>"
    report: list[str] = []
    outcome = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert outcome.failed == 0, "".join(report)

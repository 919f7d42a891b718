"""The documents agree with the house and with each other."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import kikashi
from kikashi import words
from tools import draw_pictures

HOUSE = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*HOUSE.glob("*.md"), *(HOUSE / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)|src=\"([^\":]+)\"")
ANCHOR = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(HOUSE)))
def test_links_inside_the_house_lead_somewhere(document: Path) -> None:
    targets = [a or b for a, b in LINK.findall(document.read_text("utf-8"))]
    assert [t for t in targets if not (document.parent / t).exists()] == []


def anchors(document: Path) -> set[str]:
    """What a link can name in a document: its headings, in small letters with hyphens."""
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(HOUSE)))
def test_links_to_a_heading_lead_to_one(document: Path) -> None:
    links = ANCHOR.findall(document.read_text("utf-8"))
    pages = [(document.parent / name if name else document, heading) for name, heading in links]
    assert [(page.name, heading) for page, heading in pages if heading not in anchors(page)] == []


def test_every_page_of_guide_and_reference_is_named_by_the_index() -> None:
    index = (HOUSE / "docs/README.md").read_text("utf-8")
    pages = [page for page in DOCUMENTS if page.parent.name in ("guide", "reference")]
    assert len(pages) > 20
    assert [page.name for page in pages if f"({page.parent.name}/{page.name})" not in index] == []


def test_every_picture_is_shown_by_a_document() -> None:
    text = "".join(document.read_text("utf-8") for document in DOCUMENTS)
    pictures = [*(HOUSE / "docs/pictures").rglob("*.png"), *(HOUSE / "docs/images").glob("*")]
    assert pictures
    assert [picture.name for picture in pictures if picture.name not in text] == []


def test_the_version_is_the_same_everywhere() -> None:
    version = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert kikashi.__version__ == version
    assert f"version: {version}\n" in (HOUSE / "CITATION.cff").read_text("utf-8")
    assert re.search(rf"^## \[?({re.escape(version)}|Unreleased)", changelog(), re.MULTILINE)


def changelog() -> str:
    return (HOUSE / "CHANGELOG.md").read_text("utf-8")


def test_every_decision_is_listed_once_and_no_number_is_used_twice() -> None:
    folder = HOUSE / "docs/decisions"
    listed = re.findall(r"\]\(([\w-]+\.md)\)", (folder / "README.md").read_text("utf-8"))
    there = sorted(path.name for path in folder.glob("*.md") if path.name != "README.md")
    assert sorted(listed) == there
    numbers = [name[:4] for name in there if name[:4].isdigit()]
    assert len(set(numbers)) == len(numbers)


def glossary() -> list[tuple[str, str]]:
    text = (HOUSE / "docs/glossary.md").read_text("utf-8")
    rows = re.findall(r"^\| (.+?) \| (.+?) \|", text, re.MULTILINE)
    return [(english, chinese) for english, chinese in rows if english != "English"]


def test_glossary_words_have_a_chinese_term_beside_them() -> None:
    assert len(glossary()) > 50
    assert [e for e, c in glossary() if not re.search(r"[\u4e00-\u9fff]", c)] == []
    assert len({english for english, _ in glossary()}) == len(glossary())


def test_the_words_for_people_are_those_of_the_glossary() -> None:
    terms = dict(glossary())
    english, chinese = words.catalogue("en"), words.catalogue("zh-Hant")
    keys = [key for key in english if key.startswith("word.")]
    assert keys
    for key in keys:
        assert terms.get(english[key].lower()) == chinese[key], key


def test_the_pictures_are_what_the_command_draws_today(tmp_path: Path) -> None:
    """After a change of the drawing: make docs."""
    pictures = sorted((HOUSE / "docs/images").glob("*.svg"))
    assert pictures
    for picture in pictures:
        drawn = tmp_path / picture.name
        draw_pictures.draw(picture.stem, drawn)
        assert drawn.read_text("utf-8") == picture.read_text("utf-8"), picture.name

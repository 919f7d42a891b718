"""Records of games that are no winning sets go through SGF and come back."""

from __future__ import annotations

import pytest

from kikashi.records import Record, RecordError, Refusal, read_collection, write

FEN = "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1"


def sample() -> Record:
    record = Record("xiangqi", {"repetition": "asian"}, players=("紅", "黑"), name="a] b\\")
    record.root.comment = "start"
    first = record.root.add("h2e2", "a cannon; [quoted]", TR=("e2",))
    first.add("h9g7").add("h0g2")
    first.add("b9c7", "the other horse")
    record.root.add("b2e2")
    return record


def again(record: Record) -> Record:
    (found,) = read_collection(write([record]))
    assert isinstance(found, Record), found
    return found


def test_variations_comments_marks_and_names_come_back() -> None:
    record = sample()
    assert again(record) == record


def test_a_setup_and_a_result_come_back() -> None:
    record = Record("xiangqi", {"repetition": "checks"}, setup=FEN, result="red", how="resign")
    record.root.add("a2a3").add("e9e8")
    found = again(record)
    assert found == record
    assert found.replay()[-1].to_text().startswith(FEN.partition(" ")[0])


def test_an_illegal_move_is_refused_with_its_number() -> None:
    text = b"(;FF[4]KG[xiangqi];KM[h2e2](;KM[h9g7])(;KM[a0a9]))"
    (found,) = read_collection(text)
    assert isinstance(found, Refusal)
    assert found.move == 2
    assert "variation" in found.reason


def test_two_moves_in_one_node_and_a_dialect_of_stones_are_refused() -> None:
    (found,) = read_collection(b"(;KG[xiangqi];KM[h2e2][h9g7])")
    assert isinstance(found, Refusal)
    assert "2 moves" in found.reason
    with pytest.raises(RecordError, match="plain sgf"):
        write([sample()], "sgf-golem")


def test_a_property_of_the_format_itself_cannot_be_smuggled_in() -> None:
    record = sample()
    record.root.properties["KM"] = ("a0a1",)
    with pytest.raises(RecordError, match="cannot be called 'KM'"):
        write([record])

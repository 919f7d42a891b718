"""Small positions made by hand, one for each clause of the zone and of the rules beside it.

Each certificate here leaves out just what its clause demands, and would pass without the clause.
"""

from __future__ import annotations

from typing import Any

import pytest

from kikashi.law.winning_sets import StonePosition
from kikashi.proofs import CertificateWriter, RefusedError, check_stated
from tests.proofs.brute import Expansion
from tests.proofs.scenarios import position, set_game


def writer_for(start: StonePosition, **claim: Any) -> CertificateWriter:
    return CertificateWriter(start.game, start.options, start, claim)


def refused(writer: CertificateWriter, why: str) -> None:
    data = writer.to_bytes()
    assert not Expansion(data).works()
    with pytest.raises(RefusedError, match=why):
        check_stated(data)


def test_a_free_stone_may_not_prepare_a_new_forcing_turn() -> None:
    # Black's y threatens c; White blocks; then b makes two threats, d and f, because of y.
    game = set_game("oycbdf", ["oyc", "ybd", "ybf"])
    start = position("sets", "setup black=o white=- move=black left=1", **game)
    y, c = 1, 2
    writer = writer_for(start, kind="no-forcing-win", side="black", by="vcf", turns=None)
    nothing = writer.reply(0)
    after_c = writer.turn(0, [y], nothing)
    passed = writer.turn(0, [c], nothing)
    writer.reply(1, [([c], after_c)], [([], passed)])
    refused(writer, "the reply y has no answer")


def test_the_cell_that_forces_and_the_cell_of_the_zone_may_be_two() -> None:
    # White means to answer by x and y without looking; v with y is forcing and takes y away.
    # (The second set is White's alone and keeps y, d and e alive.)
    game = set_game("ovwxydez", ["ovwx", "zyde"], 2)
    start = position("sets", "setup black=o white=z move=black left=2", **game)
    v, w, x, y, d, e = range(1, 7)
    writer = writer_for(start, kind="no-forcing-win", side="black", by="vcst", turns=None)
    nothing = writer.reply(0)
    answers = [([x, v], writer.turn(0, [w, y], nothing)), ([x, w], writer.turn(0, [v, y], nothing))]
    answers += [([x, other], writer.turn(0, [v, w], nothing)) for other in (y, d, e)]
    writer.reply(1, answers, [([], writer.turn(0, [x, y], nothing))])
    refused(writer, "the reply [vw],[yde] has no answer")


@pytest.mark.parametrize("kind", ["p", "e"])
def test_a_leaf_may_not_follow_free_stones(kind: str) -> None:
    # Before White's stone the sum of ab and ac is 1/2; but a was played already.
    start = position("sets", "", **set_game("abc", ["ab", "ac"]))
    writer = writer_for(start, kind="hold", side="white")
    leaf = writer.potential(0) if kind == "e" else writer.pairing(0, [(1, 2)])
    writer.reply(1, [], [([], leaf)])
    refused(writer, "may not follow free stones")


def test_when_only_dead_cells_are_left_a_reply_on_them_still_needs_an_answer() -> None:
    # Black threatens a; White takes it and plays anywhere else: Black has nothing left.
    start = position(
        "sets", "setup black=x white=- move=white left=2", **set_game("xadef", ["xa"], 2)
    )
    writer = writer_for(start, kind="win", side="black", turns=1)
    writer.reply(1)
    refused(writer, "the reply a,d has no answer")


def test_a_free_stone_may_not_block_the_set_that_wins() -> None:
    # Black plays a and needs b and c later; White's free stone may lie on any of them.
    start = position("sets", "setup black=- white=- move=black left=1", **set_game("abcd", ["abc"]))
    writer = writer_for(start, kind="win", side="black", turns=3)
    last = writer.turn(1, [2])
    second = writer.turn(2, [1], writer.reply(1, [], [([], last)]))
    writer.turn(3, [0], writer.reply(2, [], [([], second)]))
    refused(writer, "the reply . has no answer")

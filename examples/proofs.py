"""Prove by a pairing that White never loses on a small board, check it, and see a gap refused."""

from kikashi.games import room
from kikashi.law.winning_set_room import stones_of
from kikashi.proofs import CertificateWriter, RefusedError, check

claim = {"kind": "hold", "side": "white"}
start = stones_of(room("connect").from_text("", {"size": "8x1", "k": "4"}))


def certificate(pairs: list[tuple[str, str]]) -> bytes:
    """White answers a stone on one cell of a pair by a stone on the other, and so holds."""
    writer = CertificateWriter(start.game, start.options, start, claim)
    number = start.rules.index
    writer.pairing(0, [(number[one], number[other]) for one, other in pairs])
    return writer.to_bytes()


checked = check(certificate([("b1", "c1"), ("d1", "e1"), ("f1", "g1")]), start=start, claim=claim)
print(checked.claim.sentence("en"), "/", checked.claim.sentence("zh-Hant"))
try:
    check(certificate([("b1", "c1"), ("f1", "g1")]), start=start, claim=claim)
except RefusedError as refusal:
    print("without the pair in the middle:", refusal)

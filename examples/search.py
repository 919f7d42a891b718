"""Ask a room for a proved win, and check its certificate with the law alone."""

from kikashi.games import room
from kikashi.proofs import check
from kikashi.search import Limits, solve

gomoku = room("gomoku")
position = gomoku.from_text("h8 a1 h9 a3 h10 a5")
verdict = solve(position, "vcf", Limits(nodes=100_000))
print(verdict.verdict, "in", verdict.turns, "turns:", verdict.line)
assert verdict.certificate is not None
claim = {"kind": "win", "side": "black", "turns": 2}
checked = check(verdict.certificate.to_bytes(), start=position, claim=claim)
print(checked.claim.sentence())

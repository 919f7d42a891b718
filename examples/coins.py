"""The rules of g(7, 7k + 1, 7m + 3), one of them used, and a proof of all that is then checked."""

from kikashi.games.coins import CoinClass, check_lines, derive, frobenius, prove_class
from kikashi.games.coins.prover import class_proof_file

of = CoinClass(a=7, r=1, s=3)
for rule in derive(*of):
    print(f"{rule.formula(of):14} for", ", ".join(map(str, rule.lines(of))))

b, c = 7 * 1000 + 1, 7 * 1500 + 3
rule = next(rule for rule in derive(*of) if rule.covers(b, c))
print("g by its rule:", rule.x * b + rule.y * c - 7, "and by the walk:", frobenius([7, b, c]).g)

proof = class_proof_file(prove_class(*of))
print(check_lines(proof.splitlines()))

"""Fits what the paper has no value for: a promoted silver and a promoted pawn.

    fit_promoted.py GAMES.bin

Reads what `selfplay games` writes. All values that the paper has stay as they are; the two that it
lacks, and the scale of the whole, are those that tell the results of the games best (logistic
regression, Newton's method). Prints them with their standard errors.
"""

from __future__ import annotations

import sys

import numpy as np

RECORD = 39
BOARD = (0, 550, 450, 200, 170, 120, 850, 750, 0, 0)  # K R B G S P +R +B +S +P
HAND = (500, 400, 150, 100, 70)
PROMOTED = (8, 9)


def differences(rows: np.ndarray) -> np.ndarray:
    """The paper's value, more promoted silvers, more promoted pawns: for the side to move."""
    board, mover = rows[:, :25].astype(int), rows[:, 35].astype(int)
    sign = np.where(mover == 0, 1, -1)

    def more(kind: int) -> np.ndarray:
        found: np.ndarray = (board == kind).sum(1) - (board == 10 + kind).sum(1)
        return found

    known = sum(value * more(kind) for kind, value in enumerate(BOARD))
    hands = rows[:, 25:35].astype(int)
    known = known + (hands[:, :5] - hands[:, 5:]) @ np.array(HAND)
    return np.stack([known, *(more(kind) for kind in PROMOTED)], 1) * sign[:, None]


def main() -> None:
    rows = np.fromfile(sys.argv[1], dtype=np.uint8).reshape(-1, RECORD)
    results = rows[:, 38].astype(np.int8)
    rows, results = rows[results != 0], results[results != 0]
    seen, won = differences(rows) / 100.0, (results + 1) / 2
    weights = np.zeros(3)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(seen @ weights)))
        curve = (seen * (chance * (1 - chance))[:, None]).T @ seen
        weights = weights + np.linalg.solve(curve, seen.T @ (won - chance))
    errors = np.sqrt(np.diag(np.linalg.inv(curve)))
    print(f"{len(rows):,} positions of decided games, scale {1 / weights[0]:.2f} hundred a logit")
    for name, weight, error in zip(("+S", "+P"), weights[1:], errors[1:], strict=True):
        print(f"{name}: {weight / weights[0]:.0f} (standard error {error / weights[0]:.0f})")


if __name__ == "__main__":
    main()

"""Fits what the mahjong players know from games, and writes it as native headers.

    python bench/fit_mahjong.py weights [WALLS]   danger of tiles and chances of hands
    python bench/fit_mahjong.py flush [TRIALS]    the Monte-Carlo table of the half flush

Weights come from games of 'fastest hand' players (logistic regressions, Newton's method, a small
ridge); the printed lines say how well the fit is calibrated. Rebuild afterwards.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kikashi import _native
from kikashi.games import room
from kikashi.games.mahjong.native_rules import native_rules
from kikashi.games.mahjong.options import rules_of

NATIVE = Path(__file__).resolve().parents[1] / "src/kikashi/games/mahjong/native"
FASTEST = (1, 0, 0)
SEED = 1_000_000
MOST_MISSING = 6
"""Farther hands share a fit."""
Floats = NDArray[np.float64]


def logistic(features: Floats, labels: Floats, ridge: float = 1.0) -> Floats:
    weights = np.zeros(features.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (chance - labels) + ridge * weights
        curve = (features * (chance * (1 - chance))[:, None]).T @ features
        step = np.linalg.solve(curve + ridge * np.eye(len(weights)), slope)
        weights -= step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def calibration(name: str, features: Floats, labels: Floats, weights: Floats) -> None:
    chance = 1 / (1 + np.exp(-features @ weights))
    print(f"{name}: {len(labels)} rows, rate {labels.mean():.4f}; eighths, expected and seen:")
    for part in np.array_split(np.argsort(chance), 8):
        print(f"  {chance[part].mean():.4f} {labels[part].mean():.4f}")


def numbers(values: Floats) -> str:
    return ", ".join(f"{value:.4f}" for value in values)


def fit_weights(walls: int) -> None:
    rules = native_rules(rules_of(room("mahjong").normal_options(None)))
    danger, wide, chance, broad = _native.mahjong_gather(rules, FASTEST, SEED, walls, 3)
    tiles = np.frombuffer(danger, np.float32).reshape(-1, wide).astype(float)
    hands = np.frombuffer(chance, np.float32).reshape(-1, broad).astype(float)
    of_danger = logistic(tiles[:, :-1], tiles[:, -1])
    calibration("danger", tiles[:, :-1], tiles[:, -1], of_danger)
    of_chance = []
    for missing in range(1, MOST_MISSING + 1):
        part = hands[np.minimum(hands[:, 0], MOST_MISSING) == missing]
        of_chance.append(logistic(part[:, 1:-1], part[:, -1]))
        calibration(f"chance, {missing} missing", part[:, 1:-1], part[:, -1], of_chance[-1])
    rows = ",\n    ".join("{" + numbers(row) + "}" for row in of_chance)
    text = f"""// Weights fitted from games of native players; written by bench/fit_mahjong.py.
#pragma once

namespace kikashi::mahjong {{

// By danger_features; the answer is logistic.
constexpr double danger_weights[{len(of_danger)}] = {{{numbers(of_danger)}}};

// By tiles missing (the last: and more) and chance_features, logistic too.
constexpr double chance_weights[{MOST_MISSING}][{len(of_chance[0])}] = {{
    {rows}}};

}}  // namespace kikashi::mahjong
"""
    (NATIVE / "weights.hpp").write_text(text, "utf-8")


def fit_flush(trials: int) -> None:
    rows = []
    for left in range(1, 72):
        cells = [
            round(1000 * _native.mahjong_flush(missing, left, trials, 71 * missing + left))
            if left > 31
            else 0
            for missing in range(1, 10)
        ]
        rows.append("{" + ", ".join(map(str, cells)) + "}")
    text = f"""// Half flushes won, in thousandths; {trials} deals a cell, by bench/fit_mahjong.py.
#pragma once

namespace kikashi::mahjong {{

constexpr short flush_table[71][9] = {{
    {", ".join(rows)}}};

}}  // namespace kikashi::mahjong
"""
    (NATIVE / "flush_table.hpp").write_text(text, "utf-8")


if __name__ == "__main__":
    what, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    if what == "weights":
        fit_weights(count or 6000)
    else:
        fit_flush(count or 2000)

"""Fits the weights of the dark chess evaluation: games of the player against itself, then logistic
regression of their results on what stands on the board; a match says whether the fit is stronger.

    .venv/bin/python bench/fit_banqi.py --games 20000 --nodes 3000 --threads 2 --rounds 2

Needs g++ and PyTorch (for the regression alone; nothing at play time needs it). Writes the weights
to OUT/weights.txt and, as the player reads them, to OUT/weights.hpp. The weights in the room were
made with: --games 16000 --nodes 2000 --threads 16, one round.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from pathlib import Path

import numpy
import torch  # type: ignore[import-not-found]

HERE = Path(__file__).resolve().parent
ROOM = HERE.parent / "src/kikashi/games/banqi/native"
WIDTH = 550
UNIT = 200.0
"""`logit_unit` of evaluation.hpp."""
DECAY = 2e-5
HEAD = """// Made by bench/fit_banqi.py; evaluation.hpp says what each number is.
#pragma once

#include <array>
#include <cstdint>

namespace kikashi::banqi {

// clang-format off
inline constexpr std::array<std::int16_t, %d> fitted_weights = {
"""


def build(out: Path) -> Path:
    program = out / "banqi_games"
    room = [str(file) for file in sorted(ROOM.glob("*.cpp")) if file.name != "bind.cpp"]
    files = [str(HERE / "banqi_games.cpp"), *room]
    flags = ["-O3", "-DNDEBUG", "-std=c++20", "-march=native", "-pthread"]
    include = [f"-I{HERE.parent / 'native'}", f"-I{ROOM}"]
    subprocess.run(["g++", *flags, *include, "-o", str(program), *files], check=True)
    return program


def play(program: Path, what: str, games: int, chosen: argparse.Namespace, *rest: str) -> str:
    """Runs one process a core (threads of one process wait for each other's pages); the sums."""
    share = (games // chosen.threads + 1) // 2 * 2
    running = []
    for core in range(chosen.threads):
        words = [word.replace("CORE", str(core)) for word in rest]
        command = [str(program), what, str(share), str(chosen.nodes), str(chosen.seed + core), "1"]
        running.append(subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True))
    said = [one.communicate()[0].split() for one in running]
    return " ".join(str(sum(int(words[n]) for words in said)) for n in range(3))


def write(weights: list[int], out: Path) -> None:
    (out / "weights.txt").write_text(" ".join(map(str, weights)), "ascii")
    lines, line = [], "   "
    for weight in weights:
        if len(line) + len(f" {weight},") > 100:
            lines.append(line)
            line = "   "
        line += f" {weight},"
    text = HEAD % len(weights) + "\n".join([*lines, line])
    text += "\n};\n// clang-format on\n\n}  // namespace kikashi::banqi\n"
    (out / "weights.hpp").write_text(text, "ascii")


def fit(files: list[Path], device: str) -> tuple[list[int], float, int]:
    rows = [numpy.fromfile(file, dtype=numpy.int8).reshape(-1, WIDTH + 1) for file in files]
    for file in files:
        file.unlink()
    table = numpy.concatenate(rows)
    factors = torch.from_numpy(table[:, :WIDTH].copy()).to(device)
    results = torch.from_numpy((table[:, WIDTH] + 1) / 2).float().to(device)
    held = torch.rand(len(results), generator=torch.Generator().manual_seed(1)) < 0.05
    held = held.to(device)
    weights = torch.zeros(WIDTH, device=device, requires_grad=True)
    optimiser = torch.optim.Adam([weights], lr=0.02)
    train = torch.nonzero(~held).flatten()
    steps = 3000
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = 0.02 * (1 - step / steps) + 1e-4
        chosen = train[torch.randint(len(train), (65536,), device=device)]
        guess = factors[chosen].float() @ weights
        loss = torch.nn.functional.binary_cross_entropy_with_logits(guess, results[chosen])
        (loss + DECAY * (weights * weights).sum()).backward()
        optimiser.step()
        optimiser.zero_grad()
    with torch.no_grad():
        guess = factors[held].float() @ weights
        loss = torch.nn.functional.binary_cross_entropy_with_logits(guess, results[held])
    return (
        [round(float(weight) * UNIT) for weight in weights.detach().cpu()],
        float(loss),
        len(table),
    )


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--games", type=int, default=2000)
    said.add_argument("--nodes", type=int, default=2500)
    said.add_argument("--threads", type=int, default=2)
    said.add_argument("--rounds", type=int, default=1)
    said.add_argument("--match", type=int, default=400)
    said.add_argument("--out", type=Path, default=HERE / "results" / "banqi_fit")
    chosen = said.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    program = build(chosen.out)
    best = "-"
    for number in range(chosen.rounds):
        begun = time.monotonic()
        rows = Path("/tmp") / f"banqi_rows_{number}"
        chosen.seed = 1000 * (number + 1)
        tally = play(program, "rows", chosen.games, chosen, best, f"{rows}.CORE")
        played = time.monotonic() - begun
        weights, loss, size = fit(sorted(rows.parent.glob(f"{rows.name}.*")), device)
        folder = chosen.out / f"round{number + 1}"
        folder.mkdir(exist_ok=True)
        write(weights, folder)
        new = str(folder / "weights.txt")
        match = play(program, "match", chosen.match, chosen, new, best)
        print(
            f"round {number + 1}: {chosen.games} games in {played:.0f} s (second, drawn, first won "
            f"{tally}), {size} rows, loss {loss:.4f}; match new-old lost/drawn/won {match}; "
            f"all {time.monotonic() - begun:.0f} s",
            flush=True,
        )
        print("kinds", weights[:7], "tempo", weights[-4:], flush=True)
        best = new


if __name__ == "__main__":
    main()

"""Fits the net of line patterns (native/positional/line_net.hpp) to games of self-play.

    bench/line_games.sh play gomoku gomoku.games --minutes 8 --nodes 2000 --threads 16
    python bench/fit_net.py gomoku src/kikashi/games/gomoku/lines.net gomoku.games --epochs 16

Needs PyTorch, which is no part of the project; a GPU is used where there is one. The value is
fitted to the result mixed with the search's own value, the order to the turns that were chosen.
"""

# mypy: ignore-errors
# PyTorch and NumPy are not there when the types are checked.

from __future__ import annotations

import argparse
import lzma
import multiprocessing
import struct
import time
from pathlib import Path
from typing import Any

import numpy
import torch
from torch import nn
from torch.nn import functional

SHAPES = {"gomoku": (15, 5, 5, 1, 1), "connect6": (19, 6, 5, 2, 1)}
"""Size of the board, stones in a row, reach of a pattern, stones a turn, in the first turn."""
CHANNELS, HIDDEN, PHASES, ONE = 32, 32, 2, 127
POOLED = 16.0
"""Sums of features are divided by it, so that the layers see numbers about 1."""
SCALES = {
    "table": ONE,
    "first": 4 * 1024 / POOLED,
    "second": 64,
    "last": 100 * 128 / ONE,
    "linear": 4 * 100 * 4096 / (POOLED * ONE),
    "order": 100 * 128 * 128 / ONE**2,
}
"""What 1 is as an integer, by weight; native/positional/line_net.cpp has the shifts."""
STEPS = ((0, 1), (1, -1), (1, 0), (1, 1))
CHUNK = 16_384
PLAYED = (1, 4)
PER_FILE = 10_000_000
"""Games of a file have numbers of their own."""


def positions_of(path: str, shape: tuple[int, ...], place: int) -> dict[str, numpy.ndarray]:
    """Those of one file, whose games are numbered from `place` on."""
    read = Path(path).read_bytes()
    words = numpy.frombuffer(lzma.decompress(read) if path.endswith(".xz") else read, dtype="<i2")
    return positions(words, shape, place)


def positions(words: numpy.ndarray, shape: tuple[int, ...], place: int) -> dict[str, numpy.ndarray]:
    """Positions that were searched: boards in the mover's view, value, result, chosen cells."""
    size, _, _, stones, first = shape
    boards, values, results, chosen, phases, games = [], [], [], [], [], []
    flat = words.tolist()
    at, game, end = 0, place, len(flat)
    while at + 2 <= end:
        winner, turns = flat[at], flat[at + 1]
        at += 2
        board = earlier = numpy.zeros((2, size * size), dtype=bool)
        mover, left = 0, first
        game += 1
        for _ in range(turns):
            kind, value, count = flat[at], flat[at + 1], flat[at + 2]
            cells = flat[at + 3 : at + 3 + count]
            at += 3 + count
            # Lost ones too: a search meets them at its leaves. Won ones are found there by force.
            lost = kind == 3 and winner == 1 - mover and left == stones
            if kind in PLAYED or lost:
                views = [(cells, 0)] if kind == 1 else [([], 0)]
                if kind == 1 and count == 2:
                    views += [([cells[1]], 1), ([cells[0]], 1)]
                for n, (wanted, phase) in enumerate(views):
                    seen = board[mover].astype(numpy.int8) + 2 * board[1 - mover]
                    if phase:
                        seen[cells[n - 1]] = 1
                    boards.append(seen)
                    values.append(value)
                    results.append(0.5 if winner == 2 else float(winner == mover))
                    chosen.append([*wanted, -1, -1][:2])
                    phases.append(phase)
                    games.append(game)
            if kind == 5:  # aside, in place of the turn before it: no result is known
                seen = 2 * earlier[1 - mover].astype(numpy.int8) + earlier[mover]
                seen[cells] = 2
                boards.append(seen)
                values.append(value)
                results.append(-1.0)
                chosen.append([-1, -1])
                phases.append(0)
                games.append(game)
                continue
            earlier = board.copy()
            for cell in cells:
                board[mover, cell] = True
                left -= 1
                if left == 0:
                    mover, left = 1 - mover, stones
    return {
        "board": numpy.array(boards),
        "value": numpy.array(values, dtype=numpy.float32),
        "result": numpy.array(results, dtype=numpy.float32),
        "chosen": numpy.array(chosen, dtype=numpy.int64),
        "phase": numpy.array(phases, dtype=numpy.int64),
        "game": numpy.array(games, dtype=numpy.int64),
    }


def shifted(boards: torch.Tensor, step: tuple[int, int], distance: int) -> torch.Tensor:
    """What lies so many steps on; 3 outside."""
    size = boards.shape[-1]
    padded = functional.pad(boards, (distance,) * 4, value=3)
    dy, dx = step[0] * distance + distance, step[1] * distance + distance
    return padded[:, dy : dy + size, dx : dx + size]


def patterns(boards: torch.Tensor, reach: int) -> torch.Tensor:
    """By position, cell, side and direction: the number of the pattern."""
    halves = (2 << reach) - 1
    made = []
    for side in (1, 2):
        row = []
        for step in STEPS:
            ids = []
            for sign in (-1, 1):
                way = (sign * step[0], sign * step[1])
                is_open = torch.ones_like(boards, dtype=torch.bool)
                length = torch.zeros_like(boards, dtype=torch.int32)
                held = torch.zeros_like(length)
                for distance in range(1, reach + 1):
                    there = shifted(boards, way, distance)
                    is_open = is_open & ((there == 0) | (there == side))
                    length += is_open
                    held += (is_open & (there == side)).int() << (distance - 1)
                ids.append((1 << length) - 1 + held)
            pattern = 1 + (boards == side).int() * halves * halves + ids[0] * halves + ids[1]
            row.append(torch.where(boards == 3 - side, 0, pattern))
        made.append(torch.stack(row, -1))
    return torch.stack(made, -2).flatten(1, 2)


def rounded(weights: torch.Tensor, scale: float) -> torch.Tensor:
    """As integers will say it; the gradient passes through."""
    return weights + (torch.round(weights * scale) / scale - weights).detach()


class Net(nn.Module):
    """The net in floating point."""

    def __init__(self, reach: int) -> None:
        super().__init__()
        self.reach, self.halves = reach, (2 << reach) - 1
        h = self.halves
        left = torch.arange(h).repeat_interleave(h)
        right = torch.arange(h).repeat(h)
        canon = torch.minimum(left, right) * h + torch.maximum(left, right)
        self.register_buffer("canon", canon)
        self.lines = nn.Parameter(torch.zeros(2, 2, h * h, CHANNELS))
        self.ends = nn.Parameter(torch.randn(2, 2, h, CHANNELS) * 0.05)
        self.blocked = nn.Parameter(torch.randn(2, CHANNELS) * 0.05)
        self.bias = nn.Parameter(torch.full((CHANNELS,), 0.1))
        self.first = nn.Linear(CHANNELS, HIDDEN)
        self.phase = nn.Parameter(torch.zeros(PHASES, HIDDEN))
        self.second = nn.Linear(HIDDEN, HIDDEN)
        self.last = nn.Linear(HIDDEN, 1)
        self.linear = nn.Linear(CHANNELS, 1, bias=False)
        self.order = nn.Linear(HIDDEN, CHANNELS)

    def table(self) -> torch.Tensor:
        """Vectors by view and pattern."""
        pairs = (self.ends[:, :, :, None] + self.ends[:, :, None, :]).flatten(2, 3)
        full = (pairs + self.lines[:, :, self.canon]).flatten(1, 2)
        return rounded(torch.cat([self.blocked[:, None], full], 1), SCALES["table"])

    def features(self, ids: torch.Tensor) -> torch.Tensor:
        """Of every cell; `ids` by position, cell, side and direction."""
        table = self.table()
        count = table.shape[1]
        offset = torch.tensor([0, count], device=ids.device)[:, None]
        bags = (ids + offset).flatten(2).flatten(0, 1)
        summed = functional.embedding_bag(bags, table.flatten(0, 1), mode="sum")
        bias = rounded(self.bias, SCALES["table"])
        return (summed + bias).view(*ids.shape[:2], CHANNELS).clamp(0, 1)

    def forward(self, ids: torch.Tensor, phase: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Value in logits, and the order of all cells."""
        cells = self.features(ids)
        pooled = cells.sum(1) / POOLED
        first = (self.layer("first", pooled) + self.phase[phase]).clamp(0, 1)
        second = self.layer("second", first).clamp(0, 1)
        value = self.layer("last", second)[:, 0] + self.layer("linear", pooled)[:, 0]
        return value, torch.einsum("bcf,bf->bc", cells, self.layer("order", second))

    def layer(self, name: str, inputs: torch.Tensor) -> torch.Tensor:
        """A linear layer with the weights that the integers can say."""
        of = getattr(self, name)
        return functional.linear(inputs, rounded(of.weight, SCALES[name]), of.bias)


def losses(net: Net, batch: dict[str, torch.Tensor], share: float) -> tuple[torch.Tensor, ...]:
    """Of value (all whole turns) and order (where a turn was chosen)."""
    boards = batch["board"].int()
    size = round(boards.shape[1] ** 0.5)
    value, order = net(patterns(boards.view(-1, size, size), net.reach), batch["phase"])
    known = (batch["result"] >= 0).float()
    believed = torch.sigmoid(batch["value"] / 100)
    target = torch.where(
        batch["result"] >= 0, share * batch["result"] + (1 - share) * believed, believed
    )
    whole = (batch["phase"] == 0).float()
    each = functional.binary_cross_entropy_with_logits(value, target, reduction="none")
    plain = functional.binary_cross_entropy_with_logits(
        value, batch["result"].clamp(min=0), reduction="none"
    )
    order = order.masked_fill(boards != 0, -1e4)
    logs = functional.log_softmax(order, 1)
    named = (batch["chosen"] >= 0).float()
    picked = logs.gather(1, batch["chosen"].clamp(min=0))
    chosen = -(picked * named).sum() / named.sum().clamp(min=1)
    ended = whole * known
    return (
        (each * whole).sum() / whole.sum().clamp(min=1),
        chosen,
        (plain * ended).sum() / ended.sum().clamp(min=1),
    )


def whole_number(tensor: torch.Tensor, scale: float, most: int = 32767) -> numpy.ndarray:
    """Rounded to integers of 16 bits."""
    found = torch.round(tensor.detach().double().cpu() * scale).numpy()
    if numpy.abs(found).max() > most:
        print(f"clipped a weight of {numpy.abs(found).max() / scale}")
    return numpy.clip(found, -most, most)


def export(net: Net, k: int) -> bytes:
    """As native/positional/line_net.cpp reads it; the shifts are explained there."""
    table = whole_number(net.table(), SCALES["table"])
    out = [b"KLN1", struct.pack("<4h", k, net.reach, CHANNELS, HIDDEN)]

    def short(array: numpy.ndarray) -> None:
        out.append(array.astype("<i2").tobytes())

    def long(array: numpy.ndarray) -> None:
        out.append(array.astype("<i4").tobytes())

    much = 2**31 - 1
    short(table[0])
    short(table[1])
    short(whole_number(net.bias, ONE))
    # Half a unit is added where the program shifts, so that it rounds.
    short(whole_number(net.first.weight, SCALES["first"]))
    long(whole_number(net.first.bias + net.phase + 0.5 / ONE, ONE * 1024, much))
    short(whole_number(net.second.weight, SCALES["second"]))
    long(whole_number(net.second.bias + 0.5 / ONE, ONE * 64, much))
    short(whole_number(net.last.weight, SCALES["last"]))
    long(whole_number(net.last.bias + 0.01, 100 * 128, much))
    short(whole_number(net.linear.weight, SCALES["linear"]))
    short(whole_number(net.order.weight, SCALES["order"]))
    long(whole_number(net.order.bias, 100 * 128 * 128 / ONE, much))
    return b"".join(out)


def load(paths: list[str], shape: tuple[int, ...], device: str) -> dict[str, torch.Tensor]:
    """All positions, on the device."""
    every = [(path, shape, n * PER_FILE) for n, path in enumerate(paths)]
    with multiprocessing.Pool() as pool:
        parts = pool.starmap(positions_of, every)
    return {
        name: torch.from_numpy(numpy.concatenate([part[name] for part in parts])).to(device)
        for name in parts[0]
    }


def seconds_a_step(net: Net, data: dict[str, torch.Tensor], asked: argparse.Namespace) -> float:
    """What a step takes, by a few that change nothing."""
    some = {name: column[: asked.batch] for name, column in data.items()}
    begun = 0.0
    for n in range(8):
        if n == 3:
            torch.zeros(1, device=some["value"].device).item()  # waits for what is under way
            begun = time.time()
        value, order, _ = losses(net, some, asked.results)
        (value + asked.order * order).backward()
    net.zero_grad()
    torch.zeros(1, device=some["value"].device).item()
    return (time.time() - begun) / 5 * 1.15


def main() -> None:
    """Reads, fits, writes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=sorted(SHAPES))
    parser.add_argument("out")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--epochs", type=int, default=16)
    parser.add_argument("--minutes", type=float, help="fewer epochs, if they would take longer")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=5e-3)
    parser.add_argument("--results", type=float, default=0.75, help="the share of the result")
    parser.add_argument("--order", type=float, default=0.3, help="the weight of the order")
    parser.add_argument("--decay", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", help="write positions and what the net says of them")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    shape = SHAPES[asked.game]
    begun = time.time()
    data = load(asked.games, shape, device)
    held = data["game"] % 20 == 0
    test = {name: column[held][: 4 * CHUNK] for name, column in data.items()}
    train = {name: column[~held] for name, column in data.items()}
    count = len(train["value"])
    print(f"{count} positions to fit, {int(held.sum())} held back, {time.time() - begun:.0f} s")
    net = Net(shape[2]).to(device)
    plain = [p for n, p in net.named_parameters() if n != "lines"]
    optimizer: Any = torch.optim.AdamW(
        [{"params": [net.lines], "weight_decay": asked.decay * 10}, {"params": plain}],
        lr=asked.rate,
        weight_decay=asked.decay,
    )
    if asked.minutes:
        taken = seconds_a_step(net, train, asked)
        left = 60 * asked.minutes - (time.time() - begun)
        fit = int(left / taken / (count // asked.batch + 1))
        asked.epochs = max(1, min(asked.epochs, fit))
        print(f"{1000 * taken:.1f} ms a step: {asked.epochs} epochs", flush=True)
    steps = asked.epochs * (count // asked.batch + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, asked.rate, total_steps=steps + 1)
    for epoch in range(asked.epochs):
        net.train()
        sums = torch.zeros(3, device=device)
        places = torch.randperm(count, device=device)
        for at in range(0, count, asked.batch):
            some = {name: column[places[at : at + asked.batch]] for name, column in train.items()}
            value, order, plain_loss = losses(net, some, asked.results)
            optimizer.zero_grad()
            (value + asked.order * order).backward()
            optimizer.step()
            schedule.step()
            sums += torch.stack([value, order, plain_loss]).detach()
        net.eval()
        found = []
        with torch.no_grad():
            for at in range(0, len(test["value"]), CHUNK):
                some = {name: column[at : at + CHUNK] for name, column in test.items()}
                found.append(torch.stack(losses(net, some, asked.results)))
        mean = torch.stack(found).mean(0).tolist()
        did = (sums / (count // asked.batch + 1)).tolist()
        print(
            f"epoch {epoch + 1}: value {did[0]:.4f}, order {did[1]:.3f}; held back: value "
            f"{mean[0]:.4f} (results {mean[2]:.4f}), order {mean[1]:.3f}; "
            f"{time.time() - begun:.0f} s",
            flush=True,
        )
        Path(asked.out).write_bytes(export(net, shape[1]))
    if asked.check:
        with torch.no_grad():
            size = shape[0]
            boards = test["board"][:40].int()
            value, order = net(patterns(boards.view(-1, size, size), net.reach), test["phase"][:40])
        with Path(asked.check).open("w") as out:
            for n in range(len(boards)):
                cells = "".join(map(str, boards[n].tolist()))
                row = " ".join(f"{x:.2f}" for x in order[n].tolist())
                print(cells, int(test["phase"][n]), f"{value[n].item():.3f}", row, file=out)


if __name__ == "__main__":
    main()

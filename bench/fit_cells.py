"""Fits a net of cells (`cell_net.hpp`) by self-play: bench/cell_games.cpp plays thousands of games
at once, a GPU judges their leaves and learns from the games that have ended.

    OUT=games.so bench/cell_games.sh
    python bench/fit_cells.py connect6 OUT.pt --library games.so --minutes 20 --threads 15
    python bench/fit_cells.py connect6 cells.net --from OUT.pt --write --library games.so --games 8

It runs, slower, without a GPU too. With --from FILE.pt it goes on from a net. The net that is kept
is the running mean of the weights; --write makes the integers of it that the player reads.
"""

# mypy: ignore-errors
# PyTorch is not there when the types are checked.

from __future__ import annotations

import argparse
import ctypes
import hashlib
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from cell_net_file import forward, write_cell_net
from torch import Tensor, nn
from torch.nn import functional

SIZES = {"connect6": 19, "gomoku": 15, "goclub": 19}
GIVEN = 40
"""Candidates that the net names for a leaf; `shares_given` of the program."""
KEPT = 24
SAMPLE = np.dtype(
    [
        ("cells", np.uint8, 625),
        ("mid_turn", np.uint8),
        ("count", np.uint8),
        ("padding", np.uint8),
        ("moves", np.uint16, KEPT),
        ("shares", np.float32, KEPT),
        ("result", np.float32),
        ("value", np.float32),
        ("left", np.int32),
    ],
    align=True,
)
REACH = 4
"""Candidates lie so near to a stone; net_search.cpp keeps to the same."""
CURIOUS = 0.03
"""Of the shares, given to random cells in reach, so that what the net ignores is tried too."""
RESULT_SHARE = 0.7
"""Of the result in the target of the value; the rest is what the search thought."""
MEAN_DECAY = 0.9985
LOOKS, EVERY = 100, 6
"""Leaves on which the ranges of the integers are measured, and one of so many is taken."""
WARM_STEPS = 200
LAST_RATE = 5e-5


class CellNet(nn.Module):
    """The net in floating point; no normalisation, so that integers follow it exactly."""

    def __init__(self, channels: int, blocks: int, head: int = 32, hidden: int = 64) -> None:
        super().__init__()
        self.shape = (channels, blocks, head, hidden)
        self.stem = nn.Conv2d(4, channels, 3, padding=1)
        self.first = nn.ModuleList(
            nn.Conv2d(channels, channels, 3, padding=1) for _ in range(blocks)
        )
        self.second = nn.ModuleList(
            nn.Conv2d(channels, channels, 3, padding=1) for _ in range(blocks)
        )
        self.policy1 = nn.Conv2d(channels, head, 1)
        self.policy2 = nn.Conv2d(head, 1, 1)
        self.value1 = nn.Conv2d(channels, head, 1)
        self.fc1 = nn.Linear(2 * head, hidden)
        self.fc2 = nn.Linear(hidden, 1)
        for layer in (self.stem, *self.first, self.policy1, self.value1):
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        for layer in self.second:
            nn.init.normal_(layer.weight, std=0.2 * math.sqrt(2 / (9 * channels)))
            nn.init.zeros_(layer.bias)
        nn.init.normal_(self.policy2.weight, std=0.05)
        nn.init.normal_(self.fc2.weight, std=0.05)

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Logits by cell, and of the mover's win."""
        x = functional.relu(self.stem(planes))
        for first, second in zip(self.first, self.second, strict=True):
            x = functional.relu(x + second(functional.relu(first(x))))
        policy = self.policy2(functional.relu(self.policy1(x))).flatten(1)
        value = functional.relu(self.value1(x)).flatten(2)
        pooled = torch.cat((value.mean(2), value.amax(2)), 1)
        return policy, self.fc2(functional.relu(self.fc1(pooled))).squeeze(1)


class Options(ctypes.Structure):
    """As in the program."""

    _fields_ = [
        ("sims", ctypes.c_int32),
        ("quick_sims", ctypes.c_int32),
        ("full_in_100", ctypes.c_int32),
        ("central_in_100", ctypes.c_int32),
        ("temperature", ctypes.c_float),
        ("late_temperature", ctypes.c_float),
        ("warm_stones", ctypes.c_int32),
    ]


class Hall:
    """The program's games; answers of `step` are asked for by parts."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.library = ctypes.CDLL(str(Path(asked.library).resolve()))
        self.library.hall_open.restype = ctypes.c_void_p
        options = Options(asked.sims, asked.quick, asked.full, asked.central, 1.0, 0.4, 6)
        self.hall = ctypes.c_void_p(
            self.library.hall_open(
                asked.game.encode(),
                asked.games,
                asked.threads,
                ctypes.c_uint64(asked.seed),
                options,
            )
        )
        assert self.library.hall_sample_bytes() == SAMPLE.itemsize, "the program is another version"
        self.cells = self.library.hall_cells(self.hall)
        self.scrap = np.zeros(20_000, SAMPLE)

    def step(self, part: Part) -> None:
        """Goes on with the games of a part."""
        self.library.hall_step(
            self.hall,
            part.start,
            part.count,
            ctypes.c_void_p(part.values.data_ptr()),
            ctypes.c_void_p(part.moves.data_ptr()),
            ctypes.c_void_p(part.shares.data_ptr()),
            ctypes.c_void_p(part.cells.data_ptr()),
            ctypes.c_void_p(part.mid_turn.data_ptr()),
        )

    def drain(self) -> np.ndarray[Any, Any]:
        """Samples of games that have ended."""
        count = self.library.hall_drain(
            self.hall, ctypes.c_void_p(self.scrap.ctypes.data), len(self.scrap)
        )
        return self.scrap[:count]

    def statistics(self) -> list[float]:
        """Games, moves, leaves judged, leaves settled, won by the first player, drawn."""
        out = (ctypes.c_double * 6)()
        self.library.hall_statistics(self.hall, out)
        return list(out)


class Part:
    """Games whose leaves are judged together, and where answers and leaves are exchanged."""

    def __init__(self, start: int, count: int, cells: int, cuda: bool) -> None:
        self.start, self.count = start, count
        pin = {"pin_memory": cuda}
        self.values = torch.zeros(count, **pin)
        self.moves = torch.zeros(count, GIVEN, dtype=torch.int16, **pin)
        self.shares = torch.zeros(count, GIVEN, **pin)
        self.cells = torch.zeros(count, cells, dtype=torch.uint8, **pin)
        self.mid_turn = torch.zeros(count, dtype=torch.uint8, **pin)


def planes_of(cells: Tensor, mid_turn: Tensor, size: int) -> Tensor:
    """What the net sees."""
    board = cells.view(-1, size, size)
    own, other = (board == 1).float(), (board == 2).float()
    flag = mid_turn.view(-1, 1, 1).float().expand_as(own)
    return torch.stack((own, other, torch.ones_like(own), flag), 1)


def out_of_reach(cells: Tensor, size: int) -> Tensor:
    """The cells that are no candidates."""
    lies = (cells > 0).float().view(-1, 1, size, size)
    near = functional.max_pool2d(lies, 2 * REACH + 1, stride=1, padding=REACH).flatten(1)
    return (cells > 0) | (near == 0)


class Memory:
    """The samples of the last games, on the device."""

    def __init__(self, room: int, cells: int, device: torch.device) -> None:
        self.room, self.used, self.next = room, 0, 0
        self.cells = torch.zeros(room, cells, dtype=torch.uint8, device=device)
        self.mid_turn = torch.zeros(room, dtype=torch.uint8, device=device)
        self.moves = torch.zeros(room, KEPT, dtype=torch.int16, device=device)
        self.shares = torch.zeros(room, KEPT, dtype=torch.float16, device=device)
        self.value = torch.zeros(room, device=device)
        self.result = torch.zeros(room, device=device)

    def add(self, samples: np.ndarray[Any, Any]) -> None:
        """Keeps them, the oldest go."""
        count = len(samples)
        at = (torch.arange(count) + self.next) % self.room
        at = at.to(self.cells.device)
        cells = self.cells.shape[1]

        def put(field: str) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(samples[field])).to(self.cells.device)

        self.cells[at] = put("cells")[:, :cells]
        self.mid_turn[at] = put("mid_turn")
        moves = np.ascontiguousarray(samples["moves"]).astype(np.int16)
        self.moves[at] = torch.from_numpy(moves).to(self.cells.device)
        self.shares[at] = put("shares").half()
        self.result[at] = put("result")
        self.value[at] = RESULT_SHARE * put("result") + (1 - RESULT_SHARE) * put("value")
        self.next = (self.next + count) % self.room
        self.used = min(self.used + count, self.room)


def turned(size: int) -> Tensor:
    """By symmetry and cell, where the cell goes."""
    grid = torch.arange(size * size).view(size, size)
    images = []
    for flip in range(2):
        for turn in range(4):
            board = torch.rot90(grid.flip(1) if flip else grid, turn)
            images.append(torch.argsort(board.flatten()))
    return torch.stack(images)


class Trainer:
    """Learns from the memory."""

    def __init__(self, net: CellNet, size: int, asked: argparse.Namespace) -> None:
        self.net, self.size, self.batch = net, size, asked.batch
        self.device = next(net.parameters()).device
        self.mean = CellNet(*net.shape).to(self.device, memory_format=torch.channels_last)
        self.mean.load_state_dict(net.state_dict())
        self.rate = asked.rate
        self.by = torch.optim.AdamW(net.parameters(), lr=asked.rate, weight_decay=asked.decay)
        self.steps = 0
        self.turned = turned(size).to(self.device)
        self.losses = torch.zeros(3, device=self.device)
        self.counted = 0

    def step(self, memory: Memory, progress: float) -> None:
        """One batch; `progress` from 0 to 1."""
        rate = LAST_RATE + 0.5 * (self.rate - LAST_RATE) * (1 + math.cos(math.pi * progress))
        rate *= min(1.0, (self.steps + 1) / WARM_STEPS)
        for group in self.by.param_groups:
            group["lr"] = rate
        at = torch.randint(memory.used, (self.batch,), device=self.device)
        which = torch.randint(8, (self.batch,), device=self.device)
        goes = self.turned[which]
        cells = torch.zeros_like(memory.cells[at]).scatter_(1, goes, memory.cells[at])
        moves = goes.gather(1, memory.moves[at].long())
        shares = memory.shares[at].float()
        planes = planes_of(cells, memory.mid_turn[at], self.size)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cuda"):
            policy, value = self.net(planes.to(memory_format=torch.channels_last))
        policy = policy.float().masked_fill(out_of_reach(cells, self.size), -30.0)
        value = value.float()
        logs = functional.log_softmax(policy, 1).gather(1, moves)
        policy_loss = -(shares * logs).sum(1).mean()
        value_loss = functional.binary_cross_entropy_with_logits(value, memory.value[at])
        self.by.zero_grad(set_to_none=True)
        (policy_loss + value_loss).backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self.by.step()
        self.steps += 1
        decay = min(MEAN_DECAY, 1 - 1 / (self.steps + 1))
        with torch.no_grad():
            torch._foreach_lerp_(
                list(self.mean.parameters()), list(self.net.parameters()), 1 - decay
            )
            right = ((value > 0) == (memory.result[at] > 0.5)).float().mean()
            self.losses += torch.stack((policy_loss, value_loss, right))
        self.counted += 1

    def told(self) -> list[float]:
        """Mean losses of policy and value, and the share of results foreseen."""
        found = (self.losses / max(1, self.counted)).tolist()
        self.losses.zero_()
        self.counted = 0
        return found


@torch.inference_mode()
def judge(net: CellNet, part: Part, size: int, device: torch.device) -> None:
    """Queues the judgement of a part's leaves; the answers are there after a synchronization."""
    cells = part.cells.to(device, non_blocking=True)
    planes = planes_of(cells, part.mid_turn.to(device, non_blocking=True), size)
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        policy, value = net(planes.to(memory_format=torch.channels_last))
    away = out_of_reach(cells, size)
    shares = torch.softmax(policy.float().masked_fill(away, -1e4), 1)
    dice = torch.rand_like(shares).pow(16).masked_fill(away, 0)
    shares = (1 - CURIOUS) * shares + CURIOUS * dice / dice.sum(1, keepdim=True)
    best = torch.topk(shares, GIVEN, dim=1)
    part.values.copy_(torch.sigmoid(value.float()), non_blocking=True)
    part.moves.copy_(best.indices.to(torch.int16), non_blocking=True)
    part.shares.copy_(best.values, non_blocking=True)


def run(asked: argparse.Namespace) -> None:
    """Plays and learns until the time is over."""
    cuda = torch.cuda.is_available()
    device = torch.device("cuda" if cuda else "cpu")
    torch.manual_seed(asked.seed)
    torch.backends.cudnn.benchmark = True
    size = SIZES[asked.game]
    net = CellNet(asked.channels, asked.blocks).to(device, memory_format=torch.channels_last)
    if asked.start:
        kept = torch.load(asked.start, map_location=device, weights_only=True)
        net = CellNet(*kept["shape"]).to(device, memory_format=torch.channels_last)
        net.load_state_dict(kept["net"])
    trainer = Trainer(net, size, asked)
    hall = Hall(asked)
    memory = Memory(asked.room, hall.cells, device)
    half = asked.games // 2
    parts = [Part(n * half, half, hall.cells, cuda) for n in range(2)]
    events = [torch.cuda.Event() if cuda else None for _ in parts]
    begun = told = kept_at = time.monotonic()
    seconds = 60 * asked.minutes
    fed = trained = 0

    def wait(n: int) -> None:
        if events[n] is not None:
            events[n].synchronize()

    def keep() -> None:
        name = Path(asked.out)
        whole = {"net": trainer.mean.state_dict(), "shape": net.shape, "game": asked.game}
        torch.save(whole, name.with_suffix(".part"))
        name.with_suffix(".part").rename(name)

    turn = 0
    while (now := time.monotonic()) - begun < seconds:
        part = parts[turn % 2]
        wait(turn % 2)
        hall.step(part)
        judge(trainer.mean, part, size, device)
        if events[turn % 2] is not None:
            events[turn % 2].record()
        if turn % 8 == 0:
            fresh = hall.drain()
            if len(fresh):
                memory.add(fresh)
                fed += len(fresh)
        progress = (now - begun) / seconds
        steps = 0
        while memory.used >= asked.least and trained < asked.ratio * fed and steps < 2:
            trainer.step(memory, progress)
            trained += asked.batch
            steps += 1
        turn += 1
        if now - told > asked.tell:
            told = now
            games, moves, leaves, settled, first, drawn = hall.statistics()
            policy, value, right = trainer.told()
            print(
                f"{now - begun:6.0f} s  games {games:.0f} of {moves / max(1, games):.1f} moves, "
                f"leaves {leaves:.0f} + {settled:.0f}, first {first / max(1, games):.2f}, "
                f"drawn {drawn / max(1, games):.3f}; samples {fed}, steps {trainer.steps}, "
                f"policy {policy:.3f}, value {value:.3f}, right {right:.3f}",
                flush=True,
            )
        if now - kept_at > asked.keep:
            kept_at = now
            keep()
    keep()


def write(asked: argparse.Namespace) -> None:
    """Writes a net as integers; what its layers reach is measured on leaves of its own games."""
    kept = torch.load(asked.start, map_location="cpu", weights_only=True)
    net = CellNet(*kept["shape"])
    net.load_state_dict(kept["net"])
    arrays = {name: value.numpy() for name, value in arrays_of(net).items()}
    size = SIZES[asked.game]
    hall = Hall(asked)
    part = Part(0, asked.games, hall.cells, cuda=False)
    maxima: dict[str, Any] = {}
    for turn in range(LOOKS * EVERY):
        hall.step(part)
        judge(net, part, size, torch.device("cpu"))
        if turn % EVERY == EVERY - 1:
            row = turn // EVERY % asked.games
            cells = part.cells[row].view(size, size).numpy()
            middle = bool(part.mid_turn[row])
            forward(arrays, cells == 1, cells == 2, middle, maxima)
    write_cell_net(asked.out, arrays, maxima, size)
    digest = hashlib.sha256(Path(asked.out).read_bytes()).hexdigest()
    Path(asked.out + ".sha256").write_text(f"{digest}  {Path(asked.out).name}\n", "utf-8")


def arrays_of(net: CellNet) -> dict[str, Tensor]:
    """The weights by the names of bench/cell_net_file.py."""
    layers: dict[str, Any] = {"stem": net.stem}
    for n, (first, second) in enumerate(zip(net.first, net.second, strict=True)):
        layers[f"block{n}.conv1"] = first
        layers[f"block{n}.conv2"] = second
    for name in ("policy1", "policy2", "value1", "fc1", "fc2"):
        layers[name] = getattr(net, name)
    found: dict[str, Tensor] = {}
    for name, layer in layers.items():
        weight = layer.weight.detach()
        found[f"{name}.w"] = weight.flatten(1) if weight.shape[-1] == 1 else weight
        found[f"{name}.b"] = layer.bias.detach()
    return found


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=sorted(SIZES))
    parser.add_argument("out")
    parser.add_argument("--library", required=True)
    parser.add_argument("--from", dest="start")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=3072)
    parser.add_argument("--sims", type=int, default=96)
    parser.add_argument("--quick", type=int, default=16)
    parser.add_argument("--full", type=int, default=30, help="moves in a hundred that are learned")
    parser.add_argument("--channels", type=int, default=48)
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--room", type=int, default=1_000_000)
    parser.add_argument("--least", type=int, default=20_000, help="samples before learning begins")
    parser.add_argument("--ratio", type=float, default=8, help="how often a sample is seen")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="of learning, at first")
    parser.add_argument(
        "--central", type=int, default=30, help="games in a hundred from the centre"
    )
    parser.add_argument("--decay", type=float, default=1e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", type=float, default=10)
    parser.add_argument("--keep", type=float, default=60)
    parser.add_argument("--write", action="store_true", help="write --from as the player reads it")
    asked = parser.parse_args()
    (write if asked.write else run)(asked)


if __name__ == "__main__":
    main()

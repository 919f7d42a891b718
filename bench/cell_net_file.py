"""Writes the net of cells (native/positional/cell_net.hpp): from folded float arrays to integers.

    maxima = {}
    for own, other, middle in sample:
        forward(arrays, own, other, middle, maxima)
    write_cell_net("cells.net", arrays, maxima, size=19)

The arrays have batch norm folded in: stem.w [C, 4, 3, 3], stem.b, block{i}.conv1.w [C, C, 3, 3],
block{i}.conv1.b, block{i}.conv2.w, block{i}.conv2.b, policy1.w [P, C], policy1.b, policy2.w
[1, P], policy2.b, value1.w [V, C], value1.b, fc1.w [H, 2V] (means, then maxima), fc1.b, fc2.w
[1, H], fc2.b. The planes that the stem sees: own stones, the other side's, ones, and ones again
where the mover is in the middle of a turn.

The file, little-endian: "KCN1"; six uint16: cells in a row, C, blocks, P, V, H; then the layers in
the order stem, block0.conv1, block0.conv2, ..., policy1, policy2, value1, fc1, fc2, each as int16
weights in the order of its array, an int32 bias for each output, an int16 shift for each output.
Every hidden layer is clamp(sum + bias >> shift, 0, 8191), with the residual added before the clamp;
the shifts of policy2 and fc2 say what their sums are divided by. Inputs of fc1 are four times the
mean and the maximum.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

import numpy
from numpy.typing import NDArray

Floats = NDArray[numpy.float64]
Arrays = Mapping[str, NDArray[numpy.floating]]
Maxima = Mapping[str, Floats]

# The same numbers as in native/positional/cell_net.cpp.
PLANES = 4
TOP = 8191
MOST_WEIGHT = 32767
MOST_TILE_WEIGHT = MOST_WEIGHT // 9
TILE_SCALE = 4
POOLED_SCALE = 4
MOST_SHIFT = 16
MOST_HIDDEN_SHIFT = 30
MOST_LAST_SHIFT = 40
MOST_SUM = 2**31 - 1

HEADROOM = 1.5
"""So many times what was measured fits below the top; what is more still is cut off there."""
QUIETEST = 16
"""A channel is given this part of the loudest one's range at least, if the sample let it sleep."""
FEWEST_STEPS = 64
"""A channel whose largest weight had to be squeezed below this has lost what it learned."""


def blocks_of(arrays: Arrays) -> int:
    """How many residual blocks the arrays have."""
    return sum(name.endswith(".conv1.w") for name in arrays)


def convolved(cells: Floats, weights: NDArray[numpy.floating]) -> Floats:
    """A 3 x 3 convolution of [channels, n, n], zeros around the board."""
    size = cells.shape[1]
    around = numpy.pad(cells, ((0, 0), (1, 1), (1, 1)))
    made = numpy.zeros((weights.shape[0], size, size))
    for y in range(3):
        for x in range(3):
            seen = around[:, y : y + size, x : x + size]
            made += numpy.tensordot(weights[:, :, y, x].astype(numpy.float64), seen, 1)
    return made


def forward(
    arrays: Arrays,
    own: NDArray[numpy.generic],
    other: NDArray[numpy.generic],
    middle: bool,
    maxima: dict[str, Floats] | None = None,
) -> tuple[Floats, float]:
    """Logits [n, n] of the cells and the value's logit, in floating point.

    `own` and `other` are [n, n] planes of stones. `maxima` is raised to the largest activations, by
    channel, of each hidden layer: "stem", "block{i}.inner", "block{i}", "policy1", "value1", "fc1".
    """

    def seen(name: str, sums: Floats) -> Floats:
        active = numpy.maximum(sums, 0.0)
        if maxima is not None:
            most = active.reshape(len(active), -1).max(axis=1)
            maxima[name] = numpy.maximum(maxima.get(name, most), most)
        return active

    def bias(name: str) -> Floats:
        return arrays[name].astype(numpy.float64)[:, None, None]

    ones = numpy.ones(own.shape)
    planes = numpy.stack([own.astype(numpy.float64), other.astype(numpy.float64), ones])
    planes = numpy.concatenate([planes, ones[None] * float(middle)])
    main = seen("stem", convolved(planes, arrays["stem.w"]) + bias("stem.b"))
    for i in range(blocks_of(arrays)):
        block = f"block{i}"
        sums = convolved(main, arrays[f"{block}.conv1.w"]) + bias(f"{block}.conv1.b")
        inner = seen(f"{block}.inner", sums)
        sums = convolved(inner, arrays[f"{block}.conv2.w"]) + bias(f"{block}.conv2.b")
        main = seen(block, main + sums)
    policy = seen("policy1", numpy.tensordot(arrays["policy1.w"], main, 1) + bias("policy1.b"))
    logits = numpy.tensordot(arrays["policy2.w"], policy, 1)[0] + float(arrays["policy2.b"][0])
    value = seen("value1", numpy.tensordot(arrays["value1.w"], main, 1) + bias("value1.b"))
    pooled = numpy.concatenate([value.mean(axis=(1, 2)), value.max(axis=(1, 2))])
    hidden = seen("fc1", arrays["fc1.w"] @ pooled + arrays["fc1.b"])
    return logits, float((arrays["fc2.w"] @ hidden + arrays["fc2.b"])[0])


def scales_of(maxima: Maxima, names: list[str], channels: int, headroom: float) -> Floats:
    """What 1 becomes, by channel, in layers that share their units, so that their maxima fit.

    A channel's own scale costs nothing, for the weights that read and write it carry it.
    """
    most = numpy.zeros(channels)
    for name in names:
        if name not in maxima:
            raise ValueError(f"the largest activations of layer {name!r} were not measured")
        if not numpy.isfinite(maxima[name]).all():
            raise ValueError(f"the largest activations of layer {name!r} are {maxima[name]}")
        most = numpy.maximum(most, maxima[name])
    most = numpy.maximum(most, max(float(most.max()) / QUIETEST, 2.0**-10))
    made: Floats = TOP / (headroom * most)
    return made


def quantised(
    name: str,
    arrays: Arrays,
    into: Floats,
    out: Floats | None,
    *,
    highest: int = TOP,
    scale: int = 1,
) -> bytes:
    """One layer as it is in the file.

    1 is `into` among its inputs, by channel, which reach from 0 to `highest`, and `out` among its
    outputs; without `out` the sums are logits. `scale` is what the native code multiplies its sums
    by. Every output has the finest weights with which no sum can overflow, proved from them.
    """
    weights = arrays[f"{name}.w"].astype(numpy.float64)
    biases = arrays[f"{name}.b"].astype(numpy.float64)
    outputs = 1 if out is None else len(out)
    taps = (3, 3)[: max(0, weights.ndim - 2)]
    shape = (outputs, len(into), *taps)
    if weights.shape != shape or biases.shape != (outputs,):
        raise ValueError(
            f"layer {name!r} has weights {weights.shape} and biases {biases.shape}; "
            f"expected {shape} and {(outputs,)}"
        )
    if not (numpy.isfinite(weights).all() and numpy.isfinite(biases).all()):
        raise ValueError(f"layer {name!r} has weights or biases that are no finite numbers")
    most_weight = MOST_TILE_WEIGHT if scale == TILE_SCALE else MOST_WEIGHT
    most_shift = MOST_LAST_SHIFT if out is None else MOST_SHIFT
    if name == "fc1":
        most_shift = MOST_HIDDEN_SHIFT
    units = numpy.ones(1) if out is None else out
    weights = weights.reshape(outputs, len(into), -1) / into[None, :, None]
    weights = weights.reshape(outputs, -1) * units[:, None]
    made, added, shifts = [], [], []
    for output, (row, bias) in enumerate(zip(weights, biases * units, strict=True)):
        for shift in range(most_shift, -1, -1):
            whole = numpy.rint(row * 2.0**shift)
            half = 0 if out is None or shift == 0 else 1 << (shift - 1)
            start = round(float(bias) * 2.0**shift) + half
            above = float(whole[whole > 0].sum()) * highest
            below = -float(whole[whole < 0].sum()) * highest
            most = scale * max(above + max(start, 0), below + max(-start, 0))
            if most <= MOST_SUM and numpy.abs(whole).max() <= most_weight:
                break
        else:
            raise ValueError(
                f"output {output} of layer {name!r} does not fit into 16-bit weights and 32-bit "
                "sums, however coarse: its weights or its bias are too large for its activations"
            )
        steps = float(numpy.abs(whole).max())
        if shift < most_shift and steps < FEWEST_STEPS and row.any():
            raise ValueError(
                f"output {output} of layer {name!r} would keep {steps:.0f} steps of its largest "
                f"weight for its sums to fit into 32 bits; expected {FEWEST_STEPS} at least"
            )
        made.append(whole)
        added.append(start)
        shifts.append(shift)
    return (
        numpy.array(made).astype("<i2").tobytes()
        + numpy.array(added).astype("<i4").tobytes()
        + numpy.array(shifts).astype("<i2").tobytes()
    )


def cell_net_bytes(arrays: Arrays, maxima: Maxima, size: int, headroom: float = HEADROOM) -> bytes:
    """The file for boards of `size` x `size` cells; `maxima` as `forward` measures them."""
    blocks = blocks_of(arrays)
    channels, policy, value, hidden = (
        int(arrays[f"{name}.w"].shape[0]) for name in ("stem", "policy1", "value1", "fc1")
    )

    def scales(count: int, *names: str) -> Floats:
        return scales_of(maxima, list(names), count, headroom)

    # What is added to a residual has to be in its units.
    main = scales(channels, "stem", *(f"block{i}" for i in range(blocks)))
    made = [b"KCN1", struct.pack("<6H", size, channels, blocks, policy, value, hidden)]
    made.append(quantised("stem", arrays, numpy.ones(PLANES), main, highest=1))
    for i in range(blocks):
        name = f"block{i}"
        inner = scales(channels, f"{name}.inner")
        made.append(quantised(f"{name}.conv1", arrays, main, inner, scale=TILE_SCALE))
        made.append(quantised(f"{name}.conv2", arrays, inner, main, scale=TILE_SCALE))
    of_policy, of_value = scales(policy, "policy1"), scales(value, "value1")
    of_hidden = scales(hidden, "fc1")
    pooled = POOLED_SCALE * numpy.concatenate([of_value, of_value])
    made.append(quantised("policy1", arrays, main, of_policy))
    made.append(quantised("policy2", arrays, of_policy, None))
    made.append(quantised("value1", arrays, main, of_value))
    made.append(quantised("fc1", arrays, pooled, of_hidden, highest=TOP * POOLED_SCALE))
    made.append(quantised("fc2", arrays, of_hidden, None))
    return b"".join(made)


def write_cell_net(
    path: str | Path, arrays: Arrays, maxima: Maxima, size: int, headroom: float = HEADROOM
) -> None:
    """Writes the file; see `cell_net_bytes`."""
    Path(path).write_bytes(cell_net_bytes(arrays, maxima, size, headroom))

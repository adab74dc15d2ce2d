"""Recordings of a pressure glove that nobody made: squeezes and turns whose truth is known.

It knows the glove's layout and nothing of the analysis that is judged by it. A recording and its
truth go into different files. One has 3 to 9 cycles of random strength and speed. In a squeeze
something that is held lightly is pressed, held pressed and released; in a turn load goes over from
some digits to others and back, as when a phone is flipped in the hand.

In half of them the hand is empty first and last. A taxel's noise is 5 % of the largest load.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.hand.taxels import glove_taxels

RATE_HZ = 60.0
NOISE = 0.05
"""of the largest load on any taxel, deviation at every taxel"""
LEAST, MOST = 3, 9
"""cycles"""
KINDS = ("squeeze", "turn")

RAMPS: tuple[Callable[[np.ndarray], np.ndarray], ...] = (
    lambda s: s * s * (3 - 2 * s),
    lambda s: 0.5 - 0.5 * np.cos(np.pi * s),
    lambda s: s**3 * (10 - 15 * s + 6 * s * s),
    lambda s: np.sin(0.5 * np.pi * s) ** 1.5,
)
"""How load goes over from one level to the next, from 0 to 1; people have no favourite."""


class Truth(NamedTuple):
    """What happened in a recording."""

    kind: str
    """one of KINDS"""
    cycles: int
    boundaries: tuple[float, ...]
    """[s] where a load that was steady begins to change, and where it is steady again"""


def write_recording(folder: Path, seed: int, kind: str | None = None, cycles: int = 0) -> Path:
    """Write ``recording_SEED.npz`` (``time``, ``frames``) and ``truth_SEED.json``.

    Args:
        folder: where to.
        seed: same seed, same recording.
        kind: one of KINDS; drawn by default.
        cycles: how many; drawn by default.

    Returns:
        The recording's path.
    """
    time, frames, truth = generated_recording(seed, kind, cycles)
    path = folder / f"recording_{seed}.npz"
    np.savez_compressed(path, time=time, frames=frames.astype(np.float32))
    (folder / f"truth_{seed}.json").write_text(json.dumps(truth._asdict()), "utf-8")
    return path


def read_truth(recording: Path) -> Truth:
    """The truth that lies beside a recording."""
    file = recording.with_name(recording.stem.replace("recording", "truth") + ".json")
    found = json.loads(file.read_text("utf-8"))
    return Truth(found["kind"], found["cycles"], tuple(found["boundaries"]))


def generated_recording(
    seed: int, kind: str | None = None, cycles: int = 0
) -> tuple[np.ndarray, np.ndarray, Truth]:
    """Times (T,) [s], loads on the taxels (T, 361), and the truth."""
    rng = np.random.default_rng([seed, 6305])
    kind = kind or str(rng.choice(KINDS))
    cycles = cycles or int(rng.integers(LEAST, MOST + 1))
    levels = _squeeze_levels(rng, cycles) if kind == "squeeze" else _turn_levels(rng, cycles)
    patterns = _squeeze_patterns(rng) if kind == "squeeze" else _turn_patterns(rng)
    if rng.random() < 0.5:  # taken up first and put down last
        levels = [np.zeros(3), *levels, np.zeros(3)]
    pace = rng.uniform(0.6, 1.6)
    stays = pace * rng.uniform(0.05, 0.7, len(levels))
    stays[[0, -1]] = rng.uniform(0.5, 1.2, 2)
    changes = pace * rng.uniform(0.15, 0.45, len(levels) - 1)
    ends = np.cumsum(np.column_stack([stays, np.append(changes, 0.0)]).ravel())[:-1]
    time = np.arange(0.0, ends[-1], 1 / RATE_HZ)
    load = _activation(rng, time, levels, stays, ends)
    frames = _tremor(rng, time, load) @ patterns
    frames += rng.normal(0, NOISE * frames.max(), frames.shape)
    return time, np.maximum(frames, 0.0), Truth(kind, cycles, tuple(ends[:-1].round(6)))


def _squeeze_levels(rng: np.random.Generator, cycles: int) -> list[np.ndarray]:
    """Levels (3,) of the patterns, one after the other: rest, pressed, rest, …"""
    light = rng.uniform(0.05, 0.2)
    rest = np.array([light, 0.0, 0.0])
    strength = rng.uniform(0.3, 1.0, cycles)
    return [rest] + [v for s in strength for v in (np.array([s, s * s, 0.0]), rest)]


def _turn_levels(rng: np.random.Generator, cycles: int) -> list[np.ndarray]:
    """First pattern, second, first, …; what both bear stays as it is."""
    strength = rng.uniform(0.3, 1.0, (cycles, 2))
    levels = [np.array([rng.uniform(0.5, 1.0), 0.0, 0.5])]
    for there, back in strength:
        levels += [np.array([0.0, there, 0.5]), np.array([back, 0.0, 0.5])]
    return levels


def _squeeze_patterns(rng: np.random.Generator) -> np.ndarray:
    """Digits, and what is recruited the more the harder it is pressed."""
    fingers = list(rng.permutation(["index", "middle", "ring", "little"])[: rng.integers(2, 5)])
    press = _pattern(rng, ["thumb tip", *(f"{f} tip" for f in fingers)])
    more = _pattern(rng, ["thenar", *(f"{f} middle" for f in fingers)])
    return np.stack([press, 0.5 * more, np.zeros_like(press)])


def _turn_patterns(rng: np.random.Generator) -> np.ndarray:
    """Two sets of digits that take over from one another, and the thumb that helps both."""
    some = list(rng.permutation(["index", "middle", "ring", "little"]))
    cut = int(rng.integers(1, 4))
    first = _pattern(rng, [f"{f} tip" for f in some[:cut]] + ["thumb proximal"])
    second = _pattern(rng, [f"{f} {p}" for f in some[cut:] for p in ("tip", "middle")])
    return np.stack([first, second, _pattern(rng, ["thumb tip"])])


def _pattern(rng: np.random.Generator, blocks: list[str]) -> np.ndarray:
    """(361,) a round patch of load somewhere on each of some blocks."""
    taxels = glove_taxels()
    image = np.zeros(taxels.shape)
    for name in blocks:
        rows, columns = np.nonzero(taxels.cells(name))
        middle = rng.uniform([rows.min(), columns.min()], [rows.max(), columns.max()])
        square = (rows - middle[0]) ** 2 + (columns - middle[1]) ** 2
        image[rows, columns] += rng.uniform(0.4, 1.0) * np.exp(
            -0.5 * square / rng.uniform(0.8, 1.6) ** 2
        )
    return image[taxels.mask]


def _activation(
    rng: np.random.Generator, time: np.ndarray, levels: list[np.ndarray], stays: np.ndarray,
    ends: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """(T, 3) level of each pattern: steady but for a slow drift, then over to the next level."""
    load = np.zeros((len(time), 3))
    begins = np.concatenate([[0.0], ends[1::2]])
    for k, level in enumerate(levels):
        until = ends[2 * k]
        drift = 1 + rng.uniform(-0.08, 0.08) * (time - begins[k]) / stays[k]
        here = (time >= begins[k]) & (time <= until)
        load[here] = (level * drift[:, None])[here]
        if k + 1 == len(levels):
            break
        last = level * (1 + (drift[here][-1] - 1 if here.any() else 0.0))
        change = (time > until) & (time < begins[k + 1])
        share = (time[change] - until) / (begins[k + 1] - until)
        for p in range(3):  # digits do not change hands at the same moment
            lag = rng.uniform(0.0, 0.2)
            ramp = RAMPS[rng.integers(len(RAMPS))](np.clip((share - lag / 2) / (1 - lag), 0, 1))
            load[change, p] = last[p] + ramp * (levels[k + 1][p] - last[p])
    return load


def _tremor(rng: np.random.Generator, time: np.ndarray, load: np.ndarray) -> np.ndarray:
    """Loads that tremble by 2 % at 8 to 12 Hz, and wander by 4 % within about a second."""
    turn = 2 * np.pi * (rng.uniform(8, 12, 3) * time[:, None] + rng.random(3))
    keep = np.exp(-1 / RATE_HZ)
    wander = np.zeros(load.shape)
    for k in range(1, len(time)):
        wander[k] = keep * wander[k - 1] + rng.normal(0, 0.04 * np.sqrt(1 - keep**2), 3)
    return load * (1 + 0.02 * np.sin(turn) + wander)

"""A finger that presses and lets go, photographed while its blood moves.

Nobody presses like a machine: force comes and goes within a tenth of a second, and wanders while it
is held. What is written down of it is what a sensor says at the moment that a camera names.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import NamedTuple

import numpy as np

from prehensile.appearance.generate.load import Load, flat_load

MOMENTS = (0.0, 0.04, 0.08, 0.13, 0.19, 0.27, 0.37, 0.5, 0.7, 1.0, 1.5, 2.2)
"""[s] of photographs after the force begins to change, as they were planned"""
BEFORE = 0.3
"""[s] at rest"""
HELD = MOMENTS[-1] + 0.3
"""[s] from the press to the release"""
FORCE = (9.0, 12.0)
"""[N] that somebody sets out to press with"""
RISE = (0.08, 0.16)
"""[s] in which force comes and goes: the fastest contractions take about 0.1 s, whatever their
strength (Freund & Büdingen 1978)"""
UNSTEADY, UNSTEADY_S = 0.04, 0.8
"""deviation of a held force as a share, and [s] over which it wanders: fingers hold forces of some
newtons within 2 to 5 %, mostly below 1 Hz (Slifkin & Newell 1999)"""
SENSOR, SENSOR_N = 0.02, 0.03
"""errors of a thin sensor: a share of the force, and [N]"""
LATE = 0.010
"""[s] by which a photograph comes sooner or later than planned, at most"""
CLOCK = 1 / 120
"""[s] by which its time is wrong, at most: half a frame of a film at 60 Hz"""
STEP, MOST_STEPS = 0.02, 6
"""[s] in which blood is moved on, but no more often than this between photographs"""
_GRID = 0.01
"""[s] of the force's wander"""


@dataclass(frozen=True)
class PressPath:
    """The force of one press over time."""

    force: float
    """[N] at which it is held, but for its wander"""
    rise: float
    """[s]"""
    wander: np.ndarray
    """shares, every hundredth of a second"""

    def at(self, time: float) -> float:
        """[N]"""
        up = _eased((time - BEFORE) / self.rise)
        down = _eased((time - BEFORE - HELD) / self.rise)
        own = np.interp(time, _GRID * np.arange(len(self.wander)), self.wander)
        return self.force * (up - down) * max(1 + float(own), 0.0)


class Series(NamedTuple):
    """A press and a release: as it was, and as it was written down."""

    path: PressPath
    moments: list[float]
    """[s] when the photographs were taken"""
    times: list[float]
    """[s] as somebody noted them"""
    loads: list[Load]
    """as a sensor has them, at the moments"""


def press_and_release(rng: np.random.Generator, limit: float) -> Series:
    """One photograph at rest, then those of a press, then those of a release.

    Args:
        rng: of the series.
        limit: [mm] radius that the patch of contact tends to.
    """
    path = PressPath(
        float(rng.uniform(*FORCE)), float(rng.uniform(*RISE)), _wander(rng, BEFORE + 2 * HELD)
    )
    planned = [BEFORE + begin + m for begin in (0.0, HELD) for m in MOMENTS]
    moments = [0.0, *(float(t + rng.uniform(-LATE, LATE)) for t in planned)]
    times = [0.0, *(float(t + rng.uniform(-CLOCK, CLOCK)) for t in moments[1:])]
    loads = []
    for moment in moments:
        force = path.at(moment)
        said = force * (1 + SENSOR * rng.standard_normal()) + SENSOR_N * rng.standard_normal()
        loads.append(flat_load(max(float(said), 0.0) if force > 0 else 0.0, limit))
    return Series(path, moments, times, loads)


def moved_blood(
    target_at: Callable[[float], np.ndarray],
    moments: list[float],
    blanch_s: float,
    refill_s: float,
) -> list[np.ndarray]:
    """Changes of blood at moments [s], of those that the loads would lead to in the end.

    Blood follows as a first-order lag, faster when it is pressed out than when it comes back.
    """
    state = target_at(moments[0])
    result = [state]
    for before, after in pairwise(moments):
        steps = min(ceil((after - before) / STEP), MOST_STEPS)
        for a, b in pairwise(np.linspace(before, after, steps + 1)):
            target = target_at(0.5 * (a + b))
            leaves = float(np.square(target).sum()) > float(np.square(state).sum())
            kept = np.exp(-(b - a) / (blanch_s if leaves else refill_s))
            state = target + (state - target) * np.float32(kept)
        result.append(state)
    return result


def _eased(share: float) -> float:
    """From 0 at 0 to 1 at 1, as a finger begins and ends gently."""
    return 0.5 - 0.5 * float(np.cos(np.pi * np.clip(share, 0, 1)))


def _wander(rng: np.random.Generator, duration: float) -> np.ndarray:
    """Shares by which a held force is off: of one deviation, forgotten over `UNSTEADY_S`."""
    kept = np.exp(-_GRID / UNSTEADY_S)
    wander = UNSTEADY * rng.standard_normal(ceil(duration / _GRID) + 1)
    for k in range(1, len(wander)):
        wander[k] = kept * wander[k - 1] + np.sqrt(1 - kept**2) * wander[k]
    return wander

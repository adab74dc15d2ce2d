"""Recordings of a finger that taps on a plate, and how far two clocks are off after alignment.

The finger is a mass on a spring whose far end follows minimum-jerk strokes; its pad is a Hertz
spring with Hunt–Crossley damping; the plate rings as a second-order system before its force is
read. Nothing here knows how clocks are aligned: contact falls where the physics puts it, between
the samples of either device.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import Clock, Recording
from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.imperfections import Imperfections, lost
from prehensile.motion.minimum_jerk import minimum_jerk

STEP = 2e-4
"""[s] of the simulation"""


@dataclass(frozen=True)
class TapSession:
    """What is recorded, and by what. Every number that is not here is drawn by the seed."""

    duration: float = 60.0
    """[s]"""
    n_taps: int = 20
    force_hz: float = 1000.0
    motion_hz: float = 500.0
    force_noise: float = 0.1
    """[N] standard deviation; 0.01 with the torque arm"""
    marker_noise: float = 3e-4
    """[m] standard deviation of each coordinate"""
    offset: float = 0.02
    """[s] between the two clocks, either way"""
    drift_ppm: float = 50.0
    """of the force's clock, either way"""
    jitter: float = 5e-5
    """[s] of the force's time stamps"""
    gaps_a_minute: float = 20.0
    """of each marker, 0.01 to 0.1 s long (ERRATA: Kry chapter 3)"""


class Tapped(NamedTuple):
    """A recording whose two clocks are not aligned, and how they are."""

    recording: Recording
    """``markers`` (the master) and ``force``, each by its own clock"""
    clock: Clock
    """the true one of ``force``"""


def tap_recording(seed: int, session: TapSession = TapSession()) -> Tapped:
    """One recording. Latencies of both devices belong to the clock that is looked for."""
    rng = np.random.default_rng(seed)
    time, tip, load = _tapping(session, rng)
    force_time = np.arange(rng.uniform(0, 1 / session.force_hz), time[-1], 1 / session.force_hz)
    felt = np.interp(force_time, time, load) + rng.normal(0, 0.3)
    felt = felt + rng.normal(0, session.force_noise, len(felt))
    force = Stream("force", "forces", force_time, felt[:, None], ("z",), rate_hz=session.force_hz)
    motion_time = np.arange(rng.uniform(0, 1 / session.motion_hz), time[-1], 1 / session.motion_hz)
    names = ("tip", "side", "stilt")
    where = np.stack([np.interp(motion_time, time, tip[:, k]) for k in range(3)], 1)
    where = where[:, None] + rng.normal(0, 0.01, (len(names), 3))
    where = where + rng.normal(0, session.marker_noise, where.shape)
    markers = Stream("markers", "markers", motion_time, where, names, rate_hz=session.motion_hz)
    markers = lost(markers, _hidden(session, motion_time, rng))
    wrong = Imperfections(
        offset=session.offset * rng.choice([-1, 1]),
        drift_ppm=session.drift_ppm * rng.choice([-1, 1]),
        latency=rng.uniform(0, 0.003),
        jitter=session.jitter,
    )
    camera = Imperfections(latency=rng.uniform(0, 0.006))
    streams = (camera.laid_on(markers, rng), wrong.laid_on(force, rng))
    scale = 1 / (1 + 1e-6 * wrong.drift_ppm)
    true = Clock(camera.latency - wrong.latency - wrong.offset * scale, scale, "true")
    return Tapped(Recording(streams), true)


def sync_error(found: Clock, true: Clock, duration: float) -> float:
    """[s] RMS over a recording of how far an instant is off."""
    time = np.linspace(0, duration, 601)
    return float(np.sqrt(np.mean((found.to_master(time) - true.to_master(time)) ** 2)))


def _tapping(
    session: TapSession, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Time (n,), the tip (n, 3) [m] and the force that the plate's sensor feels (n,) [N]."""
    time = np.arange(0, session.duration, STEP)
    stiffness, damping = rng.uniform(80, 300), rng.uniform(1.5, 4.0)
    target = np.full((len(time), 3), (0.0, 0.0, rng.uniform(0.015, 0.04)))
    for start, way in _strokes(session, rng, stiffness, target[0, 2]):
        first, last = np.searchsorted(time, (start, start + way[3]))
        share = minimum_jerk((time[first:last] - start) / way[3])[0]
        target[first:last] += way[:3] * share[:, None]
        target[last:] += way[:3]
    height, load = _pressed(target[:, 2], rng.uniform(0.012, 0.02), stiffness, damping, rng)
    return time, np.column_stack([target[:, :2], height]), load


def _strokes(
    session: TapSession, rng: np.random.Generator, stiffness: float, hover: float
) -> list[tuple[float, np.ndarray]]:
    """Starts [s] and ways (x, y, z, lasting) of all strokes: taps, and motion in between."""
    slots = rng.uniform(0.6, 1.4, session.n_taps)
    ends = session.duration * np.cumsum(slots) / slots.sum()
    strokes = []
    for end, slot in zip(ends, np.diff(ends, prepend=0), strict=True):
        t = end - slot + rng.uniform(0.05, 0.25) * slot
        down, up = rng.uniform(0.12, 0.3), rng.uniform(0.15, 0.4)
        pressed = rng.uniform(0.5, 3.0) / stiffness
        strokes.append((t, np.array([*rng.normal(0, 0.004, 2), -hover - pressed, down])))
        t += down + rng.uniform(0.05, 0.25)
        after = rng.uniform(0.015, 0.04)
        strokes.append((t, np.array([0, 0, pressed + after, up])))
        hover, t = after, t + up
        while t < end - 0.6:  # about in the air: no touch, but quick
            lasting = rng.uniform(0.15, 0.5)
            after = rng.uniform(0.015, 0.06)
            strokes.append((t, np.array([*rng.normal(0, 0.02, 2), after - hover, lasting])))
            hover, t = after, t + lasting + rng.uniform(0, 0.3)
    return strokes


def _pressed(
    target: np.ndarray, mass: float, stiffness: float, damping: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Height of the tip (n,) [m] over the plate, and the plate's force (n,) [N]."""
    pad = rng.uniform(2e4, 6e4)  # [N/m^1.5]
    ringing = 2 * np.pi * rng.uniform(45, 120)
    loss = 2 * rng.uniform(0.03, 0.15) * ringing
    speeds = np.gradient(target, STEP)
    z, v, felt, rate = float(target[0]), 0.0, 0.0, 0.0
    heights, loads = np.empty(len(target)), np.empty(len(target))
    for k, (aim, speed) in enumerate(zip(target.tolist(), speeds.tolist(), strict=True)):
        depth = -z if z < 0 else 0.0
        force = max(pad * depth**1.5 * (1 - 0.5 * v), 0.0)
        v += STEP * (stiffness * (aim - z) + damping * (speed - v) + force) / mass
        z += STEP * v
        rate += STEP * (ringing**2 * (force - felt) - loss * rate)
        felt += STEP * rate
        heights[k], loads[k] = z, felt
    return heights, loads


def _hidden(session: TapSession, time: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """(N, 3) whether a marker is out of sight."""
    gone = np.zeros((len(time), 3), bool)
    for marker in range(3):
        for _ in range(rng.poisson(session.gaps_a_minute * session.duration / 60)):
            start = rng.uniform(0, session.duration)
            gone[(time >= start) & (time < start + rng.uniform(0.01, 0.1)), marker] = True
    return gone

"""A finger that comes down on a plank: touches whose onset is known."""

from typing import NamedTuple

import numpy as np

STEP = 1e-4


class Pressed(NamedTuple):
    time: np.ndarray
    load: np.ndarray
    """(n,) [N] as the plank's sensor feels it, without noise"""
    contact: np.ndarray
    """(n,) [N] between finger and plank"""
    starts: np.ndarray
    """(k,) [s] when contacts begin; bounces within 50 ms belong to the touch"""
    ends: np.ndarray


def pressed(rng: np.random.Generator, touches: int = 5, pause: float = 0.6) -> Pressed:
    """Touches of about 0.8 N that take half a second to grow (Kry 4.2), at 3 to 20 cm/s."""
    mass, stiffness, damping = 0.017, rng.uniform(60, 150), rng.uniform(1.5, 2.5)
    pad, ringing = rng.uniform(1e4, 4e4), 2 * np.pi * rng.uniform(40, 90)
    loss = 2 * rng.uniform(0.03, 0.15) * ringing
    knots, heights, t = [0.0], [0.02], pause
    for _ in range(touches):
        speed, force = rng.uniform(0.03, 0.2), rng.uniform(0.4, 1.5)
        down = 0.02 / speed
        knots += [t, t + down, t + down + 0.5, t + down + rng.uniform(0.6, 1.0)]
        heights += [0.02, 0.0, -force / stiffness, -force / stiffness]
        t = knots[-1] + rng.uniform(0.15, 0.3)
        knots.append(t)
        heights.append(0.02)
        t += pause * rng.uniform(0.3, 1.5)
    time = np.arange(0, t + pause, STEP)
    aims = np.interp(time, knots, heights)
    z, v, felt, rate = 0.02, 0.0, 0.0, 0.0
    load, contact = np.empty(len(time)), np.empty(len(time))
    for k, aim in enumerate(aims.tolist()):
        force = pad * (-z) ** 1.5 * max(0.0, 1 - 0.5 * v) if z < 0 else 0.0
        v += STEP * (stiffness * (aim - z) - damping * v + force) / mass
        z += STEP * v
        rate += STEP * (ringing**2 * (force - felt) - loss * rate)
        felt += STEP * rate
        load[k], contact[k] = felt, force
    on = contact > 0
    starts = np.flatnonzero(on & ~np.concatenate([[False], on[:-1]]))
    ends = np.flatnonzero(on & ~np.concatenate([on[1:], [False]]))
    apart = time[starts[1:]] - time[ends[:-1]] > 0.05
    starts = starts[np.concatenate([[True], apart])]
    ends = ends[np.concatenate([apart, [True]])]
    return Pressed(time, load, contact, time[starts], time[ends])


def sampled(made: Pressed, rate: float, noise: float, quantum: float, rng: np.random.Generator):
    """Time and load of a converter that starts at any phase."""
    time = np.arange(rng.uniform(0, 1 / rate), made.time[-1], 1 / rate)
    load = np.interp(time, made.time, made.load) + rng.normal(0, noise, len(time))
    return time, quantum * np.round(load / quantum) if quantum else load


def as_fsr(made: Pressed, settling: float = 0.003) -> Pressed:
    """The same felt by a pad under the finger: no plank, but it settles."""
    from scipy.signal import lfilter

    pole = np.exp(-STEP / settling)
    return made._replace(load=lfilter([1 - pole], [1, -pole], made.contact))

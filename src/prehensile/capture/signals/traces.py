"""What a tap leaves in a stream: numbers over time, and how often they must be integrated."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.blend import one_sided
from prehensile.errors import InputError

ORDERS = {
    "joint_angles": 0, "markers": 0, "rigid_poses": 0, "coil_poses": 0, "rotations": 0,
    "forces": 2, "force_vectors": 2, "wrenches": 2, "pressure": 2, "accelerations": 2,
    "voltages": 2,
}  # fmt: skip
"""By Newton's law a force shows in motion integrated twice; a voltage is taken for a force's."""


class Trace(NamedTuple):
    """A stream as columns of numbers."""

    time: np.ndarray
    """(N,) [s] by its own clock"""
    columns: np.ndarray
    """(N, D), NaN where nothing was measured"""
    order: int
    """of derivative: 0 for where things are, 2 for forces and accelerations"""


def trace(stream: Stream) -> Trace:
    """A stream's samples as columns; of poses the places, of loads one number (`load`).

    Raises:
        InputError: a stream of events, which has no shape, or one of fewer than eight samples.
    """
    if stream.kind == "events":
        raise InputError(f"stream {stream.name!r} holds events, which have no shape over time.")
    if stream.n_samples < 8:
        raise InputError(f"stream {stream.name!r} has {stream.n_samples} samples; 8 are the least.")
    order = ORDERS[stream.kind]
    if order and stream.kind != "accelerations":
        return Trace(stream.time, load(stream)[:, None], order)
    values = stream.values
    if stream.kind in ("rigid_poses", "coil_poses"):
        values = values[..., :3]
    elif stream.kind == "rotations":
        values = one_sided(stream.kind, values)
    return Trace(stream.time, values.reshape(stream.n_samples, -1), order)


def load(stream: Stream, channel: str = "") -> np.ndarray:
    """(N,) how much a stream of loads is pressed, in its unit; its zero line is not removed.

    Forces, pressures and voltages are summed over the channels; of force vectors and wrenches it
    is the force along the direction in which they change most, pressing counted positive. NaN
    where nothing was measured.

    Args:
        stream: of forces, force vectors, wrenches, pressure or voltages.
        channel: that one alone; all of them if left out.

    Raises:
        InputError: a stream of another kind.
        UnknownNameError: it has no such channel.
    """
    if ORDERS.get(stream.kind) != 2 or stream.kind == "accelerations":
        raise InputError(f"stream {stream.name!r} holds {stream.kind}, which are no loads.")
    values = stream.channel(channel)[:, None] if channel else stream.values
    if values.ndim == 2:
        return values.sum(1)
    forces = values[..., :3].sum(1)
    seen = np.isfinite(forces).all(1)
    if not seen.any():
        return np.full(len(forces), np.nan)
    around = forces - np.median(forces[seen], 0)
    direction = np.linalg.eigh(around[seen].T @ around[seen])[1][:, -1]
    along = around @ direction
    # Most of the time nothing is pressed, so the long tail is the pressing.
    return along * (1.0 if (along[seen] ** 3).sum() >= 0 else -1.0)

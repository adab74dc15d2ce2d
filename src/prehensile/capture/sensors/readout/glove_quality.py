"""Quality of the grasp that a glove shows, frame by frame (Andrews 2014, 6.1)."""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.glove import TURNED, taxel_channels
from prehensile.capture.sensors.readout.glove_points import block_points
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM
from prehensile.hand.taxels import Taxels, glove_taxels
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.hinge_angles import angles_from_rotations
from prehensile.lie import se3, so3
from prehensile.quality.measure.grasp_quality import grasp_quality

LEAST = 0.1
"""[N] on a block, below which it does not touch"""
FRICTION = 0.5
SMALLEST = 0.01
"""[m] least length by which torques are divided"""


class GloveQuality(NamedTuple):
    """Of N frames."""

    time: np.ndarray
    """(N,) [s]"""
    value: np.ndarray
    """(N,) smallest singular value of the contact wrenches, 0 where the grasp is not closed"""
    closed: np.ndarray
    """(N,) bool"""
    pos: np.ndarray
    """(N, B, 3) [m] centre of pressure of every block, in the forearm's frame"""
    force: np.ndarray
    """(N, B) [N] on every block: pressure times area"""


def glove_angles(rotations: Stream, hand: Hand) -> np.ndarray:
    """(N, dof) [rad] of a hand from `ShapeHand`'s quaternions.

    Raises:
        InputError: no stream of those sixteen rotations.
    """
    if rotations.kind != "rotations" or set(rotations.channels) != set(TURNED):
        raise InputError(f"stream {rotations.name!r} does not hold the glove's 16 rotations.")
    turned = {name: so3.from_quat(rotations.channel(name)) for name in TURNED}
    turned[FOREARM] = np.broadcast_to(np.eye(3), (rotations.n_samples, 3, 3))
    return angles_from_rotations(hand, turned)


def glove_quality(
    rotations: Stream,
    pressure: Stream,
    hand: Hand,
    friction: float = FRICTION,
    taxels: Taxels | None = None,
) -> GloveQuality:
    """Closure and quality of what the blocks press on, about the middle of their contacts.

    Args:
        rotations: of `ShapeHand`.
        pressure: of `GripPressure`, at the same samples (`glove.buffered`).
        hand: that wears the glove.
        friction: of glove and object.
        taxels: the layout; the glove's by default.

    Raises:
        InputError: streams of other samples or channels.
    """
    layout = glove_taxels() if taxels is None else taxels
    if pressure.channels != taxel_channels(layout):
        raise InputError(f"stream {pressure.name!r} does not hold the layout's taxels.")
    if not np.array_equal(rotations.time, pressure.time):
        raise InputError("rotations and pressure are not of the same samples: buffer them first.")
    poses = segment_transforms(hand, glove_angles(rotations, hand))
    load = np.maximum(np.nan_to_num(pressure.values), 0.0) * layout.area
    block_of = layout.block[layout.mask]
    pos = np.zeros((len(load), len(layout.names), 3))
    into = np.tile([0.0, 0.0, 1.0], (*pos.shape[:2], 1))
    force = np.zeros(pos.shape[:2])
    for b, (name, segment) in enumerate(zip(layout.names, layout.segments, strict=True)):
        at = block_points(hand, layout, name)
        mine = load[:, block_of == b]
        force[:, b] = mine.sum(1)
        share = mine / np.maximum(force[:, b, None], 1e-12)
        out = share @ at.out
        size = np.linalg.norm(out, axis=1, keepdims=True)
        touching = size[:, 0] > 0.1
        T = poses[segment]
        pos[:, b] = se3.apply(T, share @ at.point)
        turned = np.einsum("nij,nj->ni", T[:, :3, :3], out / np.maximum(size, 1e-12))
        into[touching, b] = turned[touching]
    mask = force > LEAST
    count = np.maximum(mask.sum(1), 1)[:, None]
    origin = (pos * mask[..., None]).sum(1) / count
    away = np.linalg.norm(pos - origin[:, None], axis=-1) * mask
    length = max(float(away.max(initial=0.0)), SMALLEST)
    found = grasp_quality(pos, into, friction, origin, length, mask=mask)
    return GloveQuality(rotations.time, found.value, found.closed, pos, force)

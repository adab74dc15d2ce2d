"""A fitted EigenSkin in the form that it is drawn in, on its own mesh or carried to another."""

from typing import TYPE_CHECKING

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin.model import EigenSkin, JointCorrection
from prehensile.skin.rig.coordinates import pose_coordinates
from prehensile.skin.rig.corrections import MOST_COORDINATES, Corrections

if TYPE_CHECKING:
    from scipy.sparse import csr_array

LEAST_SHIFT = 4e-6
"""[m] A displacement that no example makes larger than this is left out, ..."""
LEAST_TURN = 4e-3
"""... if it does not turn the normal by more than this [rad] either."""


def corrections_of(
    model: EigenSkin,
    hand: Hand,
    carry: "csr_array | None" = None,
    stretch: np.ndarray | None = None,
) -> Corrections:
    """What a fitted model adds to a rig.

    Args:
        model: with at most `MOST_COORDINATES` displacements in all.
        hand: on which it was fitted.
        carry: (W, V) rows that sum to 1: each of the rig's vertices as a mean of the model's; the
            rig has the model's own ones if left out.
        stretch: (3,) what to multiply displacements by, along each axis of the palm. Its signs
            alone count for normals.

    Raises:
        InputError: more displacements than coordinates can be told apart.
    """
    from scipy.sparse import csr_array

    counts = [len(joint.displacements) for joint in model.joints]
    if sum(counts) > MOST_COORDINATES:
        raise InputError(
            f"the corrections have {sum(counts)} displacements in all; a rig takes "
            f"{MOST_COORDINATES}: keep fewer of each joint."
        )
    unit = np.concatenate([np.zeros(0), *(_largest(joint) for joint in model.joints)])
    scale = np.ones(3) if stretch is None else stretch
    scales = np.concatenate([scale, np.sign(scale)])
    vertices, columns, entries = [], [], []
    first = 0
    for joint, n in zip(model.joints, counts, strict=True):
        both = np.concatenate([joint.displacements, joint.normals], axis=-1)  # (n, S, 6)
        both = (both * unit[first : first + n, None, None] * scales).swapaxes(0, 1)
        where, field = joint.support, both
        if carry is not None:
            own = csr_array(carry[:, joint.support])
            where = np.flatnonzero(np.diff(own.indptr))
            field = (own @ both.reshape(len(both), -1))[where].reshape(-1, n, 6)
        shift, turn = np.linalg.norm(field.reshape(-1, n, 2, 3), axis=-1).transpose(2, 0, 1)
        row, k = np.nonzero((shift > LEAST_SHIFT) | (turn > LEAST_TURN))
        vertices.append(where[row])
        columns.append(first + k)
        entries.append(field[row, k].astype(np.float32))
        first += n
    size = len(model.blend.rest) if carry is None else len(carry.indptr) - 1
    owner = np.concatenate([np.zeros(0, np.intp), *vertices])
    order = np.argsort(owner, kind="stable")
    found = np.concatenate([np.zeros((0, 6), np.float32), *entries])[order]
    joints = [(joint.segment, joint.coordinates) for joint in model.joints]
    ends = np.cumsum(np.bincount(owner, minlength=size))
    return Corrections(
        names=tuple(
            f"{j.joint} {k}" for j, n in zip(model.joints, counts, strict=True) for k in range(n)
        ),
        start=np.concatenate([[0], ends]).astype(np.uint32),
        column=np.concatenate([np.zeros(0, np.intp), *columns])[order].astype(np.uint8),
        shift=np.ascontiguousarray(found[:, :3]),
        turn=np.ascontiguousarray(found[:, 3:]),
        coordinates=pose_coordinates(hand, model.blend.q_rest, joints, unit),
    )


def _largest(joint: JointCorrection) -> np.ndarray:
    """(n,) size of each coordinate where it is largest of all examples."""
    values = np.abs(joint.coordinates(joint.coordinates.centres)).max(axis=0)
    return np.where(values > 0, values, 1.0)

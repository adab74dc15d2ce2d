"""Corrections of joints that pull the same skin, learned from poses that move them together.

A finger that bends alone stretches the webs to its neighbours; beside bent neighbours it does not.
Sums of what each does alone, u(θ) ≈ Σ u_i(θ_i), then correct too much (Kry 2005, 7.7.3, equation
7.3). Coordinates stay as they are; displacements of the knuckles are changed by least squares over
all examples, those of single joints among them.
"""

from dataclasses import replace

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin.model import EigenSkin, JointCorrection

SHARED = "_mcp"
"""End of the names of the joints that share skin: the knuckles of the fingers."""
STEADINESS = 1.0
"""Weight of keeping a displacement, of full size, against one example."""


def adjusted_together(
    model: EigenSkin,
    hand: Hand,
    q: np.ndarray,
    moved: np.ndarray,
    tilted: np.ndarray,
    counts: np.ndarray,
) -> EigenSkin:
    """The model with other displacements of the knuckles.

    Args:
        model: learned from single joints.
        hand: on which it was learned.
        q: (P, dof) [rad] of all examples.
        moved: (P, V, 3) [m] displacements at rest.
        tilted: (P, V, 3) what they add to the normals at rest.
        counts: (P,) weight of each example.
    """
    alpha = dict(zip(model.joints, model.coordinates(hand, q), strict=True))
    wanted = np.concatenate([moved, tilted], axis=-1)
    for joint, a in alpha.items():
        wanted[:, joint.support] -= np.einsum("pk,ksi->psi", a, _fields(joint))
    shared = [joint for joint in model.joints if joint.joint.endswith(SHARED)]
    if not shared:
        return model
    owner = np.repeat(np.arange(len(shared)), [len(joint.displacements) for joint in shared])
    A = np.concatenate([alpha[joint] for joint in shared], axis=1)
    size = np.abs(A).max(axis=0)
    size[size == 0] = 1.0
    pulls = np.zeros((wanted.shape[1], len(shared)), bool)
    for k, joint in enumerate(shared):
        pulls[joint.support, k] = True
    # Vertices that the same joints pull have the same system.
    change = np.zeros((A.shape[1], *wanted.shape[1:]))
    patterns, pattern = np.unique(pulls, axis=0, return_inverse=True)
    for k, joints in enumerate(patterns):
        kept, here = joints[owner], np.flatnonzero(pattern == k)
        B = counts[:, None] * A[:, kept] / size[kept]
        square = B.T @ B + STEADINESS**2 * np.eye(B.shape[1])
        left = (counts[:, None, None] * wanted[:, here]).reshape(len(q), -1)
        found = np.linalg.solve(square, B.T @ left).reshape(-1, len(here), 6)
        change[np.ix_(kept, here)] = found / size[kept, None, None]
    new = {joint: _moved_by(joint, change[owner == k]) for k, joint in enumerate(shared)}
    return replace(model, joints=tuple(new.get(joint, joint) for joint in model.joints))


def _fields(joint: JointCorrection) -> np.ndarray:
    """(n, S, 6) displacements and turned normals side by side."""
    return np.concatenate([joint.displacements, joint.normals], axis=-1)


def _moved_by(joint: JointCorrection, change: np.ndarray) -> JointCorrection:
    """A joint's correction with fields (n, V, 6) added to its displacements and turned normals."""
    add = change[:, joint.support]
    return replace(
        joint,
        displacements=joint.displacements + add[..., :3],
        normals=joint.normals + add[..., 3:],
    )

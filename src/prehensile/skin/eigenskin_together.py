"""Corrections of joints that pull the same skin, learned from poses that move them together.

A finger that bends alone stretches the webs to its neighbours; beside bent neighbours it does not.
Sums of what each does alone, u(θ) ≈ Σ u_i(θ_i), then correct too much (Kry 2005, 7.7.3, equation
7.3). Coordinates stay as they are; displacements of the knuckles are changed by least squares over
all examples, those of single joints among them.
"""

from dataclasses import replace

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin import EigenSkin

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
        hand: whose.
        q: (P, dof) [rad] of all examples.
        moved: (P, V, 3) [m] displacements at rest.
        tilted: (P, V, 3) what they add to the normals at rest.
        counts: (P,) weight of each example.
    """
    alpha = model.coordinates(hand, q)
    wanted = np.concatenate([moved, tilted], axis=-1)
    for joint, a in zip(model.joints, alpha, strict=True):
        wanted[:, joint.support] -= np.einsum("pk,ksi->psi", a, _fields(joint))
    owner, columns, sizes = [], [], []
    for row, (joint, a) in enumerate(zip(model.joints, alpha, strict=True)):
        if joint.joint.endswith(SHARED):
            size = np.abs(a).max(axis=0)
            size[size == 0] = 1.0
            owner += [row] * len(size)
            columns.append(a / size)
            sizes.append(size)
    if not columns:
        return model
    A, size, of = np.concatenate(columns, axis=1), np.concatenate(sizes), np.array(owner)
    change = np.zeros((A.shape[1], *wanted.shape[1:]))
    pulls = np.zeros((len(model.joints), wanted.shape[1]), bool)
    for row, joint in enumerate(model.joints):
        pulls[row, joint.support] = True
    patterns, pattern = np.unique(pulls[np.unique(of)].T, axis=0, return_inverse=True)
    for k, joints in enumerate(patterns):
        kept = np.isin(of, np.unique(of)[joints])
        here = np.flatnonzero(pattern == k)
        if kept.any():
            B = counts[:, None] * A[:, kept]
            square = B.T @ B + STEADINESS**2 * np.eye(B.shape[1])
            left = (counts[:, None, None] * wanted[:, here]).reshape(len(q), -1)
            found = np.linalg.solve(square, B.T @ left).reshape(-1, len(here), 6)
            change[np.ix_(kept, here)] = found
    change /= size[:, None, None]
    joints = list(model.joints)
    for row in np.unique(of):
        joint = joints[row]
        add = change[of == row][:, joint.support]
        joints[row] = replace(
            joint,
            displacements=joint.displacements + add[..., :3],
            normals=joint.normals + add[..., 3:],
        )
    return replace(model, joints=tuple(joints))


def _fields(joint) -> np.ndarray:
    """(n, S, 6) displacements and turned normals side by side."""
    return np.concatenate([joint.displacements, joint.normals], axis=-1)

"""A fitted EigenSkin carried to a finer mesh of the same skin.

The posed shapes of the coarse skin are cut finer, and what the finer skin must have at rest to
reach them is learned anew. Cutting the displacements themselves finer would not do: they make good
what the weights of their own vertices do wrong, and weights change across a joint within an edge.
"""

from typing import TYPE_CHECKING

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.eigenskin.blend import SkinBlend
from prehensile.skin.eigenskin.model import EigenSkin, JointCorrection
from prehensile.skin.rig.weights import strongest

if TYPE_CHECKING:
    from scipy.sparse import csr_array

STEADINESS = 0.02
"""Share of the largest coordinate below which one is too small to learn much from."""


def finer_eigenskin(
    model: EigenSkin, hand: Hand, finer: "csr_array", faces: np.ndarray
) -> EigenSkin:
    """A model's corrections on a finer mesh of the same skin.

    Args:
        model: fitted on the coarse mesh.
        hand: on which it was fitted.
        finer: (W, V) each finer vertex as a mean of the coarse ones; rows sum to 1.
        faces: (F, 3) of the finer mesh.
    """
    coarse = model.blend
    rest = finer @ coarse.rest
    weights = strongest(finer @ coarse.weights)
    normals = smooth_normals(rest, faces)
    blend = SkinBlend(rest, faces, coarse.q_rest, coarse.segments, weights)
    frames = segment_transforms(hand, coarse.q_rest)
    joints = []
    for joint in model.joints:
        carried = [k for k, name in enumerate(coarse.segments) if _hangs_on(hand, name, joint)]
        here, there = (w[:, carried].sum(axis=1) for w in (coarse.weights, weights))
        frame = frames[joint.segment]
        joints.append(_carried(model.blend, joint, frame, here, there, finer, blend, normals))
    return EigenSkin(blend, normals, tuple(joints), model.without_examples)


def _hangs_on(hand: Hand, segment: str | None, joint: JointCorrection) -> bool:
    while segment is not None:
        if segment == joint.segment:
            return True
        segment = hand.segments[segment].parent
    return False


def _carried(
    coarse: SkinBlend,
    joint: JointCorrection,
    frame: np.ndarray,
    here: np.ndarray,
    there: np.ndarray,
    finer: "csr_array",
    blend: SkinBlend,
    normals: np.ndarray,
) -> JointCorrection:
    """One joint's: it turns the share ``here`` (V,) of coarse vertices, ``there`` (W,) of finer."""
    turns = joint.coordinates.centres
    turns = turns[np.linalg.norm(turns, axis=1) > 0]
    alpha = joint.coordinates(turns)
    near = np.zeros(len(here))
    near[joint.support] = 1
    support = np.flatnonzero(finer @ near)
    shifts, tilts = [], []
    for turn, a in zip(turns, alpha, strict=True):
        T = np.eye(4)
        T[:3, :3] = so3.exp(turn)
        motion = frame @ T @ se3.inverse(frame)
        shape = coarse.rest.copy()
        shape[joint.support] += np.einsum("k,ksi->si", a, joint.displacements)
        A, t = _partly(motion, here)
        posed = finer @ (np.einsum("vij,vj->vi", A, shape) + t)
        A, t = _partly(motion, there[support])
        shifts.append(np.linalg.solve(A, (posed[support] - t)[..., None])[..., 0])
        tilted = smooth_normals(posed, blend.faces)[support]
        tilted = np.linalg.solve(A, tilted[..., None])[..., 0]
        tilts.append(tilted / np.linalg.norm(tilted, axis=1, keepdims=True))
    shift = np.stack(shifts) - blend.rest[support]
    tilt = np.stack(tilts) - normals[support]
    cut = finer[support][:, joint.support]
    return JointCorrection(
        joint=joint.joint,
        segment=joint.segment,
        support=support,
        displacements=_learned(alpha, shift, _cut_finer(cut, joint.displacements)),
        normals=_learned(alpha, tilt, _cut_finer(cut, joint.normals)),
        coordinates=joint.coordinates,
        singular_values=joint.singular_values,
    )


def _cut_finer(finer: "csr_array", fields: np.ndarray) -> np.ndarray:
    """(n, S, 3) of fields (n, V, 3) by a matrix (S, V)."""
    n, v, _ = fields.shape
    flat = fields.swapaxes(0, 1).reshape(v, -1)
    return np.asarray(finer @ flat).reshape(-1, n, 3).swapaxes(0, 1)


def _partly(motion: np.ndarray, share: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Blended maps (N, 3, 3) and (N, 3) of vertices of which a joint turns a share (N,)."""
    A = np.eye(3) + share[:, None, None] * (motion[:3, :3] - np.eye(3))
    return A, share[:, None] * motion[:3, 3]


def _learned(alpha: np.ndarray, fields: np.ndarray, guess: np.ndarray) -> np.ndarray:
    """Displacements (n, S, 3) whose sums by ``alpha`` (P, n) are the fields (P, S, 3).

    Near the ``guess``, where a coordinate is too small to tell.
    """
    n = alpha.shape[1]
    left = fields - np.einsum("pk,ksi->psi", alpha, guess)
    square = alpha.T @ alpha + (STEADINESS * np.abs(alpha).max()) ** 2 * np.eye(n)
    return guess + np.einsum("kp,psi->ksi", np.linalg.solve(square, alpha.T), left)

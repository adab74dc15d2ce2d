"""A made-up EigenSkin of our own skin: soft bumps round every joint, of no particular beauty."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES, joint_degrees
from prehensile.hand.segments import joint_segment
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.eigenskin.blend import own_blend
from prehensile.skin.eigenskin.file import FittedSkin
from prehensile.skin.eigenskin.model import EigenSkin, JointCorrection, joint_rotation
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.rig.interpolation import interpolate
from prehensile.skin.template.levels import skin_mesh


def made_eigenskin(reach: float = 0.03, kept: int = 5, seed: int = 0) -> FittedSkin:
    """On the mean right hand: ``kept`` displacements of every joint's skin within ``reach`` [m]."""
    hand, rng = Hand(), np.random.default_rng(seed)
    mesh = skin_mesh(hand, 0)
    blend = own_blend(hand, mesh.vertices, mesh.faces)
    normals = smooth_normals(blend.rest, blend.faces)
    joints = [
        made_joint(hand, name, blend.rest, normals, reach, kept, rng) for name in joint_degrees()
    ]
    model = EigenSkin(blend, normals, tuple(joints), ())
    return FittedSkin(model, HandSpec.mean(), "made up", seed, {"minutes": 0.0})


def made_joint(
    hand: Hand,
    name: str,
    rest: np.ndarray,
    normals: np.ndarray,
    reach: float,
    kept: int,
    rng: np.random.Generator,
) -> JointCorrection:
    """Unit displacements, and coordinates [m] of some examples."""
    segment = joint_segment(name)
    centre = segment_transforms(hand, bind_angles())[segment][:3, 3]
    far = np.linalg.norm(rest - centre, axis=1)
    support = np.flatnonzero(far < reach)
    wave = np.cos(far[support, None] / reach * rng.uniform(1, 6, kept)) * rng.normal(size=kept)
    fields = (wave * (1 - (far[support, None] / reach) ** 2) ** 2).T[..., None] * normals[support]
    fields = fields + 0.2 * np.abs(fields) * rng.normal(size=3)
    fields /= np.sqrt((fields**2).sum(axis=(1, 2), keepdims=True)) + 1e-30
    q = _examples(hand, name, rng)
    rotations = joint_rotation(hand, segment, q, bind_angles())
    values = 0.02 * rng.normal(size=(len(q), kept)) / (1 + np.arange(kept))
    values[0] = 0  # the rest pose
    return JointCorrection(
        joint=name,
        segment=segment,
        support=support,
        displacements=fields,
        normals=8 * fields[..., [1, 2, 0]],
        coordinates=interpolate(rotations, values),
        singular_values=np.sort(rng.random(len(q)))[::-1],
    )


def _examples(hand: Hand, name: str, rng: np.random.Generator) -> np.ndarray:
    columns = [JOINT_NAMES.index(degree) for degree in joint_degrees()[name]]
    count = 7 if len(columns) == 1 else 20
    q = np.tile(bind_angles(), (count, 1))
    low, high = hand.lower[columns], hand.upper[columns]
    q[1:, columns] = rng.uniform(low, high, (count - 1, len(columns)))
    if len(columns) == 1:
        # Off the limits: a lower one may be the rest pose.
        q[1:, columns[0]] = 0.02 + np.linspace(low[0], high[0], count - 1)
    return q

"""Learn EigenSkin corrections from example shapes (Kry 2005, sections 7.2 to 7.4 and 7.7.3)."""

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES, joint_degrees
from prehensile.hand.segments import joint_segment
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.eigenskin.blend import SkinBlend, at_rest, capped_inverse
from prehensile.skin.eigenskin.model import EigenSkin, JointCorrection, joint_rotation
from prehensile.skin.eigenskin.support import SUPPORTS, THRESHOLD, support_masks
from prehensile.skin.eigenskin.together import adjusted_together
from prehensile.skin.rig.interpolation import NEAREST, SMOOTH, interpolate

KEPT = 5
"""Displacements kept of each joint."""
EMPHASIS = 12.0
"""Power of its displacement by which an example counts in the choice of the first basis vector; 0
as published. One alone then serves the far poses, where blend skinning is worst and errors are
seen; with the others, which are chosen as published, all examples are met as well as ever."""
TOGETHER_COUNTS = 0.5
"""Weight of an example that moves several joints; one that moves a single joint has 1."""
NEGLIGIBLE = 1e-9
"""Singular values over the largest displacement below which there is nothing more to learn."""
SAME_ANGLE = 1e-6
"""[rad] Joints nearer than this to the rest pose have not moved."""


def fit_eigenskin(
    blend: SkinBlend,
    hand: Hand,
    q: np.ndarray,
    shapes: np.ndarray,
    kept: int = KEPT,
    threshold: float = THRESHOLD,
    supports: int = SUPPORTS,
    kernel: str = SMOOTH,
    emphasis: float = EMPHASIS,
) -> EigenSkin:
    """Corrections of every joint from the examples that move it alone.

    Joints without any keep blend skinning. Examples that move several joints then adjust those of
    the knuckles; see :mod:`prehensile.skin.eigenskin.together`.

    Args:
        blend: the skin and its weights.
        hand: the hand that wears it.
        q: (P, dof) [rad] poses of the examples.
        shapes: (P, V, 3) [m] skin there, with the forearm at the origin.
        kept: displacements per joint.
        threshold: see :mod:`prehensile.skin.eigenskin.support`.
        supports: most joints at one vertex.
        kernel: of the interpolation.
        emphasis: see `EMPHASIS`.

    Raises:
        InputError: arrays that do not fit each other or are not finite, two examples of one
            pose, or none that moves a single joint.
    """
    q, shapes = _checked(blend, hand, q, shapes)
    owners = single_joints(blend, q)
    names = [name for name in joint_degrees() if name in owners]
    if not names:
        raise InputError(
            f"none of the {len(q)} examples moves one joint alone from the skin's rest pose; "
            "corrections are learned joint by joint."
        )
    maps = blend.maps(hand, q)
    moved = at_rest(maps, shapes) - blend.rest
    normals = smooth_normals(blend.rest, blend.faces)
    rows = {name: np.flatnonzero([owner == name for owner in owners]) for name in names}
    largest = [np.linalg.norm(moved[rows[name]], axis=-1).max(axis=0) for name in names]
    masks = support_masks(np.stack(largest), threshold, supports)
    target = np.stack([smooth_normals(shape, blend.faces) for shape in shapes])
    tilted = _normals_at_rest(maps, target) - normals
    joints = []
    for name, mask in zip(names, masks, strict=True):
        examples = rows[name]
        turned = tilted[examples]
        rotations = joint_rotation(hand, joint_segment(name), q[examples], blend.q_rest)
        joints.append(
            _correction(name, moved[examples], turned, mask, rotations, kept, kernel, emphasis)
        )
    without = tuple(name for name in joint_degrees() if name not in owners)
    model = EigenSkin(blend, normals, tuple(joints), without)
    counts = np.where([owner is None for owner in owners], TOGETHER_COUNTS, 1.0)
    return adjusted_together(model, hand, q, moved, tilted, counts) if None in owners else model


def single_joints(blend: SkinBlend, q: np.ndarray) -> list[str | None]:
    """The joint that each pose (P, dof) moves by itself; None where it is none or several."""
    degrees = joint_degrees()
    found: list[str | None] = []
    for pose in q:
        moved = np.flatnonzero(np.abs(pose - blend.q_rest) > SAME_ANGLE)
        joints = {JOINT_NAMES[k].rpartition("_")[0] for k in moved}
        one = joints.pop() if len(joints) == 1 else None
        found.append(one if one in degrees else None)
    return found


def _correction(
    name: str,
    moved: np.ndarray,
    turned: np.ndarray,
    mask: np.ndarray,
    rotations: np.ndarray,
    kept: int,
    kernel: str,
    emphasis: float,
) -> JointCorrection:
    support = np.flatnonzero(mask > 0)
    wide = mask[support, None]
    A = (moved[:, support] * wide).reshape(len(moved), -1)  # Aᵀ of section 7.3
    basis = _basis(A, kept, emphasis)
    alpha = A @ basis.T
    # One set of coordinates serves both: normals follow them by least squares.
    n = (turned[:, support] * wide).reshape(len(turned), -1)
    normal_basis = np.linalg.lstsq(alpha, n, rcond=1e-9)[0]
    # The rest pose is an example too: there nothing is added.
    poses = np.concatenate([np.zeros((1, 3)), rotations])
    values = np.concatenate([np.zeros((1, alpha.shape[1])), alpha])
    return JointCorrection(
        joint=name,
        segment=joint_segment(name),
        support=support,
        displacements=basis.reshape(-1, len(support), 3),
        normals=normal_basis.reshape(-1, len(support), 3),
        coordinates=interpolate(poses, values, kernel),
        singular_values=np.linalg.svd(A, compute_uv=False),
    )


def _basis(A: np.ndarray, kept: int, emphasis: float) -> np.ndarray:
    """Orthonormal rows (n, 3 S) that span most of those of ``A`` (P, 3 S)."""
    size = np.linalg.norm(A, axis=1)
    counts = (size / max(size.max(), 1e-30)) ** emphasis
    first = np.linalg.svd(counts[:, None] * A, full_matrices=False)[2][:1]
    _, left, others = np.linalg.svd(A - A @ first.T @ first, full_matrices=False)
    # What is left of nothing points anywhere, also along the first.
    others = others[left > NEGLIGIBLE * max(size.max(), 1e-30)]
    return np.concatenate([first, others])[:kept]


def _normals_at_rest(maps: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """(P, V, 3) unit normals at rest that the maps' linear part turns into the given ones."""
    back = np.einsum("...vij,...vj->...vi", capped_inverse(maps[..., :3]), normals)
    return back / np.maximum(np.linalg.norm(back, axis=-1, keepdims=True), 1e-30)


def _checked(
    blend: SkinBlend, hand: Hand, q: np.ndarray, shapes: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    q, shapes = np.asarray(q, float), np.asarray(shapes, float)
    if q.ndim != 2 or q.shape[1] != hand.dof:
        raise InputError(f"example poses have the shape {q.shape}; expected (P, {hand.dof}).")
    if shapes.shape != (len(q), len(blend.rest), 3):
        raise InputError(
            f"example shapes have the array shape {shapes.shape}; expected ({len(q)}, "
            f"{len(blend.rest)}, 3): one for each pose, with the skin's own vertices."
        )
    for what, array in (("poses", q), ("shapes", shapes)):
        bad = ~np.isfinite(array).reshape(len(array), -1).all(axis=1)
        if bad.any():
            raise InputError(f"example {int(bad.argmax())} has {what} that are not finite numbers.")
    for k in range(1, len(q)):
        same = np.abs(q[:k] - q[k]).max(axis=1) < NEAREST
        if same.any():
            raise InputError(f"examples {int(same.argmax())} and {k} have the same pose; drop one.")
    return q, shapes

"""Two moments of a scene, and what lies between them: slow motion without jerks."""

from dataclasses import replace

import numpy as np

from prehensile.lie import so3
from prehensile.stage.scene import SceneFrame


def interpolate(before: SceneFrame, after: SceneFrame, part: float) -> SceneFrame:
    """What to show ``part`` of the way from one frame to the next.

    Angles, positions and blood are linear, orientations turn at constant speed; contacts and forces
    are those of the earlier frame: a contact that comes or goes has no value between.

    Args:
        before: as the scene showed it.
        after: one step later, with the same hands and bodies.
        part: 0 to 1.
    """
    if part <= 0 or len(before.q) != len(after.q) or before.bodies.shape != after.bodies.shape:
        return before
    return replace(
        before,
        time=before.time + part * (after.time - before.time),
        q=[a + part * (b - a) for a, b in zip(before.q, after.q, strict=True)],
        forearm=[
            interpolate_pose(a, b, part) for a, b in zip(before.forearm, after.forearm, strict=True)
        ],
        bodies=interpolate_pose(before.bodies, after.bodies, part),
        blood=_between(before.blood, after.blood, part),
    )


def _between(a: np.ndarray | None, b: np.ndarray | None, part: float) -> np.ndarray | None:
    return a if a is None or b is None else a + part * (b - a)


def interpolate_pose(a: np.ndarray, b: np.ndarray, part: float) -> np.ndarray:
    """(..., 7) between two poses, the shorter way round."""
    where = a[..., :3] + part * (b[..., :3] - a[..., :3])
    turned = so3.slerp(a[..., 3:], b[..., 3:], np.full(a.shape[:-1], part))
    return np.concatenate([where, turned], axis=-1)

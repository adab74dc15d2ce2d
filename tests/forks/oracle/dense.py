"""Static response of a mechanism from one dense constrained system, without `forks.statics`.

Everything is about the world's origin and in world axes: a displacement field u_i = (v, ω) for each
link, one spring energy per joint direction, and hard constraints on the directions a joint blocks.
Minimising the energy under a load is a dense KKT system, solved by least squares so that redundant
constraints do no harm.
"""

import numpy as np

from prehensile.forks.mechanism.mechanism import Mechanism


def dense_compliance(mechanism: Mechanism, effectors: tuple[str, ...]) -> np.ndarray:
    """(6 E, 6 E) in the end effectors' frames."""
    names = [link.name for link in mechanism.links]
    moving = [n for n in names if n != names[mechanism.base]]
    n = 6 * len(moving)
    K, blocked = np.zeros((n, n)), []
    for joint in mechanism.joints:
        S = np.stack([_to_world(joint.T_world, s) for s in joint.screws], axis=1)  # (6, d)
        jump = np.zeros((6, n))
        for end, sign in ((joint.child, 1.0), (joint.parent, -1.0)):
            if end in moving:
                k = 6 * moving.index(end)
                jump[:, k : k + 6] += sign * np.eye(6)
        pick = np.linalg.pinv(S) @ jump  # joint coordinates of an admissible jump
        K += pick.T @ np.diag(joint.stiffness) @ pick
        blocked.append((np.eye(6) - S @ np.linalg.pinv(S)) @ jump)
    C = np.vstack(blocked)
    _, sizes, rows = np.linalg.svd(C)
    free = rows[(sizes > 1e-9).sum() :].T  # all motions that respect the joints
    frames = [mechanism.T_world[names.index(e)] for e in effectors]
    to_body = np.zeros((6 * len(effectors), n))
    for e, (name, T) in enumerate(zip(effectors, frames, strict=True)):
        k = 6 * moving.index(name)
        to_body[6 * e : 6 * e + 6, k : k + 6] = np.stack(
            [_to_body(T, unit) for unit in np.eye(6)], axis=1
        )
    reach = to_body @ free
    return reach @ np.linalg.solve(free.T @ K @ free, reach.T)


def _to_world(T: np.ndarray, twist: np.ndarray) -> np.ndarray:
    w = T[:3, :3] @ twist[3:]
    return np.concatenate([T[:3, :3] @ twist[:3] + np.cross(T[:3, 3], w), w])


def _to_body(T: np.ndarray, twist: np.ndarray) -> np.ndarray:
    at_origin = twist[:3] + np.cross(twist[3:], T[:3, 3])
    return np.concatenate([T[:3, :3].T @ at_origin, T[:3, :3].T @ twist[3:]])

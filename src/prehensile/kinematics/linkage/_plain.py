"""The plain twin of ``_kernels``: a hand's kinematics in NumPy."""

import numpy as np

from prehensile.kinematics.linkage.hand_table import HandTable


def hand_contacts(
    table: HandTable, theta: np.ndarray, T_forearm: np.ndarray, link: np.ndarray, point: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Where all segments are, and how points on some of them move (Kry 2005, 4.3).

    Args:
        table: the hand.
        theta: (dof + 3,) [rad], then how far the root has moved [m], world axes.
        T_forearm: (4, 4) of the world, before the root moves.
        link: (N,) rows of segments that are touched.
        point: (N, 3) [m] where, world.

    Returns:
        poses (S, 4, 4) of the world, and J (N, 6, dof + 3), linear rows first.
    """
    dof = len(theta) - 3
    poses = np.empty((len(table.parent), 4, 4))
    anchor, axis = np.empty((len(table.axis), 3)), np.empty((len(table.axis), 3))
    for s, parent in enumerate(table.parent):
        if parent < 0:
            T = T_forearm.copy()
            T[:3, 3] += theta[dof:]
        else:
            T = poses[parent] @ table.rest[s]
        for j in range(table.first[s], table.first[s + 1]):
            angle = table.offset[j] + table.ratio[j] * theta[table.column[j]]
            x, y, z = table.axis[j]
            K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            anchor[j], axis[j] = T[:3, 3], T[:3, :3] @ table.axis[j]
            T[:3, :3] = T[:3, :3] @ (np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K))
        poses[s] = T
    J = np.zeros((len(link), 6, dof + 3))
    J[:, :3, dof:] = np.eye(3)
    for i, touched in enumerate(link):
        s = touched
        while s >= 0:
            for j in range(table.first[s], table.first[s + 1]):
                arm = np.cross(axis[j], point[i] - anchor[j])
                J[i, :3, table.column[j]] += table.ratio[j] * arm
                J[i, 3:, table.column[j]] += table.ratio[j] * axis[j]
            s = table.parent[s]
    return poses, J


def directions(table: HandTable, q: np.ndarray, link: np.ndarray, local: np.ndarray) -> np.ndarray:
    """Directions fixed in segments, as the forearm sees them.

    Args:
        table: the hand.
        q: (N, dof) [rad] of each direction's own hand.
        link: (N,) rows of segments.
        local: (N, 3) in the segments' frames.

    Returns:
        (N, 3)
    """
    out = np.empty((len(link), 3))
    none, nowhere = np.zeros(0, np.int64), np.zeros((0, 3))
    for i, s in enumerate(link):
        theta = np.append(q[i], np.zeros(3))
        out[i] = hand_contacts(table, theta, np.eye(4), none, nowhere)[0][s, :3, :3] @ local[i]
    return out

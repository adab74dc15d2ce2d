"""The file's own joints under our skeleton: names, nesting and axes stay as they are."""

import numpy as np

from prehensile.hand.segments import FOREARM
from prehensile.hand.webxr_joints import R_BONE_WEBXR, JointTree, joint_tree
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.imported.gltf_skin import SkinnedMesh
from prehensile.skin.imported.joints import ImportedJoints
from prehensile.skin.imported.skeleton import SkeletonFit
from prehensile.skin.rig.named import NamedJoints


def named_joints(
    mesh: SkinnedMesh, joints: ImportedJoints, fit: SkeletonFit, to_palm: np.ndarray
) -> NamedJoints:
    """The file's nodes as frames on the segments that they move with.

    Args:
        mesh: of the file.
        joints: which of ours its joints are.
        fit: our hand in its bind pose.
        to_palm: (4, 4) the file's frame and unit → the palm's [m].
    """
    tree, ours = mesh.tree, joint_tree(fit.hand)
    segments = _segments(mesh, joints, ours.segments)
    T_palm = _frames(mesh, to_palm)
    poses = segment_transforms(fit.hand, fit.q)
    K = np.eye(4)
    K[:3, :3] = R_BONE_WEBXR
    local = se3.inverse(np.stack([poses[name] for name in segments])) @ T_palm @ K.T
    column = np.zeros(len(ours.names), np.uint16)
    for name, row in joints.rows.items():
        if name in ours.names:
            column[ours.names.index(name)] = row
    return NamedJoints(
        JointTree(tree.names, tree.parents, segments, local),
        tree.joints,
        K @ se3.inverse(T_palm[list(tree.joints)]),
        column,
    )


def _segments(
    mesh: SkinnedMesh, joints: ImportedJoints, of_joint: tuple[str, ...]
) -> tuple[str, ...]:
    """The segment that each node moves with: what the hand hangs on is the forearm."""
    tree = mesh.tree
    moved = {row: of_joint[joints.columns[k]] for k, row in enumerate(tree.joints)}
    known = {tree.joints[k] for k in joints.rows.values()}
    for row in known:
        above = tree.parents[row]
        while above >= 0 and above not in known:
            if not _hangs_on(tree.parents, above, known):
                moved[above] = FOREARM
            above = tree.parents[above]
    found: list[str] = []
    for row, parent in enumerate(tree.parents):
        found.append(moved.get(row, FOREARM if parent < 0 else found[parent]))
    return tuple(found)


def _hangs_on(parents: tuple[int, ...], row: int, known: set[int]) -> bool:
    while row >= 0:
        if row in known:
            return True
        row = parents[row]
    return False


def _frames(mesh: SkinnedMesh, to_palm: np.ndarray) -> np.ndarray:
    """Node → palm (N, 4, 4) in the bind pose, rigid [m]."""
    tree = mesh.tree
    T = np.tile(np.eye(4), (len(tree.names), 1, 1))
    T[list(tree.joints)] = to_palm @ mesh.bind
    for row in reversed(range(len(tree.names))):
        if row not in tree.joints:
            child = tree.parents.index(row)  # it stands as the first that hangs on it needs it
            T[row] = T[child] @ np.linalg.inv(tree.local[child])
    u, _, v = np.linalg.svd(T[:, :3, :3])
    u[:, :, 2] *= np.sign(np.linalg.det(u @ v))[:, None]
    T[:, :3, :3] = u @ v
    return T

"""The WebXR hand fitted to one of ours: same joints, same bone lengths, same breadths.

Our hand is put into the pose of the asset (`BIND_POSE`), where the two differ by small turns and
by sizes only. Every joint j then has an affine map M_j from the asset's bone to ours, stretched
along and across it, and a vertex goes to Σ_j w_j M_j v with the asset's own weights. Two maps
that share a joint agree on its centre, so the skin stays whole. Afterwards joints are rigid.
"""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.segments import PALM, digit_segments
from prehensile.hand.webxr_joints import joint_tree, webxr_joints
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.flesh import FINGER_BACK, FINGER_PALMAR
from prehensile.skin.nails import on_nail
from prehensile.skin.rig import NAIL, SKIN, Rig
from prehensile.skin.smooth_normals import smooth_normals
from prehensile.skin.webxr_hand import WebXRHand, webxr_hand

BIND_POSE = {
    "thumb_cmc_abd": -0.368, "thumb_cmc_flex": 0.102,
    "thumb_mp_flex": -0.135, "thumb_ip_flex": -0.139,
    "index_mcp_abd": -0.066, "index_mcp_flex": 0.071,
    "index_pip_flex": 0.020, "index_dip_flex": -0.144,
    "middle_mcp_abd": -0.112, "middle_mcp_flex": 0.096,
    "middle_pip_flex": 0.005, "middle_dip_flex": -0.186,
    "ring_mcp_abd": 0.224, "ring_mcp_flex": 0.102,
    "ring_pip_flex": 0.021, "ring_dip_flex": -0.057,
    "little_mcp_abd": 0.275, "little_mcp_flex": 0.131,
    "little_pip_flex": 0.007, "little_dip_flex": -0.070,
}  # fmt: skip
"""[rad] Joint angles at which our bones point where the asset's do: a least-squares fit of the
directions of bones and of their backs. Directions do not depend on sizes, so it suits every hand.
"""
MIDDLE = (0.35, 0.65)
"""Part of a phalanx, from base to head, where its flesh is measured."""
WRIST = (-0.2, 0.0)
"""Part of the palm's length where the wrist is measured."""
WRIST_OF_BREADTH = (0.325, 0.215, 0.245)
"""Half breadth, back and palmar depth of the wrist over hand breadth, as in `skin.flesh`."""
PALM_DEPTH, THUMB_BALL_DEPTH = 0.92, 0.75
"""The asset's palm and ball of the thumb are deeper than ours for their breadth: this brings them
to the surface of `skin.flesh`, which lies close to what collides."""
INFLUENCES = 4
"""Joints that may carry a vertex: what glTF and graphics cards take."""


def fitted_rig(hand: Hand) -> Rig:
    """See :func:`prehensile.skin.rig.hand_rig`. Bind pose: `BIND_POSE`."""
    asset = webxr_hand()
    # Made for the right hand of these sizes; a left one is its mirror image.
    right = hand if hand.side == "right" else hand.spec.mirrored().build()
    tree = joint_tree(right)
    poses = segment_transforms(right, np.array([BIND_POSE.get(n, 0.0) for n in JOINT_NAMES]))
    T_palm_joint = np.stack([poses[name] for name in tree.segments]) @ tree.T_segment_joint
    maps = _maps(asset, right, T_palm_joint)
    vertices = np.einsum("vk,kij,vj->vi", asset.weights, maps[:, :3, :3], asset.vertices)
    vertices += asset.weights @ maps[:, :3, 3]
    nails = on_nail(right, poses, vertices)
    faces = asset.faces
    if hand.side == "left":
        mirror = np.diag([1.0, -1.0, 1.0, 1.0])
        vertices, faces = vertices * np.diag(mirror)[:3], faces[:, ::-1]
        T_palm_joint = mirror @ T_palm_joint @ mirror
    joints, weights = _strongest(asset.weights)
    return Rig(
        tree=joint_tree(hand),
        inverse_bind=se3.inverse(T_palm_joint),
        vertices=vertices.astype(np.float32),
        normals=smooth_normals(vertices, faces).astype(np.float32),
        faces=np.ascontiguousarray(faces, np.uint32),
        joints=joints,
        weights=weights,
        nails=nails,
        colors=np.where(nails[:, None], NAIL, SKIN).astype(np.float32),
    )


def _maps(asset: WebXRHand, hand: Hand, T_palm_joint: np.ndarray) -> np.ndarray:
    """The asset's palm frame → ours (J, 4, 4), one for each joint."""
    names, parents = webxr_joints()
    theirs, ours = asset.T_palm_joint, T_palm_joint
    index = {name: k for k, name in enumerate(names)}
    knuckle = [index[digit_segments(finger)[0]] for finger in ("index", "little")]
    broad = float(np.ptp(ours[knuckle, 1, 3]) / np.ptp(theirs[knuckle, 1, 3]))
    maps = np.empty_like(ours)
    for k, name in enumerate(names):
        S = np.eye(4)
        if name == PALM:
            b = hand.spec.breadth
            S[0, 0] = hand.segments[PALM].length / asset.lengths[k]
            S[1:3, 1:4] = _across(asset, k, WRIST, *(share * b for share in WRIST_OF_BREADTH))
            maps[k] = S
        elif name.endswith("metacarpal"):
            # The palm is one block: each ray is stretched so that its knuckle comes to ours and
            # the wrist stays where it is, however long its own bone is drawn.
            head = k + 1
            along = ours[head, 0, 3] / theirs[head, 0, 3]
            S[:3, :3] = np.diag([along, broad, PALM_DEPTH * broad])
            if name.startswith("thumb"):
                S[:3, :3] = broad * np.diag([1.0, THUMB_BALL_DEPTH, THUMB_BALL_DEPTH])
                S[:3, :3] = ours[k, :3, :3] @ S[:3, :3] @ theirs[k, :3, :3].T
            S[:3, 3] = ours[head, :3, 3] - S[:3, :3] @ theirs[head, :3, 3]
            maps[k] = S
        elif name.endswith("tip"):
            maps[k] = maps[parents[k]]
        else:
            segment = hand.segments[name]
            S[0, 0] = segment.length / asset.lengths[k]
            r = float(np.mean(segment.radii))
            S[1:3, 1:4] = _across(asset, k, MIDDLE, r, FINGER_BACK * r, FINGER_PALMAR * r)
            maps[k] = ours[k] @ S @ se3.inverse(theirs[k])
    return maps


def _across(
    asset: WebXRHand, k: int, part: tuple[float, float], half: float, back: float, palmar: float
) -> np.ndarray:
    """Rows y and z (2, 3) of a bone's stretch, so that the flesh along ``part`` of it comes to lie
    between −half and half sideways, and between −palmar and back. [m]
    """
    p = se3.apply(se3.inverse(asset.T_palm_joint[k]), asset.vertices)
    share = p[:, 0] / asset.lengths[k]
    ring = p[(asset.weights[:, k] > 0.5) & (share > part[0]) & (share < part[1])]
    low, high = ring.min(axis=0), ring.max(axis=0)
    wide = 2 * half / (high[1] - low[1])
    deep = (back + palmar) / (high[2] - low[2])
    return np.array(
        [[wide, 0, -half - wide * low[1]], [0, deep, -palmar - deep * low[2]]],
    )


def _strongest(weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The strongest joints of each vertex (V, 4) uint8, and their shares (V, 4) float32."""
    columns = np.argsort(-weights, axis=1, kind="stable")[:, :INFLUENCES]
    shares = np.take_along_axis(weights, columns, axis=1)
    shares = (shares / shares.sum(axis=1, keepdims=True)).astype(np.float32)
    columns[shares == 0] = 0  # glTF wants joint 0 where the weight is nil
    return columns.astype(np.uint8), shares

"""A stranger's glTF hand: nodes named as WebXR's joints, with whatever axes and rest pose.

Only where the joints are is believed; the hand is laid over them as over any keypoints.
"""

import numpy as np

from prehensile.errors import InputError
from prehensile.export.glb_nodes import NodeMotion
from prehensile.files.glb import GlbFile
from prehensile.hand.segments import PALM
from prehensile.kinematics.fit.keypoint_layout import KNUCKLES, layout_points
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.keypoint_clip import clip_from_keypoints
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.y_up import z_up

LAYOUT = "webxr"
ALIKE = 0.005
"""[m] Median distance of joints up to which a file's nodes stand as ours do."""


def clip_from_webxr_nodes(file: GlbFile) -> Clip:
    """The first hand whose nodes have WebXR's names; joints that are absent count as hidden.

    Raises:
        InputError: no wrist and two knuckles of these names; no hand fits.
    """
    names, nodes = layout_points(LAYOUT), _first_nodes(file)
    found = [name for name in names if name in nodes]
    if PALM not in found or sum(name in KNUCKLES for name in found) < 2:
        raise InputError(
            "it is not a GLB of ours, nor has it nodes named as WebXR's joints "
            f"({PALM}, {KNUCKLES[0]}, …); rename its bones, or export BVH"
        )
    motion = NodeMotion(file)
    points = _places(motion, nodes)
    return clip_from_keypoints(points, time=motion.time, layout=LAYOUT, up="y")


def stands_as_ours(file: GlbFile, clip: Clip) -> bool:
    """Whether the first hand of a clip read by rotations has its joints where the nodes are."""
    motion, track = NodeMotion(file), clip.hands[0]
    T = np.tile(np.eye(4), (len(motion.time), len(layout_points(LAYOUT)), 1, 1))
    T[..., :3, 3] = _places(motion, _first_nodes(file))
    seen = z_up(T)[..., :3, 3]
    forearm = se3.from_pose7(track.T_world_forearm)
    own = hand_keypoints(hand_of(track), angles_of(track), forearm, LAYOUT)
    return bool(np.nanmedian(np.linalg.norm(own - seen, axis=-1)) < ALIKE)


def _first_nodes(file: GlbFile) -> dict[str, int]:
    """Node name → index, the first of each name."""
    nodes = list(enumerate(file.list("nodes")))
    return {str(node.get("name")): k for k, node in reversed(nodes)}


def _places(motion: NodeMotion, nodes: dict[str, int]) -> np.ndarray:
    """(T, 25, 3) [m] in the file's frame, y up; NaN where there is no such node."""
    names = layout_points(LAYOUT)
    points = np.full((len(motion.time), len(names), 3), np.nan)
    for k, name in enumerate(names):
        if name in nodes:
            points[:, k] = motion.place(nodes[name])
    return points

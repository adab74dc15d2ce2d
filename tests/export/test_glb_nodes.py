"""Motion of nodes, from tiny glTF documents written by hand and from forward kinematics."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation, Slerp

from prehensile.errors import InputError
from prehensile.export.glb_nodes import (
    NodeMotion,
    NoSkinnedHandError,
    angles_from_nodes,
    clip_from_nodes,
)
from prehensile.files.glb import Gltf
from prehensile.hand.spec import HandSpec
from prehensile.hand.webxr_joints import R_BONE_WEBXR, joint_tree
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

FLOATS = {1: "SCALAR", 3: "VEC3", 4: "VEC4"}


def document(nodes, tracks=(), interpolation="LINEAR"):
    """A glTF of these nodes, moved by tracks (node, path, times, values)."""
    views, accessors, samplers, channels, binary = [], [], [], [], b""
    for k, (node, path, times, values) in enumerate(tracks):
        for array in (np.reshape(times, (-1, 1)), np.asarray(values)):
            data = array.astype("<f4").tobytes()
            views.append({"byteOffset": len(binary), "byteLength": len(data)})
            accessors.append(
                {
                    "bufferView": len(views) - 1,
                    "componentType": 5126,
                    "type": FLOATS[array.shape[1]],
                    "count": len(array),
                }
            )
            binary += data
        samplers.append({"input": 2 * k, "output": 2 * k + 1, "interpolation": interpolation})
        channels.append({"sampler": k, "target": {"node": node, "path": path}})
    animations = [{"samplers": samplers, "channels": channels}] if tracks else []
    lists = {"nodes": nodes, "bufferViews": views, "accessors": accessors}
    return Gltf({**lists, "animations": animations}, binary)


@pytest.mark.parametrize("side", ["right", "left"])
def test_joints_as_they_stand_to_their_parents_give_the_angles_back(side, rng):
    hand = HandSpec.sample(5, side).build()
    q = rng.uniform(hand.lower, hand.upper, (20, hand.dof))
    poses, tree = segment_transforms(hand, q), joint_tree(hand)
    world = [poses[s] @ T for s, T in zip(tree.segments, tree.T_segment_joint, strict=True)]
    axes = np.eye(4)
    axes[:3, :3] = R_BONE_WEBXR
    local = {}
    for name, parent, T in zip(tree.names, tree.parents, world, strict=True):
        above = np.eye(4) if parent < 0 else world[parent]
        local[name] = axes.T @ se3.inverse(above) @ T @ axes
    np.testing.assert_allclose(angles_from_nodes(hand, local), q, atol=1e-9)


def test_a_node_stands_where_all_above_it_put_it(rng):
    twists = rng.normal(size=(3, 6))
    nodes = []
    for k, pose in enumerate(se3.to_pose7(se3.exp(twists))):
        children = [k + 1] if k < 2 else []
        turn = pose[[4, 5, 6, 3]].tolist()  # glTF has w last
        nodes.append({"translation": pose[:3].tolist(), "rotation": turn, "children": children})
    a, b, c = se3.exp(twists)
    nodes[1] = {"matrix": b.T.ravel().tolist(), "children": [2]}  # glTF has columns first
    motion = NodeMotion(document(nodes))
    np.testing.assert_allclose(motion.world(2), [a @ b @ c], atol=1e-12)
    assert motion.below(1) == {1, 2}


def test_sparser_tracks_are_read_between_their_keys(rng):
    turns = Rotation.random(3, rng=rng)
    fine, coarse = np.linspace(0, 2, 9), np.array([0.0, 0.75, 2.0])
    shift = rng.normal(size=(9, 3)).astype(np.float32)
    tracks = [(0, "translation", fine, shift), (0, "rotation", coarse, turns.as_quat())]
    motion = NodeMotion(document([{}], tracks))
    np.testing.assert_allclose(motion.time, fine)
    T = motion.local(0)
    np.testing.assert_allclose(T[:, :3, 3], shift, atol=1e-7)
    np.testing.assert_allclose(T[:, :3, :3], Slerp(coarse, turns)(fine).as_matrix(), atol=1e-6)


def test_nodes_that_are_their_own_parents_are_refused():
    with pytest.raises(InputError, match="own parents"):
        NodeMotion(document([{"children": [1]}, {"children": [0]}])).world(0)


def test_curves_that_are_not_lines_and_files_without_a_hand_are_refused():
    track = (0, "translation", [0.0, 1.0], np.zeros((2, 3)))
    with pytest.raises(InputError, match="other than LINEAR and STEP"):
        NodeMotion(document([{}], [track], "CUBICSPLINE"))
    with pytest.raises(InputError, match="do not fit each other"):
        NodeMotion(document([{}], [(0, "translation", [1.0, 0.5], np.zeros((2, 3)))]))
    with pytest.raises(NoSkinnedHandError, match="not a GLB of ours"):
        clip_from_nodes(document([{"name": "wrist"}], [track]))

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
from prehensile.export.webxr_keypoints import clip_from_webxr_nodes
from prehensile.files.glb import GlbFile, Gltf
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


def test_steps_hold_until_their_next_key(rng):
    fine, turns = np.linspace(0, 2, 9), Rotation.random(3, rng=rng)
    ramp = np.outer([0.0, 1.0, 2.0], [1.0, 0.0, 0.0])
    tracks = [
        (0, "translation", fine, np.zeros((9, 3))),
        (1, "translation", [0.0, 1.0, 2.0], ramp),
        (1, "rotation", [0.0, 1.0, 2.0], turns.as_quat()),
    ]
    T = NodeMotion(document([{}, {}], tracks, "STEP")).local(1)
    held = np.array([0, 0, 0, 0, 1, 1, 1, 1, 2])
    np.testing.assert_array_equal(T[:, 0, 3], held)
    np.testing.assert_allclose(T[:, :3, :3], turns[held].as_matrix(), atol=1e-6)


def affine(pose, scale):
    """(4, 4) of a node, as glTF multiplies it."""
    return se3.from_pose7(pose) @ np.diag([*scale, 1.0])


@pytest.mark.parametrize("as_matrix", [False, True])
def test_scale_moves_what_hangs_on_a_node_and_turns_nothing(rng, as_matrix):
    poses, sizes = se3.to_pose7(se3.exp(rng.normal(size=(3, 6)))), [0.01, 2.5, 0.5]
    nodes, whole = [], np.eye(4)
    for k, (pose, size) in enumerate(zip(poses, sizes, strict=True)):
        node = {"translation": pose[:3].tolist(), "rotation": pose[[4, 5, 6, 3]].tolist()}
        node["scale"] = [size] * 3
        if as_matrix:
            node = {"matrix": affine(pose, [size] * 3).T.ravel().tolist()}
        nodes.append(node | {"children": [k + 1] if k < 2 else []})
        whole = whole @ affine(pose, [size] * 3)
    motion = NodeMotion(document(nodes))
    expected = whole.copy()
    expected[:3, :3] /= np.prod(sizes)
    np.testing.assert_allclose(motion.world(2), [expected], atol=1e-12)
    np.testing.assert_allclose(motion.scale(1), [[2.5] * 3], atol=1e-12)
    np.testing.assert_allclose(motion.local(1), [se3.from_pose7(poses[1])], atol=1e-12)


def test_a_parent_that_grows_carries_its_children_outwards():
    nodes = [{"children": [1]}, {"translation": [1, 0, 0]}]
    growing = (0, "scale", [0.0, 1.0, 2.0], np.outer([0.01, 0.02, 0.03], np.ones(3)))
    world = NodeMotion(document(nodes, [growing])).world(1)
    np.testing.assert_allclose(world[:, :3, 3], np.outer([0.01, 0.02, 0.03], [1, 0, 0]), atol=1e-8)
    np.testing.assert_allclose(world[:, :3, :3], [np.eye(3)] * 3, atol=1e-12)


@pytest.mark.parametrize("scale", [[1.0, 1.0, 1.2], [-1.0, 1.0, 1.0], [-1.0, -1.0, -1.0]])
def test_uneven_scale_and_mirrors_leave_places_and_no_poses(rng, scale):
    poses = se3.to_pose7(se3.exp(rng.normal(size=(3, 6))))
    nodes = [
        {"matrix": affine(pose, s).T.ravel().tolist(), "children": [k + 1] if k < 2 else []}
        for k, (pose, s) in enumerate(zip(poses, (scale, [1.0] * 3, [1.0] * 3), strict=True))
    ]
    nodes[0]["name"] = "Armature"
    motion = NodeMotion(document(nodes))
    whole = affine(poses[0], scale) @ se3.from_pose7(poses[1]) @ se3.from_pose7(poses[2])
    np.testing.assert_allclose(motion.place(2), [whole[:3, 3]], atol=1e-12)
    with pytest.raises(InputError, match="'Armature' mirrors what hangs on it, or scales it un"):
        motion.world(2)
    motion.world(0)  # its own scale turns nothing


@pytest.mark.parametrize("flaw", [[0.0, 1.0, 0.0], [0.5, 1.0, 0.0], [np.nan, 1.0, 0.0]])
def test_a_matrix_that_shears_or_flattens_is_refused(flaw):
    matrix = np.eye(4)
    matrix[:3, 0] = flaw
    with pytest.raises(InputError, match="more than a turn, a shift and a scale"):
        NodeMotion(document([{"matrix": matrix.T.ravel().tolist()}])).local(0)


def under_a_node(path, **place):
    """A GLB with all that it holds below one more node."""
    file = GlbFile(path)
    file.json["nodes"].append({"children": list(file.json["scenes"][0]["nodes"]), **place})
    return file


def test_a_scaled_scene_has_hands_and_bodies_of_the_scaled_size(hand_clip, written):
    read = clip_from_nodes(under_a_node(written, scale=[1.05] * 3))
    plain = clip_from_nodes(GlbFile(written))
    for mine, theirs, small in zip(read.hands, hand_clip.hands, plain.hands, strict=True):
        assert np.abs(mine.q - theirs.q).max() < 1e-4
        place = 1.05 * theirs.T_world_forearm[:, :3]
        np.testing.assert_allclose(mine.T_world_forearm[:, :3], place, atol=1e-5)
        bones = 1.05 * np.array(small.model["bone_lengths"])
        np.testing.assert_allclose(mine.model["bone_lengths"], bones, atol=1e-6)
    block, meant = read.body("block"), plain.body("block")
    np.testing.assert_allclose(block.vertices, 1.05 * meant.vertices, rtol=1e-6)
    np.testing.assert_allclose(block.pose[:, :3], 1.05 * meant.pose[:, :3], atol=1e-6)


def test_a_body_may_be_scaled_unevenly_or_mirrored_itself(written):
    plain, file = clip_from_nodes(GlbFile(written)).body("block"), GlbFile(written)
    node = next(n for n in file.json["nodes"] if n.get("name") == "block")
    node["scale"] = [-1.0, 2.0, 0.5]
    block = clip_from_nodes(file).body("block")
    np.testing.assert_allclose(block.vertices, plain.vertices * [-1, 2, 0.5], rtol=1e-6)
    np.testing.assert_allclose(block.pose, plain.pose, atol=1e-12)
    assert volume(plain) > 0 and volume(block) == pytest.approx(volume(plain), rel=1e-5)


def volume(body):
    """[m³] within a closed surface; negative if it is inside out."""
    a, b, c = body.vertices[body.faces].astype(float).transpose(1, 0, 2)
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6


def test_a_body_that_changes_its_size_is_refused(written):
    file = GlbFile(written)
    rows = file.list("nodes")
    k = next(k for k, n in enumerate(rows) if n.get("name") == "block")
    animation = file.json["animations"][0]
    move = next(c for c in animation["channels"] if c["target"]["path"] == "translation")
    animation["channels"].append(move | {"target": {"node": k, "path": "scale"}})
    with pytest.raises(InputError, match="'block' changes its size"):
        clip_from_nodes(file)


def test_a_mirrored_hand_is_refused_by_its_turns_and_read_by_its_places(written):
    file = under_a_node(written, scale=[-1, 1, 1])
    with pytest.raises(InputError, match="mirrors"):
        clip_from_nodes(file)
    assert clip_from_webxr_nodes(file).hands[0].model["side"] == "left"  # of a right one


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

"""Corrections of the skin as morph targets, as players find them that know nothing of ours."""

import json
import struct
from dataclasses import replace

import numpy as np
import pytest
from tests.export.made_up_dress import made_up_dress

from prehensile.bench._plain_gltf import PlainGltf
from prehensile.bench.eigenskin.glb_vertices import corpus_clip, glb_vertex_err_mm, largest_distance
from prehensile.export import glb
from prehensile.export.glb_morphs import (
    MOST_TARGETS,
    STRAIGHT,
    UNSEEN,
    BakedSkin,
    Shape,
    baked_skin,
    key_frames,
)
from prehensile.hand.joints import JOINT_NAMES, joint_degrees
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.skin.rig.blend import posed_skin

JOINTS = list(joint_degrees())
FINE = 1e-6
"""[m] what rounding to float32 and vertices below the finest move may cost"""


def y_up(points):
    x, y, z = np.moveaxis(points, -1, 0)
    return np.stack([x, z, -y], axis=-1)


def our_surface(track, dress, k):
    hand = hand_of(track)
    T = se3.from_pose7(track.T_world_forearm[k])
    return posed_skin(dress.rig(hand), hand, angles_of(track)[k], T)


def mesh_of(gltf, name):
    return gltf.json["meshes"][gltf.nodes[gltf.named(f"{name}-skin")]["mesh"]]


def still_clip(clip):
    return replace(clip, hands=tuple(replace(t, q=np.tile(t.q[3], (9, 1))) for t in clip.hands))


def moved_once(clip, joint):
    """The clip with nothing but one joint moving, and this between the fourth and sixth frame."""
    column = JOINT_NAMES.index(joint)
    tracks = []
    for track in clip.hands:
        q = np.tile(track.q[3], (9, 1))
        q[:, column] = [0.1, 0.1, 0.1, 0.1, 0.6, 1.2, 1.2, 1.2, 1.2]
        tracks.append(replace(track, q=q))
    return replace(clip, hands=tuple(tracks))


@pytest.fixture(scope="module")
def dress(hand_clip):
    """Four shapes a joint: sixty, of which all fit."""
    return made_up_dress(hand_clip, 4)


@pytest.fixture(scope="module")
def file(hand_clip, dress, tmp_path_factory):
    path = tmp_path_factory.mktemp("glb") / "clip.glb"
    glb.save(hand_clip, path, dress)
    return path


@pytest.mark.parametrize("frame", [0, 4, -1])
def test_a_plain_player_shows_the_same_skin_and_normals(hand_clip, dress, file, frame):
    gltf = PlainGltf(file)
    for track in hand_clip.hands:
        ours, normals = our_surface(track, dress, frame)
        read, read_normals = gltf.surface_at_key(f"{track.name}-skin", frame)
        assert np.abs(read - y_up(ours)).max() < UNSEEN + FINE
        cosine = np.sum(read_normals * y_up(normals), axis=1)
        # Made-up shapes fold the finer skin here and there; normals in a fold mean little.
        assert np.percentile(np.degrees(np.arccos(np.clip(cosine, -1, 1))), 99) < 1.5
        plain = replace(dress.rig(hand_of(track)), corrections=None)
        hand, T = hand_of(track), se3.from_pose7(track.T_world_forearm[frame])
        without, bare = posed_skin(plain, hand, angles_of(track)[frame], T)
        assert np.abs(without - ours).max() > 50 * UNSEEN, "there was something to show"
        assert np.degrees(np.arccos(np.clip(np.sum(bare * normals, axis=1), -1, 1))).max() > 5


def test_three_js_shows_it_too(hand_clip, dress, file, three_vertices):
    for frame in (4, -1):
        meshes = three_vertices(file, hand_clip.time[frame])
        for track in hand_clip.hands:
            ours, _ = our_surface(track, dress, frame)
            assert np.abs(meshes[f"{track.name}-skin"] - y_up(ours)).max() < UNSEEN + FINE


def test_the_validator_finds_nothing(file, glb_issues):
    issues = glb_issues(file)
    assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), issues["messages"][:5]


def test_targets_are_named_sparse_and_weighted_from_zero_to_one(hand_clip, dress, file):
    gltf = PlainGltf(file)
    (animation,) = gltf.json["animations"]
    channels = [c for c in animation["channels"] if c["target"]["path"] == "weights"]
    assert len(channels) == len(hand_clip.hands), "one for each hand"
    for track, channel in zip(hand_clip.hands, channels, strict=True):
        assert channel["target"]["node"] == gltf.named(f"{track.name}-skin")
        mesh = mesh_of(gltf, track.name)
        (primitive,) = mesh["primitives"]
        names = mesh["extras"]["targetNames"]
        assert len(names) == len(set(names)) == len(primitive["targets"]) == len(mesh["weights"])
        assert set(names) <= set(dress.rig(hand_of(track)).corrections.names)
        for target in primitive["targets"]:
            for index in target.values():
                accessor = gltf.json["accessors"][index]
                assert accessor["sparse"]["count"] < 0.3 * accessor["count"]
        output = gltf.array(animation["samplers"][channel["sampler"]]["output"])
        weights = output.reshape(-1, len(names))
        # Blender and Unity cut off what lies outside.
        assert weights.min(axis=0) == pytest.approx(0) and weights.max(axis=0) == pytest.approx(1)
        assert np.allclose(weights[0], mesh["weights"])


def wild(clip, rng):
    """The clip with any pose following any other, which needs all shapes."""
    tracks = []
    for track in clip.hands:
        hand = hand_of(track)
        q = rng.uniform(hand.lower, hand.upper, (clip.n_frames, hand.dof))
        tracks.append(replace(track, q=q))
    return replace(clip, hands=tuple(tracks))


@pytest.mark.long
def test_too_many_shapes_leave_the_weakest_out_and_say_what_it_costs(hand_clip, rng, tmp_path):
    clip, dress = wild(hand_clip, rng), made_up_dress(hand_clip, 9, size=3)
    path = tmp_path / "many.glb"
    glb.save(clip, path, dress)
    gltf = PlainGltf(path)
    extras = gltf.json["extras"]["prehensile"]["hands"]
    for track, hand in zip(clip.hands, extras, strict=True):
        assert len(mesh_of(gltf, track.name)["extras"]["targetNames"]) == MOST_TARGETS
        worst = 0.0
        for k in range(clip.n_frames):
            read = gltf.vertices_at_key(f"{track.name}-skin", k)
            off = read - y_up(our_surface(track, dress, k)[0])
            worst = max(worst, np.linalg.norm(off, axis=1).max())
        assert UNSEEN < worst < hand["shape_error"] + FINE
    assert largest_distance(clip, dress) <= max(h["shape_error"] for h in extras) + FINE


def test_what_is_too_small_to_see_becomes_no_target(hand_clip):
    dress = made_up_dress(hand_clip, 5, size=1e-4)
    track = hand_clip.hands[0]
    skin = baked_skin(dress.rig(hand_of(track)), angles_of(track))
    assert skin.targets == () and skin.error <= UNSEEN


def test_a_plain_motion_needs_few_targets(hand_clip):
    """All joints go straight from one pose to another: of six shapes each, few are needed."""
    dress = made_up_dress(hand_clip, 6)
    for track in hand_clip.hands:
        q = angles_of(track)
        skin = baked_skin(dress.rig(hand_of(track)), q)
        assert skin.error <= UNSEEN and len(skin.targets) < 60
        names = [target.name for target in skin.targets]
        assert names == sorted(names, key=lambda name: JOINTS.index(name.split()[0]))
        strength = {t.name: np.linalg.norm(t.shift) for t in skin.targets}
        assert all(strength[f"{j} 0"] == max(v for n, v in strength.items() if n.split()[0] == j)
                   for j in JOINTS)  # fmt: skip


def test_a_joint_that_rests_is_part_of_the_mesh(hand_clip, dress, tmp_path):
    clip = moved_once(hand_clip, "index_pip_flex")
    path = tmp_path / "pip.glb"
    glb.save(clip, path, dress)
    gltf = PlainGltf(path)
    for track in clip.hands:
        names = mesh_of(gltf, track.name)["extras"]["targetNames"]
        assert names and {name.split()[0] for name in names} == {"index_pip"}
    assert largest_distance(clip, dress) < UNSEEN + FINE
    # Keys stand where something moves; before and after it the weights rest.
    (animation,) = gltf.json["animations"]
    channel = next(c for c in animation["channels"] if c["target"]["path"] == "weights")
    times = gltf.array(animation["samplers"][channel["sampler"]]["input"])[:, 0]
    assert np.array_equal(times, clip.time[[0, 3, 4, 5, 8]].astype(np.float32))


@pytest.mark.parametrize("frames", ["one", "still"])
def test_a_still_hand_needs_no_targets(hand_clip, dress, tmp_path, glb_issues, frames):
    still = still_clip(hand_clip)
    clip = still.at_times(still.time[:1]) if frames == "one" else still
    path = tmp_path / "still.glb"
    glb.save(clip, path, dress)
    assert "targets" not in mesh_of(PlainGltf(path), "right")["primitives"][0]
    assert largest_distance(clip, dress) < FINE
    assert glb_issues(path)["numErrors"] == 0


def test_key_frames_are_enough_to_find_every_frame_again(hand_clip, dress, rng):
    rig = dress.rig(hand_of(hand_clip.hands[0]))
    rows, vectors = np.arange(2), np.array([[0, 0.002, 0], [0.001, 0, 0]])
    time = np.cumsum(rng.uniform(0.005, 0.02, 300))
    # Rest, an even way, a wavy one, rest with noise.
    first = np.interp(time, time[[0, 80, 130, 299]], [0, 0, 0.5, 0.5])
    second = np.where(time > time[150], 0.5 - 0.5 * np.cos(8 * (time - time[150])), 0)
    second[250:] = second[250] + 1e-4 * rng.normal(size=50)
    shapes = [Shape("a", rows, vectors, vectors, np.clip(w, 0, 1)) for w in (first, second)]
    skin = BakedSkin(rig, tuple(shapes), 0.0)
    keys = key_frames(time, skin)
    assert (np.diff(keys) > 0).all() and {0, 80, 130, 299} <= set(keys)
    assert not set(keys) & {*range(1, 80), *range(81, 130)} and len(keys) < 100
    for weights in skin.weights.T:
        found = np.interp(time, time[keys], weights[keys])
        assert np.abs(found - weights).max() * 0.002 < STRAIGHT + 1e-9


def test_it_is_read_back_with_and_without_our_extras(hand_clip, file, tmp_path):
    assert Clip.load(file).allclose(hand_clip, 0)
    data = file.read_bytes()
    (size,) = struct.unpack_from("<I", data, 12)
    document = json.loads(data[20 : 20 + size])
    del document["extras"]
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (size - len(text))  # what was cut out
    path = tmp_path / "bare.glb"
    path.write_bytes(data[:20] + text + data[20 + size :])
    read = Clip.load(path)
    for mine, theirs in zip(read.hands, hand_clip.hands, strict=True):
        assert np.abs(mine.q - theirs.q).max() < 1e-4


def test_without_corrections_there_is_nothing_new_in_the_file(hand_clip, dress, tmp_path):
    path = tmp_path / "plain.glb"
    bare = {spec: replace(rig, corrections=None) for spec, rig in dress.worn.items()}
    glb.save(hand_clip, path, replace(dress, worn=bare))
    gltf = PlainGltf(path)
    mesh = mesh_of(gltf, "right")
    assert "weights" not in mesh and "targets" not in mesh["primitives"][0]
    assert "shape_error" not in gltf.json["extras"]["prehensile"]["hands"][0]
    rig = bare[hand_of(hand_clip.hands[0]).spec]
    read = gltf.array(mesh["primitives"][0]["attributes"]["POSITION"])
    # Along WebXR's axes: x to the right, y out of the back, −z ahead.
    assert np.array_equal(read, np.float32([-1, 1, -1]) * rig.vertices[:, [1, 2, 0]])


def test_the_figure_covers_all_joints_and_stays_small():
    clip = corpus_clip()
    for track in clip.hands:
        moving = np.ptp(track.q, axis=0) > 0.2
        assert moving[3:].all(), "all but the wrist"
    assert glb_vertex_err_mm() < 0.1

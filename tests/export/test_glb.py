from dataclasses import replace

import numpy as np
import pytest
import trimesh

from prehensile.bench._plain_gltf import PlainGltf
from prehensile.errors import InputError
from prehensile.files.pictures.picture import png_bytes
from prehensile.files.pictures.texture import Texture
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.blend import posed_skin

EXACT = 1e-5
"""[m] between a frame read back and the clip"""
ALIKE = 1e-4
"""[m] the same of skin, whose smallest corrections are not in the file"""


def z_up(points):
    """The specification's y up as our z up: by hand, not by our code."""
    x, y, z = np.moveaxis(points, -1, 0)
    return np.stack([x, -z, y], axis=-1)


def our_skin(track, k):
    hand = hand_of(track)
    rig = hand_rig(hand)
    T = se3.from_pose7(track.T_world_forearm[k])
    return posed_skin(rig, hand, angles_of(track)[k], T)[0]


@pytest.mark.parametrize("frame", [0, 4, -1])
def test_an_independent_reader_finds_every_hand_and_body_where_the_clip_has_them(
    hand_clip, written, frame
):
    gltf = PlainGltf(written)
    for track in hand_clip.hands:
        read = z_up(gltf.vertices_at_key(f"{track.name}-skin", frame))
        assert np.abs(read - our_skin(track, frame)).max() < ALIKE
    block = hand_clip.body("block")
    read = z_up(gltf.vertices_at_key("block", frame))
    meant = se3.apply(se3.from_pose7(block.pose[frame]), block.vertices)
    nearest = np.linalg.norm(read[:, None] - meant[None], axis=2).min(axis=1)
    assert len(read) == 24 and nearest.max() < EXACT


def test_three_js_agrees_on_the_last_frame(hand_clip, written, three_vertices):
    meshes = three_vertices(written, hand_clip.time[-1])
    for track in hand_clip.hands:
        read = z_up(meshes[f"{track.name}-skin"])
        assert np.abs(read - our_skin(track, -1)).max() < ALIKE


@pytest.mark.parametrize("frames", ["all", "one"])
def test_the_khronos_validator_finds_nothing(hand_clip, glb_issues, tmp_path, frames):
    clip = hand_clip if frames == "all" else hand_clip.at_times(hand_clip.time[:1])
    issues = glb_issues(clip.save(tmp_path / "clip.glb"))
    assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), issues["messages"][:5]


def test_times_are_the_clips_own_and_tracks_are_linear(hand_clip, written):
    gltf = PlainGltf(written)
    (animation,) = gltf.json["animations"]
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        assert sampler.get("interpolation", "LINEAR") == "LINEAR"
        times = gltf.array(sampler["input"])[:, 0]
        if channel["target"]["path"] == "weights":
            assert np.isin(times, hand_clip.time.astype(np.float32)).all()
        else:
            assert np.array_equal(times, hand_clip.time.astype(np.float32))


def test_quaternions_never_jump_to_the_other_side(written):
    gltf = PlainGltf(written)
    (animation,) = gltf.json["animations"]
    rotations = [c for c in animation["channels"] if c["target"]["path"] == "rotation"]
    assert len(rotations) > 30
    for channel in rotations:
        q = gltf.array(animation["samplers"][channel["sampler"]]["output"])
        assert (np.sum(q[1:] * q[:-1], axis=1) > 0).all()


def test_joints_have_webxr_names_and_frames(hand_clip, written):
    gltf = PlainGltf(written)
    for skin, track in zip(gltf.json["skins"], hand_clip.hands, strict=True):
        names = [gltf.nodes[k]["name"] for k in skin["joints"]]
        assert len(names) == 25 and names[0] == "wrist"
        above = gltf.nodes[gltf.parent[skin["joints"][0]]]
        assert above["name"] == track.name
        at = dict(zip(names, skin["joints"], strict=True))
        for name in ("thumb-metacarpal", "index-finger-metacarpal", "pinky-finger-phalanx-distal"):
            # The next joint lies straight ahead: along −z.
            ahead = gltf.nodes[gltf.nodes[at[name]]["children"][0]]["translation"]
            assert np.allclose(ahead[:2], 0, atol=1e-6) and ahead[2] < -0.01
        # +y out of the back: of the hand, and at zero angles of every finger.
        k = int(np.argmin(np.abs(angles_of(track)[:, :3]).sum(axis=1)))
        world = gltf.pose_at_key(k)
        T = segment_transforms(
            hand_of(track), angles_of(track)[k], se3.from_pose7(track.T_world_forearm[k])
        )
        for name in ("wrist", "ring-finger-phalanx-intermediate", "thumb-phalanx-distal"):
            assert np.allclose(z_up(world[at[name]][:3, 1]), T[name][:3, 2], atol=1e-5)
            assert np.allclose(z_up(world[at[name]][:3, 2]), -T[name][:3, 0], atol=1e-5)


def test_trimesh_opens_it(written):
    scene = trimesh.load_scene(written, file_type="glb")
    assert {"right-mesh", "left-mesh", "block"} <= {name.split("_")[0] for name in scene.geometry}
    color = scene.geometry["block"].visual.material.baseColorFactor
    # sRGB (0.2, 0.5, 0.8) as linear light.
    assert np.allclose(np.array(color[:3]) / 255, [0.0331, 0.2140, 0.6038], atol=0.004)


def test_forces_are_in_the_extras(hand_clip, written):
    gltf = PlainGltf(written)
    extras = gltf.json["extras"]["prehensile"]
    left = extras["hands"][1]
    assert (left["name"], left["side"]) == ("left", "left")
    force = gltf.array(left["finger_force"]).reshape(-1, 5)
    assert np.allclose(force, hand_clip.finger_force[:, 1], atol=1e-6)
    contacts = extras["contacts"]
    assert gltf.array(contacts["offsets"])[:, 0].tolist() == hand_clip.contacts.offsets.tolist()
    assert np.allclose(z_up(gltf.array(contacts["force"])), hand_clip.contacts.force, atol=1e-6)
    assert np.allclose(z_up(gltf.array(contacts["pos"])), hand_clip.contacts.pos, atol=1e-6)
    assert extras["meta"] == hand_clip.meta


def test_a_clip_without_hands_contacts_or_time_before_zero(hand_clip, tmp_path):
    frames = hand_clip.n_frames
    clip = replace(
        hand_clip,
        time=hand_clip.time - 1.0,
        hands=(),
        contacts=ContactTrack.empty(frames),
        finger_force=np.zeros((frames, 0, 5)),
        palm_force=np.zeros((frames, 0)),
    )
    path = clip.save(tmp_path / "body.glb")
    gltf = PlainGltf(path)
    times = gltf.array(gltf.json["animations"][0]["samplers"][0]["input"])[:, 0]
    assert times[0] == 0 and np.allclose(np.diff(times), np.diff(clip.time), atol=1e-6)
    assert Clip.load(path).allclose(clip, 0)


def test_the_same_clip_gives_the_same_bytes(hand_clip, written, tmp_path):
    assert hand_clip.save(tmp_path / "again.glb").read_bytes() == written.read_bytes()


def test_times_that_float32_cannot_tell_apart_are_refused(hand_clip, tmp_path):
    clip = replace(hand_clip, time=hand_clip.time + 1e7)
    with pytest.raises(InputError, match="too close"):
        clip.save(tmp_path / "late.glb")
    assert not list(tmp_path.iterdir())


def test_missing_joints_are_named(hand_clip, tmp_path):
    track = hand_clip.hands[0]
    kept = [k for k, name in enumerate(track.joint_names) if name != "ring_pip_flex"]
    short = replace(
        track, joint_names=tuple(track.joint_names[k] for k in kept), q=track.q[:, kept]
    )
    clip = replace(hand_clip, hands=(short, hand_clip.hands[1]))
    with pytest.raises(InputError, match="lacks the joints ring_pip_flex"):
        clip.save(tmp_path / "clip.glb")
    assert not list(tmp_path.iterdir())


def test_seven_seconds_at_120_hz_stay_small(hand_clip, tmp_path):
    hand = HandSpec.mean().build()
    frames = 840
    rng = np.random.default_rng(0)
    track = replace(
        hand_clip.hands[0],
        model=hand.spec.to_json(),
        q=rng.uniform(hand.lower, hand.upper, (frames, hand.dof)),
        T_world_forearm=np.tile([0, 0, 0, 1.0, 0, 0, 0], (frames, 1)),
    )
    clip = Clip(
        time=np.arange(frames) / 120,
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.empty(frames),
        finger_force=rng.random((frames, 1, 5)),
        palm_force=rng.random((frames, 1)),
    )
    assert clip.save(tmp_path / "long.glb").stat().st_size < 8e6, "2 MB of it are pictures"


def test_a_picture_lies_on_its_body_as_in_the_clip(hand_clip, tmp_path):
    ball = trimesh.creation.icosphere(2, 0.05)
    uv = np.random.default_rng(2).random((len(ball.faces), 3, 2)).astype(np.float32)
    colors = np.random.default_rng(3).integers(0, 255, (8, 8, 3), dtype=np.uint8)
    pose = np.tile([0.0, 0, 0, 1, 0, 0, 0], (hand_clip.n_frames, 1))
    texture = Texture(uv, png_bytes(colors))
    body = BodyTrack("ball", ball.vertices, ball.faces, pose, texture=texture)
    clip = replace(hand_clip, bodies=(body,))
    clip.save(tmp_path / "a.glb")
    mesh = trimesh.load(tmp_path / "a.glb", process=False).geometry["ball"]
    look = mesh.visual.material
    np.testing.assert_array_equal(np.asarray(look.baseColorTexture), colors)
    assert look.baseColorFactor is None or min(look.baseColorFactor) == 255
    np.testing.assert_allclose(mesh.triangles, body.vertices[body.faces], atol=1e-7)
    theirs = mesh.visual.uv[mesh.faces] * [1, -1] + [0, 1]
    np.testing.assert_allclose(theirs, uv, atol=1e-6)
    # Seams do not show: normals are those of the surface.
    out = mesh.vertices / np.linalg.norm(mesh.vertices, axis=1, keepdims=True)
    assert np.sum(out * mesh.vertex_normals, axis=1).min() > 0.99
    again = Clip.load(tmp_path / "a.glb").bodies[0].texture
    assert again is not None and again.picture == png_bytes(colors)

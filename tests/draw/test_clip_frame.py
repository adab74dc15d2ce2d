from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.worn import Blush
from prehensile.draw.clip_frame import (
    add_frame,
    angles,
    body_vertices,
    clip_camera,
    floor_height,
    hand_of,
)
from prehensile.draw.posed_hand import posed_hand
from prehensile.draw.scene import Scene
from prehensile.errors import InputError
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions, segment_transforms
from prehensile.lie.se3 import from_pose7
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.skin.dress import Dress

SIZE = (360, 300)


def test_hand_and_angles_come_from_the_track_whatever_the_order_of_its_joints(clip, hand):
    track = clip.hands[0]
    turned = replace(track, joint_names=track.joint_names[::-1], q=track.q[:, ::-1])
    assert hand_of(turned).spec == hand.spec
    np.testing.assert_array_equal(angles(turned, 3), track.q[3])


def test_a_foreign_hand_and_a_missing_joint_are_said_in_words(clip):
    track = clip.hands[0]
    with pytest.raises(InputError, match="hand description"):
        hand_of(replace(track, model={"kind": "mano"}))
    with pytest.raises(InputError, match="little_dip_flex"):
        angles(replace(track, joint_names=track.joint_names[:-1], q=track.q[:, :-1]), 0)


def test_one_camera_has_the_whole_motion_in_view(clip, hand):
    camera = clip_camera(clip, range(clip.n_frames), SIZE)
    assert camera.position[2] > camera.target[2]
    track = clip.hands[0]
    for k in (0, clip.n_frames - 1):
        T = from_pose7(track.T_world_forearm[k])
        skin = posed_hand(hand, track.q[k], T).vertices
        pads, _ = pad_positions(hand, track.q[k], T)
        pixels = camera.project(np.concatenate([skin, pads]), SIZE)
        assert (pixels > 0).all() and (pixels < SIZE).all()


def test_a_dropped_thing_does_not_pull_the_camera_back(clip):
    body = clip.bodies[0]
    fallen = body.pose.copy()
    fallen[-1, 2] = -40.0
    dropped = replace(clip, bodies=(replace(body, pose=fallen),))
    frames = [0, clip.n_frames - 1]
    near = clip_camera(dropped, frames, SIZE, np.array([0, -1.0, 0.3]))
    assert np.linalg.norm(near.position - near.target) < 1.5
    assert floor_height(dropped, frames) == pytest.approx(0.0, abs=0.02)


def test_what_is_taken_is_in_view_however_long(clip):
    body, last = clip.bodies[0], clip.n_frames - 1
    stretched = body.vertices * (0.5 / np.ptp(body.vertices, axis=0).max())
    long = replace(clip, bodies=(replace(body, vertices=stretched),))
    taken = replace(long, meta=clip.meta | {"object": body.name})

    def in_view(shown):
        camera = clip_camera(shown, [last], SIZE, np.array([0.3, -1.0, 0.3]))
        pixels = camera.project(body_vertices(long.bodies[0], last), SIZE)
        return bool(((pixels > 0) & (pixels < SIZE)).all())

    assert in_view(taken)
    assert not in_view(replace(long, meta=clip.meta | {"object": "another"}))


def test_floor_is_below_the_thing_unless_the_clip_brings_a_table(clip):
    frames = range(clip.n_frames)
    assert floor_height(clip, frames) == pytest.approx(0.0, abs=0.02)
    body = clip.bodies[0]
    table = replace(body, name="table", vertices=body.vertices * 20)
    assert floor_height(replace(clip, bodies=(body, table)), frames) is None


def test_an_empty_clip_has_nothing_to_draw():
    empty = Clip(np.zeros(1), (), (), ContactTrack.empty(1), np.zeros((1, 0, 5)), np.zeros((1, 0)))
    with pytest.raises(InputError, match="nothing to draw"):
        clip_camera(empty, [0], SIZE)


@pytest.mark.usefixtures("drawing")
def test_a_fingertip_that_presses_is_drawn_paler_and_no_other(clip, hand):
    """Half way nothing presses yet; at the end the index finger does."""
    dress, last = Dress(blush=Blush(toy_model())), clip.n_frames - 1
    assert not dress.blood(clip)[: clip.n_frames // 2].any()
    camera = clip_camera(clip, [last], SIZE, np.array([0.6, -0.7, 0.4]), dress)

    def drawn(k, worn):
        with Scene(SIZE) as scene:
            add_frame(scene, clip, k, forces=False, floor=None, dress=worn)
            return scene.picture(camera).astype(int)

    np.testing.assert_array_equal(drawn(0, dress), drawn(0, Dress()))
    changed = np.abs(drawn(last, dress) - drawn(last, Dress())).max(axis=2) > 3
    rows, columns = np.nonzero(changed)
    assert len(rows) > 10
    track = clip.hands[0]
    T = from_pose7(track.T_world_forearm[last])
    tips = [segment_transforms(hand, track.q[last], T)[n][:3, 3] for n in TIP_SEGMENT.values()]
    at = camera.project(np.array(tips), SIZE)
    far = np.linalg.norm(at[:, None] - np.column_stack([columns, rows]), axis=2)
    assert (far.argmin(axis=0) == 1).mean() > 0.9, "the index finger's"


def test_a_scene_takes_the_same_picture_once(drawing):
    picture = np.zeros((4, 4, 3), np.uint8)
    with Scene(SIZE) as scene:
        first = scene._texture(picture)
        assert scene._texture(picture) is first
        assert scene._texture(picture.copy()) is not first

"""The same sequencer, contact record and clip with somebody else's hand."""

import numpy as np
import pytest

import prehensile
from prehensile.hand.segments import GROUPS, group_of_segment
from prehensile.motion.clip import Clip
from prehensile.quality.judge.held import judge_held
from prehensile.world.scene import HandInScene, Scene
from prehensile.world.scene_record import scene_from_json, scene_to_json


@pytest.fixture(scope="session")
def shadow(reference_data):
    return prehensile.load_hand(reference_data("hands", "shadow_hand", "right_hand.xml"))


@pytest.mark.long
@pytest.mark.parametrize("thing", ["cylinder", "mug"])
def test_the_shadow_hand_holds_it(shadow, thing, tmp_path):
    clip = prehensile.grasp(thing, shadow, tries=6)
    held = judge_held(clip, thing)
    assert held.held, held
    assert held.penetration < 0.002 and held.pressing < 40
    track = clip.hands[0]
    assert track.joint_names == shadow.joint_names and track.q.shape[1] == 22
    assert (clip.finger_force[-1, 0] > 0.1).sum() >= 2
    assert {group_of_segment(name.partition("/")[2]) for name in held.touching} <= set(GROUPS)
    # What a contact record says about a finger is what its force says.
    frame = clip.contacts.frame(clip.n_frames - 1)
    index = clip.contacts.names.index(thing)
    total = np.zeros(3)
    for a, b, force in zip(frame.a, frame.b, frame.force, strict=True):
        if b == index and clip.contacts.names[a].startswith("right/"):
            total += force
    weight = clip.meta["bodies"][thing]["mass"] * 9.81
    np.testing.assert_allclose(total, [0, 0, weight], atol=0.05 * weight)
    again = Clip.load(clip.save(tmp_path / "clip.npz"))
    assert judge_held(again, thing) == held


def test_a_scene_with_it_comes_back_bit_for_bit(shadow):
    scene = Scene((HandInScene(shadow, "right"),), ())
    first, second = scene.compile(), scene_from_json(scene_to_json(scene)).compile()
    for name in ("qpos0", "body_inertia", "geom_pos", "mesh_vert", "exclude_signature"):
        np.testing.assert_array_equal(getattr(first, name), getattr(second, name))

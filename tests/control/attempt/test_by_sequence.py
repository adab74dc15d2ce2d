"""The same sequencer, contact record and clip with somebody else's hand."""

from dataclasses import replace

import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

import prehensile
from prehensile.control.attempt.by_sequence import (
    best_attempt,
    find_candidates,
    left_behind,
    sequence_play,
)
from prehensile.control.attempt.cost import cost_counted
from prehensile.control.attempt.kept_plans import planned_anew
from prehensile.hand.segments import GROUPS, group_of_segment
from prehensile.motion.clip import Clip
from prehensile.quality.judge.held import judge_held
from prehensile.world.catalogue import load_object
from prehensile.world.scene import HandInScene, Scene
from prehensile.world.scene_record import scene_from_json, scene_to_json

ROBOT_FINGERS = ("index", "middle", "ring")


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


@pytest.fixture(scope="module")
def robot(tmp_path_factory):
    """Three fingers and a thumb, four joints each."""
    path = tmp_path_factory.mktemp("robot") / "robot.xml"
    path.write_text(tiny_hand(ROBOT_FINGERS))
    hand = prehensile.load_hand(path, mapping_of(ROBOT_FINGERS))
    assert hand.dof == 16
    return hand


def test_what_stays_on_the_table_is_given_up_half_way(robot):
    obj = load_object("box")
    candidate = find_candidates(obj, robot, 0, 1)[0]
    palm, forearm = _aside(candidate.T_object_palm), _aside(candidate.T_object_forearm)
    aside = replace(candidate, T_object_palm=palm, T_object_forearm=forearm)
    ends = []
    for way in (candidate, aside):
        play = sequence_play(obj, robot, way, 5.0, preset="rehearse")
        hopeless = left_behind(play, obj)
        while not play.finished and not hopeless():
            play.step()
        ends.append((bool(play.finished), play.world.time - float(play.controller.carries_since)))
    assert ends[0][0] and not ends[1][0]
    half = play.controller.motion.carry.seconds / 2
    assert ends[1][1] == pytest.approx(half, abs=3 * play.world.timestep)


def test_the_best_of_the_rehearsed_is_played_and_one_alone_is_not_rehearsed(robot):
    obj = load_object("box")
    found = find_candidates(obj, robot, 0, 3)
    with cost_counted() as cost:
        best = best_attempt(obj, robot, found, 5.0)
        again = best_attempt(obj, robot, [best.candidate], 5.0)
    assert best.managed and len(cost.plays) == 2
    assert best.clip.meta["rehearsed"] >= 1 and again.clip.meta["rehearsed"] == 1
    np.testing.assert_array_equal(best.clip.hands[0].q, again.clip.hands[0].q)


@pytest.mark.long
def test_sixteen_joints_are_planned_for_within_twenty_seconds(robot):
    with planned_anew(), cost_counted() as cost:
        clip = prehensile.grasp("mug", robot)
    assert judge_held(clip, "mug").held
    assert cost.whole < 20.0  # [s] of a core


def _aside(T):
    moved = T.copy()
    moved[:2, 3] += 0.2
    return moved

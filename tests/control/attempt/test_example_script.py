"""The timetable of a grasp like an example's."""

from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from prehensile.control.arm.carry import Shake, Straight, lift
from prehensile.control.attempt.example_script import (
    MOST_EASED,
    PAUSE,
    ExampleScript,
    Timetable,
)
from prehensile.control.example.style import load_style
from prehensile.control.live.example import OPENING, SQUEEZE_SECONDS, ExampleSettings
from prehensile.control.live.stand import Stand
from prehensile.control.place.stand import STAND_HEIGHT
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import hand_capsules
from prehensile.lie import se3, so3
from prehensile.quality.judge.touches import hand_contacts
from prehensile.world.objects.primitives import box
from prehensile.world.observation import Observation

COME = Straight(np.eye(3)[0], 0.1, 1.0, "approach")


def test_everything_follows_on_what_was_before():
    carries = (lift(), Shake(np.eye(3)[1]))
    timetable = Timetable(COME, 0.7, carries, hold=3.0)
    names = [span.name for span in timetable.spans]
    assert names == ["approach", "close", "squeeze", "lift", "shake", "hold"]
    assert timetable.spans[0].begin == 0 and timetable.spans[-1].end == timetable.end
    for before, after in pairwise(timetable.spans):
        assert before.end == after.begin
    assert [carry for _, carry in timetable.legs] == [COME, *carries]


def test_the_arm_lifts_a_moment_after_the_hand_has_squeezed():
    timetable = Timetable(COME, 0.7, (lift(),), hold=1.0)
    assert timetable.closed_at == pytest.approx(1.0 + 0.7 + SQUEEZE_SECONDS)
    assert timetable.legs[-1][0] == timetable.lifts_at
    assert timetable.lifts_at - timetable.closed_at == pytest.approx(PAUSE)


def test_a_hand_that_is_there_does_not_come():
    timetable = Timetable(None, 0.7, (), hold=0.5)
    assert timetable.legs == [] and timetable.spans[0].name == "close"


class Tilted(NamedTuple):
    """A hand that holds a box beside the table's top, the box askew in it."""

    script: ExampleScript
    obs: Observation


def tilted(make_candidate, angle, forearm_height, on="table") -> Tilted:
    hand, obj = Hand(), box((0.04, 0.04, 0.04), 0.1)
    style = load_style("leap_grab").on(hand)
    start = np.array([-0.2, 0.0, STAND_HEIGHT + forearm_height, 1.0, 0, 0, 0])
    stand = Stand(obj, hand, start, on=on)
    way = make_candidate(np.eye(4), [0, 0, 0.1], q_open=style.neutral, q_closed=style.neutral)
    script = ExampleScript(
        stand, start, style, way, Timetable(None, 0.1, (), 1.0), ExampleSettings(), np.zeros(3)
    )
    obs = stand.world.observe()
    stood = obs.objects["box"]
    turn = so3.to_quat(so3.exp(np.array([0.0, angle, 0.0])))
    return Tilted(script, replace(obs, objects={"box": np.array([*stood[:3], *turn])}))


def clearance(found: Tilted, forearm: np.ndarray) -> float:
    """[m] of hand and forearm above the table's top."""
    q = np.stack([found.obs.q])
    whole = hand_capsules(Hand(), q, GROUPS, edges=True).moved(se3.from_pose7(forearm))
    return float(whole.heights(np.eye(3)[2]).min()) - STAND_HEIGHT


def test_what_did_not_move_in_the_hand_is_put_where_it_was(make_candidate):
    found = tilted(make_candidate, 0.0, 0.2)
    np.testing.assert_allclose(found.script._put_pose(found.obs), found.obs.forearm, atol=1e-9)


def test_what_tilted_is_tilted_back_where_there_is_room(make_candidate):
    found = tilted(make_candidate, 0.1, 0.2)
    goal = found.script._put_pose(found.obs)
    turn = so3.log(so3.from_quat(goal[3:]) @ so3.from_quat(found.obs.forearm[3:]).T)
    np.testing.assert_allclose(turn, [0, -0.1, 0], atol=1e-9)


def test_a_forearm_is_not_pressed_into_the_table(make_candidate):
    freely = []
    for angle in (-0.1, 0.1):
        found = tilted(make_candidate, angle, 0.085)
        assert clearance(found, found.obs.forearm) > 0.001
        assert clearance(found, found.script._put_pose(found.obs)) > 0.0005
        above_post = tilted(make_candidate, angle, 0.085, on="post")
        freely.append(clearance(found, above_post.script._put_pose(above_post.obs)))
    assert min(freely) < -0.005  # what the table forbids is done where there is none


def test_an_opening_hand_goes_to_where_it_is_clear_of_what_it_held(make_candidate):
    """Closing fingers had drawn the object 6 mm towards the palm: the hand moves by as much."""
    found = tilted(make_candidate, 0.0, 0.2)
    planned = se3.from_pose7(found.obs.objects["box"])
    way = make_candidate(np.eye(4), [0, 0, 0.1], q_open=found.obs.q, q_closed=found.obs.q)
    forearm = se3.from_pose7(found.obs.forearm)
    found.script._candidate = replace(way, T_object_forearm=se3.inverse(planned) @ forearm)
    np.testing.assert_allclose(found.script._eased(found.obs), found.obs.forearm, atol=1e-9)
    drawn = found.obs.objects["box"] + [0.0, 0.006, 0.0, 0, 0, 0, 0]
    eased = found.script._eased(replace(found.obs, objects={"box": drawn}))
    np.testing.assert_allclose(eased - found.obs.forearm, [0, 0.006, 0, 0, 0, 0, 0], atol=1e-9)
    lost = found.obs.objects["box"] + [0.0, 0.5, 0.0, 0, 0, 0, 0]
    far = found.script._eased(replace(found.obs, objects={"box": lost}))
    assert np.linalg.norm((far - found.obs.forearm)[:3]) == pytest.approx(MOST_EASED)


@pytest.mark.long
def test_what_is_put_down_is_not_pushed_by_the_hand_that_leaves(store):
    clip = store.grasped("mug")
    mug, let_go = clip.body("mug"), clip.meta["let_go_at"]
    after = clip.time >= let_go
    way = np.linalg.norm(mug.pose[after, :2] - mug.pose[after][0, :2], axis=1)
    assert way.max() < 0.002
    mask, frame = hand_contacts(clip, "mug", clip.hands[0].name)
    assert clip.time[frame[mask].max()] < let_go + OPENING + 0.2


def test_opening_fingers_pass_above_the_table(make_candidate):
    """A fist opens: half way its fingertips reach lower than at either end."""
    found = tilted(make_candidate, 0.0, 0.085)
    hand = Hand()
    fist, flat = found.obs.q.copy(), found.obs.q.copy()
    for k, name in enumerate(hand.joint_names):
        if name.endswith(("mcp_flex", "pip_flex")):
            fist[k], flat[k] = np.radians(85), 0.0
    down = so3.to_quat(so3.exp(np.array([0.0, np.radians(20), 0.0])))
    forearm = np.array([-0.2, 0.0, STAND_HEIGHT + 0.1, *down])
    way = make_candidate(np.eye(4), [0, 0, 0.1], q_open=flat, q_closed=fist)
    stood = se3.from_pose7(found.obs.objects["box"])
    found.script._candidate = replace(
        way, T_object_forearm=se3.inverse(stood) @ se3.from_pose7(forearm)
    )
    eased = found.script._eased(replace(found.obs, q=fist, forearm=forearm))
    poses = np.linspace(fist, flat, 12)

    def lowest(forearm, poses):
        whole = hand_capsules(hand, poses, GROUPS, edges=True).moved(se3.from_pose7(forearm))
        return float(whole.heights(np.eye(3)[2]).min()) - STAND_HEIGHT

    assert lowest(forearm, poses) < lowest(forearm, poses[[0, -1]]) - 0.005
    assert lowest(forearm, poses) < 0
    assert lowest(eased, poses) > -0.0005

"""Fingertips that follow the mouse: where they land, what they say, and what is recorded."""

import time

import numpy as np
import pytest
from tests.stage.driver import Driver, is_same_state

from prehensile.hand.parse import parse_hand
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.ik.finger_target import FingerTarget
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.stage import messages as m

FINGERS = ("thumb", "index", "middle", "ring", "little")


@pytest.fixture(scope="module")
def posing(tmp_path_factory):
    driver = Driver(tmp_path_factory.mktemp("out"), "pose")
    end = time.monotonic() + 300
    while driver.simulation.scene._warming is not None and time.monotonic() < end:
        driver.run(0.1)
        time.sleep(0.05)
    return driver


@pytest.mark.parametrize("finger", range(5))
@pytest.mark.parametrize("pose", ["neutral", "tip_pinch"])
def test_a_dragged_fingertip_lands_on_the_mouse(posing, finger, pose):
    """Targets are pads of other poses, so they can be reached."""
    posing.do(m.SetControl("pose", pose))
    before = posing.run(0.05).handles.copy()
    hand = parse_hand("right").build()
    scene = posing.simulation.scene
    q = np.array(scene._q)
    columns = [j for j, name in enumerate(hand.joint_names) if name.startswith(FINGERS[finger])]
    middle = 0.5 * (hand.lower + hand.upper)
    q[columns] = 0.7 * q[columns] + 0.3 * middle[columns]
    target = pad_positions(hand, q, se3.from_pose7(scene._forearm))[0][finger]
    if finger:  # the closed form couples a finger's last two joints
        q, _ = FingerTarget(hand, FINGERS[finger]).place(
            q, target, se3.from_pose7(scene._forearm), reach="nearest"
        )
        target = pad_positions(hand, q, se3.from_pose7(scene._forearm))[0][finger]
    frame = posing.do(m.DragHandle(FINGERS[finger], tuple(float(v) for v in target)))
    np.testing.assert_allclose(frame.handles[finger], target, atol=1e-4)
    others = [k for k in range(5) if k != finger]
    np.testing.assert_allclose(frame.handles[others], before[others], atol=1e-6)


@pytest.mark.long
def test_a_target_out_of_reach_is_missed_by_what_it_says(posing):
    posing.do(m.SetControl("pose", "flat"))
    place = posing.run(0.05).handles[1]
    target = place + np.float32([0, 0, 0.5])
    frame = posing.do(m.DragHandle("index", tuple(float(v) for v in target)))
    miss = np.linalg.norm(frame.handles[1] - target)
    assert frame.phase == f"{1e3 * miss:.1f} mm off"
    frame = posing.do(m.DragHandle("index", None))
    assert frame.phase == "reached"


def test_pinned_fingertips_stay_while_the_wrist_moves(posing):
    posing.do(m.SetControl("pose", "neutral"), m.SetControl("pinned", True))
    before = posing.run(0.05).handles.copy()
    scene = posing.simulation.scene
    towards = se3.from_pose7(scene._forearm)[:3, :3] @ [0.006, 0.0, 0.003]
    target = before[5] + towards
    frame = posing.do(m.DragHandle("wrist", tuple(float(v) for v in target)))
    np.testing.assert_allclose(frame.handles[5], target, atol=1e-6)
    np.testing.assert_allclose(frame.handles[:5], before[:5], atol=1e-4)
    posing.do(m.SetControl("pinned", False))
    frame = posing.do(m.DragHandle("wrist", tuple(float(v) for v in before[5])))
    shift = frame.handles[:5] - before[:5]
    assert np.ptp(shift, axis=0).max() < 3e-3


@pytest.mark.long
def test_poses_can_be_recorded_too(posing):
    recording, last = posing.recorded(0.5)
    posing.do(m.Transport(running=True))
    name = next(f for f in recording.files if f.endswith(".npz")).removeprefix("takes/")
    clip = Clip.load(posing.simulation._takes.file(name))
    assert clip.n_frames == recording.frames
    is_same_state(last, clip)

"""Scratching: pressed harder than exploring, dragged to the palm, within the friction cone."""

import numpy as np
import pytest

from prehensile.capture.lab.session import lab_session
from prehensile.capture.lab.tasks import scratch
from prehensile.capture.lab.tasks.on_plank import FRICTION
from prehensile.capture.lab.touches import contact_force
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.motion.tracked_hand import hand_of


@pytest.fixture(scope="module")
def scratched():
    return lab_session("scratch", 3, contacts=2, sensors=["torque_arm"]).truth


@pytest.fixture(scope="module")
def force(scratched):
    """(T, 3) [N] of the fingertip on the plank."""
    return contact_force(scratched.clip, f"right/{TIP_SEGMENT['index']}", "plank")


def test_every_touch_presses_as_planned(scratched, force):
    assert len(scratched.touches) == len(scratched.plans) == 2
    for touch, plan in zip(scratched.touches, scratched.plans, strict=True):
        low, high = scratch.MANNER.force
        assert low <= plan["planned_force"] <= high
        during = (scratched.clip.time >= touch.onset) & (scratched.clip.time <= touch.end)
        assert 0.3 < -force[during, 2].mean() < 3


def test_the_fingertip_is_dragged_to_the_palm(scratched):
    clip, track = scratched.clip, scratched.clip.hands[0]
    pads, _ = pad_positions(hand_of(track), track.q, se3.from_pose7(track.T_world_forearm))
    for plan in scratched.plans:
        begin = plan["start"] + plan["seconds"]
        at, later = np.searchsorted(clip.time, [begin, begin + scratch.MANNER.stroke_s + 0.15])
        assert 0.005 < pads[at, 1, 0] - pads[later, 1, 0] < 0.03


def test_it_slips_along_the_edge_of_the_friction_cone(scratched, force):
    # Oracle: Coulomb. Tangential force never exceeds the cone, and reaches it while it is dragged.
    normal, across = -force[:, 2], np.linalg.norm(force[:, :2], axis=1)
    pressing = normal > 0.3
    share = across[pressing] / normal[pressing]
    assert share.max() < FRICTION * 1.1
    for plan in scratched.plans:
        begin = plan["start"] + plan["seconds"]
        dragged = pressing & (scratched.clip.time > begin) & (scratched.clip.time < begin + 0.4)
        assert (across[dragged] / normal[dragged]).max() > 0.8 * FRICTION

"""Plans of touches: a minimum-jerk move through the plank, as deep as the force needs."""

import numpy as np
import pytest

from prehensile.capture.lab.fingertip import lowest_point
from prehensile.capture.lab.postures import touching_posture
from prehensile.capture.lab.tasks.on_plank import SURFACE, forearm_transform
from prehensile.capture.lab.touch_plan import LEAST_CLEARANCE, MOST_TRAVEL, plan_touch
from prehensile.errors import InputError
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.jacobian import point_jacobian

FOREARM = forearm_transform()


@pytest.fixture(scope="module")
def touching(subject):
    return touching_posture(subject.hand, "sloping", FOREARM, SURFACE)


@pytest.mark.parametrize("seed", range(5))
def test_the_move_passes_through_the_posture_at_its_share(subject, touching, seed):
    plan = plan_touch(subject, touching, FOREARM, 0.8, np.random.default_rng(seed))
    s = plan.share
    passed = 10 * s**3 - 15 * s**4 + 6 * s**5  # Flash and Hogan
    np.testing.assert_allclose(plan.start + passed * (plan.end - plan.start), touching, atol=1e-9)
    hand = subject.hand
    before, after = (lowest_point(hand, q, FOREARM).world[2] for q in (plan.start, plan.end))
    assert before > SURFACE + LEAST_CLEARANCE
    assert SURFACE - after == pytest.approx(plan.depth, abs=1e-6)
    for q in (plan.start, plan.end):
        assert (q >= hand.lower).all() and (q <= hand.upper).all()


def test_the_depth_is_what_the_joints_give_way_by(subject, touching):
    # Oracle: (4.7) by finite differences of the fingertip's height.
    hand, low = subject.hand, lowest_point(subject.hand, touching, FOREARM)
    J = point_jacobian(hand, touching, TIP_SEGMENT["index"], low.segment, FOREARM)[2]
    for k in (hand.joint_index("wrist_flex"), hand.joint_index("index_mcp_flex")):
        step = np.zeros(hand.dof)
        step[k] = 1e-5
        up, down = (lowest_point(hand, touching + s * step, FOREARM).world[2] for s in (1, -1))
        assert (up - down) / 2e-5 == pytest.approx(J[k], rel=1e-3)
    rng = np.random.default_rng(0)
    plans = [plan_touch(subject, touching, FOREARM, 0.5, rng) for _ in range(5)]
    give = sum(c * j**2 for c, j in zip(subject.compliance, J, strict=True))
    assert [plan.depth for plan in plans] == pytest.approx([0.5 * give] * 5)


def test_a_hard_press_is_no_deeper_than_the_travel(subject, touching):
    plan = plan_touch(subject, touching, FOREARM, 50.0, np.random.default_rng(1))
    assert plan.depth <= MOST_TRAVEL


def test_joints_can_be_kept_still(subject, touching):
    plan = plan_touch(subject, touching, FOREARM, 0.5, np.random.default_rng(0), ("pip_flex",))
    moved = {subject.hand.joint_names[k] for k in np.flatnonzero(plan.end != plan.start)}
    assert moved == {"wrist_flex", "index_mcp_flex", "index_dip_flex"}


def test_no_move_is_said(subject, touching):
    still = ("flex", "mcp_flex", "pip_flex", "dip_flex")
    with pytest.raises(InputError, match="no move"):
        plan_touch(subject, touching, FOREARM, 0.5, np.random.default_rng(0), still)

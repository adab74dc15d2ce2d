import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.models.from_hand import from_hand
from prehensile.forks.statics.compliance import linearise
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.model import build_hand_model
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.jacobian import point_jacobian

HANDS = [Hand(), HandSpec.at_percentile(5, "left").build()]


@pytest.mark.parametrize("hand", HANDS, ids=repr)
def test_fingertips_are_as_soft_as_their_jacobians_say(
    hand: Hand, rng: np.random.Generator
) -> None:
    q = rng.uniform(hand.lower, hand.upper)
    stiffness = rng.uniform(0.2, 2, hand.dof)
    found = linearise(from_hand(hand, q, stiffness))
    J = np.concatenate(
        [point_jacobian(hand, q, name, frame="body") for name in TIP_SEGMENT.values()]
    )
    right = (J / stiffness) @ J.T
    assert np.abs(found.compliance - right).max() < 1e-9 * np.abs(right).max()


def test_a_measured_hand_is_as_soft_as_was_measured(rng: np.random.Generator) -> None:
    hand, tips = HANDS[0], list(TIP_SEGMENT.values())
    q = rng.uniform(hand.lower, hand.upper)
    soft = HandCompliance.assumed(hand, rng.uniform(0.2, 2, hand.dof))
    found = linearise(from_hand(hand, q, soft)).compliance
    J = np.concatenate([point_jacobian(hand, q, name, frame="body") for name in tips])
    right = (J * soft.diagonal[:-3]) @ J.T  # the root is held
    assert np.abs(found - right).max() < 1e-9 * np.abs(right).max()
    with pytest.raises(InputError, match="right hand's"):
        from_hand(HANDS[1], q, soft)


def test_links_stand_where_mujoco_has_them() -> None:
    hand, q = HANDS[0], corpus()["fist"].q
    model = build_hand_model(hand, "fixed").compile()
    data = mujoco.MjData(model)
    for k, name in enumerate(hand.joint_names):
        data.joint(name).qpos = q[k]
    mujoco.mj_kinematics(model, data)
    for link in from_hand(hand, q).links:
        assert np.allclose(data.body(link.name).xpos, link.T_world[:3, 3], atol=1e-12)
        assert link.mass == pytest.approx(float(model.body(link.name).mass[0]))


def test_limits_count_from_the_pose() -> None:
    hand = HANDS[0]
    q = np.clip(np.full(hand.dof, 0.2), hand.lower, hand.upper)
    mechanism = from_hand(hand, q)
    joint = next(j for j in mechanism.joints if j.name == "index_pip_flex")
    k = hand.joint_index("index_pip_flex")
    assert joint.upper[0] == pytest.approx(hand.upper[k] - q[k])


def test_gains_that_do_not_fit_are_refused() -> None:
    hand = HANDS[0]
    with pytest.raises(InputError, match="stiffness has shape"):
        from_hand(hand, np.zeros(23), np.ones(5))
    with pytest.raises(InputError, match="every direction"):
        from_hand(hand, np.zeros(23), 0.0)
    with pytest.raises(InputError, match="one joint vector"):
        from_hand(hand, np.zeros((2, 23)))

import numpy as np
import pytest
from tests.kinematics.adult_hands import fingertips

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.ik.digit_chain import digit_chain
from prehensile.kinematics.ik.digit_table import digit_table


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("ratio", [0.4, 2 / 3, 1.0])
@pytest.mark.parametrize("point", ["tip", "pad"])
def test_near_and_far_are_what_the_coupled_finger_sweeps(side, ratio, point):
    hand = HandSpec.sample(7, side).build()
    for finger in FINGERS:
        chain = digit_chain(hand, finger, point)
        (row,) = digit_table([chain], [ratio])
        bend = np.linspace(max(chain.lower[2], chain.lower[3] / ratio),
                           min(chain.upper[2], chain.upper[3] / ratio), 400)  # fmt: skip
        q = np.zeros((400, hand.dof))
        columns = [hand.joint_index(name) for name in chain.joints[2:]]
        q[:, columns] = np.column_stack([bend, ratio * bend])
        tips = fingertips(hand, q, point)[:, DIGITS.index(finger)]
        d = np.linalg.norm(tips - chain.T_palm_root[:3, 3], axis=1)
        assert row.plane.near == pytest.approx(d.min(), abs=1e-5)
        assert row.plane.far == pytest.approx(d.max(), abs=1e-5)


def test_rows_lead_from_the_palm_to_the_root_and_only_thumbs_turn_obliquely():
    hand = Hand()
    chains = [digit_chain(hand, digit) for digit in DIGITS]
    table = digit_table(chains, [1.0, *[2 / 3] * 4])
    assert table["oblique"].tolist() == [True, False, False, False, False]
    for row, chain in zip(table, chains, strict=True):
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = row["into"], -row["into"] @ row["origin"]
        np.testing.assert_allclose(T @ chain.T_palm_root, np.eye(4), atol=1e-14)


@pytest.mark.parametrize("ratio", [0.0, -0.5, 1.5, float("nan")])
def test_ratios_that_couple_nothing_are_refused(ratio):
    with pytest.raises(InputError, match="coupling ratio"):
        digit_table([digit_chain(Hand(), "index")], [ratio])


def test_limits_that_leave_no_coupled_bend_are_named():
    chain = digit_chain(Hand(), "middle")
    shift = np.array([0, 0, 0, 2.5])
    stiff = chain._replace(lower=chain.lower + shift, upper=chain.upper + shift)
    with pytest.raises(InputError, match="middle_pip_flex and middle_dip_flex leave no bend"):
        digit_table([stiff], [2 / 3])

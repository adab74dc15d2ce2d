import numpy as np
from tests.kinematics.adult_hands import fingertips, poses

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.ik.digit_chain import digit_chain
from prehensile.kinematics.ik.digit_motion import digit_motion
from prehensile.kinematics.ik.digit_table import digit_table


def problem(rng):
    hand = Hand()
    chains = [digit_chain(hand, digit) for digit in DIGITS]
    table = digit_table(chains, [1.0, *4 * [2 / 3]])
    q = poses(hand, rng, 50)
    columns = [[hand.joint_index(name) for name in chain.joints] for chain in chains]
    return hand, table, q, q[:, columns]


def test_tips_are_those_of_the_hand(rng):
    hand, table, q, angles = problem(rng)
    found = digit_motion(table, angles).tip
    np.testing.assert_allclose(found, fingertips(hand, q, "pad"), atol=1e-15)


def test_first_and_second_derivatives_against_differences(rng):
    _, table, _, angles = problem(rng)
    at, h = digit_motion(table, angles), 1e-6
    along = rng.normal(size=at.tip.shape)
    second = at.second(along)
    for i, step in enumerate(h * np.eye(4)):
        ahead, behind = (digit_motion(table, angles + s * step) for s in (1, -1))
        np.testing.assert_allclose(
            at.jacobian[..., i], (ahead.tip - behind.tip) / (2 * h), atol=1e-9
        )
        slope = (ahead.jacobian - behind.jacobian) / (2 * h)
        np.testing.assert_allclose(
            second[..., i], np.einsum("nkc,nkcj->nkj", along, slope), atol=1e-8
        )

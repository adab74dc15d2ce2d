"""Markers of one digit against the kinematics of the whole hand."""

import numpy as np

from prehensile.compliance.recorded.digit_chain import DigitChain, Glued
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.lie import se3


def test_points_and_derivatives_are_those_of_the_hand(rng) -> None:
    hand = Hand()
    for digit in ("thumb", "index", "little"):
        chain = DigitChain(hand, TIP_SEGMENT[digit])
        q, T = rng.uniform(hand.lower, hand.upper, (4, 23)), se3.exp(rng.normal(size=6))
        places = [Glued(link.name, rng.normal(0, 0.01, 3)) for link in chain.links]
        points, J = chain.markers(q[:, chain.columns], places, T)
        poses = segment_transforms(hand, q, T)
        for m, (name, point, _) in enumerate(places):
            assert np.allclose(points[:, m], se3.apply(poses[name], np.tile(point, (4, 1))))
            exact = point_jacobian(hand, q, name, point, T)[:, :3, chain.columns]
            assert np.allclose(J[:, m], exact, atol=1e-12)


def test_slip_draws_back_along_the_segment(rng) -> None:
    """Its derivative by central differences of 1e-6."""
    chain = DigitChain(Hand(), TIP_SEGMENT["index"])
    last = chain.links[-1].name
    q, T = rng.uniform(0.1, 0.8, (3, len(chain.columns))), np.eye(4)
    stuck, slipped = (Glued(last, np.array([0.01, 0, 0.02]), slip) for slip in (0.0, 2e-3))
    moved = chain.markers(q, [slipped], T)[0] - chain.markers(q, [stuck], T)[0]
    bend = chain.joint_names.index("index_dip_flex")
    assert np.allclose(np.linalg.norm(moved[:, 0], axis=1), 2e-3 * q[:, bend])
    J = chain.markers(q, [slipped], T)[1]
    for j, h in enumerate(1e-6 * np.eye(len(chain.columns))):
        ahead, behind = (chain.markers(q + s * h, [slipped], T)[0] for s in (1, -1))
        assert np.allclose(J[..., j], (ahead - behind) / 2e-6, atol=1e-8)

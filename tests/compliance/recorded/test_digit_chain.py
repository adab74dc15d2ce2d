"""Markers of one digit against the kinematics of the whole hand."""

import numpy as np

from prehensile.compliance.recorded.digit_chain import DigitChain
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
        places = [(link.name, rng.normal(0, 0.01, 3)) for link in chain.links]
        points, J = chain.markers(q[:, chain.columns], places, T)
        poses = segment_transforms(hand, q, T)
        for m, (name, point) in enumerate(places):
            assert np.allclose(points[:, m], se3.apply(poses[name], np.tile(point, (4, 1))))
            exact = point_jacobian(hand, q, name, point, T)[:, :3, chain.columns]
            assert np.allclose(J[:, m], exact, atol=1e-12)

from itertools import combinations

import numpy as np
from scipy.optimize import minimize
from tests.motion.touching import MujocoHand

from prehensile.hand.corpus import corpus_pose
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import digit_segments
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.capsules import segment_distance
from prehensile.motion.spell.clearance import digit_gap


def test_segments_are_as_far_apart_as_a_minimiser_finds(rng):
    a0, a1, b0, b1 = rng.standard_normal((4, 50, 3))
    a1[:8] = a0[:8] + 1e-3  # short ones
    b1[8:16] = b0[8:16] + a1[8:16] - a0[8:16]  # parallel ones
    found = segment_distance(a0, a1, b0, b1)
    for k in range(50):

        def apart(st, k=k):
            return np.sum((a0[k] + st[0] * (a1 - a0)[k] - b0[k] - st[1] * (b1 - b0)[k]) ** 2)

        starts = [(0.5, 0.5), (0, 0), (1, 1)]
        best = min(minimize(apart, s, bounds=[(0, 1)] * 2, tol=1e-14).fun for s in starts)
        assert abs(found[k] - np.sqrt(best)) < 1e-5, k


def test_gaps_between_digits_agree_with_mujoco():
    hand = HandSpec.sample(3, "left").build()
    oracle = MujocoHand(hand)
    poses = np.stack([corpus_pose(name).q for name in ("flat", "neutral", "tripod", "fist")])
    for a, b in combinations(DIGITS, 2):
        found = digit_gap(hand, poses, a, b)
        for q, gap in zip(poses, found, strict=True):
            oracle.pose(q)
            pairs = [(s, t) for s in digit_segments(a) for t in digit_segments(b)]
            assert abs(gap - min(oracle.gap(*pair) for pair in pairs)) < 1e-6, (a, b)

"""Bent wrists and the forearms behind them."""

import numpy as np

from prehensile.control.place.wrist import BENT, wrists
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM
from prehensile.kinematics.capsules import segment_capsules
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3


def test_the_least_bent_comes_first_and_every_bend_is_tried_within_limits():
    hand = Hand()
    found = wrists(hand)
    assert len(found) == len(BENT["wrist_flex"]) * len(BENT["wrist_dev"])
    assert (found[0].angles == 0).all()
    asked = [np.abs(w.angles).sum() for w in found]
    names = [hand.joint_names[k] for k in found[0].joints]
    assert set(names) == set(BENT)
    inside = [
        (hand.lower[w.joints] <= w.angles) & (w.angles <= hand.upper[w.joints]) for w in found
    ]
    assert np.all(inside)
    # Clipping to the limits may shorten an angle, never lengthen it.
    full = sorted(np.radians(abs(a) + abs(b)) for a in BENT[names[0]] for b in BENT[names[1]])
    assert (np.array(asked) <= np.array(full) + 1e-12).all()


def test_the_forearm_lies_where_the_bent_palm_says():
    hand = Hand()
    bent = wrists(hand)[-1]
    q = np.zeros(hand.dof)
    q[bent.joints] = bent.angles
    # A forearm that stands still, seen by a palm that turns away from it.
    np.testing.assert_allclose(palm_transform(hand, q) @ bent.T_palm_forearm, np.eye(4), atol=1e-12)
    straight = segment_capsules(hand.segments[FOREARM])
    back = bent.forearm.moved(palm_transform(hand, q))
    for moved, stood in zip(back, straight, strict=True):
        np.testing.assert_allclose(moved, stood, atol=1e-12)
    # The wrist's centre is the palm's origin however it is bent.
    np.testing.assert_allclose(se3.apply(bent.T_palm_forearm, np.zeros(3)), 0, atol=1e-12)

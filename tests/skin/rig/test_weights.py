"""Bone weights: what Kry 7.1 asks of them."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import PALM, digit_segments
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.rig.weights import bone_weights, strongest_joints
from prehensile.skin.template.levels import skin_mesh

SEGMENTS = (PALM, *(name for digit in DIGITS for name in digit_segments(digit)))


@pytest.fixture(scope="module")
def hand() -> Hand:
    return Hand()


@pytest.fixture(scope="module")
def skin(hand: Hand) -> np.ndarray:
    return skin_mesh(hand, 0).vertices.astype(float)


def _weights(hand: Hand, points: np.ndarray, exponent: float = -3.0) -> np.ndarray:
    poses = segment_transforms(hand, bind_angles())
    return bone_weights(hand, poses, points, SEGMENTS, exponent)


def test_rows_are_shares_of_at_most_four_bones(hand: Hand, skin: np.ndarray) -> None:
    """Affine, none negative."""
    w = _weights(hand, skin)
    np.testing.assert_allclose(w.sum(axis=1), 1, atol=1e-12)
    assert w.min() >= 0 and (w > 0).sum(axis=1).max() <= 4


def test_the_middle_of_a_phalanx_is_its_own(hand: Hand) -> None:
    """Half way along each bone, on its back, its share is above 0.7."""
    poses = segment_transforms(hand, bind_angles())
    for digit in DIGITS:
        for name in digit_segments(digit)[1:]:
            s, T = hand.segments[name], poses[name]
            point = T[:3, 3] + T[:3, 0] * 0.5 * s.length + T[:3, 2] * s.radii[0]
            assert _weights(hand, point[None])[0, SEGMENTS.index(name)] > 0.7, name


def test_a_fingertip_knows_no_other_finger(hand: Hand, skin: np.ndarray) -> None:
    """Beyond the webs only a digit's own bones and the palm carry its skin."""
    w = _weights(hand, skin)
    for digit in DIGITS:
        own = [SEGMENTS.index(name) for name in digit_segments(digit)]
        tip = w[:, own[-1]] > 0.5
        others = [k for k in range(1, len(SEGMENTS)) if k not in own]
        assert tip.sum() > 20
        assert np.all(w[np.ix_(tip, others)] == 0)


def test_nearer_to_zero_is_more_rubbery(hand: Hand, skin: np.ndarray) -> None:
    """The largest share falls with the exponent, on the mean."""
    stiff, soft = (_weights(hand, skin, e).max(axis=1).mean() for e in (-4.0, -2.0))
    assert stiff > soft + 0.02


def test_weights_are_smooth(hand: Hand, skin: np.ndarray) -> None:
    """A move of 10 µm changes no share by more than a hundredth, at group edges too."""
    moved = skin + 1e-5 * np.random.default_rng(1).normal(size=skin.shape) / np.sqrt(3)
    assert np.abs(_weights(hand, skin) - _weights(hand, moved)).max() < 0.01


def test_an_exponent_of_zero_is_refused(hand: Hand, skin: np.ndarray) -> None:
    """All bones alike is no skinning."""
    with pytest.raises(InputError, match="below 0"):
        _weights(hand, skin, 0.0)


def test_a_rig_holds_the_four_strongest_joints_in_order() -> None:
    """Shares sum to one; a joint without a share is number 0, as glTF wants it."""
    weights = np.array([[0.1, 0.4, 0.0, 0.3, 0.2], [0.0, 0.0, 1.0, 0.0, 0.0]])
    joints, shares = strongest_joints(weights, np.array([7, 3, 9, 4, 6]))
    assert joints.dtype == np.uint8 and shares.dtype == np.float32
    np.testing.assert_array_equal(joints, [[3, 4, 6, 7], [9, 0, 0, 0]])
    np.testing.assert_allclose(shares, [[0.4, 0.3, 0.2, 0.1], [1, 0, 0, 0]], rtol=1e-6)


def test_what_a_fifth_joint_had_is_shared_out_among_the_four() -> None:
    weights = np.array([[0.3, 0.25, 0.2, 0.15, 0.1]])
    joints, shares = strongest_joints(weights, np.arange(5))
    np.testing.assert_array_equal(joints, [[0, 1, 2, 3]])
    np.testing.assert_allclose(shares, weights[:, :4] / 0.9, rtol=1e-6)

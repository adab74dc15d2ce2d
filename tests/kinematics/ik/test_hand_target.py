"""Whole hands land where they are told, with the wrist given or found."""

import numpy as np
import pytest
from scipy.optimize import least_squares
from tests.kinematics.adult_hands import RATIO, adults, fingertips, poses

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.loaded.load import load_hand
from prehensile.kinematics.ik.finger_target import FingerTarget
from prehensile.kinematics.ik.hand_target import HandTarget
from prehensile.kinematics.ik.thumb_target import ThumbTarget
from prehensile.lie import se3

TIP = 1e-12
"""[m]"""
FOUND = 1e-6
"""[m] with the wrist found"""


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("point", ["pad", "tip"])
def test_round_trip_over_adults(side, point, rng):
    for hand in adults(side, rng, 5):
        ik = HandTarget(hand, point=point)
        q = poses(hand, rng, 300)
        q[:, :3] = rng.uniform(hand.lower[:3], hand.upper[:3], (300, 3))
        root = se3.exp(rng.normal(size=(300, 6)))
        x = fingertips(hand, q, point, root)
        found, miss = ik.place(np.where(np.arange(23) < 3, q, 0.2), x, root)
        assert miss.shape == (300, 5) and miss.max() <= TIP
        assert np.abs(fingertips(hand, found, point, root) - x).max() <= TIP
        assert (found >= hand.lower).all() and (found <= hand.upper).all()
        for finger in FINGERS:
            pip = hand.joint_index(f"{finger}_pip_flex")
            np.testing.assert_allclose(found[:, pip + 1], RATIO * found[:, pip], atol=1e-15)
        np.testing.assert_allclose(found[120:, 7:], q[120:, 7:], atol=1e-9)


def test_a_hand_is_its_digits(rng):
    """Any subset in any order, reached or not, is what each digit does alone."""
    hand = Hand()
    some = ("ring", "thumb", "index")
    x = fingertips(hand, hand.spec.rest, "pad")[[DIGITS.index(d) for d in some]]
    x = x + rng.uniform(-0.03, 0.03, (4, 6, 3, 3))
    angles, miss = HandTarget(hand, some).solve(x, "nearest")
    assert angles.shape == (4, 6, 3, 4) and miss.shape == (4, 6, 3)
    assert 0.1 < (miss > 1e-9).mean() < 0.9
    for j, digit in enumerate(some):
        alone = ThumbTarget(hand) if digit == "thumb" else FingerTarget(hand, digit)
        one = alone.solve(x[..., j, :], "nearest")
        np.testing.assert_array_equal(one.angles, angles[..., j, :])
        np.testing.assert_array_equal(one.miss, miss[..., j])
    assert HandTarget(hand, some).joints[1] == ThumbTarget(hand).chain.joints


def test_batch_axes_broadcast_and_may_be_empty(rng):
    hand = Hand()
    ik = HandTarget(hand, ("index", "middle"))
    x = fingertips(hand, hand.spec.rest, "pad")[1:3]
    q, miss = ik.place(
        np.zeros(23), np.broadcast_to(x, (3, 1, 2, 3)), np.tile(np.eye(4), (7, 1, 1)), "nearest"
    )
    assert q.shape == (3, 7, 23) and miss.shape == (3, 7, 2)
    assert ik.solve(np.zeros((0, 2, 3))).angles.shape == (0, 2, 4)
    q, T, miss = ik.place_free(np.zeros(23), np.zeros((0, 2, 3)))
    assert q.shape == (0, 23) and T.shape == (0, 4, 4) and miss.shape == (0, 2)


def test_the_input_is_left_alone():
    hand = Hand()
    x = fingertips(hand, hand.spec.rest, "pad")
    q, kept = np.zeros(23), x.copy()
    HandTarget(hand).place(q, x, reach="nearest")
    HandTarget(hand).place_free(q, x)
    assert (q == 0).all() and (x == kept).all()


def test_out_of_reach_names_the_digit_and_the_millimetres(rng):
    hand = Hand()
    x = np.tile(fingertips(hand, np.zeros(23), "tip"), (5, 1, 1))
    x[3, 2, 0] += 0.007
    with pytest.raises(
        InputError, match=r"m is 7 mm out of reach of the middle tip, which gets"
    ) as e:
        HandTarget(hand, point="tip").solve(x)
    assert np.array2string(x[3, 2], precision=4) in str(e.value)


@pytest.mark.parametrize(
    ("targets", "words"),
    [
        (np.full((2, 3), np.nan), r"targets: \[nan nan nan\] is not finite"),
        (np.full((2, 3), 10.0), r"10 m away; expected at most 2 m"),
        (np.zeros((3, 3)), r"shape \(3, 3\); expected \(\.\.\., 2, 3\), one row for each of thumb"),
        (np.zeros(3), r"shape \(3,\); expected \(\.\.\., 2, 3\)"),
        (np.zeros((2, 2)), r"shape \(2, 2\); expected \(\.\.\., 3\)"),
        ("here", "something else than numbers"),
    ],
)
def test_bad_targets_are_one_clear_line(targets, words):
    ik = HandTarget(Hand(), ("thumb", "index"))
    for reach in ("error", "nearest"):
        with pytest.raises(InputError, match=words):
            ik.solve(targets, reach)
        with pytest.raises(InputError, match=words):
            ik.place(np.zeros(23), targets, reach=reach)
    with pytest.raises(InputError, match=words):
        ik.place_free(np.zeros(23), targets, np.eye(4))


def test_bad_digits_frames_and_angles_are_one_clear_line(tmp_path):
    hand = Hand()
    with pytest.raises(InputError, match=r"digits are index, index; expected at least one"):
        HandTarget(hand, ("index", "index"))
    with pytest.raises(InputError, match=r"digits are none"):
        HandTarget(hand, ())
    with pytest.raises(UnknownNameError, match=r"toe.*Valid: thumb, index"):
        HandTarget(hand, ("index", "toe"))
    with pytest.raises(InputError, match=r"coupling ratio is 0; expected a number in \(0, 1\]"):
        HandTarget(hand, ratio=0)
    ik, x = HandTarget(hand, "index"), np.zeros((1, 3))
    with pytest.raises(UnknownNameError, match="Valid: error, nearest"):
        ik.solve(x, "any")  # pyright: ignore[reportArgumentType]
    with pytest.raises(InputError, match=r"T_world_forearm has shape \(3, 3\)"):
        ik.place(np.zeros(23), x, np.eye(3))
    with pytest.raises(InputError, match=r"T_world_forearm holds a value that is not finite"):
        ik.place_free(np.zeros(23), x, np.full((4, 4), np.nan))
    with pytest.raises(InputError, match=r"joint vector has shape \(22,\)"):
        ik.place(np.zeros(22), x)
    with pytest.raises(InputError, match=r"batch axes that do not fit each other"):
        ik.place_free(np.zeros((2, 23)), np.zeros((3, 1, 3)))


def test_the_shadow_hand_is_refused(reference_data):
    hand = load_hand(reference_data("hands", "shadow_hand", "right_hand.xml"))
    with pytest.raises(InputError, match="this hand's thumb"):
        HandTarget(hand)


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("digits", [DIGITS, ("thumb", "index", "middle"), ("thumb", "index")])
def test_a_displaced_wrist_is_found_for_what_a_hand_can_reach(side, digits, rng):
    """Targets from forward kinematics; the wrist given is off by about 20 mm and 10 degrees."""
    hand = adults(side, rng, 1)[-1]
    ik = HandTarget(hand, digits)
    rows = [DIGITS.index(d) for d in digits]
    count = 40
    q = hand.spec.rest + 0.6 * (poses(hand, rng, count) - hand.spec.rest)
    for finger in FINGERS:
        pip = hand.joint_index(f"{finger}_pip_flex")
        q[:, pip + 1] = RATIO * q[:, pip]
    true = se3.exp(rng.normal(size=(count, 6)))
    x = fingertips(hand, q, "pad", true)[:, rows]
    given = true @ se3.exp(rng.normal(size=(count, 6)) * [*3 * [0.012], *3 * [0.1]])
    found, T, miss = ik.place_free(q, x, given)
    assert miss.max() <= FOUND
    np.testing.assert_allclose(fingertips(hand, found, "pad", T)[:, rows], x, atol=FOUND)
    assert (found >= hand.lower).all() and (found <= hand.upper).all()
    np.testing.assert_allclose(found[:, :3], q[:, :3])  # the wrist's angles are kept
    np.testing.assert_allclose(
        T[:, :3, :3] @ T[:, :3, :3].swapaxes(1, 2), np.tile(np.eye(3), (count, 1, 1)), atol=1e-12
    )


def test_without_a_wrist_to_begin_with(rng):
    hand = Hand()
    q = np.tile(hand.spec.rest, (20, 1)) + rng.uniform(-0.1, 0.1, (20, 23))
    q[:, :3] = rng.uniform(-0.2, 0.2, (20, 3))
    for finger in FINGERS:
        pip = hand.joint_index(f"{finger}_pip_flex")
        q[:, pip + 1] = RATIO * q[:, pip]
    true = se3.exp(3 * rng.normal(size=(20, 6)))
    x = fingertips(hand, q, "pad", true)
    found, T, miss = HandTarget(hand).place_free(q, x)
    assert miss.max() <= FOUND
    np.testing.assert_allclose(fingertips(hand, found, "pad", T), x, atol=FOUND)


def test_a_wrist_that_serves_hardly_moves():
    """The weights: within reach and mid-range the wrist stays within a few millimetres."""
    hand = Hand()
    q = hand.spec.rest.copy()
    for finger in FINGERS:
        pip = hand.joint_index(f"{finger}_pip_flex")
        q[pip + 1] = RATIO * q[pip]
    x = fingertips(hand, q, "pad")
    _, T, miss = HandTarget(hand).place_free(q, x, np.eye(4))
    assert miss.max() <= FOUND
    assert np.linalg.norm(T[:3, 3]) < 0.015
    assert np.linalg.norm(se3.log(T)[3:]) < np.radians(10)


@pytest.mark.long
def test_what_is_out_of_reach_is_missed_by_the_least_squares(rng):
    """SciPy over the wrist and all angles at once does not find less, from ours or from rest."""
    hand = Hand()
    count = 5
    x = 2.5 * fingertips(hand, hand.spec.rest, "pad") + rng.normal(size=(count, 5, 3)) * 0.005
    q, T, miss = HandTarget(hand).place_free(hand.spec.rest, x, np.eye(4))
    assert (np.linalg.norm(miss, axis=-1) > 5e-3).all()
    lower, upper = hand.lower[3:], hand.upper[3:]

    def off(z: np.ndarray, at: np.ndarray, target: np.ndarray) -> np.ndarray:
        angles = np.concatenate([np.zeros(3), z[6:]])
        return 1e3 * (fingertips(hand, angles, "pad", at @ se3.exp(z[:6])) - target).ravel()

    for i in range(count):
        ours = 1e3 * np.linalg.norm(miss[i])
        found = []
        for angles, at in ((q[i], T[i]), (hand.spec.rest, np.eye(4))):
            start = np.concatenate([np.zeros(6), np.clip(angles[3:], lower + 1e-6, upper - 1e-6)])
            best = least_squares(
                off,
                start,
                bounds=(np.r_[6 * [-np.inf], lower], np.r_[6 * [np.inf], upper]),
                args=(at, x[i]),
                max_nfev=40,
            )
            found.append(np.sqrt(2 * best.cost))
        assert ours <= min(found) + 1e-6  # [mm]
        assert found[0] == pytest.approx(ours, abs=1e-3)

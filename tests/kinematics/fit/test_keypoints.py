"""Keypoints of known hands come back as the angles they were made with."""

import mujoco
import numpy as np
import pytest
from scipy.optimize import least_squares
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.model import build_hand_model
from prehensile.hand.parse import parse_hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_layout import LAYOUTS, layout_points
from prehensile.kinematics.fit.keypoints import fit_keypoints, hand_keypoints, lost_frames
from prehensile.kinematics.forward import palm_transform
from prehensile.kinematics.ik.finger_target import FingerTarget
from prehensile.lie import se3

SIDES = ("right", "left")


def moving(hand, rng, frames) -> tuple[np.ndarray, np.ndarray]:
    """Joint vectors all over the limits, wrist straight, and forearm poses all over the room."""
    q = rng.uniform(hand.lower, hand.upper, (frames, 23))
    q[:, :3] = 0.0
    return q, se3.exp(rng.normal(size=(frames, 6)))


@pytest.mark.parametrize("text", ["right:seed=1", "left:p95"])
def test_hand_keypoints_against_mujoco(text, rng):
    hand = parse_hand(text).build()
    model = build_hand_model(hand, "free").compile()
    data = mujoco.MjData(model)
    q, forearm = rng.uniform(hand.lower, hand.upper), se3.exp(rng.normal(size=6))
    data.qpos[[model.joint(name).qposadr[0] for name in hand.joint_names]] = q
    start = model.joint("forearm").qposadr[0]
    data.qpos[start : start + 7] = se3.to_pose7(forearm)
    mujoco.mj_kinematics(model, data)
    found = hand_keypoints(hand, q, forearm, "mediapipe")
    for name, point in zip(layout_points("mediapipe"), found, strict=True):
        if name.endswith("-tip"):
            continue
        np.testing.assert_allclose(point, data.body(name).xpos, atol=1e-12)


def test_metacarpal_bases_and_palm_move_with_the_palm(rng):
    for side in SIDES:
        hand = HandSpec.mean(side).build()
        q = rng.uniform(hand.lower, hand.upper, (4, 23))
        points = hand_keypoints(hand, q, layout="openxr")
        local = se3.apply(se3.inverse(palm_transform(hand, q))[:, None], points)
        names = layout_points("openxr")
        fixed = [k for k, n in enumerate(names) if n == "palm" or n.endswith("-metacarpal")]
        np.testing.assert_allclose(
            local[:, fixed], np.broadcast_to(local[:1, fixed], (4, 6, 3)), atol=1e-15
        )
        centre, base, knuckle = (
            local[0, names.index(n)]
            for n in ("palm", "middle-finger-metacarpal", "middle-finger-phalanx-proximal")
        )
        np.testing.assert_allclose(centre, 0.5 * (base + knuckle), atol=1e-15)
        index, little = (
            local[0, names.index(f"{f}-finger-metacarpal")] for f in ("index", "pinky")
        )
        assert np.sign(index[1] - little[1]) == (1 if side == "right" else -1)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("side", SIDES)
def test_round_trip_with_known_bones(layout, side, rng):
    for spec in (HandSpec.at_percentile(5, side), HandSpec.sample(7, side)):
        hand = spec.build()
        q, T = moving(hand, rng, 60)
        fit = fit_keypoints(hand_keypoints(hand, q, T, layout), layout, hand=hand)
        assert fit.hand is hand
        assert np.abs(fit.q - q).max() < 1e-4
        np.testing.assert_allclose(fit.T_world_forearm, T, atol=1e-5)
        assert fit.residual.max() < 1e-6 and fit.seen.all()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("side", SIDES)
def test_bones_side_and_angles_are_found(layout, side, rng):
    hand = HandSpec.sample(11, side).build()
    q, T = moving(hand, rng, 40)
    fit = fit_keypoints(hand_keypoints(hand, q, T, layout), layout)
    assert fit.hand.side == side
    wanted, found = hand.spec.bone_lengths, fit.hand.spec.bone_lengths
    np.testing.assert_allclose(found[:, :3], wanted[:, :3], atol=2e-5)
    np.testing.assert_allclose(found[:, 3:].sum(1), wanted[:, 3:].sum(1), atol=2e-5)
    assert fit.hand.spec.breadth == pytest.approx(hand.spec.breadth, abs=2e-5)
    assert np.abs(fit.q - q).max() < 2e-3


def test_batch_axes_and_one_frame(rng):
    hand = Hand()
    q, T = moving(hand, rng, 6)
    points = hand_keypoints(hand, q, T)
    flat = fit_keypoints(points, hand=hand)
    nested = fit_keypoints(points.reshape(2, 3, 21, 3), hand=hand)
    assert nested.q.shape == (2, 3, 23) and nested.T_world_forearm.shape == (2, 3, 4, 4)
    assert nested.residual.shape == nested.seen.shape == (2, 3, 21)
    np.testing.assert_allclose(nested.q.reshape(6, 23), flat.q)
    single = fit_keypoints(points[0], hand=hand)
    assert single.q.shape == (23,) and single.points.shape == (21, 3)
    np.testing.assert_allclose(single.q, flat.q[0], atol=1e-9)


def test_mirroring_the_points_changes_the_side_only(rng):
    hand = HandSpec.sample(2).build()
    q, T = moving(hand, rng, 20)
    points = hand_keypoints(hand, q, T) + rng.normal(scale=1e-3, size=(20, 21, 3))
    right = fit_keypoints(points)
    left = fit_keypoints(points * [-1, 1, 1])
    assert (right.hand.side, left.hand.side) == SIDES
    # The mirrored least-squares problem has the same minimum; both stop within a millionth of it.
    np.testing.assert_allclose(left.residual, right.residual, atol=1e-5)
    np.testing.assert_allclose(left.points * [-1, 1, 1], right.points, atol=1e-5)


def test_no_lower_minimum_is_found_by_scipy(rng):
    """A bounded trust-region solver, with its own differences, started from the fit and near it."""
    hand = HandSpec.sample(5).build()
    q, T = moving(hand, rng, 4)
    points = hand_keypoints(hand, q, T) + rng.normal(scale=3e-3, size=(4, 21, 3))
    fit = fit_keypoints(points, hand=hand)
    low, high = hand.lower[3:], hand.upper[3:]
    for k in range(4):

        def off(x, k=k):
            pose = np.concatenate([np.zeros(3), x[6:]])
            root = fit.T_world_forearm[k] @ se3.exp(x[:6])
            return (hand_keypoints(hand, pose, root) - points[k]).ravel()

        inside = np.clip(fit.q[k, 3:], low + 1e-6, high - 1e-6)
        bounds = np.array([np.r_[np.full(6, -1.0), low], np.r_[np.full(6, 1.0), high]])
        best = least_squares(off, np.r_[np.zeros(6), inside], bounds=bounds, xtol=1e-12, ftol=1e-12)
        assert (fit.residual[k] ** 2).sum() <= 2 * best.cost * (1 + 1e-4)
    assert (fit.q[:, 3:] >= low).all() and (fit.q[:, 3:] <= high).all()


def test_noise_comes_back_as_residual(rng):
    hand = HandSpec.sample(6).build()
    q, T = moving(hand, rng, 80)
    noise = rng.normal(scale=2e-3, size=(80, 21, 3))
    fit = fit_keypoints(hand_keypoints(hand, q, T) + noise, hand=hand)
    rms = np.sqrt((fit.residual**2).mean())
    # 63 numbers a frame less 26 unknowns, fewer at a limit: √(37/63) of the noise or more.
    assert np.sqrt(37 / 63) * 0.95 < rms / (2e-3 * np.sqrt(3)) < np.sqrt(45 / 63)


def test_missing_points_leave_the_others(rng):
    hand = HandSpec.sample(4).build()
    q, T = moving(hand, rng, 200)
    points = hand_keypoints(hand, q, T)
    names = layout_points("mediapipe")
    gone = rng.random((200, 21)) < 0.15
    points[gone, rng.integers(3)] = np.nan
    points = points[~lost_frames(points)]
    fit = fit_keypoints(points, hand=hand)
    np.testing.assert_array_equal(fit.seen, np.isfinite(points).all(-1))
    np.testing.assert_array_equal(np.isnan(fit.residual), ~fit.seen)
    assert len(points) > 150 and np.isfinite(fit.q).all()
    off = np.nanmax(fit.residual, axis=1)
    assert np.quantile(off, 0.98) < 1e-5, "a digit of two seen points may be bent in two ways"
    never = points.copy()
    never[:, names.index("ring-finger-tip")] = np.nan
    by_point = fit_keypoints(never, hand=hand).residual_by_point()
    assert np.isnan(by_point["ring-finger-tip"]) and by_point["wrist"] < 1e-5


def test_an_unseen_tip_follows_the_coupling(rng):
    hand = Hand()
    q, T = moving(hand, rng, 30)
    points = hand_keypoints(hand, q, T)
    points[:, layout_points("mediapipe").index("index-finger-tip")] = np.nan
    found = fit_keypoints(points, hand=hand).q
    pip, dip = (hand.joint_angle(found, f"index_{joint}_flex") for joint in ("pip", "dip"))
    np.testing.assert_allclose(dip, 2 / 3 * pip, atol=1e-3)
    np.testing.assert_allclose(pip, hand.joint_angle(q, "index_pip_flex"), atol=1e-4)


def test_a_tip_alone_gives_the_closed_form(rng):
    hand = Hand()
    target = FingerTarget(hand, "middle", "tip")
    q, T = moving(hand, rng, 30)
    dip, pip = (hand.joint_index(f"middle_{joint}_flex") for joint in ("dip", "pip"))
    q[:, dip] = 2 / 3 * q[:, pip]
    points = hand_keypoints(hand, q, T)
    names = layout_points("mediapipe")
    tip = se3.apply(se3.inverse(T), points[:, names.index("middle-finger-tip")])
    for part in ("intermediate", "distal"):
        points[:, names.index(f"middle-finger-phalanx-{part}")] = np.nan
    found = fit_keypoints(points, hand=hand).q
    columns = [hand.joint_index(f"middle_{j}") for j in ("mcp_abd", "mcp_flex", "pip_flex")]
    wanted = target.solve(tip, "nearest").angles[:, :3]
    np.testing.assert_allclose(found[:, columns], wanted, atol=5e-3)


def test_without_a_wrist_the_thumb_root_stands_in(rng):
    hand = Hand()
    q, T = moving(hand, rng, 10)
    points = hand_keypoints(hand, q, T)
    points[:, 0] = np.nan
    assert np.abs(fit_keypoints(points, hand=hand).q - q).max() < 1e-4


def test_stretch_lets_fingers_bend_back(rng):
    hand = Hand()
    back = np.zeros((5, 23))
    back[:, [hand.joint_index(f"{f}_mcp_flex") for f in ("index", "middle")]] = -0.4
    points = hand_keypoints(hand, back)
    held = fit_keypoints(points, hand=hand)
    assert held.q.min() >= hand.lower.min() and held.residual.max() > 3e-3
    free = fit_keypoints(points, hand=hand, stretch=0.5)
    np.testing.assert_allclose(free.q, back, atol=1e-4)
    np.testing.assert_allclose(free.hand.lower, hand.lower - 0.5)


def test_a_flattened_hand_has_no_side():
    flat = hand_keypoints(Hand(), np.zeros((2, 23))) * [1, 1, 0]
    refused(flat, "right and left fit", "alike", "side='right'")
    assert fit_keypoints(flat, side="left").hand.side == "left"


def test_sizes_stay_within_what_a_spec_allows(rng):
    hand = HandSpec.mean().build()
    q, T = moving(hand, rng, 3)
    points = hand_keypoints(hand, q, T)
    small = fit_keypoints(0.45 * points, side="right").hand
    assert small.length == pytest.approx(0.45 * hand.length, rel=0.02)
    refused(0.3 * points, "0.0543 m long", "0.072 to 0.29 m")
    refused(1.8 * points, "0.326 m long")


def refused(points, *words, **options):
    with pytest.raises((InputError, UnknownNameError)) as caught:
        fit_keypoints(points, **options)
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message, message


def test_bad_input(rng):
    hand = Hand()
    good = hand_keypoints(hand, hand.spec.rest + np.zeros((3, 1)))
    refused(good[:, :20], "(3, 20, 3)", "(..., 21, 3)")
    refused(good, "(3, 21, 3)", "(..., 25, 3)", layout="webxr")
    refused(good[:0], "no frame")
    refused("hello", "numbers")
    refused(good, "unknown keypoint layout 'openpose'", "mediapipe", layout="openpose")
    refused(good, "unknown side 'both'", side="both")
    refused(good * np.nan, "all keypoints are NaN")
    refused(good * 1e3, "m long", "metres")
    refused(good * 1e3, "m long", "metres", hand=hand)
    refused(0 * good, "0 m long")
    infinite = good.copy()
    infinite[1, 8, 0] = np.inf
    refused(infinite, "index-finger-tip", "frame 1", "infinite")
    refused(rng.uniform(-0.03, 0.03, good.shape), "no right hand fits", "mm", side="right")
    refused(good, "side is 'left'", "right", side="left", hand=hand)
    refused(good, "stretch is -1", "0 to 1.5", stretch=-1.0)
    hidden = good.copy()
    hidden[2, [0, 5, 9, 13]] = np.nan
    refused(hidden, "1 of 3 frames", "frame 2", "17 of 21", "wrist", "two knuckles")
    leap = good[:, 1:].copy()
    leap[:, 0] = np.nan
    refused(leap, "thumb's root", layout="leap")


def test_a_loaded_hand_is_refused(tmp_path):
    (tmp_path / "tiny.xml").write_text(tiny_hand())
    loaded = load_hand(tmp_path / "tiny.xml", mapping_of())
    good = hand_keypoints(Hand(), np.zeros(23))
    refused(good, "loaded hand", "HandSpec", hand=loaded)
    with pytest.raises(InputError, match="loaded hand"):
        hand_keypoints(loaded, np.zeros(loaded.dof))

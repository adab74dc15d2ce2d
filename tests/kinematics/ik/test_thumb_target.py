"""The thumb's tip lands wherever its four joints can bring it, within their limits."""

import numpy as np
import pytest
from scipy.optimize import minimize
from tests.hand.tiny_hand import mapping_of, tiny_hand
from tests.kinematics.adult_hands import adults, fingertips, poses

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import THUMB_JOINTS
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.ik.thumb_target import ThumbTarget
from prehensile.lie import se3

TIP = 1e-12
"""[m]"""


def columns(hand: Hand) -> list[int]:
    return [hand.joint_index(name) for name in THUMB_JOINTS]


def tip(hand: Hand, angles: np.ndarray, point: str) -> np.ndarray:
    q = np.zeros((*angles.shape[:-1], hand.dof))
    q[..., columns(hand)] = angles
    return fingertips(hand, q, point)[..., 0, :]


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("point", ["pad", "tip"])
def test_every_point_a_thumb_can_touch_is_touched(side, point, rng):
    """Poses with free MP and IP angles: the coupling gives way where it has to."""
    evenly = []
    for hand in adults(side, rng, 5):
        solver = ThumbTarget(hand, point)
        lower, upper = hand.lower[columns(hand)], hand.upper[columns(hand)]
        x = fingertips(hand, poses(hand, rng, 400), point)[:, 0]
        corners = rng.choice([0.0, 1.0], (200, 4))
        corners = np.concatenate([corners, rng.random((200, 4)).round()])
        some = rng.random((400, 4)) < 0.5
        corners[some] = rng.random(some.sum())
        x = np.concatenate([x, tip(hand, lower + corners * (upper - lower), point)])
        angles, miss = solver.solve(x)
        assert miss.max() <= TIP
        assert np.abs(tip(hand, angles, point) - x).max() <= TIP
        assert (angles >= lower).all() and (angles <= upper).all()
        evenly.append(np.abs(angles[:, 2] - angles[:, 3]) < 1e-12)
    assert 0.4 < np.mean(evenly) < 0.95  # both rules are at work


def test_a_thumb_that_bends_evenly_is_found_again(rng):
    hand = Hand()
    lower, upper = hand.lower[columns(hand)], hand.upper[columns(hand)]
    true = rng.uniform(lower, upper, (500, 4))
    true[:, 2] = rng.uniform(0.02, upper[2], 500)
    true[:, 3] = true[:, 2]
    angles, _ = ThumbTarget(hand).solve(tip(hand, true, "pad"))
    np.testing.assert_allclose(angles[:, 2], angles[:, 3], atol=1e-12)
    # where two abductions serve, that nearer mid-range is taken
    same = np.abs(angles - true).max(-1) < 1e-9
    nearer = np.abs(angles[:, 0] - (lower + upper)[0] / 2) < np.abs(
        true[:, 0] - (lower + upper)[0] / 2
    )
    assert (same | nearer).all() and same.mean() > 0.9


def test_of_uneven_poses_that_land_the_evenest_at_a_limit(rng):
    """Against all poses on the curve that reach the target, from a fine sweep of the root."""
    hand = Hand()
    lower, upper = hand.lower[columns(hand)], hand.upper[columns(hand)]
    solver = ThumbTarget(hand, "tip")
    x = tip(hand, rng.uniform(lower, upper, (300, 4)), "tip")
    angles, _ = solver.solve(x)
    uneven = np.flatnonzero(np.abs(angles[:, 2] - angles[:, 3]) > 1e-6)
    assert len(uneven) > 10
    _, l2, l3 = solver.chain.lengths
    for i in uneven:
        at_limit = np.minimum(angles[i] - lower, upper - angles[i])[1:]
        assert at_limit.min() < 1e-12
        # the curve: any root angle, the other two by the law of cosines in the same plane
        root = np.linspace(lower[1], upper[1], 4001)
        mp_at = end_of_metacarpal(solver, root)
        flat = in_plane(solver, x[i], angles[i, 0])
        d = flat - mp_at
        cosine = ((d**2).sum(-1) - l2**2 - l3**2) / (2 * l2 * l3)
        ip = np.arccos(np.clip(cosine, -1, 1))
        for bent in (ip, -ip):
            mp = np.arctan2(d[:, 1], d[:, 0]) - np.arctan2(
                l3 * np.sin(bent), l2 + l3 * np.cos(bent)
            )
            mp = np.remainder(mp - root + np.pi, 2 * np.pi) - np.pi
            ok = (np.abs(cosine) <= 1) & (mp >= lower[2]) & (mp <= upper[2])
            ok &= (bent >= lower[3]) & (bent <= upper[3])
            if not ok.any():
                continue
            # no pose on the curve bends evenly, so the coupling had to give way
            assert np.abs(mp - bent)[ok].min() > 1e-6
            # and where the limits cut the curve, none is more even than ours
            ends = ok & ~(np.roll(ok, 1) & np.roll(ok, -1))
            bends = np.stack([root, mp, bent], axis=-1)
            ends &= np.minimum(bends - lower[1:], upper[1:] - bends).min(-1) < 0.01
            ours = abs(angles[i, 2] - angles[i, 3])
            assert (np.abs(mp - bent)[ends] > ours - 0.02).all()  # the sweep is that coarse


def end_of_metacarpal(solver: ThumbTarget, root: np.ndarray) -> np.ndarray:
    l1 = solver.chain.lengths[0]
    return l1 * np.stack([np.cos(root), np.sin(root)], axis=-1)


def in_plane(solver: ThumbTarget, x: np.ndarray, abduction: float) -> np.ndarray:
    local = se3.apply(se3.inverse(solver.chain.T_palm_root), x)
    turn = se3.exp(np.concatenate([np.zeros(3), -abduction * solver.chain.axis]))
    px, py, pz = se3.apply(turn, local)
    assert abs(py) < 1e-12
    return np.array([px, -pz])


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("point", ["pad", "tip"])
def test_no_pose_comes_nearer_than_the_nearest(side, point, rng):
    """Against 13⁴ poses, the best of them refined by SciPy; targets all around the thumb."""
    hand = HandSpec.mean(side).build()
    solver = ThumbTarget(hand, point)
    lower, upper = solver.chain.lower, solver.chain.upper
    axes = [np.linspace(lower[k], upper[k], 13) for k in range(4)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 4)
    reachable = tip(hand, grid, point)
    targets = solver.chain.T_palm_root[:3, 3] + rng.uniform(-0.13, 0.13, (15, 3))
    angles, miss = solver.solve(targets, "nearest")
    assert (angles >= lower).all() and (angles <= upper).all()
    np.testing.assert_allclose(
        np.linalg.norm(tip(hand, angles, point) - targets, axis=-1), miss, atol=1e-12
    )
    for target, found in zip(targets, miss, strict=True):
        off = np.linalg.norm(reachable - target, axis=-1)
        start = grid[off.argmin()]
        best = minimize(
            lambda a, target=target: 1e3 * np.linalg.norm(tip(hand, a, point) - target),
            start,
            bounds=list(zip(lower, upper, strict=True)),
            method="L-BFGS-B",
        )
        oracle = min(off.min(), 1e-3 * best.fun)
        assert found <= oracle + 1e-12
        assert found >= oracle - 2e-4  # SciPy stops early at limits


def test_a_target_in_the_world_with_the_wrist_bent(rng):
    hand = Hand()
    q = poses(hand, rng, 60)
    q[:, :3] = rng.uniform(hand.lower[:3], hand.upper[:3], (60, 3))
    root = se3.exp(rng.normal(size=(60, 6)))
    x = fingertips(hand, q, "pad", root)[:, 0]
    start = q.copy()
    start[:, columns(hand)] = 0.1
    found, miss = ThumbTarget(hand).place(
        start.reshape(6, 10, 23), x.reshape(6, 10, 3), root.reshape(6, 10, 4, 4)
    )
    assert found.shape == (6, 10, 23) and miss.shape == (6, 10) and miss.max() < TIP
    np.testing.assert_allclose(
        fingertips(hand, found.reshape(60, 23), "pad", root)[:, 0], x, atol=1e-12
    )
    others = np.delete(np.arange(23), columns(hand))
    np.testing.assert_array_equal(found.reshape(60, 23)[:, others], q[:, others])


def test_out_of_reach_says_by_how_many_millimetres(rng):
    hand = Hand()
    solver = ThumbTarget(hand, "tip")
    # Straight out, root and bends free: the tip is at the end of its reach along the bone.
    straight = np.zeros(4)
    at = tip(hand, straight, "tip")
    outwards = at - solver.chain.T_palm_root[:3, 3]
    far = at + 0.02 * outwards / np.linalg.norm(outwards)
    with pytest.raises(
        InputError, match=r"m is 20 mm out of reach of the thumb tip within.*nearest"
    ):
        solver.solve(far)
    assert solver.solve(at).miss < TIP
    assert np.isclose(solver.solve(far, "nearest").miss, 0.02)


def test_bad_input_is_one_clear_line(tmp_path):
    solver = ThumbTarget(Hand())
    for target, words in (
        ([np.nan, 0, 0], r"target: \[nan  0\.  0\.\] is not finite"),
        ([10.0, 0, 0], r"10 m away; expected at most 2 m"),
        ([0.1, 0.0], r"shape \(2,\); expected \(\.\.\., 3\)"),
    ):
        with pytest.raises(InputError, match=words):
            solver.solve(target, "nearest")
        with pytest.raises(InputError, match=words):
            solver.place(np.zeros(23), target)
    with pytest.raises(UnknownNameError, match="Valid: pad, tip"):
        ThumbTarget(Hand(), "nail")  # pyright: ignore[reportArgumentType]
    path = tmp_path / "tiny.xml"
    path.write_text(tiny_hand())
    with pytest.raises(InputError, match="this hand's thumb"):
        ThumbTarget(load_hand(path, mapping_of()))

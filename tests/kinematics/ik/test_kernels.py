"""The compiled solvers and their plain twin say the same."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from tests.kinematics.adult_hands import fingertips, poses
from tests.kinematics.finger_population import random_fingers, random_targets

from prehensile import fast_path
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import palm_transform
from prehensile.kinematics.ik import _plain
from prehensile.kinematics.ik.finger import FingerIK
from prehensile.kinematics.ik.hand_target import HandTarget
from prehensile.kinematics.ik.palm_goals import PalmGoals
from prehensile.lie import se3


@pytest.fixture(params=["one finger", "a finger each"])
def problem(request, rng):
    bones = random_fingers(rng, 20_000)
    return FingerIK(bones[0] if request.param == "one finger" else bones), rng


def both(monkeypatch, ik: FingerIK, target: np.ndarray):
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    assert fast_path.kernels("kinematics.ik") is _plain
    plain = ik.solve(target, "nearest")
    monkeypatch.delenv("PREHENSILE_PLAIN")
    assert fast_path.kernels("kinematics.ik").__name__.endswith("_kernels")
    return plain, ik.solve(target, "nearest")


@pytest.mark.parametrize("exact", [False, True])
def test_parity_within_and_out_of_reach(monkeypatch, problem, exact):
    ik, rng = problem
    ik.exact = exact
    near, far = (np.broadcast_to(v, 20_000) for v in (ik.nearest, ik.farthest))
    target = random_targets(rng, 0.9 * near, 1.1 * far)
    plain, fast = both(monkeypatch, ik, target)
    np.testing.assert_allclose(fast.miss, plain.miss, atol=1e-16)
    np.testing.assert_allclose(ik.forward(fast.angles), ik.forward(plain.angles), atol=1e-15)
    d = np.hypot(*target.T)
    inside = d < far * (1 - 1e-6)  # the bend of a straight finger is ill-conditioned
    np.testing.assert_allclose(fast.angles[inside], plain.angles[inside], atol=1e-11)


def test_parity_off_the_bone(monkeypatch, rng):
    ik = FingerIK(random_fingers(rng, 20_000), exact=True, tip_angle=0.5, bend=(0.0, 1.745))
    target = random_targets(rng, 0.9 * ik.nearest, 1.1 * ik.farthest)
    plain, fast = both(monkeypatch, ik, target)
    np.testing.assert_allclose(fast.angles, plain.angles, atol=1e-11)


def twins(monkeypatch, job):
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    plain = job()
    monkeypatch.delenv("PREHENSILE_PLAIN")
    return plain, job()


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("point", ["pad", "tip"])
def test_parity_of_whole_hands_within_reach(monkeypatch, side, point, rng):
    hand = HandSpec.sample(rng, side).build()
    ik = HandTarget(hand, point=point)
    q = poses(hand, rng, 2000)
    x = fingertips(hand, q, point)
    plain, fast = twins(monkeypatch, lambda: ik.solve(x))
    assert max(plain.miss.max(), fast.miss.max()) < 1e-12
    bent = q[:, [hand.joint_index(joints[2]) for joints in ik.joints]] > 0.05
    np.testing.assert_allclose(fast.angles[bent], plain.angles[bent], atol=1e-10)


@pytest.mark.parametrize("point", ["pad", "tip"])
@pytest.mark.parametrize("overextended", [False, True])
def test_parity_where_the_coupling_gives_way(monkeypatch, point, overextended, rng):
    """With limits of every kind, those that let a digit be stretched among them."""
    spec = HandSpec.sample(rng, "left")
    lower, upper = spec.build().lower.copy(), spec.build().upper
    for finger in FINGERS if overextended else ():
        pip = spec.build().joint_index(f"{finger}_pip_flex")
        lower[pip - 1 : pip + 2] = -0.6
    hand = replace(spec, lower=lower).build()
    ik = HandTarget(hand, FINGERS, point)
    q = rng.uniform(lower, upper, (2000, hand.dof))
    q[:, :3] = 0
    bent_back = ik._solver.table["plane"]["phi"]
    dip = [hand.joint_index(f"{finger}_dip_flex") for finger in FINGERS]
    q[:500, dip] = np.maximum(-bent_back + 0.1 * rng.normal(size=(500, 4)), lower[dip])
    q[:500, [k - 1 for k in dip]] = np.maximum(0.1 * rng.normal(size=(500, 4)), lower[dip[0] - 1])
    x = fingertips(hand, q, point)[:, 1:]
    plain, fast = twins(monkeypatch, lambda: ik.solve(x))
    assert max(plain.miss.max(), fast.miss.max()) < 1e-12
    gave_way = np.abs(plain.angles[..., 3] - 2 / 3 * plain.angles[..., 2]) > 1e-6
    assert 0.02 < gave_way.mean() < 0.4
    np.testing.assert_allclose(fast.angles[gave_way], plain.angles[gave_way], atol=1e-7)
    inside = (plain.angles > hand.lower[ik._solver.columns] + 1e-9).all(-1)
    inside &= (plain.angles < hand.upper[ik._solver.columns] - 1e-9).all(-1)
    closed = (gave_way & inside).any()  # a curve of poses that no limit cuts
    assert closed == (overextended and point == "pad")


def test_parity_of_whole_hands_out_of_reach(monkeypatch, rng):
    hand = Hand()
    ik = HandTarget(hand)
    x = fingertips(hand, hand.spec.rest, "pad") + rng.uniform(-0.08, 0.08, (150, 5, 3))
    plain, fast = twins(monkeypatch, lambda: ik.solve(x, "nearest"))
    assert (plain.miss > 1e-3).mean() > 0.5
    np.testing.assert_allclose(fast.miss, plain.miss, atol=1e-14)
    # golden sections find a flat minimum to half the digits; the miss does not suffer
    same = np.abs(fast.angles - plain.angles).max(-1) < 1e-6
    assert same.mean() > 0.98


def test_parity_through_the_wrist(monkeypatch, rng):
    hand = Hand()
    q = rng.uniform(hand.lower, hand.upper, (200, hand.dof))
    root = se3.exp(rng.normal(size=(200, 6)))
    palm = PalmGoals(hand)
    x = rng.normal(size=(200, 5, 3))
    plain, fast = twins(monkeypatch, lambda: palm.of(q, x, root)[1])
    np.testing.assert_allclose(fast, plain, atol=1e-14)
    at = se3.inverse(palm_transform(hand, q, root))
    np.testing.assert_allclose(fast, se3.apply(at[:, None], x), atol=1e-14)


def test_cosine_and_sine_of_every_quarter():
    from prehensile.kinematics.ik._kernels import _cos_sin

    x = np.concatenate([np.linspace(-7, 7, 4001), np.pi / 4 * np.arange(-8, 9)])
    found = np.array([_cos_sin(v) for v in x])
    np.testing.assert_allclose(found, np.column_stack([np.cos(x), np.sin(x)]), atol=2.3e-16)


def test_the_plain_twin_needs_no_compiler():
    program = (
        "import sys; from prehensile.kinematics.ik.finger_target import FingerTarget\n"
        "from prehensile.hand.hand import Hand\n"
        "FingerTarget(Hand(), 'index').solve([0.14, 0.02, -0.04], 'nearest')\n"
        "assert 'numba' not in sys.modules"
    )
    env = {"PREHENSILE_PLAIN": "1"}
    subprocess.run([sys.executable, "-c", program], check=True, env=env)

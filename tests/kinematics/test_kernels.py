"""The compiled solvers and their plain twin say the same."""

import subprocess
import sys

import numpy as np
import pytest
from tests.kinematics.finger_population import random_fingers, random_targets

from prehensile.kinematics import _plain, fast_path
from prehensile.kinematics.finger_ik import FingerIK


@pytest.fixture(params=["one finger", "a finger each"])
def problem(request, rng):
    bones = random_fingers(rng, 20_000)
    return FingerIK(bones[0] if request.param == "one finger" else bones), rng


def both(monkeypatch, ik: FingerIK, target: np.ndarray):
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    assert fast_path.kernels() is _plain
    plain = ik.solve(target, "nearest")
    monkeypatch.delenv("PREHENSILE_PLAIN")
    assert fast_path.kernels().__name__.endswith("_kernels")
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


def test_cosine_and_sine_of_every_quarter():
    from prehensile.kinematics._kernels import _cos_sin

    x = np.concatenate([np.linspace(-7, 7, 4001), np.pi / 4 * np.arange(-8, 9)])
    found = np.array([_cos_sin(v) for v in x])
    np.testing.assert_allclose(found, np.column_stack([np.cos(x), np.sin(x)]), atol=2.3e-16)


def test_the_plain_twin_needs_no_compiler():
    program = (
        "import sys; from prehensile.kinematics.finger_target import FingerTarget\n"
        "from prehensile.hand.hand import Hand\n"
        "FingerTarget(Hand(), 'index').solve([0.14, 0.02, -0.04], 'nearest')\n"
        "assert 'numba' not in sys.modules"
    )
    env = {"PREHENSILE_PLAIN": "1"}
    subprocess.run([sys.executable, "-c", program], check=True, env=env)

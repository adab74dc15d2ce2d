"""The ellipsoid's shortest axis, against NumPy's own decomposition."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.epsilon import epsilon
from prehensile.quality.measure.random_grasp import (
    RADIUS,
    closed_wrenches,
    random_contacts,
    random_wrenches,
)
from prehensile.quality.measure.wrench_ellipsoid import wrench_ellipsoid


@pytest.fixture(params=["compiled", "plain"], autouse=True)
def kernels(request, monkeypatch):
    if request.param == "plain":
        monkeypatch.setenv("PREHENSILE_PLAIN", "1")


@pytest.mark.parametrize("count", [2, 3, 5, 10])
def test_value_and_axis_are_those_of_a_singular_value_decomposition(rng, count):
    for _ in range(20):
        wrench = random_wrenches(rng, count).wrench
        _, size, axes = np.linalg.svd(wrench)
        found = wrench_ellipsoid(wrench)
        assert found.smallest == pytest.approx(size[5], abs=1e-12)
        assert np.linalg.norm(found.weakest) == pytest.approx(1)
        assert np.linalg.norm(wrench @ found.weakest) == pytest.approx(size[5], abs=1e-10)
        if size[4] - size[5] > 1e-3:
            assert abs(found.weakest @ axes[5]) == pytest.approx(1, abs=1e-8)


def test_it_is_weakest_on_the_side_it_names(rng):
    for found in closed_wrenches(rng, 5, 20):
        weakest = wrench_ellipsoid(found.wrench).weakest
        assert (-found.wrench @ weakest).max() <= (found.wrench @ weakest).max()


@pytest.mark.parametrize("small", [1e-3, 1e-6, 1e-9, 0.0])
def test_nearly_flat_wrenches_keep_their_digits(rng, small):
    basis = np.linalg.qr(rng.normal(size=(40, 6)))[0]
    axes = np.linalg.qr(rng.normal(size=(6, 6)))[0]
    wrench = basis * [5, 4, 3, 2, 1, small] @ axes
    found = wrench_ellipsoid(wrench)
    assert found.smallest == pytest.approx(small, abs=2e-14)
    assert abs(found.weakest @ axes[5]) == pytest.approx(1, abs=1e-9)


def test_at_least_root_two_epsilon_for_closed_grasps(rng):
    for found in closed_wrenches(rng, 6, 40):
        radius = epsilon(found.wrench).radius
        assert wrench_ellipsoid(found.wrench).smallest >= np.sqrt(2) * radius - 1e-12


def test_rigid_motion_changes_nothing(rng):
    pos, normal = random_contacts(rng, 5)
    R, away = so3.random(rng), rng.normal(size=3)
    here = contact_wrenches(pos, normal, 0.6, np.zeros(3), RADIUS, torsion=0.003)
    there = contact_wrenches(pos @ R.T + away, normal @ R.T, 0.6, away, RADIUS, torsion=0.003)
    assert wrench_ellipsoid(there.wrench).smallest == pytest.approx(
        float(wrench_ellipsoid(here.wrench).smallest), abs=1e-12
    )


def test_masked_rows_are_not_there(rng):
    wrench = np.stack([random_wrenches(rng, 6).wrench for _ in range(4)])
    mask = rng.random(wrench.shape[:2]) < 0.6
    mask[3] = False
    spoilt = np.where(mask[..., None], wrench, np.nan)
    found = wrench_ellipsoid(spoilt, mask)
    assert found.smallest.shape == (4,) and found.weakest.shape == (4, 6)
    for b in range(3):
        assert found.smallest[b] == wrench_ellipsoid(wrench[b, mask[b]]).smallest
    assert found.smallest[3] == 0


def test_no_wrenches_span_nothing():
    assert wrench_ellipsoid(np.zeros((0, 6))).smallest == 0


def test_what_is_no_wrench_is_refused():
    with pytest.raises(InputError, match="shape"):
        wrench_ellipsoid(np.zeros((4, 3)))
    with pytest.raises(InputError, match="not finite"):
        wrench_ellipsoid(np.full((4, 6), np.nan))

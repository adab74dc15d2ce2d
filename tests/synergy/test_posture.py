"""Posture bases: planted synergies, the wrist left out, and what the corpus has."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.corpus import corpus
from prehensile.hand.joints import JOINT_NAMES, WRIST_JOINTS
from prehensile.synergy.posture import PostureBasis, corpus_basis, posture_basis


@pytest.fixture
def grasps() -> np.ndarray:
    return np.array([pose.q for pose in corpus().values() if pose.kind != "rest"])


def test_a_planted_synergy_is_found_and_the_wrist_is_not_part_of_it() -> None:
    rng = np.random.default_rng(1)
    curl = np.array([name.endswith("pip_flex") for name in JOINT_NAMES]) / 2.0
    q = 0.3 + np.outer(rng.uniform(-1, 1, 50), curl)
    q[:, :3] = rng.normal(size=(50, 3))  # a wrist that moves more than all fingers
    basis = posture_basis(q)
    assert basis.components == 1
    assert basis.axes[0] == pytest.approx(curl)
    assert basis.variance_ratio == pytest.approx([1.0])
    assert basis.mean[:3] == pytest.approx(np.zeros(3))
    assert basis.posture(basis.project(q), wrist=q[:, :3]) == pytest.approx(q)
    assert basis.posture(basis.project(q))[:, :3] == pytest.approx(np.zeros((50, 3)))


def test_bounds_are_the_smallest_and_largest_coordinates_of_the_samples(grasps) -> None:
    basis = posture_basis(grasps, components=4)
    p = basis.project(grasps)
    assert basis.lower == pytest.approx(p.min(axis=0))
    assert basis.upper == pytest.approx(p.max(axis=0))
    assert basis.bounded([9.0, -9.0, 0.0, 0.0]) == pytest.approx(
        [basis.upper[0], basis.lower[1], 0.0, 0.0]
    )


def test_projection_is_the_least_squares_fit(grasps) -> None:
    basis = corpus_basis(3)
    q = grasps[:, 3:] + 0.1 * np.random.default_rng(2).normal(size=(24, 20))
    oracle = np.linalg.lstsq(basis.axes[:, 3:].T, (q - basis.mean[3:]).T, rcond=None)[0].T
    assert basis.project(np.hstack([grasps[:, :3], q])) == pytest.approx(oracle)
    p = np.array([[0.5, -0.2, 0.1], [0.0, 0.0, 0.0]])
    assert basis.project(basis.posture(p)) == pytest.approx(p)


def test_the_corpus_has_two_thirds_of_its_variance_in_two_axes_and_88_percent_in_five(
    grasps,
) -> None:
    s = np.linalg.svd(grasps[:, 3:] - grasps[:, 3:].mean(axis=0), compute_uv=False) ** 2
    basis = corpus_basis(5)
    assert np.cumsum(basis.variance_ratio) == pytest.approx(np.cumsum(s)[:5] / s.sum())
    assert basis.variance_ratio[:2].sum() == pytest.approx(0.665, abs=0.005)
    assert basis.variance_ratio.sum() == pytest.approx(0.876, abs=0.005)
    assert len(grasps) == 24


def test_explained_on_its_own_samples_is_the_cumulative_ratio(grasps) -> None:
    basis = corpus_basis(5)
    assert basis.explained(grasps) == pytest.approx(np.cumsum(basis.variance_ratio))


def test_a_missed_mean_counts_against_a_basis(grasps) -> None:
    basis = corpus_basis(2)
    off = grasps.copy()
    away = np.linalg.svd(basis.axes[:, 3:])[2][-1]  # what no axis can say
    off[:, 3:] += 5 * away
    assert basis.explained(off)[-1] < 0.2 * basis.explained(grasps)[-1]


def test_fewer_axes_of_a_basis_are_the_basis_of_fewer_axes() -> None:
    two = corpus_basis(5).first(2)
    for name in ("mean", "axes", "variance_ratio", "lower", "upper"):
        assert getattr(two, name) == pytest.approx(getattr(corpus_basis(2), name))


def test_a_basis_cannot_be_changed() -> None:
    axes = np.eye(23)[3:5]
    basis = PostureBasis(JOINT_NAMES, np.zeros(23), axes, [0.6, 0.4], [-1, -1], [1, 1])
    axes[0] = 7.0
    assert basis.axes[0, 3] == 1.0
    with pytest.raises(ValueError, match="read-only"):
        basis.axes[0, 3] = 2.0


@pytest.mark.parametrize(
    ("samples", "names", "words"),
    [
        (np.tile(np.linspace(0, 1, 23), (9, 1)), JOINT_NAMES, "all one pose"),
        (np.hstack([np.arange(15.0).reshape(5, 3), np.ones((5, 20))]), JOINT_NAMES, "one pose"),
        (np.arange(6.0).reshape(2, 3), WRIST_JOINTS, "finger joints"),
        (np.zeros((1, 23)), JOINT_NAMES, "at least two"),
        (np.zeros((4, 22)), JOINT_NAMES, "expected"),
        (np.full((4, 23), np.nan), JOINT_NAMES, "not finite"),
    ],
)
def test_samples_that_make_no_basis_are_refused(samples, names, words: str) -> None:
    with pytest.raises(InputError, match=words):
        posture_basis(samples, names)


def test_wrong_shapes_are_refused() -> None:
    basis = corpus_basis()
    with pytest.raises(InputError, match=r"expected \(\.\.\., 23\)"):
        basis.project(np.zeros(20))
    with pytest.raises(InputError, match=r"expected \(\.\.\., 3\)"):
        basis.posture([1.0, 2.0])
    with pytest.raises(InputError, match="1 to 3"):
        basis.first(4)

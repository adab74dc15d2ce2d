from functools import partial
from math import pi

import numpy as np
import pytest
from tests.kinematics.finger_population import random_fingers, random_targets

from prehensile.errors import InputError, UnknownNameError
from prehensile.kinematics.ik.finger import (
    ANCHOR,
    CAREFUL_STEPS,
    EXACT_STEPS,
    SAFE_ANCHOR,
    FingerIK,
)

INDEX = np.array([0.03978, 0.02238, 0.01966])
MILLION = 1_000_000
TIP_MM, RATIO = 1e-9, 1e-9


def tip_error_mm(ik: FingerIK, angles: np.ndarray, target: np.ndarray) -> float:
    return float(1e3 * np.linalg.norm(ik.forward(angles) - target, axis=-1).max())


@pytest.mark.parametrize("anchor", [ANCHOR, SAFE_ANCHOR])
@pytest.mark.parametrize("exact", [False, True])
def test_a_million_fingers_land_on_their_targets(anchor, exact, rng):
    ik = FingerIK(random_fingers(rng, MILLION), anchor=anchor, exact=exact)
    target = random_targets(rng, ik.nearest, ik.farthest)
    angles, miss = ik.solve(target)  # no failure among them: that would be an error
    assert tip_error_mm(ik, angles, target) <= TIP_MM
    assert np.abs(miss).max() == 0
    if exact:
        assert np.abs(angles[:, 2] - ik.ratio * angles[:, 1]).max() <= RATIO


@pytest.mark.parametrize("ratio", [0.1, 0.3, 2 / 3, 0.9, 1.0])
def test_three_halley_steps_reach_rounding(ratio, rng):
    """Two do not, and ten find nothing more to do."""
    ik = FingerIK(random_fingers(rng, 100_000), ratio, exact=True)
    target = random_targets(rng, ik.nearest, ik.farthest)
    assert ik.steps == EXACT_STEPS
    error = tip_error_mm(ik, ik.solve(target).angles, target)
    ik.steps = 10
    assert error <= 2 * tip_error_mm(ik, ik.solve(target).angles, target)
    ik.steps = EXACT_STEPS - 1
    assert tip_error_mm(ik, ik.solve(target).angles, target) > 1e3 * error


@pytest.mark.parametrize("ratio", [0.03, 2 / 3, 1.0])
def test_bones_of_any_proportions_are_solved_too(ratio, rng):
    """1 mm to 500 mm, whatever the neighbour: more steps are taken for those."""
    ik = FingerIK(np.exp(rng.uniform(*np.log([1e-3, 0.5]), (50_000, 3))), ratio, exact=True)
    assert ik.steps == CAREFUL_STEPS
    target = random_targets(rng, ik.nearest, ik.farthest)
    assert tip_error_mm(ik, ik.solve(target).angles, target) <= TIP_MM


@pytest.mark.parametrize("ratio", [0.3, 2 / 3, 1.0])
def test_the_whole_bend_comes_back_exhaustively(ratio, rng):
    """Every θ of [0, π/(1+λ)] on a fine grid that is finer still at both ends."""
    most = pi / (1 + ratio)
    ends = np.concatenate([[0.0], np.geomspace(1e-15, 1e-2, 200)])
    bend = np.concatenate([ends, np.linspace(0, most, 20_001), most - ends])
    for bones in random_fingers(rng, 20):
        ik = FingerIK(bones, ratio, exact=True)
        wanted = np.column_stack([0 * bend, bend, ratio * bend])
        found = ik.solve(ik.forward(wanted)).angles
        assert tip_error_mm(ik, found, ik.forward(wanted)) <= TIP_MM
        # The straight finger is a double root: its bend is known to the root of rounding only.
        bent = bend > 1e-4
        np.testing.assert_allclose(found[bent], wanted[bent], atol=1e-11)
        np.testing.assert_allclose(found, wanted, atol=5e-8)


def derivatives_by_u(k: float, t: np.ndarray) -> np.ndarray:
    """First three derivatives of cos(k √u) by u at √u = t, as power series. (3, T)"""
    n = np.arange(1, 30)
    signs = np.cumprod(-1.0 / ((2 * n - 1) * (2 * n)))  # (−1)ⁿ / (2n)!
    rows = []
    for order in (1, 2, 3):
        falling = np.prod([n - j for j in range(order)], axis=0)
        powers = t[:, None] ** np.maximum(2 * (n - order), 0)
        rows.append((signs * falling * k ** (2.0 * n) * powers).sum(axis=1))
    return np.array(rows)


@pytest.mark.parametrize("ratio", [0.65, 2 / 3, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0])
def test_halley_converges_for_bones_of_any_length(ratio):
    """The proof of docs/ik.md, its one inequality checked on the whole bend.

    d² = C + Σ wᵢ cos(kᵢ √u) with any w > 0. Its Schwarzian derivative is negative if the matrix
    3 fᵢ″ fⱼ″ − fᵢ‴ fⱼ′ − fᵢ′ fⱼ‴ is strictly copositive (Hadeler's criterion for 3 × 3).
    """
    t = np.linspace(0, pi / (1 + ratio), 20_001)
    first, second, third = np.moveaxis(
        np.array([derivatives_by_u(k, t) for k in (1.0, 1 + ratio, ratio)]), 1, 0
    )
    assert (first < 1e-15).all() and (second > 0).all()  # decreasing and convex
    scale = second  # a positive scaling of rows and columns keeps copositivity
    a = 3 * second[:, None] * second - third[:, None] * first - first[:, None] * third
    a = a / (scale[:, None] * scale)
    diagonal = a[[0, 1, 2], [0, 1, 2]]
    assert (diagonal > 0).all()
    root = np.sqrt(diagonal)
    off = {(i, j): a[i, j] / (root[i] * root[j]) for i, j in ((0, 1), (0, 2), (1, 2))}
    assert all((value > -1).all() for value in off.values())
    total = 1 + sum(off.values())
    rest = np.sqrt(2 * np.prod([1 + value for value in off.values()], axis=0))
    assert (total + rest > 0).all()


@pytest.mark.parametrize("ratio", [0.05, 0.2, 0.4, 0.6])
def test_halley_converges_for_adults_with_a_looser_coupling(ratio, rng):
    """Below 0.64 not for every triple of bones any more, but still for those of people."""
    a, b, c = random_fingers(rng, 5000).T
    t = np.linspace(0, pi / (1 + ratio), 401)
    each = np.array([derivatives_by_u(k, t) for k in (1.0, 1 + ratio, ratio)])
    first, second, third = np.einsum("kn,kdt->dnt", np.array([a * b, a * c, b * c]), each)
    assert (third / first - 1.5 * (second / first) ** 2 < 0).all()


def test_a_finger_alone_and_batches_of_every_shape(rng):
    bones = random_fingers(rng, 6).reshape(3, 2, 3)
    for exact in (False, True):
        ik = FingerIK(bones, exact=exact)
        assert ik.nearest.shape == ik.farthest.shape == (3, 2)
        target = random_targets(rng, np.full((4, 1, 1), 0.06), np.full((4, 3, 2), 0.065))
        angles, miss = ik.solve(target, "nearest")
        assert angles.shape == (4, 3, 2, 3) and miss.shape == (4, 3, 2)
        for k, i, j in np.ndindex(4, 3, 2):
            one = FingerIK(bones[i, j], exact=exact).solve(target[k, i, j], "nearest")
            np.testing.assert_allclose(angles[k, i, j], one.angles, atol=1e-14)
    assert FingerIK(INDEX).solve(np.zeros((0, 2))).angles.shape == (0, 3)


def test_the_anchor_is_where_approximation_and_truth_agree():
    for anchor in (5 * pi / 6, SAFE_ANCHOR, ANCHOR):
        ik = FingerIK(INDEX, anchor=anchor)
        bend = anchor / (1 + ik.ratio)
        found = ik.solve(ik.forward([0.0, bend, ik.ratio * bend])).angles
        np.testing.assert_allclose(found, [0.0, bend, ik.ratio * bend], atol=1e-12)


def test_both_signs_of_the_knuckle_are_found(rng):
    """The paper's arccos of a triangle cannot tell extension from flexion."""
    angles = np.array([[-0.4, 0.5, 1 / 3], [0.4, 0.5, 1 / 3]])
    ik = FingerIK(INDEX, exact=True)
    np.testing.assert_allclose(ik.solve(ik.forward(angles)).angles, angles, atol=1e-12)


def test_a_point_off_the_bone_lands_too(rng):
    """The pad: longest when a little overextended; bent within the joint limits."""
    for phi in (0.05, 0.3, 0.5, 0.62):
        ik = FingerIK(random_fingers(rng, 20_000), exact=True, tip_angle=phi, bend=(0.0, 1.745))
        target = random_targets(rng, ik.nearest, ik.farthest)
        angles = ik.solve(target).angles
        assert tip_error_mm(ik, angles, target) <= TIP_MM
        assert (angles[:, 1] >= 0).all() and (angles[:, 1] <= 1.745).all()


@pytest.mark.parametrize("most", [1.9, 2.2, 2.6, 3.1])
def test_a_pad_bent_until_it_turns_back_lands_too(most, rng):
    """Beyond some bend a pad leaves the knuckle again: the range ends there, at a double root."""
    for bones in random_fingers(rng, 30):
        ik = FingerIK(bones, exact=True, tip_angle=0.55, bend=(0.0, most))
        target = random_targets(rng, np.full(2000, ik.nearest), np.full(2000, ik.farthest))
        assert tip_error_mm(ik, ik.solve(target).angles, target) <= TIP_MM


@pytest.mark.parametrize("exact", [False, True])
def test_out_of_reach_says_by_how_much_or_comes_nearest(exact):
    ik = FingerIK(INDEX, exact=exact)
    far, near = float(ik.farthest), float(ik.nearest)
    with pytest.raises(InputError, match=r"is 3 mm beyond the finger's reach of 25\.0 to 81\.8"):
        ik.solve([far + 0.003, 0.0])
    with pytest.raises(InputError, match=r"is 2 mm inside the finger's reach"):
        ik.solve([0.0, near - 0.002])
    targets = np.array([[0.0, far + 0.003], [near - 0.002, 0.0], [0.05, 0.01]])
    angles, miss = ik.solve(targets, reach="nearest")
    np.testing.assert_allclose(miss, [0.003, -0.002, 0.0], atol=1e-12)
    off = np.linalg.norm(ik.forward(angles) - targets, axis=-1)
    np.testing.assert_allclose(off, np.abs(miss), atol=1e-12)


def test_a_small_anchor_may_find_no_triangle():
    """A long proximal and a short distal bone (paper, 5.2): said, and mended by exact=True."""
    bones, anchor = [0.055, 0.020, 0.006], pi / 2
    ik = FingerIK(bones, anchor=anchor)
    target = np.column_stack([np.linspace(ik.nearest, ik.farthest, 500), np.zeros(500)])
    with pytest.raises(InputError, match=r"no pose for \d+ of 500 targets.*11π/12 to π, or exact"):
        ik.solve(target)
    FingerIK(bones, anchor=anchor, exact=True).solve(target)


BAD = [
    (partial(FingerIK, [0.04, -0.02, 0.02]), r"-0\.02 m long; expected above 0, at most 0\.5"),
    (partial(FingerIK, [0.04, 0.0, 0.02]), r"is 0 m long"),
    (partial(FingerIK, [40.0, 22.0, 20.0]), r"40 m long"),
    (partial(FingerIK, [0.04, np.nan, 0.02]), r"bone lengths: .*nan.* not finite"),
    (partial(FingerIK, [0.04, 0.02]), r"shape \(2,\); expected \(\.\.\., 3\)"),
    (partial(FingerIK, INDEX, 0.0), r"coupling ratio is 0\.0; expected a number in \(0, 1\]"),
    (partial(FingerIK, INDEX, 1.2), r"coupling ratio is 1\.2"),
    (partial(FingerIK, INDEX, np.nan), r"coupling ratio is nan"),
    (partial(FingerIK, INDEX, anchor=0.0), r"anchor angle is 0\.0"),
    (partial(FingerIK, INDEX, tip_angle=-0.1), r"tip angle is -0\.1 rad; expected 0"),
    (partial(FingerIK, INDEX, bend=(1.0, 0.5)), r"bend is 1 to 0\.5 rad"),
    (partial(FingerIK, INDEX, bend=(-1.0, -0.5)), r"no range in which the finger gets shorter"),
    (partial(FingerIK(INDEX).solve, [np.nan, 0.0]), r"target: \[nan  0\.\] is not finite"),
    (partial(FingerIK(INDEX).solve, [10.0, 0.0]), r"10 m away; expected at most 2 m"),
    (partial(FingerIK(INDEX).solve, [0.05, 0.0, 0.0]), r"shape \(3,\); expected \(\.\.\., 2\)"),
    (partial(FingerIK(INDEX).solve, "here"), r"something else than numbers"),
    (partial(FingerIK([INDEX, INDEX]).solve, np.zeros((3, 2))), r"do not fit each other"),
]


@pytest.mark.parametrize(("call", "words"), BAD, ids=[words for _, words in BAD])
def test_bad_input_is_one_clear_line(call, words):
    with pytest.raises(InputError, match=words) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_an_unknown_way_to_reach_is_refused():
    with pytest.raises(UnknownNameError, match="error, nearest"):
        FingerIK(INDEX).solve([0.06, 0.0], reach="near")  # pyright: ignore[reportArgumentType]

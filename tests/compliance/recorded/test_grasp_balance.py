"""Forces on a held object, against SciPy and by hand."""

import numpy as np
import pytest
from scipy.optimize import minimize

from prehensile.compliance.recorded.grasp_balance import (
    LEAST,
    READ,
    TANGENT,
    Pressed,
    balanced_forces,
    in_cones,
    told_gains,
)

WEIGHT = 1.5
"""[N]"""


def pinch(read=(2.0, 2.0), deviation=1e-3, coupling=0.0, times=1):
    """Thumb and finger either side of a thing that hangs between them."""
    inward = np.array([[1.0, 0, 0], [-1.0, 0, 0]])
    looks = inward + coupling * np.array([0, 0, 1.0])

    def repeated(one):
        return np.repeat(np.asarray(one, float)[None], times, axis=0)

    return Pressed(
        repeated([[-0.02, 0, 0], [0.02, 0, 0]]),
        repeated(inward),
        repeated(looks),
        repeated(read),
        np.ones((times, 2), bool),
        repeated([0, 0, WEIGHT, 0, 0, 0]),
        repeated(np.full(6, deviation)),
    )


def drawn(seed, n=3):
    rng = np.random.default_rng(seed)
    inward = rng.normal(size=(1, n, 3))
    inward /= np.linalg.norm(inward, axis=-1, keepdims=True)
    return Pressed(
        0.03 * rng.normal(size=(1, n, 3)),
        inward,
        inward + 0.3 * rng.normal(size=(1, n, 3)),
        rng.uniform(0.5, 3.0, (1, n)),
        np.ones((1, n), bool),
        np.concatenate([2 * rng.normal(size=3), 0.02 * rng.normal(size=3)])[None],
        np.array([[0.5, 0.5, 0.5, 0.02, 0.02, 0.02]]),
    )


def cost(f, pressed, friction):
    """The sum that the module's head states, one sample."""
    f = f.reshape(-1, 3)
    arm, inward, looks, read = (part[0] for part in pressed[:4])
    off = np.concatenate([f.sum(0), np.cross(arm, f).sum(0)]) - pressed.needed[0]
    total = ((off / pressed.deviation[0]) ** 2).sum()
    tangent = f - (f * inward).sum(1, keepdims=True) * inward
    total += ((tangent**2).sum(1) / (TANGENT * friction * np.maximum(read, LEAST)) ** 2).sum()
    felt = (looks * f).sum(1)
    return total + ((felt - read) ** 2 / (READ[0] ** 2 + (READ[1] * read) ** 2)).sum()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("friction", [0.15, 0.8])
def test_no_forces_within_the_cones_explain_readings_and_balance_better(seed, friction):
    pressed = drawn(seed)
    found = balanced_forces(pressed, friction).force[0]
    inward = pressed.inward[0]

    def slack(x):
        f = x.reshape(-1, 3)
        normal = (f * inward).sum(1)
        tangent = np.linalg.norm(f - normal[:, None] * inward, axis=1)
        return friction * normal - np.sqrt(tangent**2 + 1e-12)

    best = minimize(
        cost, (inward * pressed.read[0][:, None]).reshape(-1), (pressed, friction), method="SLSQP",
        constraints={"type": "ineq", "fun": slack}, options={"maxiter": 500, "ftol": 1e-12},
    )  # fmt: skip
    assert slack(found.reshape(-1)).min() > -1e-4
    assert cost(found, pressed, friction) <= best.fun * (1 + 1e-3) + 1e-6


def test_a_pinch_shares_the_weight():
    f = balanced_forces(pinch(), 0.8).force[0]
    np.testing.assert_allclose(f[:, 2], WEIGHT / 2, rtol=1e-3)
    np.testing.assert_allclose(f[:, 0], [2.0, -2.0], rtol=1e-2)


def test_what_is_read_of_a_tangential_force_is_not_taken_for_pressing():
    coupling = 0.35
    read = np.full(2, 2.0 + coupling * WEIGHT / 2)
    f = balanced_forces(pinch(read, coupling=coupling), 0.8).force[0]
    np.testing.assert_allclose(np.abs(f[:, 0]), 2.0, rtol=2e-2)


def test_a_finger_that_does_not_touch_has_no_force():
    pressed = pinch()
    pressed.touches[:, 1] = False
    found = balanced_forces(pressed._replace(deviation=np.full((1, 6), 1.0)), 0.8)
    assert not found.force[0, 1].any() and not found.spread[0, 1].any()
    assert found.force[0, 0, 0] > 1


def test_what_was_not_measured_is_less_sure():
    spread = balanced_forces(pinch(deviation=10.0), 0.8).spread[0, 0]
    along, across = spread[0, 0], spread[1, 1]
    assert across > 20 * along


def test_forces_are_projected_on_their_cones():
    rng = np.random.default_rng(0)
    f, axis = rng.normal(size=(2, 200, 3))
    axis /= np.linalg.norm(axis, axis=1, keepdims=True)
    p = in_cones(f, axis, 0.5)
    normal = (p * axis).sum(1)
    tangent = np.linalg.norm(p - normal[:, None] * axis, axis=1)
    assert np.all(tangent <= 0.5 * normal + 1e-12)
    np.testing.assert_allclose(in_cones(p, axis, 0.5), p, atol=1e-12)
    # A projection on a convex cone (Moreau): the rest is square to it, and no force of the cone
    # lies along it.
    np.testing.assert_allclose(((f - p) * p).sum(1), 0.0, atol=1e-12)
    others = in_cones(rng.normal(size=(200, 3)), axis, 0.5)
    assert ((f - p) * others).sum(1).max() < 1e-12


def test_fingers_that_oppose_tell_which_gain_is_wrong_between_them():
    pressed = pinch((2.4, 2.0), deviation=0.01, times=30)
    gains = told_gains(pressed, 0.8, np.full(2, 0.1))
    corrected = gains.factor * [2.4, 2.0]
    assert corrected[0] == pytest.approx(corrected[1], rel=0.05)
    assert np.all(gains.deviation < 0.1)
    assert gains.factor.mean() == pytest.approx(1.0, abs=0.05)


def test_more_of_the_same_samples_do_not_make_gains_surer():
    few, many = (told_gains(pinch(times=n), 0.8, np.full(2, 0.1)).deviation for n in (3, 300))
    np.testing.assert_allclose(few, many, rtol=1e-9)


def test_gains_stay_as_they_were_where_nothing_was_held():
    gains = told_gains(pinch(times=0), 0.8, np.array([0.1, 0.2]))
    np.testing.assert_array_equal(gains.factor, 1.0)
    np.testing.assert_array_equal(gains.deviation, [0.1, 0.2])

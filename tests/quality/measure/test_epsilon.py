"""Ferrari and Canny's ε: closed forms, SciPy's linear programmes, and what never hurts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from prehensile.bench.quality.closed_forms import CASES, differences
from prehensile.lie import so3
from prehensile.quality.measure.closure import force_closure
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.epsilon import epsilon
from prehensile.quality.measure.random_grasp import RADIUS, closed_wrenches, random_contacts

COM = np.zeros(3)


@pytest.mark.parametrize("case", CASES)
def test_closed_forms_of_a_pair_a_tripod_and_a_box(case):
    for found, known in differences(*case):
        assert found == pytest.approx(known, abs=1e-9)


def test_the_ball_fits_and_touches(rng):
    """By HiGHS: a little less than ε fits in every direction, and no more in the weakest."""
    found = next(closed_wrenches(rng, 6, 1)).wrench
    ball = epsilon(found)

    def fits(wrench):
        lifted = np.column_stack([found, np.ones(len(found))]).T
        return linprog(np.zeros(len(found)), A_eq=lifted, b_eq=[*wrench, 1.0]).success

    for _ in range(20):
        direction = rng.normal(size=6)
        assert fits(0.9999 * ball.radius * direction / np.linalg.norm(direction))
    assert fits(-0.9999 * ball.radius * ball.weakest)
    assert not fits(-1.0001 * ball.radius * ball.weakest)


seeds = st.integers(0, 999)


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(3, 7), st.floats(0.2, 0.9), st.floats(1.0, 1.5))
def test_more_friction_and_a_contact_more_never_hurt(seed, count, friction, more):
    pos, normal = random_contacts(np.random.default_rng(seed), count + 1)

    def radius(contacts, mu):
        wrench = contact_wrenches(pos[:contacts], normal[:contacts], mu, COM, RADIUS).wrench
        return epsilon(wrench).radius

    here = radius(count, friction)
    assert radius(count, more * friction) >= here - 1e-9
    assert radius(count + 1, friction) >= here - 1e-9


@settings(max_examples=15, deadline=None)
@given(seeds)
def test_it_is_above_nought_for_closed_grasps_only(seed):
    rng = np.random.default_rng(seed)
    pos, normal = random_contacts(rng, int(rng.integers(3, 7)))
    wrench = contact_wrenches(pos, normal, 0.5, COM, RADIUS).wrench
    assert (epsilon(wrench).radius > 1e-9) == bool(force_closure(wrench).closed)


def test_rigid_motion_changes_nothing(rng):
    """Contacts of the object's own frame, carried anywhere; round cones in any frame."""
    pos, normal = random_contacts(rng, 6)
    R, away = so3.random(rng), rng.normal(size=3)

    def radius(p, n, origin, sides):
        return epsilon(contact_wrenches(p, n, 0.6, origin, RADIUS, sides=sides).wrench).radius

    here = radius(pos, normal, COM, 4)
    assert radius(pos + away, normal, away, 4) == pytest.approx(here, abs=1e-12)
    wrench = contact_wrenches(pos, normal, 0.6, COM, RADIUS).wrench
    double = np.kron(np.eye(2), R)
    assert epsilon(wrench @ double.T).radius == pytest.approx(here, abs=1e-9)
    turned = radius(pos @ R.T, normal @ R.T, COM, 16)
    assert turned == pytest.approx(radius(pos, normal, COM, 16), rel=0.03)


def test_no_contact_one_contact_and_parallel_normals_are_worth_nothing(rng):
    for pos, normal in (
        random_contacts(rng, 0),
        random_contacts(rng, 1),
        (rng.normal(size=(6, 3)), np.tile([0.0, 0, 1], (6, 1))),
    ):
        assert epsilon(contact_wrenches(pos, normal, 0.8, COM, RADIUS).wrench).radius == 0

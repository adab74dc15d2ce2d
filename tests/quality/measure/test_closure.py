"""Closure: what must close, what cannot, and SciPy's linear programmes."""

import numpy as np
import pytest

from prehensile.bench.quality.closed_forms import four_on_box, opposed_pair, tripod_on_ball
from prehensile.bench.quality.linear_programmes import closed_by_programme
from prehensile.quality.measure.closure import force_closure, form_closure
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.random_grasp import RADIUS, random_contacts, random_wrenches


@pytest.fixture(params=["compiled", "plain"], autouse=True)
def kernels(request, monkeypatch):
    if request.param == "plain":
        monkeypatch.setenv("PREHENSILE_PLAIN", "1")


def test_two_hard_fingers_never_close_and_two_soft_ones_can(rng):
    for _ in range(50):
        pos, normal = random_contacts(rng, 2)
        assert not force_closure(contact_wrenches(pos, normal, 1.0, np.zeros(3), RADIUS)[0]).closed
    facing = np.array([[-1.0, 0, 0], [1, 0, 0]])
    hard = force_closure(contact_wrenches(-facing, facing, 0.5, np.zeros(3), 1.0).wrench)
    assert hard.in_hull and not hard.closed  # what they hold spins
    assert force_closure(opposed_pair(0.5, 1.0, 0.1).wrench).closed


def test_three_hard_fingers_and_four_can(rng):
    assert force_closure(tripod_on_ball(0.5, 1.0).wrench).closed
    assert force_closure(four_on_box(0.5, 1.0, 0.5).wrench).closed


def test_six_contacts_without_friction_never_hold_and_seven_can(rng):
    for _ in range(200):
        assert not form_closure(*random_contacts(rng, 6))
    held = [form_closure(*random_contacts(rng, 7)) for _ in range(400)]
    assert any(held) and not all(held)


def test_a_ball_is_never_held_without_friction(rng):
    out = rng.normal(size=(30, 3))
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    assert not form_closure(0.04 * out, -out)


@pytest.mark.parametrize("count", [3, 4, 6, 10])
def test_it_says_what_a_linear_programme_says(rng, count):
    answers = set()
    for _ in range(60):
        wrench = random_wrenches(rng, count).wrench
        told = closed_by_programme(wrench)
        if told is not None:
            assert bool(force_closure(wrench).closed) == told
            answers.add(told)
    assert answers == {True, False} or count == 10


def test_nought_in_the_hull_is_what_a_linear_programme_says(rng):
    from scipy.optimize import linprog

    answers = set()
    for _ in range(80):
        wrench = random_wrenches(rng, int(rng.integers(2, 6))).wrench
        lifted = np.column_stack([wrench, np.ones(len(wrench))]).T
        told = linprog(np.zeros(len(wrench)), A_eq=lifted, b_eq=np.eye(7)[6]).success
        assert bool(force_closure(wrench).in_hull) == told
        answers.add(told)
    assert answers == {True, False}


def test_on_the_border_it_is_in_the_hull_and_not_closed():
    """All wrenches on one side of a plane through nought, some of them in it."""
    basis = np.concatenate([np.eye(6)[:5], -np.eye(6)[:5], np.eye(6)[5:]])
    found = force_closure(basis)
    assert found.in_hull and not found.closed
    found = force_closure(np.concatenate([basis, -np.eye(6)[5:]]))
    assert found.in_hull and found.closed


def test_near_the_border_it_still_knows(rng):
    """A direction in which wrenches reach by so little."""
    basis = np.concatenate([np.eye(6), -np.eye(6)[:5]])
    turn = np.linalg.qr(rng.normal(size=(6, 6)))[0]
    for small in (1e-2, 1e-4, 1e-6):
        for sign in (1, -1):
            last = np.append(rng.normal(size=5), -sign * small)
            assert bool(force_closure(np.vstack([basis, last]) @ turn).closed) == (sign > 0)


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_and_one_contact_close_nothing(rng, count):
    pos, normal = random_contacts(rng, count)
    wrench = contact_wrenches(pos, normal, 0.8, np.zeros(3), 1.0, torsion=0.003).wrench
    found = force_closure(wrench)
    assert not found.closed and not found.in_hull
    assert not form_closure(pos, normal)


def test_parallel_normals_close_nothing(rng):
    normal = np.tile([0.0, 0, 1], (6, 1))
    pos = rng.normal(size=(6, 3))
    assert not force_closure(contact_wrenches(pos, normal, 0.8, np.zeros(3), 1.0).wrench).in_hull

"""How much of a task fits: the unit ball is ε, a list is its hardest wrench."""

import numpy as np
import pytest

from prehensile.bench.quality.closed_forms import four_on_box
from prehensile.errors import InputError
from prehensile.quality.measure.epsilon import epsilon
from prehensile.quality.measure.partial_closure import partial_closure
from prehensile.quality.measure.random_grasp import closed_wrenches
from prehensile.quality.measure.reach import reach
from prehensile.quality.measure.task_space import fits_ellipsoid, fits_list


def test_the_unit_ball_is_what_epsilon_asks_for(rng):
    found = next(closed_wrenches(rng, 6, 1)).wrench
    assert fits_ellipsoid(found, np.eye(6)) == pytest.approx(epsilon(found).radius)
    assert fits_ellipsoid(found, 4 * np.eye(6)) == pytest.approx(epsilon(found).radius / 4)


def test_a_thin_ellipsoid_is_its_long_axis(rng):
    found = next(closed_wrenches(rng, 6, 1))
    axis = rng.normal(size=6)
    both = min(reach(found, sign * axis, total=1.0) for sign in (1, -1))
    assert fits_ellipsoid(found.wrench, axis[:, None]) == pytest.approx(both)


def test_points_of_the_ellipsoid_can_be_exerted(rng):
    found = next(closed_wrenches(rng, 6, 1))
    axes = rng.normal(size=(6, 3))
    fits = fits_ellipsoid(found.wrench, axes)
    for _ in range(15):
        x = rng.normal(size=3)
        point = axes @ (x / np.linalg.norm(x))
        assert reach(found, point, total=1.0) >= fits * (1 - 1e-9)


def test_a_list_fits_as_its_hardest_does():
    box = four_on_box(0.5, 1.0, 0.4)
    tasks = np.eye(6)[[0, 2, 5]]
    assert fits_list(box, tasks) == pytest.approx(0.5)
    assert fits_list(box, tasks, "largest") == pytest.approx(
        min(partial_closure(box, task).by_largest for task in tasks)
    )


def test_tasks_that_make_no_sense_are_refused():
    box = four_on_box(0.5, 1.0, 0.4)
    for wrong in (np.zeros((0, 6)), np.zeros((2, 6)), np.ones(6)):
        with pytest.raises(InputError, match="task"):
            fits_list(box, wrong)
    for wrong in (np.zeros((6, 6)), np.eye(3), np.full((6, 1), np.nan)):
        with pytest.raises(InputError, match="ellipsoid"):
            fits_ellipsoid(box.wrench, wrong)
    assert fits_ellipsoid(box.wrench[:8], np.eye(6)) == 0  # two fingers close nothing

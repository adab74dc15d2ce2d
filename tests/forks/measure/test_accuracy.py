import warnings

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.measure.accuracy import (
    LinearRangeWarning,
    check_load,
    mode_error,
    pull,
    pulled,
    static_error,
    violation,
)
from prehensile.forks.models.shipped import fork, helix, hexapod, robot_arm
from prehensile.forks.reduced.model import reduce

PULL = np.array([1.0, -0.5, 0.4])


@pytest.mark.parametrize("mechanism", [helix(50), fork(), robot_arm()], ids=repr)
def test_errors_grow_with_the_displacement_and_stay_in_bounds(mechanism) -> None:
    model = reduce(mechanism)
    small, large = (static_error(model, pulled(model, PULL, s)) for s in (0.01, 0.05))
    assert small < large < 0.12 and small < 0.03
    near, far = (violation(model, PULL, s).error for s in (0.1, 0.3))
    assert near < 0.015 and far == pytest.approx(9 * near, rel=0.2)  # second order
    assert mode_error(model) < 0.02


def test_a_found_load_moves_the_full_mechanism_as_far_as_asked() -> None:
    model = reduce(robot_arm())
    load = pulled(model, PULL, 0.2)
    row = model.linearisation.rows[0]
    moved = np.linalg.norm(load.state.T_world[row, :3, 3] - model.T_rest[row, :3, 3])
    assert moved == pytest.approx(0.2 * model.mechanism.radius, rel=0.01)


def test_a_load_far_outside_is_warned_about_with_its_error() -> None:
    model = reduce(robot_arm())
    with pytest.warns(LinearRangeWarning, match=r"by 50% .* off by about \d+%"):
        report = check_load(model, pull(model, PULL, 0.5))
    assert not report.trusted and report.error > 0.03


def test_a_load_inside_is_not() -> None:
    model = reduce(robot_arm())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = check_load(model, pull(model, PULL, 0.02))
    assert report.trusted and report.displacement == pytest.approx(0.02) and report.error < 0.03
    assert check_load(model, np.zeros((1, 6))).error == 0


def test_a_pull_that_moves_nothing_is_refused() -> None:
    model = reduce(hexapod(), ["left1-coxa"])
    hip = model.mechanism.joints[0].T_world[:3, 3]
    along = model.T_rest[model.linearisation.rows[0], :3, 3] - hip
    with pytest.raises(InputError, match="does not give way"):
        pull(model, along, 0.01)

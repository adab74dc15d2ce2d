"""Steady forces: drawn grasps are the seed's, both engines agree, errors by hand."""

import numpy as np
import pytest

from prehensile.bench.synthesis.world_forces import (
    CLOSING_S,
    FAR,
    LOAD,
    REFERENCE,
    Forces,
    drawn,
    steady_forces,
    world_force_figures,
)
from prehensile.capture.lab.weights import GRAVITY


def test_a_seed_is_a_grasp() -> None:
    one, again, other = drawn(0), drawn(0), drawn(1)
    assert np.array_equal(one.grip.closed, again.grip.closed)
    assert 3 <= len(one.digits) <= 5 and one.placed.object.parts[0].kind == "box"
    assert other.placed.object.parts[0].kind == "cylinder"
    assert np.allclose(one.reference(0.0), one.grip.open)
    assert np.allclose(one.reference(2 * CLOSING_S), one.grip.closed)
    weight = float(np.linalg.norm(one.weight))
    assert weight == pytest.approx(one.placed.object.mass * GRAVITY)
    mu = one.placed.object.friction[0]
    assert LOAD[0] * 2 * mu * 1.0 <= weight <= LOAD[1] * 2 * mu * 3.0


def test_errors_are_over_what_world_has() -> None:
    one = Forces(np.array([2.0, 1, 0, 0, 0]), np.array([2.0, 1.5, 0, 0, 0]), (0.0, 0.0))
    assert one.error == pytest.approx(0.5 / 2.5)
    assert one.finger_error == pytest.approx(0.5 / 1.75)


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1])
def test_both_hold_with_the_same_forces(seed: int) -> None:
    found = steady_forces(seed)
    assert max(found.moved) < FAR and found.error < 0.10


@pytest.mark.long
def test_every_figure_is_there() -> None:
    found = world_force_figures([2])
    assert set(found) == {*REFERENCE, "unsolved_steps"} and found["world_grasps_held"] == 1

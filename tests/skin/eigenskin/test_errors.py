"""Distances from solved shapes, on shapes whose distances are known."""

from dataclasses import replace

import numpy as np
import pytest
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.skin.eigenskin.errors import ExampleErrors
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.record import Examples


@pytest.fixture(scope="module")
def errors() -> ExampleErrors:
    """Three poses whose solved shapes are what the model itself says."""
    fitted = made_eigenskin()
    hand = fitted.hand.build()
    q = bind_angles() + np.array([[0.3], [0.5], [0.8]]) * np.arange(23) % 1.0
    q[:, :3] = 0
    blend = fitted.model.blend
    solved = Examples(
        hand=fitted.hand,
        rest=blend.rest,
        faces=blend.faces,
        names=("a", "b", "c"),
        groups=("mixed",) * 3,
        unseen=np.ones(3, bool),
        q=q,
        skin=fitted.model.posed(hand, q)[0],
        volume_change=np.zeros(3),
        seconds=np.ones(3),
        failed={},
    )
    return ExampleErrors(fitted.model, solved)


def test_a_model_meets_its_own_shapes(errors: ExampleErrors) -> None:
    rows = np.arange(3)
    assert errors.distance(rows, 5).max() < 1e-12
    assert errors.blend.min() > 1e-3
    assert errors.relative(rows, 5) < 1e-9


def test_blend_skinning_is_the_measure(errors: ExampleErrors) -> None:
    assert errors.relative(np.array([True, False, True]), 0) == pytest.approx(1)


def test_distances_are_roots_of_summed_squares(errors: ExampleErrors) -> None:
    """One vertex 3 mm off, another 4 mm: 5 mm together."""
    skin = errors.examples.skin.copy()
    skin[1, 10, 0] += 3e-3
    skin[1, 20, 2] -= 4e-3
    moved = ExampleErrors(errors.model, replace(errors.examples, skin=skin))
    np.testing.assert_allclose(moved.distance(np.arange(3), 5), [0, 5e-3, 0], atol=1e-9)
    expected = 5e-3 / np.linalg.norm(moved.blend)
    assert moved.relative(np.arange(3), 5) == pytest.approx(expected, rel=1e-6)

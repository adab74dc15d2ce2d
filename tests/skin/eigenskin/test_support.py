"""Which vertices a joint corrects."""

import numpy as np

from prehensile.skin.eigenskin.support import FADED, support_masks


def test_what_moves_enough_is_corrected_in_full_and_what_hardly_moves_is_not() -> None:
    largest = np.array([[1.0, 0.5, 0.1, 0.1 * FADED, 0.0]])
    np.testing.assert_allclose(support_masks(largest, 0.1, 4), [[1, 1, 1, 0, 0]])


def test_between_the_two_it_fades_without_a_step() -> None:
    moved = np.linspace(0, 0.2, 400)
    mask = support_masks(np.array([[*moved, 1.0]]), 0.1, 4)[0, :-1]
    assert (np.diff(mask) >= 0).all() and np.diff(mask).max() < 0.02
    middle = 0.5 * (0.1 + 0.1 * FADED)
    np.testing.assert_allclose(np.interp(middle, moved, mask), 0.5, atol=0.01)


def test_no_vertex_has_more_joints_than_asked_for(rng: np.random.Generator) -> None:
    largest = rng.uniform(0, 1, (9, 300))
    mask = support_masks(largest, 0.0, 3)
    assert ((mask > 0).sum(axis=0) <= 3).all()
    strongest = largest.argmax(axis=0)
    assert (mask[strongest, np.arange(300)] == mask.max(axis=0)).all()
    assert mask.max() == 1

"""An EigenSkin of our template on finer levels and on hands of other sizes."""

import numpy as np
import pytest
from tests.skin.made_eigenskin import made_eigenskin
from tests.skin.oracle.correction_field import added_field

from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin import own_corrections as module
from prehensile.skin.eigenskin.file import FittedSkin
from prehensile.skin.own_corrections import finer_model, learned_weights, own_corrections
from prehensile.skin.rig.corrections import Corrections

HAND = Hand()
POSES = np.stack([corpus()[name].q for name in ("fist", "tip_pinch")])


@pytest.fixture(scope="module")
def fitted() -> FittedSkin:
    return made_eigenskin(kept=2)


def _own(fitted: FittedSkin, level: int, hand: Hand = HAND) -> Corrections:
    """Of the skin itself, no vertex doubled."""
    mesh = fitted.model.blend
    edges = 3 * len(mesh.faces) // 2
    return own_corrections(fitted, hand, level, np.arange(len(mesh.rest) + level * edges))


def test_a_finer_level_moves_the_vertices_that_both_have_alike(fitted: FittedSkin) -> None:
    """Vertex k of a level is vertex k of the finer one, smoothed a little."""
    coarse, fine = _own(fitted, 0), _own(fitted, 1)
    a = coarse.coordinates(POSES[0])
    np.testing.assert_array_equal(fine.coordinates(POSES[0]), a)
    here, there = added_field(coarse, a), added_field(fine, a)
    assert np.linalg.norm(there[: len(here)] - here) < 0.3 * np.linalg.norm(here)


def test_displacements_go_with_the_breadth(fitted: FittedSkin) -> None:
    large = HandSpec.at_percentile(95).build()
    ours, theirs = _own(fitted, 0), _own(fitted, 0, large)
    ratio = large.spec.breadth / HAND.spec.breadth
    a = ours.coordinates(POSES[0])
    np.testing.assert_array_equal(theirs.coordinates(POSES[0]), a)
    here, there = added_field(ours, a), added_field(theirs, a)
    assert np.abs(here).max() > 1e-3
    np.testing.assert_allclose(there, ratio * here, atol=2e-5)


def test_the_other_hand_is_the_mirror_image(fitted: FittedSkin) -> None:
    right, left = _own(fitted, 0), _own(fitted, 0, HandSpec.mean("left").build())
    a = right.coordinates(POSES[0])
    here, there = added_field(right, a), added_field(left, a)
    assert np.abs(here).max() > 1e-3
    np.testing.assert_allclose(there, here * [1, -1, 1], atol=1e-7)


def test_doubled_vertices_move_alike(fitted: FittedSkin) -> None:
    rows = np.array([7, 100, 7, 100, 500])
    found = own_corrections(fitted, HAND, 0, rows)
    whole = added_field(_own(fitted, 0), found.coordinates(POSES[0]))
    np.testing.assert_allclose(
        added_field(found, found.coordinates(POSES[0])), whole[rows], atol=1e-7
    )


def test_weights_of_a_finer_level_are_shares_in_the_order_asked_for(fitted: FittedSkin) -> None:
    names = fitted.model.blend.segments
    coarse, fine = (learned_weights(fitted, level, names) for level in (0, 1))
    np.testing.assert_allclose(fine.sum(axis=1), 1, atol=1e-3)
    np.testing.assert_array_equal(coarse, fitted.model.blend.weights)
    turned = learned_weights(fitted, 0, names[::-1])
    np.testing.assert_array_equal(turned, coarse[:, ::-1])


def test_a_finer_model_comes_from_the_cache(
    fitted: FittedSkin, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = finer_model(fitted, 1)
    finer_model.cache_clear()
    monkeypatch.setattr(module, "_finer", lambda level: pytest.fail("the template was cut again"))
    again = finer_model(fitted, 1)
    assert again is not made
    np.testing.assert_array_equal(again.blend.rest, made.blend.rest)

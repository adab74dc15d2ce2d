"""A fitted model in the form that it is drawn in, against the dense sums that it stands for."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array
from tests.skin.made_eigenskin import made_eigenskin
from tests.skin.oracle.correction_field import added_field

from prehensile.errors import InputError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin import to_rig as eigenskin_corrections
from prehensile.skin.eigenskin.file import FittedSkin
from prehensile.skin.eigenskin.to_rig import LEAST_SHIFT, LEAST_TURN, corrections_of

HAND = Hand()
POSES = np.stack([corpus()[name].q for name in ("fist", "tip_pinch", "flat", "medium_wrap")])


@pytest.fixture(scope="module")
def fitted() -> FittedSkin:
    return made_eigenskin()


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is too small to be kept."""
    monkeypatch.setattr(eigenskin_corrections, "LEAST_SHIFT", 0.0)


def test_sums_are_those_of_the_dense_model(fitted: FittedSkin, everything: None) -> None:
    model = fitted.model
    found = corrections_of(model, HAND)
    moved = added_field(found, found.coordinates(POSES[0]))
    truth = model.rest_shape(HAND, POSES[0])[0] - model.blend.rest
    assert np.abs(truth).max() > 1e-3
    np.testing.assert_allclose(moved, truth, atol=1e-8)


def test_entries_are_lean_and_coordinates_within_one(fitted: FittedSkin) -> None:
    found = corrections_of(fitted.model, HAND)
    large = np.linalg.norm(found.shift, axis=1) > LEAST_SHIFT
    assert (large | (np.linalg.norm(found.turn, axis=1) > LEAST_TURN)).all()
    assert len(found.names) == 75
    assert found.names[5:7] == ("thumb_mp 0", "thumb_mp 1")
    column = HAND.joint_index("thumb_mp_flex")
    q = np.tile(POSES[2], (50, 1))
    q[:, column] = np.linspace(HAND.lower[column], HAND.upper[column], 50) + 0.02
    assert 0.7 < np.abs(found.coordinates(q)[:, 5:10]).max() < 1.6  # peaks may lie between


def test_too_many_displacements_are_refused(fitted: FittedSkin) -> None:
    model = fitted.model
    many = replace(model, joints=model.joints * 4)
    with pytest.raises(InputError, match="300 displacements"):
        corrections_of(many, HAND)


def test_a_model_without_joints_moves_nothing(fitted: FittedSkin) -> None:
    empty = corrections_of(replace(fitted.model, joints=()), HAND)
    assert empty.names == ()
    assert not empty.start.any()
    assert empty.shift.shape == empty.turn.shape == (0, 3)


def test_another_mesh_takes_means_of_the_models_vertices(
    fitted: FittedSkin, everything: None, rng: np.random.Generator
) -> None:
    model, W = fitted.model, 40
    pairs = rng.integers(0, len(model.blend.rest), (W, 2))
    share = rng.random(W)
    rows = np.repeat(np.arange(W), 2)
    values = np.stack([share, 1 - share], axis=1).ravel()
    carry = csr_array((values, (rows, pairs.ravel())), shape=(W, len(model.blend.rest)))
    found = corrections_of(model, HAND, carry)
    truth = carry @ (model.rest_shape(HAND, POSES[0])[0] - model.blend.rest)
    np.testing.assert_allclose(added_field(found, found.coordinates(POSES[0])), truth, atol=1e-8)


def test_a_mirror_stretches_shifts_and_only_turns_normals(
    fitted: FittedSkin, everything: None
) -> None:
    plain = corrections_of(fitted.model, HAND)
    found = corrections_of(fitted.model, HAND, stretch=np.array([2.0, -2.0, 2.0]))
    a = plain.coordinates(POSES[0])
    moved = added_field(plain, a) * [2, -2, 2]
    np.testing.assert_allclose(added_field(found, found.coordinates(POSES[0])), moved, atol=1e-8)
    np.testing.assert_allclose(np.abs(found.turn), np.abs(plain.turn), atol=1e-7)
    np.testing.assert_allclose(found.turn[:, 1], -plain.turn[:, 1], atol=1e-7)

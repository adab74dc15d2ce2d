"""EigenSkin as it is drawn: on its own mesh, finer, mirrored and on hands of other sizes."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.spatial import KDTree
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.draw.posed_hand import posed_hand
from prehensile.errors import InputError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin import own_rig
from prehensile.skin.dress import Dress
from prehensile.skin.eigenskin import to_rig as eigenskin_corrections
from prehensile.skin.eigenskin.file import FittedSkin
from prehensile.skin.eigenskin.to_rig import LEAST_SHIFT, LEAST_TURN, corrections_of
from prehensile.skin.own_corrections import own_corrections
from prehensile.skin.rig.blend import blended_skin, posed_skin
from prehensile.skin.rig.corrections import Corrections
from prehensile.skin.rig.rig import Rig, joint_transforms

HAND = Hand()
POSES = np.stack([corpus()[name].q for name in ("fist", "tip_pinch", "flat", "medium_wrap")])


@pytest.fixture(scope="module")
def fitted() -> FittedSkin:
    return made_eigenskin()


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is too small to be kept."""
    monkeypatch.setattr(eigenskin_corrections, "LEAST_SHIFT", 0.0)


@pytest.fixture
def rig(fitted: FittedSkin, monkeypatch: pytest.MonkeyPatch) -> Rig:
    monkeypatch.setattr(own_rig, "shipped_eigenskin", lambda: fitted)
    return own_rig.own_rig(HAND, 0)


def _field(corrections: Corrections, a: np.ndarray) -> np.ndarray:
    """(V, 3) [m] what coordinates add, without the kernels."""
    matrix = csr_array(
        (a[corrections.column], np.arange(len(corrections.column)), corrections.start.astype(int)),
        shape=(len(corrections.start) - 1, len(corrections.column)),
    )
    return matrix @ corrections.shift.astype(float)


def _own(fitted: FittedSkin, level: int, hand: Hand = HAND) -> Corrections:
    """Of the skin itself, no vertex doubled."""
    mesh = fitted.model.blend
    edges = 3 * len(mesh.faces) // 2
    return own_corrections(fitted, hand, level, np.arange(len(mesh.rest) + level * edges))


def test_sums_are_those_of_the_dense_model(fitted: FittedSkin, everything: None) -> None:
    model = fitted.model
    found = corrections_of(model, HAND)
    moved = _field(found, found.coordinates(POSES[0]))
    truth = model.rest_shape(HAND, POSES[0])[0] - model.blend.rest
    assert np.abs(truth).max() > 1e-3
    np.testing.assert_allclose(moved, truth, atol=1e-8)


def test_a_rig_is_posed_as_the_dense_model(fitted: FittedSkin, rig: Rig) -> None:
    """Vertices doubled at seams are where the one vertex is."""
    truth, _ = fitted.model.posed(HAND, POSES)
    far, row = KDTree(fitted.model.blend.rest).query(rig.vertices)
    assert far.max() < 1e-7
    assert np.size(row) > len(truth[0])
    vertices, _ = posed_skin(rig, HAND, POSES)
    np.testing.assert_allclose(vertices, truth[:, row], atol=20e-6)  # small ones are left out


def test_normals_are_the_dense_models_where_it_has_the_same_at_rest(
    fitted: FittedSkin, rig: Rig
) -> None:
    model = fitted.model
    _, row = KDTree(model.blend.rest).query(rig.vertices)
    rig = replace(rig, normals=model.normals[row].astype(np.float32))
    _, truth = model.posed(HAND, POSES)
    _, normals = posed_skin(rig, HAND, POSES)
    _, plain = blended_skin(rig, joint_transforms(rig, HAND, POSES))
    assert np.abs(normals - truth[:, row]).max() < 0.02
    assert np.abs(plain - truth[:, row]).max() > 0.1


def test_the_kernel_equals_its_plain_twin(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PREHENSILE_PLAIN", raising=False)
    fast = posed_skin(rig, HAND, POSES)
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    plain = posed_skin(rig, HAND, POSES)
    np.testing.assert_allclose(fast[0], plain[0], atol=2e-7)
    np.testing.assert_allclose(fast[1], plain[1], atol=3e-4)


def test_a_batch_equals_its_frames(rig: Rig) -> None:
    together = posed_skin(rig, HAND, POSES.reshape(2, 2, -1))
    for k, q in enumerate(POSES):
        alone = posed_skin(rig, HAND, q)
        for one, all_of_them in zip(alone, together, strict=True):
            np.testing.assert_array_equal(one, all_of_them[k // 2, k % 2])


def test_one_pose_at_many_places(rig: Rig) -> None:
    """Batch axes of the arm alone."""
    T = np.tile(np.eye(4), (3, 1, 1))
    T[:, 0, 3] = 0.0, 0.1, 0.2
    vertices, _ = posed_skin(rig, HAND, POSES[0], T)
    np.testing.assert_allclose(vertices[2], vertices[0] + [0.2, 0, 0], atol=1e-6)


def test_zero_coordinates_are_blend_skinning(rig: Rig) -> None:
    maps = joint_transforms(rig, HAND, POSES)
    still = blended_skin(rig, maps, np.zeros((len(POSES), 75)))
    for one, other in zip(still, blended_skin(rig, maps), strict=True):
        np.testing.assert_array_equal(one, other)


def test_left_is_the_mirror_image(fitted: FittedSkin, rig: Rig) -> None:
    hand = HandSpec.mean("left").build()
    other = own_rig.own_rig(hand, 0)
    np.testing.assert_allclose(other.vertices * [1, -1, 1], rig.vertices, atol=1e-7)
    for one, two in zip(posed_skin(other, hand, POSES), posed_skin(rig, HAND, POSES), strict=True):
        np.testing.assert_allclose(one * [1, -1, 1], two, atol=2e-5)


def test_a_finer_level_moves_the_vertices_that_both_have_alike(fitted: FittedSkin) -> None:
    """Vertex k of a level is vertex k of the finer one, smoothed a little."""
    coarse, fine = _own(fitted, 0), _own(fitted, 1)
    a = coarse.coordinates(POSES[0])
    np.testing.assert_array_equal(fine.coordinates(POSES[0]), a)
    here, there = _field(coarse, a), _field(fine, a)
    assert np.linalg.norm(there[: len(here)] - here) < 0.3 * np.linalg.norm(here)


def test_displacements_go_with_the_breadth(fitted: FittedSkin) -> None:
    large = HandSpec.at_percentile(95).build()
    ours, theirs = _own(fitted, 0), _own(fitted, 0, large)
    ratio = large.spec.breadth / HAND.spec.breadth
    a = ours.coordinates(POSES[0])
    np.testing.assert_array_equal(theirs.coordinates(POSES[0]), a)
    here, there = _field(ours, a), _field(theirs, a)
    assert np.abs(here).max() > 1e-3
    np.testing.assert_allclose(there, ratio * here, atol=2e-5)


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


def test_coordinates_of_another_rig_are_refused(rig: Rig) -> None:
    maps = joint_transforms(rig, HAND, POSES)
    for wrong in (np.zeros((4, 3)), np.zeros((3, 75)), np.zeros(())):
        with pytest.raises(InputError, match="corrections have 75"):
            blended_skin(rig, maps, wrong)
    with pytest.raises(InputError, match="corrections have 0"):
        blended_skin(replace(rig, corrections=None), maps, np.zeros((4, 75)))


def test_hands_do_without(fitted: FittedSkin, monkeypatch: pytest.MonkeyPatch) -> None:
    """On demand, with other weights, and where the package has no model."""
    monkeypatch.setattr(own_rig, "shipped_eigenskin", lambda: fitted)
    assert own_rig.own_rig(HAND, 0).corrections is not None
    assert own_rig.own_rig(HAND, 0, corrected=False).corrections is None
    assert own_rig.own_rig(HAND, 0, exponent=-4.0).corrections is None
    monkeypatch.setattr(own_rig, "shipped_eigenskin", lambda: None)
    assert own_rig.own_rig(HAND, 0).corrections is None


def test_pictures_show_them(rig: Rig) -> None:
    """And can leave them out."""
    dress = Dress(worn={HAND.spec: rig})
    shown = posed_hand(HAND, POSES[0], None, dress).vertices
    np.testing.assert_array_equal(shown, posed_skin(rig, HAND, POSES[0])[0])
    plain = posed_hand(HAND, POSES[0], None, replace(dress, eigenskin=False)).vertices
    np.testing.assert_array_equal(
        plain, blended_skin(rig, joint_transforms(rig, HAND, POSES[0]))[0]
    )
    assert np.abs(shown - plain).max() > 1e-3

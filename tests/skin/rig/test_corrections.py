"""EigenSkin as it is drawn: on its own mesh, finer, mirrored and on hands of other sizes."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial import KDTree
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.draw.posed_hand import posed_hand
from prehensile.errors import InputError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin import own_rig
from prehensile.skin.dress import Dress
from prehensile.skin.eigenskin.file import FittedSkin
from prehensile.skin.rig.blend import blended_skin, posed_skin
from prehensile.skin.rig.rig import Rig, joint_transforms

HAND = Hand()
POSES = np.stack([corpus()[name].q for name in ("fist", "tip_pinch", "flat", "medium_wrap")])


@pytest.fixture(scope="module")
def fitted() -> FittedSkin:
    return made_eigenskin()


@pytest.fixture
def rig(fitted: FittedSkin, monkeypatch: pytest.MonkeyPatch) -> Rig:
    monkeypatch.setattr(own_rig, "shipped_eigenskin", lambda: fitted)
    return own_rig.own_rig(HAND, 0)


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

"""Shape keys of a stranger's hand, whose effect is known because the test made them."""

from dataclasses import replace

import numpy as np
import pytest
from tests.skin.foreign_hand import ForeignHand, foreign_hand

from prehensile.errors import FileError, InputError
from prehensile.hand.corpus import corpus
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.skin.eigenskin.file import load, save
from prehensile.skin.imported.corrections import worn_corrections
from prehensile.skin.imported.rig import ImportedHand, imported_hand
from prehensile.skin.rig.blend import blended_skin, posed_skin
from prehensile.skin.rig.rig import joint_transforms

T_FILE = se3.exp(np.array([0.2, -0.1, 0.4, 0.8, -1.2, 0.5]))
Q = corpus()["neutral"].q
PIP = JOINT_NAMES.index("index_pip_flex")
KNUCKLE = 7  # row of WebXR's index-finger-phalanx-intermediate
LARGEST = 0.004  # [m]


def stranger(side: str = "right", unit: float = 1.0) -> ForeignHand:
    file = foreign_hand(HandSpec.sample(5, side), Q, T_FILE, "openxr")
    file.places, file.vertices = unit * file.places, unit * file.vertices
    assert file.names[KNUCKLE].startswith("Index_Intermediate")
    return file


def bulge(file: ForeignHand, share: float) -> np.ndarray:
    """(V, 3) in the file's unit: a swelling round the middle joint of the index finger."""
    away = file.vertices - file.places[KNUCKLE]
    size = np.ptp(file.places, axis=0).max()
    far = np.linalg.norm(away, axis=1, keepdims=True)
    out = away / np.maximum(far, 1e-9 * size)
    return share * LARGEST * (size / 0.18) * np.exp(-((far / (0.1 * size)) ** 2)) * out


def keyed(file: ForeignHand) -> ForeignHand:
    file.keys = {
        f"index_pip_flex={degrees}": bulge(file, 1 - np.cos(np.radians(degrees)))
        for degrees in (55, 80, 105)
    }
    return file


def at(degrees: float, column: int = PIP) -> np.ndarray:
    q = Q.copy()
    q[column] = np.radians(degrees)
    return q


def plain_skin(found: ImportedHand, q: np.ndarray) -> np.ndarray:
    return blended_skin(found.rig, joint_transforms(found.rig, found.hand, q))[0]


@pytest.mark.parametrize(
    ("side", "unit"), [("right", 1.0), ("left", 1.0), ("right", 100.0)], ids=str
)
def test_at_a_key_s_pose_the_skin_is_the_key_s(tmp_path, side, unit):
    """The oracle is a mesh that was modelled with the key's displacement to begin with."""
    file = keyed(stranger(side, unit))
    found = imported_hand(file.save(tmp_path / "keyed.glb"))
    shown, _ = posed_skin(found.rig, found.hand, at(80))
    file.vertices = file.vertices + file.keys["index_pip_flex=80"]
    file.keys = {}
    wanted = plain_skin(imported_hand(file.save(tmp_path / "swollen.glb")), at(80))
    count = len(file.vertices)
    plain = plain_skin(found, at(80))
    largest = np.linalg.norm(wanted - plain, axis=1)[:count].max()
    assert largest > 1e-3
    # What remains is the fading edge of the support.
    assert np.linalg.norm(shown - wanted, axis=1)[:count].max() < 0.05 * largest


def test_between_keys_the_skin_is_between_and_nothing_is_added_at_rest(tmp_path):
    found = imported_hand(keyed(stranger()).save(tmp_path / "keyed.glb"))
    corrections = found.rig.corrections
    assert corrections is not None
    assert {name.split()[0] for name in corrections.names} == {"index_pip"}
    np.testing.assert_allclose(corrections.coordinates(found.bind_q), 0, atol=1e-9)
    moved = [
        np.linalg.norm(posed_skin(found.rig, found.hand, at(a))[0] - plain_skin(found, at(a)))
        for a in (55, 67, 80, 92, 105)
    ]
    assert (np.diff(moved) > 0).all()
    assert moved[2] / moved[0] == pytest.approx(
        (1 - np.cos(np.radians(80))) / (1 - np.cos(np.radians(55))), rel=0.02
    )


def test_what_was_used_and_left_out_is_said(tmp_path):
    file = keyed(stranger())
    file.keys |= {"fist": bulge(file, 1), "index_pip 0": bulge(file, 1)}
    file.keys["index_pip_flex=40,index_dip_flex=40"] = bulge(file, 1)
    notes = " | ".join(imported_hand(file.save(tmp_path / "k.glb")).report.notes)
    assert "2 shape keys whose names say no pose (fist, index_pip 0) are left out" in notes
    assert "index_pip_flex=80" in notes  # how to write one
    assert "1 shape keys that do not move one joint alone" in notes
    assert "3 shape keys correct the skin at 1 joints" in notes
    assert "no shape keys for thumb_cmc, thumb_mp" in notes


def test_a_hand_without_such_keys_has_no_corrections(tmp_path):
    file = stranger()
    assert imported_hand(file.save(tmp_path / "a.glb")).rig.corrections is None
    file.keys = {"fist": bulge(file, 1)}
    assert imported_hand(file.save(tmp_path / "b.glb")).rig.corrections is None


def test_two_keys_of_one_pose_are_refused(tmp_path):
    file = keyed(stranger())
    file.keys["Index PIP flex 80"] = bulge(file, 1)
    with pytest.raises(FileError, match="'index_pip_flex=80' and 'Index PIP flex 80' have the sa"):
        imported_hand(file.save(tmp_path / "k.glb"))


@pytest.mark.long
def test_a_fitted_file_fits_its_own_mesh_and_the_mirror_image_only(tmp_path):
    found = imported_hand(keyed(stranger()).save(tmp_path / "keyed.glb"))
    assert found.fitted is not None and found.rig.corrections is not None
    save(found.fitted, tmp_path / "fitted.npz")
    fitted = load(tmp_path / "fitted.npz")
    plain = imported_hand(stranger().save(tmp_path / "plain.glb"))
    rig = replace(plain.rig, corrections=worn_corrections(fitted, plain.skin, plain.hand))
    shown, normals = posed_skin(rig, plain.hand, at(80))
    wanted, wanted_normals = posed_skin(found.rig, found.hand, at(80))
    np.testing.assert_allclose(shown, wanted, atol=1e-5)
    np.testing.assert_allclose(normals, wanted_normals, atol=5e-3)

    left = stranger()
    mirror = np.diag([1.0, 1.0, -1.0])
    left.places, left.vertices = left.places @ mirror, left.vertices @ mirror
    left.faces = left.faces[:, ::-1]
    left.names = [name.replace("_R", "_L") for name in left.names]
    other = imported_hand(left.save(tmp_path / "left.glb"))
    rig = replace(other.rig, corrections=worn_corrections(fitted, other.skin, other.hand))
    seen, _ = posed_skin(rig, other.hand, at(80))
    np.testing.assert_allclose(np.sort(seen * [1, -1, 1], 0), np.sort(wanted, 0), atol=2e-5)

    swollen = stranger()
    swollen.vertices = swollen.vertices + bulge(swollen, 1)
    another = imported_hand(swollen.save(tmp_path / "swollen.glb"))
    with pytest.raises(InputError, match="fitted to another mesh"):
        worn_corrections(fitted, another.skin, another.hand)


def test_bent_the_other_way_the_skin_is_nearly_blend_skinning(tmp_path):
    """A line through one key would take as much away from a straight finger as it adds."""
    file = stranger()
    file.keys = {"index_pip_flex=90": bulge(file, 1)}
    found = imported_hand(file.save(tmp_path / "k.glb"))
    moved = [
        np.linalg.norm(posed_skin(found.rig, found.hand, at(a))[0] - plain_skin(found, at(a)))
        for a in (-10, 0, 90)
    ]
    assert max(moved[:2]) < 0.2 * moved[2]

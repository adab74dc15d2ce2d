import numpy as np
import pytest
from tests.skin.foreign_hand import foreign_hand

from prehensile.files.pictures.picture import png_bytes
from prehensile.hand.corpus import corpus
from prehensile.hand.spec import HandSpec
from prehensile.skin.imported.material import picture_size
from prehensile.skin.imported.rig import imported_hand
from prehensile.skin.paint.tones import DEFAULT_TONE, TONES

Q = corpus()["neutral"].q
PNG = png_bytes(np.full((4, 6, 3), 200, np.uint8))
PICTURES = {
    "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "roughnessFactor": 0.3},
    "normalTexture": {"index": 1},
}


@pytest.fixture
def stranger(tmp_path):
    hand = foreign_hand(HandSpec.mean(), Q)
    (tmp_path / "skin.png").write_bytes(PNG)
    hand.extra = {
        "images": [{"uri": "skin.png"}, {"uri": "skin.png"}],
        "textures": [{"source": 0}, {"source": 1}],
    }
    return hand


def test_pictures_and_uv_come_along(tmp_path, stranger):
    stranger.material = PICTURES
    found = imported_hand(stranger.save(tmp_path / "hand.glb"))
    material = found.rig.material
    assert material is not None
    assert material.base_color == material.normal == PNG
    assert material.roughness == pytest.approx(0.3)
    assert found.report.pictures == ("base colour", "normal map")
    assert found.rig.uv is not None
    np.testing.assert_allclose(found.rig.uv[: len(stranger.uv)], stranger.uv, atol=1e-6)


def test_a_missing_picture_is_an_error_and_an_odd_one_a_note(tmp_path, stranger):
    stranger.material = PICTURES
    (tmp_path / "skin.png").write_bytes(b"RIFF1234WEBP")
    found = imported_hand(stranger.save(tmp_path / "hand.glb"))
    assert found.rig.material is None
    assert sum("another format" in note for note in found.report.notes) == 2
    big = bytearray(PNG)
    big[16:20] = (100_000).to_bytes(4, "big")
    (tmp_path / "skin.png").write_bytes(big)
    found = imported_hand(tmp_path / "hand.glb")
    assert any("100000 × 4 pixels" in note for note in found.report.notes)
    (tmp_path / "skin.png").unlink()
    with pytest.raises(Exception, match=r"skin\.png.*missing"):
        imported_hand(tmp_path / "hand.glb")


def test_pictures_without_uv_are_left_out(tmp_path, stranger):
    stranger.material, stranger.with_uv = PICTURES, False
    found = imported_hand(stranger.save(tmp_path / "hand.glb"))
    assert found.rig.material is None
    assert found.rig.uv is None
    assert "no UV coordinates" in found.report.notes[-1]


def test_a_material_s_colour_is_kept_and_grey_becomes_skin(tmp_path, stranger):
    stranger.material = {"pbrMetallicRoughness": {"baseColorFactor": [0.0, 0.2, 1.0, 1.0]}}
    blue = imported_hand(stranger.save(tmp_path / "hand.glb")).rig.colors
    np.testing.assert_allclose(blue, np.tile([0, 0.4845, 1], (len(blue), 1)), atol=1e-3)
    stranger.material = {"pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.5, 0.5, 1.0]}}
    rig = imported_hand(stranger.save(tmp_path / "hand.glb")).rig
    np.testing.assert_allclose(rig.colors[~rig.nails][0], TONES[DEFAULT_TONE].back, atol=1e-6)


def test_sizes_of_pictures_are_those_of_another_reader():
    image = pytest.importorskip("PIL.Image")
    import io

    for kind in ("PNG", "JPEG"):
        file = io.BytesIO()
        image.new("RGB", (37, 21), (9, 90, 200)).save(file, kind)
        assert picture_size(file.getvalue()) == (37, 21)
    assert picture_size(b"") is None
    assert picture_size(b"\xff\xd8\xff") is None


def test_uv_without_area_are_none(tmp_path, stranger):
    stranger.material, stranger.uv = PICTURES, np.zeros_like(stranger.uv)
    found = imported_hand(stranger.save(tmp_path / "hand.glb"))
    assert found.rig.uv is None and found.rig.material is None
    assert any("without any area" in note for note in found.report.notes)

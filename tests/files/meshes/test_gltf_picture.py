import io

import numpy as np
import pytest
import trimesh
from PIL import Image

from prehensile.files.gltf import GltfFile
from prehensile.files.meshes.gltf_picture import base_picture
from prehensile.files.meshes.gltf_scene import read_gltf_scene
from prehensile.files.pictures.picture import picture_array

COLORS = np.random.default_rng(0).integers(0, 255, (8, 8, 3), dtype=np.uint8)


def painted(colors: np.ndarray | None, shift: float = 0.0) -> trimesh.Trimesh:
    """A ball with a picture, its places as random as they may be."""
    mesh = trimesh.creation.icosphere(1, 0.05)
    mesh.apply_translation([shift, 0, 0])
    uv = np.random.default_rng(1).random((len(mesh.vertices), 2))
    image = None if colors is None else Image.fromarray(colors)
    material = trimesh.visual.material.PBRMaterial(name=f"m{shift}", baseColorTexture=image)
    mesh.visual = trimesh.visual.TextureVisuals(uv=uv, material=material)
    return mesh


def test_picture_and_places_are_those_that_trimesh_wrote(tmp_path):
    mesh = painted(COLORS)
    mesh.export(tmp_path / "a.glb")
    found = read_gltf_scene(tmp_path / "a.glb")
    assert found.picture is not None and found.corner_uv is not None
    np.testing.assert_array_equal(picture_array(found.picture), COLORS)
    theirs = mesh.visual.uv[mesh.faces] * [1, -1] + [0, 1]  # trimesh's origin is the lower left
    order = np.lexsort(found.points[found.faces].reshape(-1, 9).round(6).T)
    expected = np.lexsort(mesh.triangles.reshape(-1, 9).round(6).T)
    np.testing.assert_allclose(found.corner_uv[order], theirs[expected], atol=1e-6)


def test_several_pictures_are_left_out_and_said(tmp_path):
    trimesh.Scene([painted(COLORS), painted(255 - COLORS, 0.2)]).export(tmp_path / "a.glb")
    found = read_gltf_scene(tmp_path / "a.glb")
    assert found.picture is None and "different pictures" in found.unpainted
    trimesh.Scene([painted(COLORS), painted(None, 0.2)]).export(tmp_path / "b.glb")
    assert "some have none" in read_gltf_scene(tmp_path / "b.glb").unpainted
    painted(None).export(tmp_path / "c.glb")
    assert read_gltf_scene(tmp_path / "c.glb").unpainted == ""


@pytest.mark.parametrize(
    ("info", "texture", "said"),
    [
        ({"index": 0, "extensions": {"KHR_texture_transform": {}}}, {"source": 0}, "apply that"),
        ({"index": 0}, {}, "PNG or JPEG"),
        ({"index": 0, "texCoord": 1}, {"source": 0}, ""),
    ],
)
def test_pictures_that_are_not_read(tmp_path, info, texture, said):
    painted(COLORS).export(tmp_path / "a.glb")
    file = GltfFile(tmp_path / "a.glb")
    file.json["textures"] = [texture]
    found = base_picture(file, {"pbrMetallicRoughness": {"baseColorTexture": info}})
    assert found.refused.endswith(said) and (found.image is None) == bool(said)
    assert found.uv_set == info.get("texCoord", 0)


def test_damaged_pictures_do_not_stop_the_mesh(tmp_path):
    file = io.BytesIO()
    painted(COLORS).export(file, file_type="glb")
    (tmp_path / "a.glb").write_bytes(file.getvalue().replace(b"\x89PNG\r\n", b"\x00PNG\r\n"))
    assert len(read_gltf_scene(tmp_path / "a.glb").faces) == 80

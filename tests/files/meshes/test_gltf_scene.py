import base64
import json
from pathlib import Path

import numpy as np
import pytest
import trimesh

from prehensile.errors import FileError
from prehensile.files.meshes.gltf_scene import read_gltf_scene


def sides(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    """Corners of the triangles in an order that does not depend on the file's."""
    rows = np.round(points[faces].reshape(len(faces), 9), 6)
    return rows[np.lexsort(rows.T)]


def knife() -> trimesh.Scene:
    """A handle of two meshes, turned and scaled unevenly by the node above them, and a blade."""
    scene = trimesh.Scene(base_frame="world")
    turn = trimesh.transformations.rotation_matrix(0.7, [1, 2, 3], [0.1, 0, 0])
    scene.graph.update("handle", "world", matrix=turn @ np.diag([1, 2, 0.5, 1]))
    for name, colour in (("left", (90, 60, 30, 255)), ("right", (90, 60, 31, 255))):
        mesh = trimesh.creation.box((0.02, 0.01, 0.1))
        wood = trimesh.visual.material.PBRMaterial(name=f"wood {name}", baseColorFactor=colour)
        mesh.visual = trimesh.visual.TextureVisuals(material=wood)
        shift = trimesh.transformations.translation_matrix([0, 0.01 * (name == "left"), 0])
        scene.add_geometry(mesh, f"{name} scale", f"{name} mesh", "handle", transform=shift)
    scene.add_geometry(trimesh.creation.icosphere(1, 0.02), "blade", "blade")
    return scene


@pytest.fixture
def path(tmp_path) -> Path:
    knife().export(tmp_path / "knife.glb")
    return tmp_path / "knife.glb"


def test_places_are_those_of_the_nodes(path):
    found, theirs = read_gltf_scene(path), knife().to_mesh()
    np.testing.assert_allclose(
        sides(found.points, found.faces), sides(theirs.vertices, theirs.faces), atol=1e-6
    )


def test_nodes_lend_their_names_to_what_is_below_them(path):
    found = read_gltf_scene(path)
    assert set(found.regions) == {
        "handle", "left scale", "right scale", "blade", "wood left", "wood right",
    }  # fmt: skip
    both = np.concatenate([found.regions["left scale"], found.regions["right scale"]])
    np.testing.assert_array_equal(found.regions["handle"], np.sort(both))
    np.testing.assert_array_equal(found.regions["wood left"], found.regions["left scale"])
    assert len(found.regions["blade"]) == 80
    ball = found.points[found.faces[found.regions["blade"]]]
    np.testing.assert_allclose(np.linalg.norm(ball, axis=-1), 0.02, rtol=1e-5)


def test_a_mirrored_node_is_not_inside_out(tmp_path):
    scene = trimesh.Scene()
    scene.add_geometry(trimesh.creation.box((1, 2, 3)), transform=np.diag([-1, 1, 1, 1]))
    scene.export(tmp_path / "mirrored.glb")
    found = read_gltf_scene(tmp_path / "mirrored.glb")
    assert trimesh.Trimesh(found.points, found.faces).volume == pytest.approx(6)


def document(**changes) -> dict:
    """A strip of four corners, twice."""
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.0]], "<f4")
    return {
        "asset": {"version": "2.0"},
        "nodes": [{"mesh": 0, "name": "one"}, {"mesh": 0, "translation": [0, 0, 1]}],
        "meshes": [{"name": "sheet", "primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 48}],
        "buffers": [
            {
                "byteLength": 48,
                "uri": "data:application/octet-stream;base64,"
                + base64.b64encode(corners.tobytes()).decode(),
            }
        ],
    } | changes


def read(folder: Path, **changes):
    (folder / "a.gltf").write_text(json.dumps(document(**changes)))
    return read_gltf_scene(folder / "a.gltf")


def test_strips_and_fans(tmp_path):
    strip = read(tmp_path)
    assert strip.faces.tolist() == [[0, 1, 2], [2, 1, 3], [4, 5, 6], [6, 5, 7]]
    assert {k: v.tolist() for k, v in strip.regions.items()} == {"one": [0, 1], "sheet": [2, 3]}
    mesh = {"primitives": [{"attributes": {"POSITION": 0}, "mode": 6}]}
    assert read(tmp_path, meshes=[mesh]).faces[:2].tolist() == [[0, 1, 2], [0, 2, 3]]
    mesh["primitives"][0]["mode"] = 1
    assert len(read(tmp_path, meshes=[mesh]).faces) == 0  # lines


def test_only_the_scene_is_shown(tmp_path):
    found = read(tmp_path, scene=0, scenes=[{"nodes": [1]}])
    assert len(found.faces) == 2 and found.points[:, 2].min() == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"nodes": [{"children": [1]}, {"children": [0]}], "scenes": [{"nodes": [0]}]}, "parents"),
        ({"nodes": [{"mesh": 0, "children": [0]}], "scenes": [{"nodes": [0]}]}, "parents"),
        ({"extensionsRequired": ["KHR_draco_mesh_compression"]}, "without compression"),
        ({"nodes": [{"mesh": 7}]}, "meshes 7"),
        ({"nodes": [{"mesh": 0, "matrix": [1, 2]}]}, "damaged"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, changes, said):
    with pytest.raises(FileError, match=said):
        read(tmp_path, **changes)

import numpy as np
import pytest
import trimesh

from prehensile.files.meshes.plain import read_plain

STL = """solid {name}
{facets}
endsolid {name}
"""


def solid(name: str, mesh: trimesh.Trimesh) -> str:
    rows = []
    for corners in mesh.triangles:
        rows += ["facet normal 0 0 0", "outer loop"]
        rows += [f"vertex {x} {y} {z}" for x, y, z in corners] + ["endloop", "endfacet"]
    return STL.format(name=name, facets="\n".join(rows))


def test_solids_of_an_stl_are_named():
    parts = {"Long Handle": trimesh.creation.box((1, 1, 4)), "blade": trimesh.creation.icosphere(1)}
    found = read_plain("".join(solid(n, m) for n, m in parts.items()).encode(), ".stl")
    assert {name: len(faces) for name, faces in found.regions.items()} == {
        "Long Handle": 12,
        "blade": 80,
    }
    ball = found.points[found.faces[found.regions["blade"]]]
    np.testing.assert_allclose(np.linalg.norm(ball, axis=-1), 1.0, rtol=1e-6)


@pytest.mark.parametrize("suffix", [".stl", ".ply", ".off"])
def test_one_surface_has_no_parts(suffix):
    mesh = trimesh.creation.icosphere(1)
    data = mesh.export(file_type=suffix[1:])
    found = read_plain(data.encode() if isinstance(data, str) else data, suffix)
    assert found.regions == {} and len(found.faces) == 80
    assert trimesh.Trimesh(found.points, found.faces).volume == pytest.approx(mesh.volume, rel=1e-5)


def test_points_alone_are_no_mesh():
    cloud = trimesh.PointCloud(np.eye(3)).export(file_type="ply")
    found = read_plain(cloud, ".ply")
    assert len(found.faces) == 0

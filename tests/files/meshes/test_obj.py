import io

import numpy as np
import pytest
import trimesh

from prehensile.errors import InputError
from prehensile.files.meshes import obj
from prehensile.files.meshes.obj import read_obj

KNIFE = b"""# a tetrahedron for a handle, one for a blade
mtllib knife.mtl
o knife
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1 0.5 0.5 0.5
g handle grip
usemtl wood
f 1 3 2
f 1 2 4
f 2 3 4
f 1 4 3
v 2 0 0
v 3 0 0
v 2 1 0
v 2 0 1
g blade
usemtl
f -4 -2 -3
f -4/1/1 -3//2 -1
usemtl steel
f 6 7 \\
8
g
f 5 8 7
"""


def test_groups_and_materials_name_their_faces():
    found = read_obj(KNIFE)
    assert {name: faces.tolist() for name, faces in found.regions.items()} == {
        "handle": [0, 1, 2, 3],
        "grip": [0, 1, 2, 3],
        "blade": [4, 5, 6],
        "wood": [0, 1, 2, 3],
        "steel": [6, 7],
    }


def test_indices_count_from_one_or_back_from_the_latest():
    found = read_obj(KNIFE)
    assert found.points.shape == (8, 3)
    np.testing.assert_array_equal(found.faces[4], [4, 6, 5])
    np.testing.assert_array_equal(found.faces[:4] + 4, found.faces[4:])
    solid = trimesh.Trimesh(found.points, found.faces, process=False)
    assert solid.is_watertight and solid.volume == pytest.approx(1 / 3)


def test_what_trimesh_writes_is_read_as_trimesh_reads_it():
    mesh = trimesh.creation.icosphere(2)
    text = mesh.export(file_type="obj").encode()
    ours, theirs = read_obj(text), trimesh.load(io.BytesIO(text), file_type="obj", process=False)
    corners = np.sort(ours.points[ours.faces].reshape(len(ours.faces), -1), axis=0)
    np.testing.assert_allclose(
        corners, np.sort(theirs.triangles.reshape(len(ours.faces), -1), axis=0)
    )
    assert ours.regions == {}


def test_polygons_become_fans():
    square = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv -1 .5 0\nf 1 2 3 4 5\n"
    assert read_obj(square).faces.tolist() == [[0, 1, 2], [0, 2, 3], [0, 3, 4]]


@pytest.mark.parametrize("row", [b"f 1 2 0", b"f 1 2 -9", b"f 1 2 1" + b"9" * 30])
def test_vertices_that_do_not_exist(row):
    with pytest.raises((InputError, OverflowError)):
        found = read_obj(b"v 0 0 0\nv 1 0 0\nv 0 1 0\n" + row)
        assert found.faces.max() < 3, "checked by whoever uses them"
        raise InputError


def test_too_many_faces_end_the_reading(monkeypatch):
    monkeypatch.setattr(obj, "MAX_FACES", 3)
    with pytest.raises(InputError, match="more than 3 faces"):
        read_obj(KNIFE)


def test_faces_beyond_too_many_labels_have_no_name(monkeypatch):
    monkeypatch.setattr(obj, "MAX_LABELS", 1)
    assert sorted(read_obj(KNIFE).regions) == []
    monkeypatch.setattr(obj, "MAX_LABELS", 4)
    assert "wood" in read_obj(KNIFE).regions

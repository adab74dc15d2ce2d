import numpy as np
import pytest
from tests.skin.foreign_hand import glb

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile
from prehensile.skin.imported.node_tree import read_node_tree

NODES = [
    {"name": "tip", "translation": [0, 0, 1]},
    {"name": "root", "children": [3], "scale": [2, 2, 2]},
    {"name": "mesh"},
    {"name": "between", "children": [4], "rotation": [0, 0, 1, 0]},
    {"name": "bone", "children": [0], "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]},
]


def tree(tmp_path, nodes, joints):
    (tmp_path / "a.glb").write_bytes(glb({"asset": {"version": "2.0"}, "nodes": nodes}, b""))
    return read_node_tree(GltfFile(tmp_path / "a.glb"), joints)


def test_joints_and_what_is_above_parents_first(tmp_path):
    found = tree(tmp_path, NODES, [0, 4])
    assert found.names == ("root", "between", "bone", "tip")
    assert found.parents == (-1, 0, 1, 2)
    assert found.joints == (3, 2)
    assert found.joint_parents() == (1, -1)
    np.testing.assert_allclose(found.local[0], np.diag([2, 2, 2, 1]))
    np.testing.assert_allclose(found.local[1], np.diag([-1, -1, 1, 1]), atol=1e-12)
    np.testing.assert_allclose(found.local[2][:3, 3], [5, 6, 7])


def test_some_of_the_joints_keep_what_they_hang_on(tmp_path):
    few = tree(tmp_path, NODES, [0, 4]).of([1])
    assert few.names == ("root", "between", "bone")
    assert few.joints == (2,) and few.joint_parents() == (-1,)


def test_a_circle_is_refused(tmp_path):
    nodes = [{"name": "a", "children": [1]}, {"name": "b", "children": [0]}]
    with pytest.raises(InputError, match="their own parents"):
        tree(tmp_path, nodes, [0])


def test_a_node_without_extent_stands_where_its_parent_does(tmp_path):
    assert (tree(tmp_path, [{"scale": [0, 0, 0]}], [0]).local[0] == np.eye(4)).all()

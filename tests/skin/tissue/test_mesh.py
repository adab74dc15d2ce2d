from functools import cache

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.skin.tissue.bones import Rod, bone_surface

pytest.importorskip("netgen", reason="the extra 'tissue' is not installed")

from prehensile.skin.tissue.mesh import TissueMesh, filled, tissue_mesh

SKIN = bone_surface((Rod(np.zeros(3), np.array([0.03, 0, 0]), 0.01),), 0.08)
"""A closed capsule as skin: meshed by the same code as bones."""


def _volume(vertices: np.ndarray, faces: np.ndarray) -> float:
    """By the divergence theorem."""
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", np.cross(a, b), c).sum() / 6)


@cache
def _finger() -> TissueMesh:
    bones = {
        "near": (Rod(np.array([0.0, 0, 0]), np.array([0.010, 0, 0]), 0.004),),
        "far": (Rod(np.array([0.022, 0, 0]), np.array([0.030, 0, 0]), 0.004),),
    }
    return tissue_mesh(*SKIN, bones, 0.08)


def test_tetrahedra_fill_the_space_between_skin_and_bones():
    mesh = _finger()
    bones = [Rod(np.array([0.0, 0, 0]), np.array([0.010, 0, 0]), 0.004)]
    bones += [Rod(np.array([0.022, 0, 0]), np.array([0.030, 0, 0]), 0.004)]
    hollow = sum(_volume(*bone_surface((rod,), 0.08)) for rod in bones)
    assert mesh.volumes.min() > 0
    assert mesh.volumes.sum() == pytest.approx(_volume(*SKIN) - hollow, rel=1e-9)


def test_the_skins_vertices_come_first_and_bones_know_their_corners():
    mesh = _finger()
    np.testing.assert_array_equal(mesh.corners[: mesh.skin_count], SKIN[0])
    assert (mesh.bone[: mesh.skin_count] == -1).all()
    for k, x in enumerate((0.0, 0.022)):
        on = mesh.corners[mesh.bone == k]
        assert len(on) > 10
        assert (on[:, 0] > x - 0.0041).all()
        assert (on[:, 0] < x + 0.0141).all()


def test_the_middle_of_an_edge_is_on_a_bone_only_with_both_ends():
    mesh = _finger()
    ends = mesh.bone[mesh.edges]
    middles = mesh.node_bone[len(mesh.corners) :]
    assert ((middles >= 0) == ((ends[:, 0] >= 0) & (ends[:, 0] == ends[:, 1]))).all()


def test_a_piece_has_the_nodes_of_the_whole():
    mesh = _finger()
    kept = mesh.corners[mesh.tetrahedra].mean(axis=1)[:, 0] > 0.015
    piece, rows = mesh.piece(kept)
    np.testing.assert_allclose(piece.nodes, mesh.nodes[rows], atol=1e-15)
    np.testing.assert_array_equal(piece.node_bone, mesh.node_bone[rows])
    assert piece.volumes.sum() == pytest.approx(mesh.volumes[kept].sum())


def test_an_open_skin_is_refused():
    with pytest.raises(InputError, match="not a closed surface"):
        filled([(SKIN[0], SKIN[1][:-1])])


def test_a_bone_through_the_skin_is_refused():
    bones = {"out": (Rod(np.array([0.02, 0, 0]), np.array([0.06, 0, 0]), 0.004),)}
    with pytest.raises(InputError, match="may cross"):
        tissue_mesh(*SKIN, bones, 0.08)

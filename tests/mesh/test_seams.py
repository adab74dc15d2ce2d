"""Cutting meshes open, checked on shapes whose topology is known."""

import numpy as np
import trimesh

from prehensile.mesh.seams import cut_open, edge_sides

NO_SEAMS = np.zeros((0, 2), np.int64)


def euler_number(faces: np.ndarray) -> int:
    return trimesh.Trimesh(np.zeros((faces.max() + 1, 3)), faces, process=False).euler_number


def test_every_edge_has_its_two_faces() -> None:
    mesh = trimesh.creation.icosphere(subdivisions=1)
    edges, sides = edge_sides(np.asarray(mesh.faces))
    assert {tuple(e) for e in edges} == {tuple(e) for e in np.sort(mesh.edges_unique, axis=1)}
    for edge, pair in zip(edges, sides, strict=True):
        assert pair[0] != pair[1]
        assert np.isin(edge, mesh.faces[pair[0]]).all() and np.isin(edge, mesh.faces[pair[1]]).all()


def test_without_seams_a_mesh_stays_whole() -> None:
    faces = np.asarray(trimesh.creation.torus(1, 0.3).faces)
    whole = cut_open(faces, NO_SEAMS)
    assert euler_number(whole) == 0  # a torus
    assert len(np.unique(whole)) == len(np.unique(faces))


def test_cutting_along_the_equator_makes_two_disks() -> None:
    mesh = trimesh.creation.icosphere(subdivisions=2)
    faces = np.asarray(mesh.faces)
    above = mesh.triangles_center[:, 2] > 0
    edges, sides = edge_sides(faces)
    cut = cut_open(faces, edges[above[sides[:, 0]] != above[sides[:, 1]]])
    for half in (above, ~above):
        assert euler_number(cut[half]) == 1
    assert not np.isin(cut[above], cut[~above]).any()


def test_a_slit_doubles_its_inner_vertices_and_not_its_ends() -> None:
    mesh = trimesh.creation.icosphere(subdivisions=2)
    faces = np.asarray(mesh.faces)
    edges, _ = edge_sides(faces)
    first = edges[0]
    second = next(e for e in edges if (e == first[1]).any() and not (e == first[0]).any())
    cut = cut_open(faces, np.stack([first, second]))
    copies = [
        len(np.unique(cut[faces == v])) for v in (first[0], first[1], second.sum() - first[1])
    ]
    assert copies == [1, 2, 1]

import numpy as np
import trimesh

from prehensile.mesh.subdivide import loop_subdivision


def test_it_equals_another_implementation_of_loops_scheme():
    mesh = trimesh.creation.icosahedron()
    matrix, faces = loop_subdivision(np.asarray(mesh.faces), len(mesh.vertices))
    theirs, their_faces = trimesh.remesh.subdivide_loop(mesh.vertices, mesh.faces, iterations=1)
    ours = matrix @ mesh.vertices
    assert len(faces) == len(their_faces) == 80
    assert np.allclose(
        np.sort(np.linalg.norm(ours, axis=1)), np.sort(np.linalg.norm(theirs, axis=1))
    )
    distance = np.linalg.norm(ours[:, None] - theirs[None], axis=2).min(axis=1)
    assert distance.max() < 1e-12


def test_rows_are_averages_and_the_mesh_stays_closed():
    mesh = trimesh.creation.box()
    matrix, faces = loop_subdivision(np.asarray(mesh.faces), len(mesh.vertices))
    assert np.allclose(matrix.sum(axis=1), 1)
    assert matrix.min() >= 0
    finer = trimesh.Trimesh(matrix @ mesh.vertices, faces, process=False)
    assert finer.is_watertight and finer.volume > 0

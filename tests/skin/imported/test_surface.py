"""Somebody else's mesh: what is mended, what is only said, and where new vertices come from."""

import numpy as np
import pytest
import trimesh

from prehensile.errors import InputError
from prehensile.skin.imported.surface import FEWEST_TRIANGLES, Surface, imported_surface

BONES = np.array([[[-0.01, 0.0, 0.0], [0.01, 0.0, 0.0]]])


def ball(subdivisions: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """A ball of 40 mm with a bone inside, anticlockwise seen from outside."""
    mesh = trimesh.creation.icosphere(subdivisions=subdivisions, radius=0.04)
    return np.asarray(mesh.vertices), np.asarray(mesh.faces)


def volume(surface: Surface) -> float:
    return trimesh.Trimesh(surface.vertices, surface.faces, process=False).volume


def test_a_coarse_mesh_is_made_finer_and_rounder() -> None:
    vertices, faces = ball()
    found = imported_surface(vertices, faces, None, BONES)
    assert len(faces) < FEWEST_TRIANGLES <= len(found.faces)
    assert found.repairs == found.notes == ()
    truth = 4 / 3 * np.pi * 0.04**3
    coarse = trimesh.Trimesh(vertices, faces).volume
    assert abs(volume(found) - truth) < 0.1 * abs(coarse - truth)
    np.testing.assert_allclose(found.normals, found.vertices / 0.04, atol=0.03)


def test_shares_of_the_files_vertices_make_each_one() -> None:
    vertices, faces = ball()
    found = imported_surface(vertices, faces, None, BONES)
    shares = found.origin.toarray()
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    own = (shares > 0).sum(axis=1) == 1
    assert own.sum() == len(vertices) and own[: len(vertices)].all()  # they come first
    np.testing.assert_allclose(shares[own] @ vertices, found.vertices[own], atol=1e-12)
    # New ones lie near the mean, lifted by the surface's roundness.
    off = np.linalg.norm(shares[~own] @ vertices - found.vertices[~own], axis=1)
    assert 0 < off.max() < 0.003
    np.testing.assert_array_equal(found.file_faces, faces)
    assert found.file_count == len(vertices)


def test_a_fine_mesh_stays_as_it_is() -> None:
    vertices, faces = ball(4)
    found = imported_surface(vertices, faces, None, BONES)
    np.testing.assert_array_equal(found.vertices, vertices)
    np.testing.assert_array_equal(found.faces, faces)


def test_a_mesh_inside_out_is_turned() -> None:
    vertices, faces = ball()
    found = imported_surface(vertices, faces[:, ::-1], None, BONES)
    assert volume(found) > 0
    count = len(faces)
    assert found.repairs == (f"{count} of {count} triangles were inside out, and are turned",)


def test_triangles_without_area_and_unused_vertices_go() -> None:
    vertices, faces = ball(4)
    extra = np.vstack([vertices, [[1.0, 1.0, 1.0]]])
    found = imported_surface(extra, np.vstack([faces, [[0, 0, 1], [2, 2, 2]]]), None, BONES)
    assert found.repairs == ("2 triangles without area are left out",)
    assert len(found.vertices) == len(vertices) and found.file_count == len(extra)


def test_holes_are_said_and_kept() -> None:
    vertices, faces = ball(4)
    found = imported_surface(vertices, faces[1:], None, BONES)
    assert found.notes == ("the mesh is open along 3 edges; it is drawn as it is",)
    assert len(found.faces) == len(faces) - 1


def test_stored_normals_are_believed_where_they_fit() -> None:
    vertices, faces = ball(4)
    out = vertices / 0.04
    slanted = out + 0.3 * np.roll(out, 1, axis=1)
    slanted /= np.linalg.norm(slanted, axis=1, keepdims=True)
    stored = 5 * slanted  # of any length
    stored[7] = -out[7]
    found = imported_surface(vertices, faces, stored, BONES)
    np.testing.assert_allclose(np.delete(found.normals, 7, 0), np.delete(slanted, 7, 0), atol=1e-9)
    assert found.normals[7] @ out[7] > 0.99
    wrong = imported_surface(vertices, faces, -stored, BONES)
    assert wrong.repairs == ("normals that do not fit the faces are made anew",)
    np.testing.assert_allclose(wrong.normals, out, atol=0.02)


def test_no_triangles_are_refused() -> None:
    with pytest.raises(InputError, match="no triangles"):
        imported_surface(np.zeros((3, 3)), np.array([[0, 1, 2]]), None, BONES)

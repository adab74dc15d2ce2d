"""Laying disks flat: surfaces that can be unrolled come out exact, others without flips."""

import numpy as np
import pytest
import trimesh

from prehensile.mesh import flatten as uv_flatten
from prehensile.mesh.flatten import (
    face_gradients,
    first_flip,
    flat_areas,
    flattened,
    rim_loop,
    tutte_embedding,
)


def _sheet(rows: int, columns: int) -> tuple[np.ndarray, np.ndarray]:
    """A grid (V, 2) over the unit square and its faces, anticlockwise."""
    y, x = np.mgrid[0 : 1 : rows * 1j, 0 : 1 : columns * 1j]
    k = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = k[:-1, :-1].ravel(), k[:-1, 1:].ravel(), k[1:, 1:].ravel(), k[1:, :-1].ravel()
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    return np.stack([x.ravel(), y.ravel()], axis=1), faces


def _cap() -> tuple[np.ndarray, np.ndarray]:
    """A hemisphere of radius 1."""
    mesh = trimesh.creation.icosphere(subdivisions=3)
    keep = np.asarray(mesh.faces)[mesh.triangles_center[:, 2] > 0]
    ids, faces = np.unique(keep, return_inverse=True)
    return np.asarray(mesh.vertices)[ids], faces.reshape(-1, 3)


def _edge_lengths(points: np.ndarray, faces: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points[faces] - points[np.roll(faces, -1, axis=1)], axis=2)


def test_a_bent_sheet_unrolls_without_stretch() -> None:
    flat, faces = _sheet(9, 13)
    angle = 4.0 * flat[:, 0]
    rolled = np.stack([np.sin(angle) / 4, flat[:, 1], (1 - np.cos(angle)) / 4], axis=1)
    found = flattened(rolled, faces)
    assert np.allclose(_edge_lengths(found, faces), _edge_lengths(rolled, faces), rtol=2e-3)


def test_a_hemisphere_keeps_its_area_and_no_face_flips() -> None:
    points, faces = _cap()
    found = flattened(points, faces)
    areas = flat_areas(found, faces)
    assert areas.min() > 0
    assert areas.sum() == pytest.approx(face_gradients(points, faces)[0].sum())
    # Round as the cap is, but for its rim's teeth; a disk of its area has the radius √2.
    radius = np.linalg.norm(found[rim_loop(faces)], axis=1)
    assert np.abs(radius - np.sqrt(2)).max() < 0.1


def test_gradients_of_linear_functions_are_exact() -> None:
    points, faces = _cap()
    area, (along, aside) = face_gradients(points, faces)
    assert np.allclose(area, trimesh.Trimesh(points, faces, process=False).area_faces)
    slope = np.array([0.3, -1.2, 0.7])
    normals = trimesh.Trimesh(points, faces, process=False).face_normals
    within = slope - (normals @ slope)[:, None] * normals
    found = np.hypot(along @ (points @ slope), aside @ (points @ slope))
    assert np.allclose(found, np.linalg.norm(within, axis=1))


def test_the_energy_is_least_for_an_isometry_and_has_the_stated_gradient() -> None:
    flat, faces = _sheet(4, 5)
    area, across = face_gradients(np.pad(flat, ((0, 0), (0, 1))), faces)
    area = area / area.sum()
    energy, slope = uv_flatten._energy(flat, area, across)
    assert energy == pytest.approx(1) and np.abs(slope).max() < 1e-9
    rng = np.random.default_rng(0)
    bent = flat + 0.02 * rng.standard_normal(flat.shape)
    _, slope = uv_flatten._energy(bent, area, across)
    h = 1e-6
    for index in [(0, 0), (7, 1), (12, 0)]:
        step = np.zeros_like(bent)
        step[index] = h
        up, down = (uv_flatten._energy(bent + s * step, area, across)[0] for s in (1, -1))
        assert slope[index] == pytest.approx((up - down) / (2 * h), rel=1e-5)


def test_tuttes_embedding_has_no_flipped_face() -> None:
    points, faces = _cap()
    uv = tutte_embedding(faces, len(points))
    assert flat_areas(uv, faces).min() > 0
    assert np.linalg.norm(uv, axis=1).max() == pytest.approx(1)


def test_the_first_flip_is_where_an_area_vanishes() -> None:
    flat, faces = _sheet(4, 4)
    rng = np.random.default_rng(3)
    for _ in range(20):
        step = rng.standard_normal(flat.shape)
        share = first_flip(flat, step, faces)
        assert flat_areas(flat + 0.999 * share * step, faces).min() > 0
        assert flat_areas(flat + 1.001 * share * step, faces).min() < 0
    assert first_flip(flat, flat.copy(), faces) == np.inf  # growing flips nothing


def test_a_ring_is_refused() -> None:
    ring = trimesh.creation.annulus(1, 2, 1)
    side = np.asarray(ring.faces)[ring.face_normals[:, 2] > 0.5]
    ids, faces = np.unique(side, return_inverse=True)
    assert len(ids)
    with pytest.raises(ValueError, match="not a disk"):
        rim_loop(faces.reshape(-1, 3))

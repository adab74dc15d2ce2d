import numpy as np
import pytest
import trimesh
from scipy.spatial import cKDTree

from prehensile.world.things.banana import LENGTH, MASS, RADIUS, banana

BEND = np.array([0.0, -0.105])  # what it bends around


def sections() -> list[np.ndarray]:
    """Points (n, 3) [m] of its sections, from the blossom's end to the stem."""
    mesh = trimesh.Trimesh(banana().vertices, banana().faces, process=False)
    angle = np.linspace(-0.86, 0.96, 40)
    found = []
    for a in angle:
        way = np.array([np.cos(a), -np.sin(a), 0.0])  # along the arc, towards the stem
        cut = mesh.section(plane_origin=[*BEND, 0], plane_normal=way)
        near = cut.vertices[(cut.vertices[:, :2] - BEND) @ [np.sin(a), np.cos(a)] > 0]
        found.append(near)
    return found


def test_the_middle_line_is_an_arc_of_a_circle_with_its_centre_at_minus_y():
    middles = np.array([(s.min(axis=0) + s.max(axis=0)) / 2 for s in sections()])
    x, y = middles[:28, :2].T  # further on the stem bends back
    fit = np.linalg.lstsq(np.stack([x, y, np.ones(28)], axis=1), x * x + y * y, rcond=None)[0]
    centre = fit[:2] / 2
    np.testing.assert_allclose(centre, BEND, atol=0.002)
    assert np.sqrt(fit[2] + centre @ centre) == pytest.approx(0.105, abs=0.002)
    np.testing.assert_allclose(middles[:, 2], RADIUS, atol=2e-5)


def test_the_stem_is_towards_plus_x_and_thinner_than_the_middle():
    thick = np.array([np.ptp(s[:, 2]) for s in sections()])
    assert thick.max() == pytest.approx(0.035, abs=0.001)
    assert thick[-1] < 0.45 * thick.max()
    assert np.argmax(thick) < len(thick) // 2 + 3
    stem = banana().vertices[:, 0].max()
    assert stem > -banana().vertices[:, 0].min()


def test_above_and_below_its_plane_it_is_the_same():
    thing = banana()
    mirrored = thing.vertices * [1, 1, -1] + [0, 0, 2 * RADIUS]
    away, _ = cKDTree(thing.vertices).query(mirrored)
    assert away.max() < 1e-9
    assert np.abs(thing.inertia[2, :2]).max() < 1e-4 * thing.inertia[2, 2]


def test_it_is_a_bent_rod_with_thin_ends():
    thing = banana()
    volume = trimesh.Trimesh(thing.vertices, thing.faces, process=False).volume
    assert 0.6 < volume / (np.pi * RADIUS**2 * LENGTH) < 0.8
    rod = MASS * LENGTH**2 / 12
    assert 0.4 * rod < thing.inertia[2, 2] < rod  # thick in the middle, and bent

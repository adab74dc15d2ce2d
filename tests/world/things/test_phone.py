import numpy as np
import pytest
import trimesh

from prehensile.world.things.joined import solid
from prehensile.world.things.phone import HEIGHT, THICKNESS, WIDTH, phone

CORNER, EDGE = 0.011, 0.0022


def mesh() -> trimesh.Trimesh:
    return trimesh.Trimesh(phone().vertices, phone().faces, process=False)


def test_the_half_with_the_screen_has_the_volume_that_steiner_gives_a_rounded_slab():
    half = solid((phone().vertices, phone().faces)).trim_by_plane((0.0, 1.0, 0.0), 0.0)
    # A flat core with rounded corners, grown by the edge's rounding in all directions.
    r, t = CORNER - EDGE, THICKNESS - 2 * EDGE
    w, h = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE
    area, around = w * h - (4 - np.pi) * r * r, 2 * (w + h) - (8 - 2 * np.pi) * r
    core, surface = area * t, 2 * area + around * t
    mean_width = np.pi * (t + around / 2)
    whole = core + surface * EDGE + mean_width * EDGE**2 + 4 / 3 * np.pi * EDGE**3
    assert half.volume() == pytest.approx(whole / 2, rel=2e-3)


def test_three_rings_of_lenses_look_out_of_its_back():
    cut = mesh().section(plane_origin=[0, -0.0063, 0], plane_normal=[0, 1, 0])
    loops = [loop[:, [0, 2]] for loop in cut.discrete]
    size = sorted(float(np.ptp(loop, axis=0).mean()) for loop in loops)
    np.testing.assert_allclose(size, [2 * 0.0046] * 3 + [2 * 0.0065] * 3, atol=2e-4)
    middle = np.mean([loop.mean(axis=0) for loop in loops], axis=0)
    assert middle[0] < -0.01 and middle[1] > 0.8 * HEIGHT  # upper corner, seen from the back


def test_the_screen_is_flat_and_the_camera_stands_proud():
    low, high = phone().bounds
    assert high[1] == pytest.approx(THICKNESS / 2)
    assert low[1] == pytest.approx(-THICKNESS / 2 - 0.0028)
    flat = mesh().area_faces[mesh().triangles_center[:, 1] > THICKNESS / 2 - 1e-6].sum()
    assert flat == pytest.approx((WIDTH - 2 * EDGE) * (HEIGHT - 2 * EDGE), rel=0.01)


def test_its_mass_is_spread_like_a_slabs():
    thing = phone()
    m, w, t, h = thing.mass, WIDTH, THICKNESS, HEIGHT
    slab = m / 12 * np.array([h * h + t * t, h * h + w * w, w * w + t * t])
    np.testing.assert_allclose(np.diag(thing.inertia), slab, rtol=0.05)
    np.testing.assert_allclose(thing.com, [0, 0, h / 2], atol=0.002)

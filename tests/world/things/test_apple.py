import mujoco
import numpy as np
import pytest
import trimesh

from prehensile.world.objects.body import add_object
from prehensile.world.things.apple import apple


@pytest.fixture(scope="module")
def solid() -> tuple[mujoco.MjModel, mujoco.MjData]:
    """The convex parts alone."""
    spec = mujoco.MjSpec()
    add_object(spec, apple(), "apple", fixed=True)
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


def surface(solid, start, way) -> np.ndarray:
    """(3,) [m] where a ray meets the parts first."""
    start, way = np.asarray(start, float), np.asarray(way, float)
    length = mujoco.mj_ray(*solid, start, way, None, 1, -1, np.zeros(1, np.int32))
    assert length > 0
    return start + length * way


def test_the_girth_is_round_and_76_mm_wide(solid):
    radius = []
    for angle in np.linspace(0, 2 * np.pi, 90, endpoint=False):
        way = np.array([np.cos(angle), np.sin(angle), 0])
        met = surface(solid, [0, 0, 0.038] + 0.1 * way, -way)
        radius.append(np.hypot(*met[:2]))
    np.testing.assert_allclose(radius, 0.038, atol=7e-4)
    assert np.ptp(radius) < 2e-4  # no scallops between the parts


def test_there_is_a_dimple_at_either_end(solid):
    thing = apple()
    x, y, z = thing.vertices.T
    radius = np.hypot(x, y)
    away_from_stem = x < -0.002
    for sign, fruit, deep in ((1, away_from_stem & (z > 0.05), 0.004), (-1, z < 0.02, 0.002)):
        rim = (sign * z[fruit]).max()
        inner = fruit & (radius < 0.006)
        assert rim - (sign * z[inner]).min() > deep
        assert radius[fruit][np.argmax(sign * z[fruit])] > 0.008
    below = surface(solid, [0, 0, -0.05], [0, 0, 1])
    assert below[2] > 0.0015  # the parts have it, too


def test_five_bumps_are_all_that_keeps_its_lower_end_from_being_round():
    x, y, z = apple().vertices.T
    low = (z < 0.006) & (np.hypot(x, y) > 0.012)
    rows = np.round(z[low], 9)
    radius, angle = np.hypot(x, y)[low], np.arctan2(y, x)[low]
    row = rows == rows[np.argmax(radius)]
    assert row.sum() == 72
    wave = np.abs([np.mean(radius[row] * np.exp(1j * n * angle[row])) for n in range(1, 20)])
    assert 1 + int(np.argmax(wave)) == 5
    assert np.delete(wave, 4).max() < 1e-6 < 1e-4 < wave[4]


def test_it_would_float():
    thing = apple()
    mesh = trimesh.Trimesh(thing.vertices, thing.faces, process=False)
    density = thing.mass / mesh.volume
    assert 700 < density < 900  # [kg/m³] apples bob in water
    np.testing.assert_allclose(thing.com[:2], 0, atol=1e-4)

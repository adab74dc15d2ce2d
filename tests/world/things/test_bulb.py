import numpy as np
import pytest
import trimesh

from prehensile.world.things.bulb import bulb
from prehensile.world.things.joined import mesh_of, solid

INCH = 0.0254


def thread() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Angle [rad], height and radius [m] of the thread's vertices, its ends left out."""
    x, y, z = bulb().vertices.T
    radius = np.hypot(x, y)
    found = (z > 0.011) & (z < 0.021) & (radius > 0.011)
    return np.arctan2(y, x)[found], z[found], radius[found]


def test_the_glass_is_a_ball_of_60_mm_above_its_equator():
    vertices = bulb().vertices
    top = vertices[vertices[:, 2] > 0.078]
    away = np.linalg.norm(top - [0, 0, 0.078], axis=1)
    np.testing.assert_allclose(away, 0.030, atol=1e-6)
    assert vertices[:, 2].max() == pytest.approx(0.108, abs=1e-9)


def test_the_thread_climbs_right_handed_seven_turns_to_the_inch():
    angle, height, radius = thread()
    deviation = radius - radius.mean()

    def strength(turns: float) -> float:
        """How well one helix explains the thread; ``turns`` [1/m], left-handed if negative."""
        return abs(np.mean(deviation * np.exp(1j * (2 * np.pi * turns * height - angle))))

    tried = np.linspace(-500, 500, 2001)
    found = tried[np.argmax([strength(t) for t in tried])]
    assert found == pytest.approx(7 / INCH, abs=12)


def test_an_e27_socket_takes_it():
    _, _, radius = thread()
    assert 0.0260 < 2 * radius.max() < 0.0270
    assert 0.0230 < 2 * radius.min() < 0.0245


def test_it_balances_as_25_g_of_glass_above_35_g_of_base():
    thing = bulb()
    whole = solid((thing.vertices, thing.faces))
    height = []
    for way in (1.0, -1.0):
        part = mesh_of(whole.trim_by_plane((0.0, 0.0, way), 0.030 * way))
        height.append(trimesh.Trimesh(*part, process=False).center_mass[2])
    wanted = (0.025 * height[0] + 0.035 * height[1]) / 0.060
    np.testing.assert_allclose(thing.com, [0, 0, wanted], atol=3e-4)


def test_it_turns_like_a_ball_on_a_cylinder():
    across, other, axis = np.diag(bulb().inertia)
    assert across == pytest.approx(other, rel=1e-6)
    ball, core = 0.4 * 0.025 * 0.030**2, 0.5 * 0.035 * 0.0126**2
    assert 0.8 * (ball + core) < axis < ball + core  # the neck is thinner than the ball

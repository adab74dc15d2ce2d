import mujoco
import numpy as np
import pytest
from scipy.spatial import cKDTree

from prehensile.world.objects.body import add_object
from prehensile.world.things.pen import LENGTH, MASS, RADIUS, pen

PAPER = 0.0004  # half thickness of some sheets


def depth(point) -> float:
    """[m] of some sheets of paper in the pen's parts, with their middle there; negative: free."""
    spec = mujoco.MjSpec()
    add_object(spec, pen(), "pen", fixed=True)
    sheet = spec.worldbody.add_body(pos=point)
    sheet.add_geom(name="sheet", type=mujoco.mjtGeom.mjGEOM_BOX, size=[0.01, 0.03, PAPER])
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    own = model.geom("sheet").id
    others = [g for g in range(model.ngeom) if g != own]
    pair = np.zeros(6)
    return -min(mujoco.mj_geomDistance(model, data, own, g, 0.1, pair) for g in others)


def test_paper_fits_under_its_clip_and_nowhere_lower():
    x = 0.105 - LENGTH / 2
    assert depth([x, 0.0, 2 * RADIUS + 0.0011]) < 0
    assert depth([x, 0.0, 2 * RADIUS - 0.0005]) > 0
    assert depth([x, 0.0, 2 * RADIUS + 0.0030]) > 0
    assert depth([x - 0.04, 0.0, 2 * RADIUS + 0.0030]) < 0  # where there is no clip


def test_it_is_sharp_at_minus_x_and_has_its_button_at_plus_x():
    x, y, z = pen().vertices.T
    radius = np.hypot(y, z - RADIUS)
    assert radius[x < -LENGTH / 2 + 0.003].max() < 0.0015
    assert 0.0025 < radius[x > LENGTH / 2 - 0.003].max() < 0.0035
    low = x[z < 1e-6]
    assert low.min() < -0.03 and low.max() > 0.04  # the barrel lies on the table


def test_left_and_right_of_the_clip_it_is_the_same():
    thing = pen()
    away, _ = cKDTree(thing.vertices).query(thing.vertices * [1, -1, 1])
    assert away.max() < 1e-9
    assert abs(thing.com[1]) < 1e-12
    assert np.abs(thing.inertia[1, [0, 2]]).max() < 1e-9 * thing.inertia[1, 1]


def test_its_mass_is_spread_like_a_rods():
    along, across, upright = np.diag(pen().inertia)
    rod = MASS * (LENGTH**2 / 12 + RADIUS**2 / 4)
    assert 0.65 * rod < across < rod  # its ends are thin
    assert upright == pytest.approx(across, rel=0.01)
    assert along == pytest.approx(MASS * RADIUS**2 / 2, rel=0.1)

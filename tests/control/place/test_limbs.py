"""Slender parts, on things whose parts are known from how they were made."""

import numpy as np
import pytest
from tests.control.place.test_handle import made_of

from prehensile.control.place.limbs import limbs
from prehensile.control.place.medial import medial_balls
from prehensile.mesh.sample import random_points
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball, box, cylinder


def of(obj, seed=0):
    rng = np.random.default_rng(seed)
    points, normals = random_points(obj.vertices, obj.faces, 1500, rng)
    return points, limbs(points, normals, medial_balls(obj, points, normals, rng))


def test_a_rod_is_one_limb_from_end_to_end():
    points, found = of(cylinder(0.012, 0.2, mass=0.1))
    assert len(found) == 1
    assert found[0].length > 0.18 and abs(found[0].girth - 0.012) < 0.0015
    for s in found[0].sections:
        assert abs(s.axis[2]) > 0.98 and np.linalg.norm(s.centre[:2]) < 0.002
    heights = np.array([s.centre[2] for s in found[0].sections])
    assert np.ptp(heights) > 0.1
    assert len(found[0].members) > 0.9 * len(points) * 0.2 / 0.212


def test_a_flat_bar_has_both_its_widths():
    _, found = of(box((0.16, 0.03, 0.012), mass=0.1))
    flat = [s for s in found[0].sections if s.across is not None]
    thin = [s for s in flat if abs(s.across[2]) > 0.95]
    wide = [s for s in flat if abs(s.across[1]) > 0.95]
    assert thin and wide
    assert np.median([s.radius for s in thin]) == pytest.approx(0.006, abs=0.001)
    assert np.median([s.radius for s in wide]) == pytest.approx(0.015, abs=0.002)


@pytest.mark.parametrize(
    "obj", [box((0.12, 0.12, 0.12), mass=0.1), ball(0.04, mass=0.1), box((0.2, 0.2, 0.006), mass=1)]
)
def test_blocks_balls_and_plates_have_none(obj):
    assert of(obj)[1] == []


@pytest.mark.parametrize("seed", [0, 1])
def test_the_hammers_longest_limb_is_its_handle(seed):
    points, found = of(load_object("hammer"), seed)
    members = points[found[0].members]
    assert members[:, 0].min() < -0.13 and found[0].length > 0.2
    assert np.mean(np.abs(members[:, 1]) < 0.02) > 0.9


def test_the_mugs_only_limb_is_its_handle():
    obj = load_object("mug")
    points, found = of(obj)
    assert len(found) == 1
    body = np.linalg.norm(points[found[0].members, :2], axis=1)
    assert body.min() > 0.035


def test_a_bead_along_a_wall_is_not_free_and_a_rod_is():
    """As the rim of a pan: slender, and grown to something all along."""
    import trimesh  # here: it takes a while to load

    bead = trimesh.creation.cylinder(0.006, segment=[[-0.08, 0, 0], [0.08, 0, 0]])
    wall = trimesh.creation.box([0.16, 0.003, 0.05])
    wall.apply_translation([0, 0, -0.029])
    free = {}
    for name, parts in (("rod", [bead]), ("rim", [bead, wall])):
        mesh = trimesh.util.concatenate(parts)
        thing = made_of(name, mesh, 0.2)
        _, found = of(thing)
        free[name] = found[0].free
        assert found[0].length > 0.09
    assert free["rod"] == 1.0 and free["rim"] < 0.3


def test_a_spoons_bowl_is_not_its_handle():
    import trimesh  # here: it takes a while to load

    handle = trimesh.creation.box([0.12, 0.009, 0.005])
    bowl = trimesh.creation.icosphere(radius=1.0)
    bowl.apply_scale([0.03, 0.02, 0.006])
    bowl.apply_translation([0.085, 0, 0])
    points, found = of(made_of("spoon", trimesh.util.concatenate([handle, bowl]), 0.05))
    assert (points[found[0].members][:, 0] < 0.075).mean() > 0.95

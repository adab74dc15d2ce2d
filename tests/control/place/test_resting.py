"""How things come to rest."""

import numpy as np
import pytest

from prehensile.control.place.resting import laid, resting, settled
from prehensile.lie import se3
from prehensile.world.catalogue import load_object
from prehensile.world.objects.convex_part import ConvexPart
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import box, capsule, ellipsoid
from prehensile.world.scene import ObjectInScene
from prehensile.world.world import World


def test_what_stands_stays_as_it_is_modelled():
    for upright in ("mug", "bottle", "cylinder"):
        np.testing.assert_array_equal(resting(load_object(upright)), np.eye(3))


def test_what_would_fall_over_lies():
    tall = capsule(0.02, 0.08, 0.1)
    assert abs(resting(tall)[2, 2]) < 1e-9  # its own axis is level
    egg = ellipsoid((0.02, 0.03, 0.05), 0.1)
    assert abs(resting(egg)[2, 0]) == pytest.approx(1)  # on its broadest side


@pytest.mark.parametrize("name", ["pen", "banana"])
def test_what_rolls_is_waited_for(name):
    """Tilted a little from there, its weight is lifted, whichever way: it is stable."""
    obj = load_object(name)
    up = resting(obj)[2]

    def height(up):
        return float(obj.com @ up - (obj.vertices @ up).min())

    assert height(up) < height(np.array([0.0, 0.0, 1.0])) + 1e-3
    across = np.linalg.svd(up[None])[2][1:]
    for turn in np.linspace(0, 2 * np.pi, 8, endpoint=False):
        tilted = up + np.radians(4) * (np.cos(turn) * across[0] + np.sin(turn) * across[1])
        tilted /= np.linalg.norm(tilted)
        assert height(tilted) > height(up) - 2e-4


@pytest.mark.parametrize("name", ["pen", "banana", "hammer", "phone"])
def test_what_rests_is_not_found_elsewhere_later(name):
    obj = load_object(name)
    T = np.eye(4)
    T[:3, :3] = resting(obj)
    T[2, 3] = -(obj.vertices @ T[2, :3]).min()
    world = World([], [ObjectInScene(obj, pose=se3.to_pose7(T))])
    for _ in range(360):
        world.step()
    moved, turned = se3.apart(T, se3.from_pose7(world.object_pose(obj.name)))
    assert moved < 1e-3
    assert turned < np.radians(1.5)


@pytest.mark.parametrize("long", [0.04, 0.08])
def test_what_could_stand_on_its_end_is_laid(long):
    """A screwdriver of two cylinders stands as steadily as a candle, and nobody puts it so."""
    import trimesh  # here: it takes a while to load
    from tests.control.place.test_handle import made_of

    grip = trimesh.creation.cylinder(0.016, segment=[[-0.1, 0, 0], [0, 0, 0]])
    shaft = trimesh.creation.cylinder(0.003, segment=[[-0.01, 0, 0], [long, 0, 0]])
    tool = made_of("screwdriver", trimesh.util.concatenate([grip, shaft]), 0.1)
    assert laid(tool)[2, 0] == pytest.approx(0, abs=1e-9)


def test_a_block_on_its_edge_falls_onto_a_side():
    """46° is beyond the diagonal of a square: it goes on to the next face, a quarter turn away."""
    block = box((0.04, 0.04, 0.04), 0.1)
    c, s = np.cos(np.radians(46)), np.sin(np.radians(46))
    R = settled(block, np.array([[1, 0, 0], [0, c, -s], [0, s, c]]))
    np.testing.assert_allclose(R[:, 0], [1, 0, 0], atol=0.02)
    np.testing.assert_allclose(np.abs(R[2]), [0, 1, 0], atol=0.02)


def test_what_leans_on_a_ridge_comes_down_on_its_edge():
    """It turns by three degrees only, and is not left balanced as it was modelled."""
    plate, ridge = box((0.1, 0.1, 0.01), 0.1), box((0.004, 0.1, 0.002), 0.01)
    for left in (-0.03, 0.0):
        ridge_at = ridge.vertices + np.array([left, 0, -0.006])
        vertices = np.concatenate([plate.vertices, ridge_at])
        faces = np.concatenate([plate.faces, ridge.faces + len(plate.vertices)])
        parts = (
            ConvexPart("box", np.array([0.05, 0.05, 0.005])),
            ConvexPart("box", np.array([0.002, 0.05, 0.001]), pos=np.array([left, 0, -0.006])),
        )
        thing = Object.from_mesh("plate", vertices, faces, parts, 0.1)
        R = settled(thing, np.eye(3))
        tilt = np.degrees(np.arccos(R[2, 2]))
        assert (1.0 < tilt < 3.0) if left else tilt < 0.1


def test_the_rest_is_remembered_and_stays_so():
    obj = load_object("pen")
    assert resting(obj) is resting(obj)
    assert not resting(obj).flags.writeable
    assert np.abs(resting(obj) - laid(obj)).max() > 0.5  # it rolled

"""What a hand could touch: the object's surface, and the post under it."""

import numpy as np
import pytest

from prehensile.control.place.stand import STAND_HEIGHT, stand_pose, stand_radius
from prehensile.control.place.surroundings import SURFACE_POINTS, THINNED, surroundings
from prehensile.kinematics.capsules import Capsules
from prehensile.lie import se3
from prehensile.world.catalogue import load_object


@pytest.mark.parametrize("name", ["mug", "cylinder"])
def test_the_post_stands_below_the_object(name):
    obj = load_object(name)
    T = se3.from_pose7(stand_pose(obj))
    scene = surroundings(obj, T, np.random.default_rng(0), "post")
    assert scene.points.shape == scene.normals.shape == (SURFACE_POINTS, 3)
    post = se3.apply(T, scene.stand)
    assert post[:, 2].min() >= -1e-9 and post[:, 2].max() < STAND_HEIGHT
    np.testing.assert_allclose(np.hypot(*post[:, :2].T), stand_radius(obj))


def test_what_a_dial_is_mounted_on_is_in_the_way_too():
    obj = load_object("dial")
    assert obj.mount is not None and obj.mount.base is not None
    scene = surroundings(obj, se3.from_pose7(stand_pose(obj)), np.random.default_rng(0), "post")
    assert len(scene.stand) > SURFACE_POINTS
    low, high = obj.mount.base.bounds
    inside = ((scene.stand >= low - 1e-9) & (scene.stand <= high + 1e-9)).all(axis=1)
    assert inside.sum() >= SURFACE_POINTS


def test_up_is_the_worlds_in_the_objects_frame():
    obj = load_object("mug")
    T = se3.from_pose7(np.array([0, 0, 0.3, np.sqrt(0.5), np.sqrt(0.5), 0, 0]))
    np.testing.assert_allclose(
        T[:3, :3] @ surroundings(obj, T, np.random.default_rng(0), "post").up, [0, 0, 1], atol=1e-12
    )


def test_a_table_is_where_the_object_ends_below():
    obj = load_object("mug")
    T = se3.from_pose7(stand_pose(obj))
    scene = surroundings(obj, T, np.random.default_rng(0), "table")
    assert len(scene.stand) == 0
    at = se3.apply(T, scene.table * scene.up)
    assert at[2] == pytest.approx(STAND_HEIGHT)
    lying = Capsules(np.array([[0.0, 0, 0.03]]), np.array([[0.1, 0, 0.05]]), np.array([0.01]))
    assert scene.above_table(lying)[0] == pytest.approx(0.02 - obj.bounds[0, 2])


@pytest.mark.parametrize("on", ["table", "post"])
def test_a_forearm_that_is_not_there_is_clear_of_everything(on):
    mug = load_object("mug")
    scene = surroundings(mug, se3.from_pose7(stand_pose(mug)), np.random.default_rng(0), on)
    nothing = Capsules(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))
    assert scene.room(nothing, np.eye(4)) == np.inf
    assert not scene.everything.reached(nothing, np.eye(4)[None], 0.01)


@pytest.mark.parametrize("on", ["table", "post"])
def test_a_hand_is_as_near_as_its_nearest_point_and_as_high_as_its_lowest(on, rng):
    mug = load_object("mug")
    scene = surroundings(mug, se3.from_pose7(stand_pose(mug)), np.random.default_rng(0), on)
    bars = Capsules(*0.05 * rng.normal(size=(2, 6, 3)), np.full(6, 0.01))
    T = se3.exp(0.1 * rng.normal(size=6))
    moved, both = bars.moved(T), np.concatenate([scene.points, scene.stand])
    clouds = ((scene.surface, scene.points), (scene.beside, scene.stand), (scene.everything, both))
    for cloud, points in clouds:
        gap = moved.distance(points).min(initial=np.inf)
        assert cloud.gap(bars, T) == pytest.approx(gap, abs=1e-12)
    assert scene.room(bars, T) == pytest.approx(scene.above_table(moved).min())
    assert sorted(scene.some) == list(range(0, len(scene.points), THINNED))

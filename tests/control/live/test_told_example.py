"""A hand laid on a ball from above: where it reaches, when it comes, and how it lets go."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.control.arm.carry import Straight
from prehensile.control.example.style import load_style
from prehensile.control.law.gains import Gains
from prehensile.control.live.example import OPENING, ExampleSettings
from prehensile.control.live.stand import Stand
from prehensile.control.live.told_example import ToldExample
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import STAND_HEIGHT
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import joint_digits
from prehensile.world.objects.primitives import ellipsoid

HAND = Hand()
STYLE = load_style("leap_grab").on(HAND)
BALL = ellipsoid((0.033, 0.033, 0.028), mass=0.058, name="ball")  # flat, so that it does not roll
BACK = np.array([-0.04, 0.0, 0.08])  # from the grasp to where the approach begins, palm
UP = np.array([0.0, 0.0, 1.0])
TURNED = Rotation.from_euler("z", 30, degrees=True)


def laid_on_top() -> Candidate:
    """The ball below the palm, the thumb 40° further round."""
    T = np.eye(4)
    T[:3, :3] = TURNED.as_matrix()
    T[:3, 3] = TURNED.apply([-0.093, -0.007, 0.049])
    wide, shut = STYLE.poses(HAND)
    for q in (wide, shut):
        q[HAND.joint_index("thumb_cmc_abd")] += np.radians(40)
    met = np.array([0.09, 0.36, 0.45, 0.45, 0.64])
    digit = joint_digits(HAND.joint_names)
    stops = np.where(digit < 0, 1.0, met[digit])
    every = np.ones(HAND.dof, dtype=bool)
    return Candidate("leap_grab", wide, wide, shut, T, T, BACK, 1.0, 5, stops, every, 0.008)


THERE = np.array([0, 0, STAND_HEIGHT - BALL.bounds[0, 2]]) + TURNED.apply([-0.093, -0.007, 0.049])
OUTSIDE = THERE + TURNED.apply(BACK)


class Scene:
    """The ball, the hand beside the start of its way, and its controller."""

    def __init__(self, settings: ExampleSettings | None = None):
        quat = TURNED.as_quat(scalar_first=True)
        start = np.concatenate([OUTSIDE + np.array([-0.05, -0.05, 0.05]), quat])
        self.stand = Stand(BALL, HAND, start, timestep=1 / 60, on="post")
        self.told = ToldExample(
            self.world, BALL, HAND, STYLE, laid_on_top(), settings or ExampleSettings(grip=20.0)
        )
        self.told.reset(self.world.observe())

    @property
    def world(self):
        return self.stand.world

    @property
    def arm(self) -> np.ndarray:
        return self.world.observe().forearm[:3]

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / self.world.timestep)):
            self.stand.step_with(self.told)


@pytest.fixture
def held() -> Scene:
    scene = Scene()
    scene.told.approach(scene.world.time)
    for _ in range(240):
        scene.run(scene.world.timestep)
        if scene.told.doing == "hold":
            scene.run(scene.world.timestep)
            return scene
    raise AssertionError(f"it never holds; it does {scene.told.doing!r}")


def test_it_waits_where_the_approach_begins_until_it_is_told():
    scene = Scene()
    assert scene.told.ready and scene.told.doing == "ready"
    scene.run(0.9)
    np.testing.assert_allclose(scene.arm, OUTSIDE, atol=2e-3)
    scene.run(0.3)
    np.testing.assert_allclose(scene.arm, OUTSIDE, atol=2e-3)
    assert scene.told.ready and not scene.told.holding and scene.told.doing == "ready"
    assert 0.03 < scene.told.distance < 0.09  # it is 9 cm farther away than where it grasps


def test_told_on_the_way_it_first_arrives_and_then_comes_straight():
    scene = Scene()
    scene.run(0.2)
    scene.told.approach(scene.world.time)
    scene.told.approach(scene.world.time)  # said twice, it comes once
    assert not scene.told.ready
    scene.run(0.4)
    np.testing.assert_allclose(scene.arm, OUTSIDE, atol=3e-3)
    scene.run(0.5)
    way = (scene.arm - OUTSIDE) / np.linalg.norm(BACK)
    np.testing.assert_allclose(np.cross(way, TURNED.apply(BACK)), 0, atol=3e-3)
    assert 0.4 < np.linalg.norm(way) < 0.6  # half of the way in half of the time
    scene.run(1.2)
    np.testing.assert_allclose(scene.arm, THERE, atol=3e-3)


def test_it_holds_carries_and_goes_back_after_it_has_opened(held):
    assert held.told.holding
    ball = held.world.object_pose("ball")[:3]
    held.told.move(Straight(UP, 0.04, 0.4, "lift"), held.world.time)
    assert held.told.doing == "lift"
    held.run(0.6)
    assert held.told.doing == "hold"
    rise = held.world.object_pose("ball")[:3] - ball
    np.testing.assert_allclose(rise, 0.04 * UP, atol=5e-3)
    held.told.let_go(held.world.time)
    held.told.let_go(held.world.time)  # said twice, it goes back once
    assert not held.told.holding
    held.run(OPENING - 0.05)
    np.testing.assert_allclose(held.arm, THERE + 0.04 * UP, atol=5e-3)
    assert held.world.observe().finger_force.sum() < 0.5
    held.run(1.3)
    np.testing.assert_allclose(held.arm, OUTSIDE + 0.04 * UP, atol=5e-3)


def test_what_contradicts_itself_is_refused_and_nothing_changes():
    scene, twin = Scene(), Scene()
    with pytest.raises(InputError, match="stiffer springs"):
        scene.told.tune(ExampleSettings(grip=20.0, gains=Gains()))
    with pytest.raises(InputError, match="expected"):
        scene.told.tune(ExampleSettings(close=0.4, open=0.3))
    for each in (scene, twin):
        each.run(0.3)
    np.testing.assert_array_equal(scene.world.observe().q, twin.world.observe().q)


def test_a_setpoint_that_is_chosen_is_what_it_does():
    scene = Scene()
    scene.told.tune(ExampleSettings(setpoint="grip"))
    assert scene.told.doing == "grip" and scene.told.ready
    scene.run(0.6)
    bent = scene.world.observe().q[HAND.joint_index("middle_pip_flex")]
    scene.told.tune(ExampleSettings())
    assert scene.told.doing == "ready"
    scene.run(0.9)
    assert scene.world.observe().q[HAND.joint_index("middle_pip_flex")] < bent - 0.3

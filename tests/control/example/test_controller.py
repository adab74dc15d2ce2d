"""The controller in a world: states, the animator's switch, release, and grasps of a thing."""

import numpy as np
import pytest
from tests.control.wrap_setpoints import wrap_setpoints

from prehensile.control.arm.carry import Straight
from prehensile.control.arm.path import CarriedArm, StillArm
from prehensile.control.example.controller import ExampleController
from prehensile.control.example.states import State
from prehensile.control.example.surface_distance import SurfaceDistance
from prehensile.control.experiments.grip import hand_round_cylinder, settled_force
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.gains import EVERYDAY
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.squeeze import UNLOADING, ForceSqueeze
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.world.objects.primitives import cylinder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

HAND = bare_hand(Hand())
DIGITS = np.array([n not in WRIST_JOINTS for n in HAND.joint_names])
START = np.array([0.0, 0.0, 0.4, np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0])


def law(gains=EVERYDAY):
    passive = PassiveTerm(HAND.spec.rest, HAND.lower, HAND.upper)
    return ControlLaw(HAND, passive, ActiveTerm(wrap_setpoints(HAND, passive.neutral)), gains)


def run(world, controller, seconds):
    for _ in range(round(seconds / world.timestep)):
        world.step(controller.act(world.observe()))


@pytest.fixture
def in_the_air():
    controller = ExampleController(law(), lambda obs: np.inf, StillArm(START))
    world = World(HandInScene(HAND, forearm=START), floor=False)
    controller.reset(world.observe())
    return world, controller


def test_the_animator_switches_setpoints(in_the_air):
    world, controller = in_the_air
    poses = controller.law.active.setpoints.rest_poses(controller.law.passive.neutral)
    poses = np.clip(poses, HAND.lower, HAND.upper)
    for chosen, k in (("open", 1), (2, 2), ("open", 1), (None, 0)):
        controller.choose(chosen)
        run(world, controller, 2.0)
        assert np.abs(world.observe().q - poses[k])[DIGITS].max() < np.radians(4)
        assert controller.state == State.NEUTRAL


def test_unknown_setpoint(in_the_air):
    with pytest.raises(UnknownNameError, match="grip"):
        in_the_air[1].choose("clench")
    with pytest.raises(UnknownNameError):
        in_the_air[1].choose(6)


def test_approach_grip_release_retreat():
    """The arm comes from the side, the hand opens, closes, lets go and relaxes."""
    rod = ObjectInScene(
        cylinder(0.026, 0.16, mass=0.05), pose=(0.48, 0.05, 0.4, 1, 0, 0, 0), fixed=True
    )
    world = World(HandInScene(HAND, forearm=START), rod, floor=False)
    x = np.array([1.0, 0.0, 0.0])
    arm = CarriedArm(
        START, (0.1, Straight(x, 0.39, 1.5, "come")), (3.2, Straight(-x, 0.39, 1.5, "go"))
    )
    controller = ExampleController(law(), SurfaceDistance(world, "cylinder"), arm, alpha=0.3)
    controller.reset(world.observe())
    seen, force = [], []
    while world.time < 5.5:
        if world.time > 2.8:
            controller.release()
        frame = world.step(controller.act(world.observe()))
        seen.append(controller.state)
        force.append(frame.group_force.sum())
    assert list(dict.fromkeys(seen)) == list(State)
    time = np.arange(len(force)) * world.timestep
    assert np.mean(np.array(force)[(time > 2.3) & (time < 2.8)]) > 1.0
    assert max(np.array(force)[time > 4.9]) == 0.0


def test_wrist_is_held(in_the_air):
    world, controller = in_the_air
    run(world, controller, 0.5)
    assert np.abs(world.observe().q[~DIGITS]).max() < np.radians(0.1)


def test_one_world_only(in_the_air):
    world, controller = in_the_air
    obs = world.observe()
    from dataclasses import replace

    with pytest.raises(InputError, match="one world"):
        controller.reset(replace(obs, q=np.stack([obs.q, obs.q])))


def test_alpha_must_be_a_number():
    with pytest.raises(InputError, match="alpha"):
        ExampleController(law(), lambda obs: 0.0, alpha=float("nan"))


def gripping_force(**options):
    """[N] of a hand that closes on a fixed rod within its reach, step by step."""
    rod = ObjectInScene(
        cylinder(0.026, 0.16, mass=0.05), pose=(0.088, 0.047, 0.4, 1, 0, 0, 0), fixed=True
    )
    how = law()
    wide = how.active.setpoints.rest_poses(how.passive.neutral)[1]
    q = np.clip(wide, HAND.lower, HAND.upper)
    world = World(HandInScene(HAND, forearm=START, q=q), rod, floor=False)
    controller = ExampleController(how, lambda obs: 0.0, StillArm(START), **options)
    controller.reset(world.observe())
    return np.array(
        [world.step(controller.act(world.observe())).group_force.sum() for _ in range(240)]
    )


def test_a_hand_that_takes_its_time_strikes_less_and_holds_as_hard():
    quick, slow = gripping_force(), gripping_force(pace=1.0)
    assert slow[-1] == pytest.approx(quick[-1], rel=0.1)
    assert np.diff(slow).max() < 0.7 * np.diff(quick).max()


def test_a_reflex_adds_to_the_grip():
    asked = []

    def reflex(obs):
        asked.append(float(obs.time))
        return 0.4 if obs.time > 1.0 else 0.0

    plain, firm = gripping_force(alpha=0.1), gripping_force(alpha=0.1, reflex=reflex)
    np.testing.assert_array_equal(firm[:110], plain[:110])
    assert firm[-1] == pytest.approx(gripping_force(alpha=0.5)[-1], rel=0.1)
    assert firm[-1] > 1.2 * plain[-1]
    assert len(asked) == 240


def test_in_newtons_a_reflex_adds_its_share_of_them():
    how = {"squeeze": ForceSqueeze(HAND, 6.0), "reflex": lambda obs: 0.5 if obs.time > 1 else 0.0}
    assert gripping_force(**how)[-1] == pytest.approx(9.0, rel=0.1)
    assert how["squeeze"].wanted == pytest.approx(9.0)
    assert gripping_force(squeeze=ForceSqueeze(HAND, 6.0))[-1] == pytest.approx(6.0, rel=0.1)


def test_a_pace_that_is_none_is_refused():
    for pace in (-1.0, 0.0, float("nan")):
        with pytest.raises(InputError, match="pace"):
            ExampleController(law(), lambda obs: 0.0, pace=pace)


def test_what_is_let_go_of_in_newtons_is_pushed_nowhere():
    """All digits stop pressing alike: the sum falls in a straight line, and never grows."""
    squeeze = ForceSqueeze(HAND, 10.0)
    world, controller = hand_round_cylinder(HAND, EVERYDAY, squeeze)
    force = settled_force(world, controller, 3.5)
    controller.release()
    forces = []
    for _ in range(round(UNLOADING / world.timestep)):
        forces.append(world.step(controller.act(world.observe())).group_force.sum())
    assert max(forces) < 1.02 * force
    assert forces[len(forces) // 2] == pytest.approx(force / 2, rel=0.15)
    assert forces[-1] < 0.2 * force  # the skin springs back as far as the joints give way


def test_a_hand_that_let_go_opens_to_the_pose_it_is_meant_to():
    """As far as without a grip in newtons, where it began to open from elsewhere."""
    opened = []
    for squeeze in (None, ForceSqueeze(HAND, 10.0)):
        world, controller = hand_round_cylinder(HAND, EVERYDAY, squeeze)
        settled_force(world, controller, 2.5)
        controller.release()
        run(world, controller, 2.0)
        opened.append(world.observe().q[DIGITS])
    np.testing.assert_allclose(opened[1], opened[0], atol=np.radians(1))

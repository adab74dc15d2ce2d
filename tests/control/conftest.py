"""Examples of grasps that the tests of the controller share."""

from typing import NamedTuple

import numpy as np
import pytest
from tests.control.wrap_setpoints import wrap_setpoints

from prehensile.control.arm.carry import Shake, Straight
from prehensile.control.arm.path import ArmPath, CarriedArm
from prehensile.control.example.controller import ExampleController
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import Setpoints
from prehensile.control.place.candidate import Candidate
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.world.recorder import Recorder
from prehensile.world.scene import HandInScene
from prehensile.world.world import World

START = np.array([0.0, 0.0, 0.4, 1.0, 0.0, 0.0, 0.0])
RELEASE_AT = 3.0


class Played(NamedTuple):
    """A grasp in the air, made by known setpoints."""

    hand: Hand
    passive: PassiveTerm
    setpoints: Setpoints
    clip: Clip


def scripted_distance(time):
    """[m] Far, near, there for a while, and away again."""
    come = np.interp(time, [0.3, 2.3], [0.4, 0.0])
    go = np.interp(time, [3.2, 5.2], [0.0, 0.4])
    return float(np.where(np.asarray(time) < 2.7, come, go))


def swaying_arm() -> ArmPath:
    x, y = np.eye(3)[:2]
    return CarriedArm(START, (0.2, Straight(x, 0.1, 1.5, "come")), (2.0, Shake(y, 0.02, 1.5, 2.0)))


@pytest.fixture(scope="session")
def played() -> Played:
    hand = bare_hand(Hand())
    passive = PassiveTerm(hand.spec.rest, hand.lower, hand.upper)
    setpoints = wrap_setpoints(hand, passive.neutral)
    controller = ExampleController(
        ControlLaw(hand, passive, ActiveTerm(setpoints)),
        lambda obs: scripted_distance(obs.time),
        swaying_arm(),
    )
    world = World(HandInScene(hand, forearm=START), floor=False)
    controller.reset(world.observe())
    recorder = Recorder(world)
    while world.time < 5.5:
        if world.time >= RELEASE_AT:
            controller.release()
        recorder.add(world.step(controller.act(world.observe())))
    return Played(hand, passive, setpoints, recorder.clip())


def clip_of(hand: Hand, time, q, forearm=None, bodies=()) -> Clip:
    """A clip of one hand from arrays."""
    frames = len(q)
    pose = np.tile(START, (frames, 1)) if forearm is None else forearm
    return Clip(
        time=np.asarray(time),
        hands=(HandTrack(hand.side, hand.spec.to_json(), hand.joint_names, q, pose),),
        bodies=bodies,
        contacts=ContactTrack.empty(frames),
        finger_force=np.zeros((frames, 1, 5)),
        palm_force=np.zeros((frames, 1)),
    )


def candidate_of(T_object_palm, back, **more) -> Candidate:
    """A candidate whose every joint stops half-way and presses, unless ``more`` says otherwise."""
    facts = {
        "pose": "any",
        "q_open": np.zeros(23),
        "q_shaped": more.get("q_open", np.zeros(23)),
        "q_closed": np.zeros(23),
        "T_object_palm": T_object_palm,
        "T_object_forearm": T_object_palm,
        "approach": np.asarray(back, dtype=float),
        "score": 1.0,
        "touching": 5,
        "shut": np.full(23, 0.5),
        "presses": np.ones(23, dtype=bool),
        "gap": 0.0,
    }
    return Candidate(**(facts | more))


@pytest.fixture(scope="session")
def make_candidate():
    return candidate_of


@pytest.fixture(scope="session")
def make_clip():
    return clip_of


@pytest.fixture(scope="session")
def script():
    return scripted_distance


@pytest.fixture(scope="session")
def leap_clip(reference_data):
    """``leap_clip("grab")``: a Leap recording, fitted."""
    from prehensile.motion.mocap.keypoint_clip import clip_from_keypoints

    def load(name: str) -> Clip:
        recorded = np.load(reference_data("motion", "leap", f"{name}.npz"))
        points = 1e-3 * recorded["joints_mm"]
        return clip_from_keypoints(
            points.reshape(len(points), -1, 3), time=recorded["t"], layout="leap", up="y",
            side="right", lost="drop",
        )  # fmt: skip

    return load

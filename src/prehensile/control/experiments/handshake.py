"""Experiment: two right hands of different size shake (Figures 1 and 5 of Pollard & Zordan 2005).

Each hand has its own controller, which sees the other only as a distance.
"""

from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import Shake, Straight
from prehensile.control.arm.path import ArmPath, CarriedArm
from prehensile.control.example.controller import ExampleController
from prehensile.control.example.states import Distances, GraspStates
from prehensile.control.example.surface_distance import SurfaceDistance
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.gains import HANDSHAKE, Gains
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import Setpoints
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip
from prehensile.world.contacts import Contacts
from prehensile.world.recorder import Recorder
from prehensile.world.scene import DEFAULT_TIMESTEP, HandInScene
from prehensile.world.world import World

UP = np.array([0.0, 0.0, 1.0])
"""(3,) unit, world"""
HEIGHT = 1.0
"""[m] of the wrists"""
BESIDE = 0.040
"""[m] between the two palms' middle planes: they touch without being pressed together"""
BETWEEN_PALMS = Distances(close=0.2, open=0.45, touch=0.022)
"""Table 1 measures from surface to surface, but fingertips that meet are no handshake: here the
palms count, and 0.09 and 0.2 m grow by the fingers of both hands."""
REACH = 0.55
"""Share of each hand's length from its wrist to where the hands meet: thumb web in thumb web."""
TILT = np.radians(20)
"""[rad] that the fingers point down, so that they pass below the other's knuckles"""
WAY, ASIDE = 0.3, 0.045
"""[m] that each hand comes forwards, and then sideways: fingers do not meet fingers"""
FORWARDS, SIDEWAYS = 1.4, 0.8
"""[s] that each takes"""
APPROACH_AT, SHAKE_AT, RELEASE_AT, RETREAT_AT, SECONDS = 0.2, 3.0, 5.6, 6.2, 8.6
"""[s] when the hands come, shake, open and part, and when it is over"""
SHAKE = Shake(UP, amplitude=0.03, frequency=2.5, seconds=2.4)
"""up and down, as in the paper's figure"""
OFFERED = {"mcp_flex": 8, "pip_flex": 6, "dip_flex": 4, "cmc_abd": 25, "cmc_flex": -22}
CLASPED = {
    "mcp_flex": 38, "pip_flex": 42, "dip_flex": 20,
    "cmc_abd": 38, "cmc_flex": 8, "mp_flex": 20, "ip_flex": 15,
}  # fmt: skip
"""[deg] of an offered and of a clasping hand, by kind of joint; the others are straight"""


class Handshake(NamedTuple):
    """A handshake, frame by frame."""

    clip: Clip
    states: np.ndarray
    """(T, 2) `State` of each hand"""
    force: np.ndarray
    """(T,) [N] sum of normal forces between the hands"""
    depth: np.ndarray
    """(T,) [m] deepest overlap"""


def handshake(
    gains: Gains = HANDSHAKE,
    alpha: float = 0.3,
    sizes: tuple[float, float] = (75.0, 10.0),
    timestep: float = DEFAULT_TIMESTEP,
) -> Handshake:
    """Approach, grasp, shake, release and retreat.

    Args:
        gains: of both hands.
        alpha: grip strength of both.
        sizes: percentile of each.
        timestep: [s]
    """
    placed = two_hands(sizes)
    world = World(placed, timestep=timestep, floor=False)
    controllers = {
        h.name: shaker(world, h, k, _whole_way(h, k), gains, alpha) for k, h in enumerate(placed)
    }
    for name, controller in controllers.items():
        controller.reset(world.observe(name))
    recorder = Recorder(world)
    states, force, depth = [], [], []
    while world.time < SECONDS:
        if world.time >= RELEASE_AT:
            for controller in controllers.values():
                controller.release()
        frame = world.step({n: c.act(world.observe(n)) for n, c in controllers.items()})
        recorder.add(frame)
        states.append([c.state for c in controllers.values()])
        between = _between(world, frame.contacts)
        force.append(frame.contacts.normal_force[between].sum())
        depth.append(frame.contacts.depth[between].max(initial=0.0))
    return Handshake(recorder.clip(), np.array(states), np.array(force), np.array(depth))


NAMES = ("host", "guest")
"""What the two hands are called."""


def two_hands(sizes: tuple[float, float], host: Hand | None = None) -> list[HandInScene]:
    """Two right hands of these percentiles, apart and ready to come; ``host`` for the first."""
    first, second = (HandSpec.at_percentile(p).build() for p in sizes)
    hands = [bare_hand(hand) for hand in (host or first, second)]
    return [_place(hand, name, k) for k, (hand, name) in enumerate(zip(hands, NAMES, strict=True))]


def coming(k: int) -> tuple[Straight, Straight]:
    """How hand ``k`` comes: forwards, then sideways into the other."""
    forwards, sideways = _ways(k)
    return Straight(forwards, WAY, FORWARDS, "come"), Straight(sideways, ASIDE, SIDEWAYS, "clasp")


def going(k: int) -> tuple[Straight, Straight]:
    """How hand ``k`` goes: sideways, then back."""
    forwards, sideways = _ways(k)
    return Straight(-sideways, ASIDE, SIDEWAYS, "part"), Straight(-forwards, WAY, FORWARDS, "go")


def _pose(hand: Hand, k: int) -> np.ndarray:
    """(4, 4) of the forearm when the hands are clasped; the second is the first turned about z."""
    T = np.eye(4)
    thumb_up = so3.exp(np.array([np.pi / 2, 0.0, 0.0]))
    T[:3, :3] = so3.exp(np.array([0.0, TILT, 0.0])) @ thumb_up
    # A right hand with its thumb up looks with its palm along +y: so it stands at −y.
    reach = REACH * hand.length * np.array([np.cos(TILT), 0.0, -np.sin(TILT)])
    T[:3, 3] = np.array([0.0, -BESIDE / 2, 0.0]) - reach
    turned = np.eye(4)
    turned[:3, :3] = so3.exp(k * np.pi * UP)
    turned[2, 3] = HEIGHT
    return turned @ T


def _place(hand: Hand, name: str, k: int) -> HandInScene:
    T = _pose(hand, k)
    forwards, sideways = _ways(k)
    T[:3, 3] -= WAY * forwards + ASIDE * sideways
    return HandInScene(hand, name=name, forearm=se3.to_pose7(T))


def _ways(k: int) -> tuple[np.ndarray, np.ndarray]:
    """Forwards and towards the other palm, unit."""
    turn = so3.exp(k * np.pi * UP)
    return turn[:, 0], turn[:, 1]


def _whole_way(placed: HandInScene, k: int) -> CarriedArm:
    come, go = coming(k), going(k)
    return CarriedArm(
        np.asarray(placed.forearm),
        (APPROACH_AT, come[0]),
        (APPROACH_AT + FORWARDS, come[1]),
        (SHAKE_AT, SHAKE),
        (RETREAT_AT, go[0]),
        (RETREAT_AT + SIDEWAYS, go[1]),
    )


def shaker(
    world: World, placed: HandInScene, k: int, arm: ArmPath, gains: Gains, alpha: float
) -> ExampleController:
    """The controller of hand ``k``; it sees the other as a distance between palms."""
    hand = placed.hand
    passive = PassiveTerm(hand.spec.rest, hand.lower, hand.upper)
    rest, offered, clasped = passive.neutral, _angles(hand, OFFERED), _angles(hand, CLASPED)
    poses = [rest, offered, clasped, offered, offered, rest]
    active = ActiveTerm(Setpoints.holding(hand, poses, rest))
    return ExampleController(
        ControlLaw(hand, passive, active, gains),
        SurfaceDistance(world, target=NAMES[1 - k], hand=placed.name, palms=True),
        arm,
        GraspStates(BETWEEN_PALMS, held_open=True),
        alpha,
    )


def _angles(hand: Hand, degrees: dict[str, int]) -> np.ndarray:
    """(dof,) [rad]"""
    kinds = [name.partition("_")[2] for name in hand.joint_names]
    return np.radians([degrees.get(kind, 0) for kind in kinds])


def _between(world: World, contacts: Contacts) -> np.ndarray:
    """(N,) bool: contacts of one hand with the other."""
    owner = np.array([name.partition("/")[0] for name in world.contact_names])
    return owner[contacts.a] != owner[contacts.b]

"""Experiment: two right hands of different size shake (Figures 1 and 5 of Pollard & Zordan 2005).

Each hand has its own controller, which sees the other only as a distance from palm to palm. It does
what an example showed: a hand of another size that opened and closed in the air. Where fingers and
thumb come to lie, the other hand decides.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import Shake
from prehensile.control.arm.path import ArmPath, CarriedArm
from prehensile.control.example.controller import ExampleController
from prehensile.control.example.states import HANDSHAKE as TABLE_1
from prehensile.control.example.states import GraspStates
from prehensile.control.example.style import DEFAULT_STYLE, load_style
from prehensile.control.example.surface_distance import SurfaceDistance
from prehensile.control.experiments.clasp import (
    CLASPING,
    COMING,
    NAMES,
    UP,
    coming,
    going,
    two_hands,
)
from prehensile.control.experiments.example_setpoints import example_setpoints
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.curl import TendonCurl
from prehensile.control.law.gains import HANDSHAKE, Gains
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import GRIP
from prehensile.hand.anthropometry import HAND_MASS_KG
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.world.contacts import Contacts
from prehensile.world.observation import Observation
from prehensile.world.recorder import Recorder
from prehensile.world.scene import DEFAULT_TIMESTEP, HandInScene
from prehensile.world.world import World

HOST, GUEST = 75.0, 10.0
"""percentiles"""
FIRM = HANDSHAKE.stronger(6.0)
"""As people shake hands: 5 to 20 N. Table 1 itself gives about 2 N."""
ALPHA = 0.3
"""α of (15) and (16)"""
CLOSING = 0.9
"""[s] in which the hands close: at once, as in Figure 3, they strike each other"""
APPROACH_AT, SHAKE_AT, RELEASE_AT, RETREAT_AT, SECONDS = 0.2, 3.5, 6.1, 6.7, 9.1
"""[s] when the hands come, shake, open and part, and when it is over"""
SHAKE = Shake(UP, amplitude=0.03, frequency=2.5, seconds=2.4)
"""up and down, as in the paper's figure"""
FOLLOWS = 0.9
"""Share of the host's way that the guest's arm makes; for the rest both hands have to yield."""


class Handshake(NamedTuple):
    """A handshake, frame by frame."""

    clip: Clip
    states: np.ndarray
    """(T, 2) `State` of each hand"""
    force: np.ndarray
    """(T,) [N] sum of one hand's normal forces on the other"""
    depth: np.ndarray
    """(T,) [m] deepest overlap"""
    give: np.ndarray
    """(T, 2, 4) [rad] by which the other hand keeps each finger's knuckle from its setpoint"""

    @property
    def shaking(self) -> np.ndarray:
        """(T,) bool: while the arms shake"""
        time = self.clip.time
        return (time >= SHAKE_AT) & (time <= SHAKE_AT + SHAKE.seconds)

    @property
    def grip(self) -> float:
        """[N] median of the force while they shake"""
        return float(np.median(self.force[self.shaking]))


def handshake(
    gains: Gains = FIRM,
    alpha: float = ALPHA,
    host: HandSpec | None = None,
    guest: HandSpec | None = None,
    timestep: float = DEFAULT_TIMESTEP,
) -> Handshake:
    """Approach, grasp, shake, release and retreat.

    Args:
        gains: of both hands.
        alpha: grip strength of both.
        host: a right hand; of percentile `HOST` if left out.
        guest: another; of percentile `GUEST` if left out.
        timestep: [s]
    """
    placed = shaking_hands(
        (HandSpec.at_percentile(HOST) if host is None else host).build(),
        (HandSpec.at_percentile(GUEST) if guest is None else guest).build(),
    )
    world = World(placed, timestep=timestep, floor=False)
    shakers = {
        h.name: Shaker(world, h, k, _whole_way(h, k), gains, alpha) for k, h in enumerate(placed)
    }
    for name, shaker in shakers.items():
        shaker.reset(world.observe(name))
    recorder = Recorder(world)
    states, force, depth, give = [], [], [], []
    while world.time < SECONDS:
        if world.time >= RELEASE_AT:
            for shaker in shakers.values():
                shaker.release()
        seen = {name: world.observe(name) for name in shakers}
        frame = world.step({name: shaker.act(seen[name]) for name, shaker in shakers.items()})
        recorder.add(frame)
        states.append([shaker.state for shaker in shakers.values()])
        give.append([shaker.give(seen[name]) for name, shaker in shakers.items()])
        between = _between(world, frame.contacts)
        force.append(frame.contacts.normal_force[between].sum())
        depth.append(frame.contacts.depth[between].max(initial=0.0))
    return Handshake(
        recorder.clip(), np.array(states), np.array(force), np.array(depth), np.array(give)
    )


def shaking_hands(host: Hand, guest: Hand) -> list[HandInScene]:
    """Both without tissue of their own, at ease, apart and ready to come."""
    hands = [bare_hand(hand) for hand in (host, guest)]
    style = load_style(DEFAULT_STYLE)
    at_ease = [np.clip(style.on(hand).neutral, hand.lower, hand.upper) for hand in hands]
    return two_hands(hands, at_ease)


class Shaker(ExampleController):
    """The controller of one hand; it sees the other as a distance between palms.

    Args:
        world: with both hands.
        placed: the hand that it moves.
        k: 0 for the host, 1 for the guest.
        arm: where its forearm goes.
        gains: as `press` takes them.
        alpha: grip strength.
    """

    def __init__(
        self,
        world: World,
        placed: HandInScene,
        k: int,
        arm: ArmPath,
        gains: Gains = FIRM,
        alpha: float = ALPHA,
    ):
        hand = placed.hand
        style = load_style(DEFAULT_STYLE).on(hand)
        passive = PassiveTerm(style.neutral, hand.lower, hand.upper)
        active = ActiveTerm(example_setpoints(style, hand))
        self._poses = style.poses(hand)
        self._knuckles = [hand.joint_index(f"{finger}_mcp_flex") for finger in FINGERS]
        super().__init__(
            ControlLaw(hand, passive, active),
            SurfaceDistance(world, target=NAMES[1 - k], hand=placed.name, palms=True),
            arm,
            # Section 7: B[1] = 1 while CLOSING.
            GraspStates(TABLE_1, held_open=True),
            alpha,
            reflex=self._still_to_close,
            curl=TendonCurl(hand, self._poses[1]),
        )
        self.press(gains)

    def press(self, gains: Gains) -> None:
        """With these gains from now on, as strong as they are for a hand of mean mass m.

        Springs per unit of inertia press with m L, about m to the power of 4/3; muscles with their
        cross-section, m to the power of 2/3.
        """
        weaker = (HAND_MASS_KG / self.law.hand.mass) ** (2 / 3)
        self.law.gains = gains.stronger(gains.strength * weaker)

    def give(self, obs: Observation) -> np.ndarray:
        """(4,) [rad] by which each finger's knuckle bends less than its springs would have it."""
        wide, grip = self._poses
        alone = wide + self.states.blend(self.alpha)[GRIP] * (grip - wide)
        return (alone - obs.q)[self._knuckles]

    def _still_to_close(self, obs: Observation) -> float:
        """What is added to α: with α = −1, (15) and (16) leave the hand open."""
        closed, _ = minimum_jerk((float(obs.time) - self.gripping_since) / CLOSING)
        return (closed - 1) * (1 + self.alpha)


def shake_of(k: int) -> Shake:
    """How the arm of hand ``k`` shakes: the host leads."""
    return SHAKE if k == 0 else replace(SHAKE, amplitude=FOLLOWS * SHAKE.amplitude)


def _whole_way(placed: HandInScene, k: int) -> CarriedArm:
    come, go = coming(k), going(k)
    return CarriedArm(
        np.asarray(placed.forearm),
        (APPROACH_AT, come[0]),
        (APPROACH_AT + COMING, come[1]),
        (SHAKE_AT, shake_of(k)),
        (RETREAT_AT, go[0]),
        (RETREAT_AT + CLASPING, go[1]),
    )


def _between(world: World, contacts: Contacts) -> np.ndarray:
    """(N,) bool: contacts of one hand with the other."""
    owner = np.array([name.partition("/")[0] for name in world.contact_names])
    return owner[contacts.a] != owner[contacts.b]

"""Turn a dial to an angle (3.4.1): a knob on a hinge that goes round for ever, below the palm."""

from dataclasses import dataclass, replace

import numpy as np

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.features import Block
from prehensile.manipulate.judging import goal_angle
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.set_up import SetUp
from prehensile.manipulate.tasks.task import Motion
from prehensile.manipulate.tasks.valid_starts import valid_postures
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.observation import Observation
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

THING = "dial"
PLATE = 0.3
"""[m] height of the dial's plate over the floor, so that nothing of the arm touches that; ours"""
WRIST = (-0.04, 0.0, 0.15)
"""[m] of the wrist from the dial; ours. Of 370 forearms at random above it (seeds 0 and 1) three of
the four best of a second, finer search lay here: of 400 poses at random of the reduced space 37 %
get hold of the knob (seed 2)."""
TILT, ROLL = 0.78, -0.2
"""[rad] of the fingers downwards, and of the hand about its own length; ours"""
WHOLE = np.pi
"""[rad] a goal of learning lies at most that far away"""
FARTHEST = 20 * np.pi
"""[rad] from where it stands, that any goal may lie: ten turns; ours"""
ROUNDING = 1e-9
"""[rad]"""


DIAL = Configuration()
"""what it is learned with"""


@dataclass(frozen=True)
class DialTask(SetUp):
    """The published task, by a hand of any size.

    Features are pose and the angle to the goal: the knob is round, so its own angle does not
    matter. Its thing is the catalogue's dial that turns for ever; the forearm is above it, the
    fingers pointing down at it.
    """

    configuration: Configuration = DIAL
    name: str = "dial"

    def __post_init__(self) -> None:
        turned = so3.exp([0.0, TILT, 0.0]) @ so3.exp([ROLL, 0.0, 0.0])
        seen = [Block("turn", 1, weight=self.configuration.turn_weight)]
        wrist = np.add((0.0, 0.0, PLATE), WRIST)
        self.set_up(THING, load_object("dial:endless"), seen, wrist, turned)

    def scene(self) -> tuple[HandInScene, ObjectInScene]:
        """The forearm stands still; the plate is part of the world."""
        return (
            HandInScene(self.hand, "hand", "fixed", self.forearm),
            ObjectInScene(self.thing, THING, (0.0, 0.0, PLATE, 1.0, 0.0, 0.0, 0.0)),
        )

    def features(self, states: States) -> np.ndarray:
        """(N, F)"""
        off = states.thing - states.goal
        apart = 0.5 * self.configuration.sides_apart * np.sign(off)
        return np.concatenate([states.q, off + apart], axis=1)

    def errors(self, states: States) -> tuple[np.ndarray, np.ndarray]:
        """No way to go, and the angle [rad]."""
        angle = np.abs(states.thing - states.goal)[:, 0]
        return np.zeros_like(angle), angle

    def reward(self, states: States) -> np.ndarray:
        """(N,) −|θ̃ − θ| (3.4.1)"""
        return -self.errors(states)[1]

    def reached(self, states: States) -> np.ndarray:
        """(N,) bool"""
        return self.errors(states)[1] <= self.configuration.near

    def lost(self, states: States) -> np.ndarray:
        """(N,) bool: never; it is mounted."""
        return np.zeros(len(states), bool)

    def starts(self, count: int, rng: np.random.Generator) -> States:
        """Random valid poses, the goal at nought and up to half a turn away."""
        q = valid_postures(self.scene(), self.poses, count, rng)
        angle = rng.uniform(-WHOLE, WHOLE, (count, 1))
        return States(q, np.zeros_like(q), angle, np.zeros((count, 1)), np.zeros((count, 1)))

    def with_goals(self, states: States, seed: int) -> States:
        """Row k is to be turned by the angle of trial k."""
        ways = np.zeros((len(states), 3))
        ways[:, 2] = [goal_angle(seed, k) for k in range(len(states))]
        return self.turned(states, ways)

    def turned(self, states: States, by: np.ndarray) -> States:
        """With goals turned about the hinge, which is upright.

        Raises:
            InputError: about another axis, or farther than ten turns.
        """
        if not (np.abs(by[:, :2]) <= ROUNDING).all():
            raise InputError("a dial turns about its own axis only, the upright z.")
        if not (np.abs(by[:, 2]) <= FARTHEST + ROUNDING).all():
            raise InputError("a dial's goal lies at most ten turns away.")
        return replace(states, goal=states.thing + by[:, 2:])

    def carried(self, starts: States, ends: States, states: States) -> States:
        """Turned as far, from where the knob is."""
        return replace(ends, thing=states.thing + ends.thing - starts.thing, goal=states.goal)

    def read(self, seen: Observation, goal: np.ndarray) -> States:
        """States of the worlds that are seen."""
        rate = seen.twists[THING][..., 5:]
        return States(seen.q, seen.qd, seen.hinges[THING][..., None], rate, goal)

    def motion(self, seen: Observation) -> Motion:
        """Its axis stands still."""
        rate = seen.twists[THING][..., 5:]
        return Motion(np.zeros((len(rate), 3)), rate)

    def begin(self, batch: WorldBatch, states: States, mask: np.ndarray) -> None:
        """Hand and hinge; joints that were pressed beyond their stops begin at them."""
        batch.set_hand(np.clip(states.q, self.hand.lower, self.hand.upper), states.qd, mask)
        batch.set_hinge(THING, states.thing[:, 0], states.rate[:, 0], mask)

    def put(self, world: World, state: States) -> None:
        """Hand and hinge, of one row."""
        world.set_hand(np.clip(state.q[0], self.hand.lower, self.hand.upper), state.qd[0])
        world.set_hinge(THING, float(state.thing[0, 0]), float(state.rate[0, 0]))

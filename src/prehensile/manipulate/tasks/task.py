"""`Task`: what is to be done with a thing, and all that learning and playing must know of it."""

from typing import NamedTuple, Protocol

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.features import Layout
from prehensile.manipulate.pose_space import PoseSpace
from prehensile.manipulate.states import States
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.observation import Observation
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World


class Motion(NamedTuple):
    """Of the thing, row by row."""

    linear: np.ndarray
    """(N, 3) [m/s]"""
    angular: np.ndarray
    """(N, 3) or, on a hinge, (N, 1) [rad/s]"""


class Touched(NamedTuple):
    """What the quality of a grasp is measured with."""

    thing: str
    """name of the object in the scene"""
    friction: float
    origin: np.ndarray
    """(3,) [m] about which torques are taken, in the thing's frame: its centre of mass"""
    length: float
    """[m] by which they are divided: its largest radius about the origin"""


class Task(Protocol):
    """A thing in a hand, and a goal for it."""

    @property
    def name(self) -> str:
        """As ``prehensile learn`` takes it."""
        ...

    @property
    def hand(self) -> Hand:
        """Whose policy it is."""
        ...

    @property
    def configuration(self) -> Configuration:
        """Its numbers."""
        ...

    @property
    def layout(self) -> Layout:
        """Of the features."""
        ...

    @property
    def poses(self) -> PoseSpace:
        """Of the phases' targets."""
        ...

    @property
    def examples(self) -> np.ndarray:
        """(E, 3, m) actions of the exemplary sequences."""
        ...

    @property
    def touched(self) -> Touched:
        """What the quality of a grasp is measured with."""
        ...

    def scene(self) -> tuple[HandInScene, ObjectInScene]:
        """The forearm stands still."""
        ...

    def features(self, states: States) -> np.ndarray:
        """(N, F) by which neighbours are found (3.3)."""
        ...

    def errors(self, states: States) -> tuple[np.ndarray, np.ndarray]:
        """(N,) [m] ‖x̃ − x‖ and (N,) [rad] ‖log(θ̃⁻¹θ)‖."""
        ...

    def reward(self, states: States) -> np.ndarray:
        """(N,) R(s) ≤ 0, nought at the goal; places count in centimetres."""
        ...

    def reached(self, states: States) -> np.ndarray:
        """(N,) bool: near enough to the goal to hold there, where V is nought."""
        ...

    def lost(self, states: States) -> np.ndarray:
        """(N,) bool: out of reach."""
        ...

    def starts(self, count: int, rng: np.random.Generator) -> States:
        """Random valid ones, in the reduced pose space (3.3.1)."""
        ...

    def with_goals(self, states: States, seed: int) -> States:
        """Row k with the goal of trial k of a seed, the thing where it begins."""
        ...

    def turned(self, states: States, by: np.ndarray) -> States:
        """With goals turned by ``by`` (N, 3) [rad] from where the thing is: rotation vectors, world
        axes.

        Raises:
            InputError: a goal outside the task.
        """
        ...

    def carried(self, starts: States, ends: States, states: States) -> States:
        """Where cycles that led from ``starts`` to ``ends`` would lead from ``states``, row by row,
        which differ from the starts by goal and by how the thing is turned: it is round.
        """
        ...

    def read(self, seen: Observation, goal: np.ndarray) -> States:
        """States of the worlds that are seen, with goals (N, g)."""
        ...

    def motion(self, seen: Observation) -> Motion:
        """Of the thing now."""
        ...

    def begin(self, batch: WorldBatch, states: States, mask: np.ndarray) -> None:
        """Put worlds of a mask into states; rows as worlds, others are not looked at."""
        ...

    def put(self, world: World, state: States) -> None:
        """Put one world into the only row of a state."""
        ...

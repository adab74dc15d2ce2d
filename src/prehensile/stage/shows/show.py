"""`Show`: a reduced mechanism live beside all of it in MuJoCo, whatever it touches."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from prehensile.motion.clip import Clip
from prehensile.stage.messages import Vec3
from prehensile.stage.scene import SceneFrame, StageBody, StageHand

SUBSTEPS = 4
"""Of 1/240 s in a frame."""
GHOST, SLIM = (0.30, 0.44, 0.68), 0.9
"""Colour of the full simulation's links and bodies, and their size: seen where both agree."""


class Pulls(NamedTuple):
    """What pulls in one frame."""

    targets: Mapping[str, np.ndarray]
    """(3,) [m] world, by handle: where the mouse is"""
    shares: tuple[float, float] = (0.0, 0.0)
    """of the show's own pull, on the reduced and on the full mechanism"""


class Show(ABC):
    """Two simulations of one mechanism under the same forces, and what the Stage needs of them."""

    handles: Sequence[str]
    """what can be dragged"""
    floor: bool = True
    """whether the Stage's floor is drawn"""
    look_at: Vec3
    look_from: Vec3

    @property
    @abstractmethod
    def pulled(self) -> str:
        """The handle of the show's own pull."""

    @property
    def has_full(self) -> bool:
        """Whether there is a full mechanism to compare with."""
        return True

    @property
    @abstractmethod
    def step_us(self) -> float:
        """[µs] of a reduced step; NaN while unknown."""

    @property
    @abstractmethod
    def full_step_us(self) -> float:
        """[µs] of MuJoCo's; NaN while unknown."""

    @property
    def lost(self) -> str:
        """What went wrong for good, so that all begins anew; empty if nothing did."""
        return ""

    @abstractmethod
    def reset(self) -> None:
        """Both at rest."""

    @abstractmethod
    def step(self, pulls: Pulls, ghost: bool, longest: float) -> int:
        """One frame of both.

        Args:
            pulls: what pulls.
            ghost: whether the full mechanism is stepped too.
            longest: [s] that it may take.

        Returns:
            Steps of 1/240 s that the full one made: fewer than four where it is slow.
        """

    @abstractmethod
    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """(handles, 3) [m] world, on the reduced and on the full mechanism."""

    @abstractmethod
    def frame(self, time: float, phase: str, ghost: bool) -> SceneFrame:
        """What to show now."""

    @abstractmethod
    def bodies(self, ghost: bool) -> list[StageBody]:
        """Links and bodies, and blue ones of the full simulation."""

    def hands(self) -> Sequence[StageHand]:
        """A hand in its skin, if it is one."""
        return ()

    def remarks(self, ghost: bool) -> Sequence[str]:
        """What the picture does not say by itself; each only once."""
        return ()

    @abstractmethod
    def keep(self) -> None:
        """Remember this frame for a clip."""

    @abstractmethod
    def taken(self, timestep: float) -> Clip | None:
        """The clip of all frames kept, and forget them."""


def vec3(point: np.ndarray) -> Vec3:
    """A point (3,) as messages hold it."""
    x, y, z = (float(v) for v in point)
    return x, y, z


def eye(centre: np.ndarray, side: np.ndarray, away: float) -> Vec3:
    """Where to look from: ``away`` [m] from the centre (3,) towards a side (3,)."""
    return vec3(centre + away * side / np.linalg.norm(side))

"""What was found for one hold and one direction, and how it is written down."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from prehensile.errors import InputError
from prehensile.holds.optimise.reach import HoldGrasp

ARRAYS = ("forearm", "q", "via", "q_open")


@dataclass(frozen=True, eq=False)
class HoldResult:
    """The grasp that bears most, and beside it what the published objective chose."""

    hold: str
    """name of the hold"""
    direction: np.ndarray
    """(3,) unit: of the load"""
    push: bool
    grasp: HoldGrasp
    strength: float
    """[N]"""
    source: str
    """``strength`` or ``published``: which search it came from"""
    style: tuple[float, ...]
    """with which the search by strength ended, as `Style`: others begin with it, even where the
    published grasp bears more; empty if there was no such search"""
    published_strength: float | None
    """[N] of the published objective's grasp; None if that was not searched for"""
    published_objective: float | None
    published_seconds: float | None
    """[s] that its search took"""
    needed: float
    """[N]"""
    seed: int

    @property
    def supported(self) -> bool:
        """Whether it bears what is needed."""
        return self.strength >= self.needed

    def to_json(self) -> dict[str, Any]:
        """Plain numbers, lists and texts."""
        plain = {k: v for k, v in vars(self).items() if k not in ("grasp", "direction", "style")}
        return {
            **plain,
            "direction": self.direction.tolist(),
            "style": list(self.style),
            "grasp": {name: getattr(self.grasp, name).tolist() for name in ARRAYS},
        }

    @classmethod
    def from_json(cls, found: Any) -> Self:
        """What `to_json` made.

        Raises:
            InputError, KeyError, TypeError, ValueError: it is something else.
        """
        if not isinstance(found, dict):
            raise InputError("it is not the result of a search")
        arrays = [np.array(found["grasp"][name], dtype=float) for name in ARRAYS]
        if arrays[0].shape != (7,) or arrays[2].shape != (7,) or arrays[1].shape != arrays[3].shape:
            raise InputError("its grasp has the wrong size")
        direction = np.array(found["direction"], dtype=float)
        rest = {k: v for k, v in found.items() if k not in ("grasp", "direction", "style")}
        return cls(
            direction=direction,
            grasp=HoldGrasp(*arrays),
            style=tuple(float(v) for v in found["style"]),
            **rest,
        )

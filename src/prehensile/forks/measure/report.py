"""`PullReport`: a reduced mechanism that was pulled, as figures and as lines for a person."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.forks.measure.accuracy import LoadReport, check_load
from prehensile.forks.measure.size import Size, newtons
from prehensile.forks.measure.step_time import step_us
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.model import ReducedModel


@dataclass(frozen=True, eq=False)
class PullReport:
    """Its size, and how far it is off where a load takes it."""

    size: Size
    effector: str
    force: np.ndarray
    """(3,) [N] world, on that end effector"""
    load: LoadReport
    linearisations: int
    """how many are blended; 1: none"""

    @property
    def warning(self) -> str:
        """Of a load that the model does not serve; empty if it does."""
        return self.load.warning

    def figures(self) -> dict[str, Any]:
        """By name, fit for JSON."""
        blended = {"linearisations": self.linearisations} if self.linearisations > 1 else {}
        load = {
            "end_effector": self.effector,
            "force_n": self.force.tolist(),
            "displacement": self.load.displacement,
            "error": None if math.isnan(self.load.error) else self.load.error,
            "trusted": self.load.trusted,
        }
        return self.size.figures() | blended | {"load": load, "warning": self.warning}

    def lines(self) -> list[str]:
        """What a person wants to know."""
        off = "" if math.isnan(self.load.error) else f", off by {self.load.error:.1%} of that"
        several = self.linearisations > 1
        blended = [f"  blends {self.linearisations} linearisations"] if several else []
        return [
            *self.size.lines(),
            *blended,
            f"  pulled {self.effector} by {newtons(self.force)}: {self.load.displacement:.1%} of "
            f"the radius{off}",
        ]


def pull_report(
    model: ReducedModel | Blend, build_ms: float, wrench: np.ndarray, effector: int
) -> PullReport:
    """Time a step and compare the pull with the full mechanism.

    Args:
        model: one linearisation, or several blended.
        build_ms: what making it took.
        wrench: (E, 6) dead, world axes, at the centres of mass.
        effector: row of the end effector that is pulled.
    """
    reduced = model.model if isinstance(model, Blend) else model
    return PullReport(
        Size(reduced, build_ms, step_us(model), reduced.mechanism.free_base),
        reduced.linearisation.effectors[effector],
        wrench[effector, :3],
        check_load(model, wrench, warn=False),
        len(model.anchors) if isinstance(model, Blend) else 1,
    )

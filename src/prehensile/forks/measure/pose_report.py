"""`PoseReport`: a hand that was pulled while it moved, as figures and as lines for a person."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from prehensile.forks.measure.pose_run import along
from prehensile.forks.measure.size import Size, newtons
from prehensile.forks.measure.step_time import timed_reduce
from prehensile.forks.models.from_hand import STIFFNESS, from_hand
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.pose_blend import PoseBlend, PosedSimulation
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand

JUDGED = 8
"""Places on the way at which the blend is compared with a linearisation of its own."""
TIMED = 200
"""Steps of which the fastest counts."""


@dataclass(frozen=True, eq=False)
class PoseReport:
    """Its size at the first pose, and how well a few linearisations serve on the way."""

    size: Size
    effector: str
    force: np.ndarray
    """(3,) [N] world, on that end effector"""
    linearisations: int
    error: float
    """of the end effectors' compliance between them, relative, the worst"""
    warning: str = ""

    def figures(self) -> dict[str, Any]:
        """By name, fit for JSON."""
        path = {
            "end_effector": self.effector,
            "force_n": self.force.tolist(),
            "linearisations": self.linearisations,
            "compliance_error": self.error,
        }
        return self.size.figures() | {"path": path, "warning": self.warning}

    def lines(self) -> list[str]:
        """What a person wants to know."""
        return [
            *self.size.lines(),
            f"  follows its poses by {self.linearisations} linearisations: compliance between them "
            f"is off by {self.error:.1%}",
            f"  pulled {self.effector} by {newtons(self.force)} on the way there, let go on the "
            "way back",
        ]


def pose_report(
    hand: Hand,
    blend: PoseBlend,
    poses: np.ndarray,
    wrench: np.ndarray,
    effector: int,
    stiffness: ArrayLike | HandCompliance = STIFFNESS,
) -> PoseReport:
    """Time the first model and a step, and compare what lies between the linearisations.

    Args:
        hand: the hand that moves.
        blend: over some of the way.
        poses: (n, dof) [rad] through which it goes.
        wrench: (E, 6) dead, world axes, at the centres of mass.
        effector: row of the end effector that is pulled.
        stiffness: of the blend's joints.
    """
    model, build_ms = timed_reduce(blend.models[0].mechanism)
    return PoseReport(
        Size(model, build_ms, _step_us(blend), base_held=False),
        blend.effectors[effector],
        wrench[effector, :3],
        len(blend.models),
        compliance_error(hand, blend, poses, stiffness),
    )


def _step_us(blend: PoseBlend) -> float:
    """Microseconds of a step, where its segments rest worked out anew; the best of several."""
    simulation, times = PosedSimulation(blend, blend.keys[0]), []
    for _ in range(TIMED):
        began = perf_counter()
        simulation.step(blend.keys[0])
        times.append(perf_counter() - began)
    return 1e6 * min(times)


def compliance_error(
    hand: Hand,
    blend: PoseBlend,
    poses: np.ndarray,
    stiffness: ArrayLike | HandCompliance = STIFFNESS,
) -> float:
    """Of a blend on the way through poses (n, dof), relative, the worst of several places."""
    errors = []
    for share in (np.arange(JUDGED) + 0.5) / JUDGED:
        q = along(poses, float(share))
        right = reduce(from_hand(hand, q, stiffness), blend.effectors).linearisation.compliance
        tips = blend.at(q).basis[blend.rows].reshape(len(right), -1)
        errors.append(np.linalg.norm(tips @ tips.T - right) / np.linalg.norm(right))
    return float(max(errors))

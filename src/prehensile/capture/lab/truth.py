"""The truth behind a lab recording: a clip, and what was true of it, in a file of its own.

The file is a clip (``truth.npz``) whose ``meta["lab"]`` holds the rest: stiffness, reference,
touches, force laws, seed and configuration. Estimators never see it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.reference import Move, Reference
from prehensile.capture.recording.recording import Touch
from prehensile.errors import FileError
from prehensile.motion.clip import Clip


@dataclass(frozen=True, eq=False)
class Truth:
    """What a session was made of."""

    clip: Clip
    """at the lab's rate; contacts are the engine's, or of the stated law"""
    compliance: Mapping[str, float]
    """[rad/Nm] by joint, active and passive springs together; the root does not give way"""
    damping: Mapping[str, float]
    """[Nms/rad] by joint, the same"""
    reference: Reference
    """joints in the order of the clip's hand"""
    touches: tuple[Touch, ...]
    """by the master's clock"""
    plans: tuple[Mapping[str, Any], ...]
    laws: Mapping[str, Any]
    facts: Mapping[str, Any]
    """task, seed, configuration of the sensors"""

    @staticmethod
    def of(performance: Performance, facts: Mapping[str, Any]) -> "Truth":
        """The truth of a performance."""
        subject = performance.subject
        names = subject.hand.joint_names
        return Truth(
            clip=performance.clip,
            compliance=dict(zip(names, subject.compliance.tolist(), strict=True)),
            damping=dict(zip(names, subject.damping.tolist(), strict=True)),
            reference=performance.reference,
            touches=performance.touches,
            plans=performance.plans,
            laws=performance.laws,
            facts=facts,
        )

    def save(self, path: str | Path) -> Path:
        """Write it as ``.npz``; the same truth gives the same bytes."""
        told = {
            "compliance": dict(self.compliance),
            "damping": dict(self.damping),
            "start": self.reference.start.tolist(),
            "moves": [_sparse(move) for move in self.reference.moves],
            "touches": [list(touch) for touch in self.touches],
            "plans": [dict(plan) for plan in self.plans],
            "laws": dict(self.laws),
            "facts": dict(self.facts),
        }
        return replace(self.clip, meta={**self.clip.meta, "lab": told}).save(path)

    @staticmethod
    def load(path: str | Path) -> "Truth":
        """Read what `save` wrote.

        Raises:
            FileError: missing, damaged, or a clip that is not of the lab.
        """
        clip = Clip.load(path)
        try:
            told = clip.meta["lab"]
            dof = len(clip.hands[0].joint_names)
            return Truth(
                clip=clip,
                compliance=dict(told["compliance"]),
                damping=dict(told["damping"]),
                reference=Reference(
                    np.array(told["start"], float),
                    tuple(_full(move, dof) for move in told["moves"]),
                ),
                touches=tuple(Touch(*touch) for touch in told["touches"]),
                plans=tuple(told["plans"]),
                laws=told["laws"],
                facts=told["facts"],
            )
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise FileError(f"{path} is a clip, but not a truth of the lab: {error!r}.") from None


def _sparse(move: Move) -> list[Any]:
    """Start, seconds, and the joints that move with their changes."""
    moved = np.flatnonzero(move.change)
    return [move.start, move.seconds, moved.tolist(), move.change[moved].tolist()]


def _full(told: list[Any], dof: int) -> Move:
    start, seconds, moved, by = told
    change = np.zeros(dof)
    change[moved] = by
    return Move(float(start), float(seconds), change)

"""`TouchingReport`: a mechanism that stands or holds and was pulled, beside all of it in MuJoCo."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.forks.contact.compare import Compared, compare_with_full
from prehensile.forks.contact.run import ContactRun
from prehensile.forks.contact.scenes import ContactScene
from prehensile.forks.measure.pull_run import last_pulled
from prehensile.forks.measure.size import Size, newtons
from prehensile.forks.measure.step_time import timed_reduce


@dataclass(frozen=True, eq=False)
class TouchingReport:
    """Its size, how far it went, and how far MuJoCo's goes."""

    size: Size
    pulled: str
    """the handle"""
    force: np.ndarray
    """(3,) [N] world"""
    moved: np.ndarray
    """(3,) [m] of the handle, until it was let go"""
    left: np.ndarray
    """(3,) [m] that remain of it in the end"""
    contacts: int
    """that press before the pull"""
    compared: Compared
    warning: str = ""

    def figures(self) -> dict[str, Any]:
        """By name, fit for JSON."""
        touching = {
            "pulled": self.pulled,
            "force_n": self.force.tolist(),
            "moved_m": self.moved.tolist(),
            "left_m": self.left.tolist(),
            "contacts": self.contacts,
            "normal_force_n": [float(v) for v in self.compared.normal_force],
            "full_step_us": self.compared.full_step_us,
            "full_moved_m": self.compared.full_moved.tolist(),
        }
        return self.size.figures() | {"touching": touching, "warning": self.warning}

    def lines(self) -> list[str]:
        """What a person wants to know."""
        forces = ", ".join(f"{v:.2f}" for v in self.compared.normal_force)
        return [
            *self.size.lines(),
            f"  {self.contacts} contacts press with {forces} N",
            f"  pulled {self.pulled} by {newtons(self.force)}: it moves {_mm(self.moved):.1f} mm, "
            f"{_mm(self.left):.1f} mm are left after letting go",
            f"  all of it in MuJoCo, contacts and all: {_mm(self.compared.full_moved):.1f} mm, a "
            f"step takes {self.compared.full_step_us:.1f} µs",
        ]


def touching_report(
    scene: ContactScene, run: ContactRun, name: str, force: np.ndarray
) -> TouchingReport:
    """Compare a run with MuJoCo, and time both.

    Args:
        scene: what ran; reset afterwards.
        run: of `pull_among_bodies`.
        name: of the handle that was pulled.
        force: (3,) [N] world, on it.
    """
    model = scene.simulation.model
    _, build_ms = timed_reduce(model.mechanism)
    compared = compare_with_full(scene, name, force)
    row = scene.handles.names.index(name)
    frames = [0, last_pulled(run.time, run.released), -1]
    start, end, after = (scene.handles.points(run.poses[k])[row] for k in frames)
    pressing = int((np.linalg.norm(run.touch[0].force, axis=1) > 0).sum())
    return TouchingReport(
        Size(model, build_ms, compared.step_us, base_held=False),
        name, force, end - start, after - start, pressing, compared,
    )  # fmt: skip


def _mm(way: np.ndarray) -> float:
    return 1e3 * math.hypot(*way)

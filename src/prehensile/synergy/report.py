"""What is worth telling of a basis: figures as JSON has them, and lines for a person."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from prehensile.synergy.basis import Basis
from prehensile.synergy.cycles import Cycles
from prehensile.synergy.phases import Phases
from prehensile.synergy.posture import PostureBasis

MOST_JOINTS = 4
"""of an axis that a line names"""
LISTED = 10
"""shares of variance in a report"""


def variance_within(basis: Basis, components: int) -> float:
    """Share of the variance that the first axes carry; all of it where there are no more."""
    return min(float(basis.variance_ratio[:components].sum()), 1.0)


def posture_report(whole: PostureBasis, components: int) -> dict[str, Any]:
    """Figures of a basis with all its axes, of which the first ``components`` are described."""
    basis = whole.first(components)
    return {
        "components": components,
        "variance_2": variance_within(whole, 2),
        "variance_5": variance_within(whole, 5),
        "variance_ratio": whole.variance_ratio[:LISTED].tolist(),
        "axes": [
            {
                "variance": float(basis.variance_ratio[k]),
                "lower_rad": float(basis.lower[k]),
                "upper_rad": float(basis.upper[k]),
                "joints": strongest_joints(basis, k),
            }
            for k in range(components)
        ],
    }


def posture_lines(whole: PostureBasis, components: int, source: str, samples: int) -> list[str]:
    """The same as a table."""
    lines = [
        f"{samples} postures ({source}): {100 * variance_within(whole, 2):.1f} % of their variance "
        f"along two axes, {100 * variance_within(whole, 5):.1f} % along five",
        "axis  variance  together  coordinate [rad]  joints that move most",
    ]
    for k, axis in enumerate(posture_report(whole, components)["axes"]):
        joints = ", ".join(f"{name} {weight:+.2f}" for name, weight in axis["joints"].items())
        lines.append(
            f"{k + 1:4d}  {100 * axis['variance']:6.1f} %  "
            f"{100 * variance_within(whole, k + 1):6.1f} %  "
            f"{axis['lower_rad']:6.2f} to {axis['upper_rad']:5.2f}   {joints}"
        )
    return lines


def strongest_joints(basis: PostureBasis, axis: int) -> dict[str, float]:
    """Joint → its entry, of those that an axis moves most."""
    order = np.argsort(-np.abs(basis.axes[axis]), kind="stable")[:MOST_JOINTS]
    return {basis.joint_names[k]: float(basis.axes[axis, k]) for k in order}


def force_report(name: str, whole: Basis, cycles: Cycles, phases: Phases) -> dict[str, Any]:
    """Figures of one recording of forces."""
    return {
        "file": name,
        "cells": len(whole.mean),
        "variance_ratio": whole.variance_ratio[:LISTED].tolist(),
        "components_90": components_for(whole, 0.9),
        "cycles": cycles.count,
        "cycle_times_s": cycles.peaks.tolist(),
        "phase_starts_s": phases.start.tolist(),
        "phase_changing": phases.changing.tolist(),
    }


def force_lines(reports: Sequence[dict[str, Any]]) -> list[str]:
    """One line a recording."""
    return [
        f"{r['file']}: {r['components_90']} components carry 90 % of {r['cells']} cells, the first "
        f"{100 * r['variance_ratio'][0]:.0f} %; {r['cycles']} cycles, "
        f"{len(r['phase_starts_s'])} phases"
        for r in reports
    ]


def components_for(basis: Basis, share: float) -> int:
    """How many axes carry a share of the variance."""
    return int(np.searchsorted(np.cumsum(basis.variance_ratio), share - 1e-12)) + 1

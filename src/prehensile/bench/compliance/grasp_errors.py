"""How well joint compliances are told from grasps, fingertips felt by resistors."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.compliance.joint_errors import KINDS, Row, reported_rows
from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.compliance.joints.grasp_estimate import GraspEstimate, estimate_grasps
from prehensile.compliance.recorded.session import session_of

TASK = "lift"
"""of the lab, whose sessions are judged"""


class JudgedGrasps(NamedTuple):
    """One session."""

    rows: tuple[Row, ...]
    flagged: float
    """share of contacts × flexions on their way, the wrist's included, that were left out"""


def judged_grasps(kept: Kept) -> JudgedGrasps:
    """Estimate a session and set it beside the truth."""
    found = estimate_grasps(session_of(kept.recording))
    return JudgedGrasps(tuple(reported_rows(found.whole, kept)), flagged_share(found))


def flagged_share(found: GraspEstimate) -> float:
    """Of all contacts and the flexions that each of them could bend."""
    accepted = [
        one.accepted[:, [name.endswith("_flex") for name in one.joints]].reshape(-1)
        for one in found.digits.values()
    ]
    return float(1 - np.concatenate(accepted).mean())


def grasp_figures(sessions: Iterable[JudgedGrasps]) -> dict[str, Any]:
    """The figures of some sessions; empty where nothing was reported."""
    several = list(sessions)
    rows = [row for one in several for row in one.rows]
    if not rows:
        return {}
    errors = {kind: [row.error for row in rows if row.kind == kind] for kind in KINDS}
    return {
        "median_rel_err_fsr": float(np.median([row.error for row in rows])),
        "median_rel_err_fsr_by_kind": {
            kind: float(np.median(found)) if found else None for kind, found in errors.items()
        },
        "coverage_90_fsr": float(np.mean([row.covered for row in rows])),
        "interval_width_90_fsr": float(np.median([row.width for row in rows])),
        "flagged_fraction_fsr": float(np.mean([one.flagged for one in several])),
    }

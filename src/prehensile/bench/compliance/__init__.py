"""How well compliance is told from recordings of the virtual lab."""

from collections.abc import Callable
from typing import Any

from prehensile.bench.compliance.joint_errors import joint_figures, judged
from prehensile.bench.compliance.kept_sessions import DEVELOPMENT, JUDGED, kept_sessions

REFERENCE = {
    "median_rel_err": "no bar: the published method",
    "median_rel_err_joint": "≤ 0.12",
    "median_rel_err_by_kind": "wrist, mcp ≤ 0.10; pip, dip ≤ 0.20",
    "median_rel_err_calibrated": "≤ 0.20",
    "coverage_90": "0.85–0.95",
    "interval_width_90": "≤ 0.6",
    "flagged_fraction": "≤ 0.3",
    "flagged_correctly": "≥ 0.9",
    "seconds_per_minute_of_recording": "< 2",
}


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures, of judged seeds and, with ``_dev``, of development's; kept sessions only."""
    found: dict[str, Any] = {}
    for seeds, ending in ((JUDGED, ""), (DEVELOPMENT, "_dev")):
        sessions, calibrated = [], []
        for kept in kept_sessions("explore", seeds):
            progress(f"explore {kept.seed}")
            sessions.append(judged(kept))
            calibrated.append(judged(kept, calibrate=True))
        figures = joint_figures(sessions)
        once_more = joint_figures(calibrated)
        figures["median_rel_err_calibrated"] = once_more.get("median_rel_err_joint")
        found |= {f"{name}{ending}": value for name, value in figures.items()}
    return found

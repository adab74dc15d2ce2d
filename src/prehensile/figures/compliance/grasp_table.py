"""Table 4.2 of Kry 2005: the published estimate from five grasps felt by fingertip FSRs."""

from pathlib import Path

import numpy as np

from prehensile.compliance.joints.published import WINDOW_S, contact_slopes
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import contact_windows
from prehensile.figures.compliance.lab_sessions import grasps
from prehensile.figures.compliance.table_picture import draw_table

GRASPS, DEGREE = 5, 2
THESIS = {
    "thumb_mp_flex": (1.0434, 0.1643), "thumb_ip_flex": (0.4064, 0.2348),
    "index_mcp_flex": (2.7828, 2.1846), "index_pip_flex": (2.0944, 1.1174),
    "index_dip_flex": (0.0034, 0.0025), "middle_mcp_flex": (3.2401, 2.2561),
    "middle_pip_flex": (2.4773, 2.0009), "middle_dip_flex": (0.1560, 0.0984),
}  # fmt: skip
"""joint → mean and standard deviation [rad/Nm] over five grasps"""


def grasp_estimates(session: Session, joint: str, most: int = GRASPS) -> np.ndarray:
    """(at most ``most``,) [rad/Nm] of (4.12), one a touch of the joint's own digit."""
    windows = contact_windows(session, [joint], WINDOW_S, WINDOW_S)
    mine = [w for w in windows if w.touch.contact == joint.partition("_")[0]]
    return np.array([contact_slopes(w, 0, DEGREE).compliance for w in mine[:most]])


def draw_grasp_table(path: Path) -> Path:
    """Each grasp, mean and deviation, and the thesis's beside."""
    found, rows = grasps(), []
    for joint, (mean, deviation) in THESIS.items():
        values = grasp_estimates(found.session, joint)
        each = [f"{v:.2f}" for v in values] + ["–"] * (GRASPS - len(values))
        ours = (
            [f"{values.mean():.2f}", f"{values.std(ddof=1):.2f}"] if len(values) > 1 else ["–"] * 2
        )
        rows.append([joint, *each, *ours, f"{found.truth.compliance[joint]:.2f}", f"{mean:.3g}",
                     f"{deviation:.3g}"])  # fmt: skip
    head = ["joint", *(f"grasp {k + 1}" for k in range(GRASPS)), "mean", "STD", "true",
            "thesis,\nmean", "thesis,\nSTD"]  # fmt: skip
    return draw_table(
        path,
        "Table 4.2: compliance [rad/Nm] as published, from grasps of a box in the virtual lab",
        head, rows,
        "Normal forces of FSRs alone, polynomials of degree 2. Negative values and the spread are "
        "the method's: tangential force is missing, and references curve.",
    )  # fmt: skip

"""Table 4.3 of Kry 2005: exploring and scratching."""

from pathlib import Path

import numpy as np

from prehensile.compliance.joints.published import published_compliance
from prehensile.compliance.model.literature import TABLE_4_3, joint_kind
from prehensile.figures.compliance.lab_sessions import ToldSession, told
from prehensile.figures.compliance.table_picture import draw_table

TASKS = {"explore": "exploring", "scratch": "scratching"}
"""the lab's name → the thesis's"""
JOINTS = ("wrist_flex", "index_mcp_flex", "index_pip_flex", "index_dip_flex")


def task_cells(found: ToldSession, joint: str) -> list[str]:
    """Ours with its 90 % interval, as published (d = 1, median), and the truth [rad/Nm]."""
    estimate = found.estimate
    k = estimate.joints.index(joint)
    ours = "not told"
    if estimate.reported[k]:
        low, high = estimate.interval()[k]
        ours = f"{estimate.compliance[k]:.2f}\n({low:.2f}–{high:.2f})"
    published = float(np.nanmedian(published_compliance(estimate.session, [joint], 1)))
    return [ours, f"{published:z.2f}", f"{found.truth.compliance[joint]:.2f}"]


def draw_task_table(path: Path) -> Path:
    """Both tasks side by side, the thesis's values with each."""
    rows = []
    for joint in JOINTS:
        cells = [joint]
        for task, name in TASKS.items():
            kind = joint_kind(joint)
            bound = "< " if name == "scratching" and kind in ("pip", "dip") else ""
            cells += [*task_cells(told(task), joint), f"{bound}{TABLE_4_3[name][kind]:.2f}"]
        rows.append(cells)
    head = ["joint"]
    for name in TASKS.values():
        head += [f"{name}:\nours", "as\npublished", "true", "thesis"]
    return draw_table(
        path,
        "Table 4.3: compliance [rad/Nm] of exploring and scratching, two subjects of the lab",
        head, rows,
        "Two dozen touches each. Subjects are drawn round the thesis's values within a factor of "
        "two; true is what the lab's springs had.",
    )  # fmt: skip

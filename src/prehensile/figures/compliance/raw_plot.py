"""Figure 4.2 of Kry 2005: joint angles, fingertip forces and torques of a sequence of grasps."""

from pathlib import Path
from typing import Any

import numpy as np

from prehensile.compliance.told.reference import session_torques
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.lab_sessions import grasps
from prehensile.motion.smoothing import smooth

GRID = "#dddad4"
JOINTS = {
    "thumb_mp_flex": "#0072b2", "thumb_ip_flex": "#56b4e9", "index_mcp_flex": "#d55e00",
    "index_pip_flex": "#e69f00", "index_dip_flex": "#b59b00", "middle_mcp_flex": "#009e73",
    "middle_pip_flex": "#66c2a5", "middle_dip_flex": "#999999",
}  # fmt: skip
"""joint → colour"""
DIGITS = {"thumb": "#0072b2", "index": "#d55e00", "middle": "#009e73", "ring": "#cc79a7",
          "little": "#999999"}  # fmt: skip
SMOOTH_HZ = 20.0
SECONDS = 22.0
"""of a session that are drawn"""


def draw_raw(path: Path) -> Path:
    """Angles above, forces in the middle, torques below."""
    found = grasps()
    session, clip = found.session, found.recording.clip()  # of a hand that is carried about
    angle = np.stack([np.interp(session.time, clip.time, q) for q in clip.hands[0].q.T], axis=1)
    angle = smooth(angle, 500.0, SMOOTH_HZ)
    torque = session_torques(session, angle, 0.0)
    figure = optional("matplotlib.figure").Figure(figsize=(9, 8), dpi=100, layout="constrained")
    figure.suptitle(
        "Figure 4.2: joint angles, captured forces and torques of grasps of a small box",
        fontsize=11, color=INK,
    )  # fmt: skip
    angles, forces, torques = figure.subplots(3, 1, sharex=True)
    shown = session.time < SECONDS
    time = session.time[shown]
    for name, color in JOINTS.items():
        column = session.hand.joint_index(name)
        angles.plot(time, np.degrees(angle[shown, column]), lw=0.9, color=color, label=name)
        torques.plot(time, 1e3 * torque[shown, column], lw=0.9, color=color)
    for digit, color in DIGITS.items():
        forces.plot(time, session.loads[digit].size[shown], lw=0.9, color=color, label=digit)
    for plot, label in (
        (angles, "angle [°]"), (forces, "force of an FSR [N]"), (torques, "torque [mNm]"),
    ):  # fmt: skip
        plot.set_ylabel(label)
        dressed(plot)
    torques.set_xlabel("time [s]")
    for plot in (angles, forces):
        plot.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, fontsize=8)
    return save_figure(figure, path)


def dressed(plot: Any) -> None:
    """A grid, and no frame above and to the right."""
    plot.grid(color=GRID, lw=0.6)
    plot.set_axisbelow(True)
    plot.spines[["top", "right"]].set_visible(False)

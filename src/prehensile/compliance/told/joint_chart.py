"""All joints on one scale: estimates with intervals, the thesis's values, and passive tissue."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.compliance.model.literature import TABLE_4_3, joint_kind
from prehensile.compliance.model.passive_tissue import passive_tissue
from prehensile.compliance.told.axes import Axes, line, svg, text

WIDTH, ROW, LEFT, TOP, BELOW = 790, 24, 160, 8, 64
OURS, THESIS, TISSUE = "#d55e00", "#0072b2", "#009e73"
MARKS = {"exploring": THESIS, "scratching": "none"}
"""task of Table 4.3 → what its diamond is filled with"""


class ToldJoint(NamedTuple):
    """One line of the chart; value and interval NaN where nothing was told."""

    name: str
    compliance: float
    """[rad/Nm]"""
    low: float
    high: float


def joint_chart(joints: Sequence[ToldJoint]) -> str:
    """A line a joint, compliance on a logarithmic scale [rad/Nm]."""
    low, high = _range(joints)
    bottom = TOP + ROW * len(joints)
    axes = Axes(LEFT, WIDTH - 12, TOP, bottom, (low, high), (0.0, 1.0), logarithmic=True)
    decades = 10.0 ** np.arange(np.ceil(np.log10(low)), np.floor(np.log10(high)) + 1)
    parts = [axes.frame("compliance [rad/Nm]; softer to the right", "", decades, np.zeros(0))]
    for k, joint in enumerate(joints):
        y = TOP + ROW * (k + 0.5)
        told = bool(np.isfinite(joint.compliance))
        name = joint.name if told else f"{joint.name} (not told)"
        parts.append(text(LEFT - 8, y + 3, name, "end"))
        parts += [_diamond(float(axes.x(value)), y, fill) for value, fill in _thesis(joint.name)]
        tissue = passive_tissue(joint.name)
        if tissue is not None:
            x = float(axes.x(1 / tissue.stiffness))
            parts.append(
                f'<path d="M{x - 5:.1f} {y + 4:.1f}h10l-5 -9z" fill="none" stroke="{TISSUE}"/>'
            )
            if tissue.deviation is not None:
                ends = tissue.stiffness + np.array([1, -1]) * tissue.deviation
                parts.append(line(axes.x(1 / ends), (y + 6, y + 6), TISSUE, 1))
        if told:
            parts.append(line(axes.x(np.array([joint.low, joint.high])), (y, y), OURS, 2.5))
            at = float(axes.x(joint.compliance))
            parts.append(f'<circle cx="{at:.1f}" cy="{y:.1f}" r="4.5" fill="{OURS}"/>')
    parts.append(_legend(bottom + 46))
    return svg(WIDTH, bottom + BELOW, "".join(parts), "joint compliances with their intervals")


def _range(joints: Sequence[ToldJoint]) -> tuple[float, float]:
    values = [v for joint in joints for v, _ in _thesis(joint.name)]
    values += [v for joint in joints for v in joint[1:4] if np.isfinite(v)]
    tissues = [passive_tissue(joint.name) for joint in joints]
    values += [1 / t.stiffness for t in tissues if t is not None]
    values += [1 / (t.stiffness - t.deviation) for t in tissues if t is not None and t.deviation]
    return 0.7 * min(values, default=0.1), 1.4 * max(values, default=10.0)


def _thesis(name: str) -> list[tuple[float, str]]:
    """Values of Table 4.3, which has one row a kind of joint, all of them flexions."""
    if not name.endswith("_flex"):
        return []
    kind = joint_kind(name)
    return [(table[kind], MARKS[task]) for task, table in TABLE_4_3.items() if kind in table]


def _diamond(x: float, y: float, fill: str) -> str:
    return (
        f'<path d="M{x - 5:.1f} {y:.1f}l5 -5l5 5l-5 5z" fill="{fill}" stroke="{THESIS}" '
        'fill-opacity="0.8"/>'
    )


def _legend(y: float) -> str:
    return (
        f'<circle cx="{LEFT}" cy="{y}" r="4.5" fill="{OURS}"/>'
        + line((LEFT - 14, LEFT + 14), (y, y), OURS, 2.5)
        + text(LEFT + 20, y + 3, "this hand, 90 % interval")
        + _diamond(LEFT + 165, y, THESIS)
        + text(LEFT + 175, y + 3, "thesis, exploring")
        + _diamond(LEFT + 275, y, "none")
        + text(LEFT + 285, y + 3, "scratching (PIP, DIP: upper bounds)")
        + f'<path d="M{LEFT + 470} {y + 4}h10l-5 -9z" fill="none" stroke="{TISSUE}"/>'
        + text(LEFT + 486, y + 3, "relaxed tissue, ± SD")
    )

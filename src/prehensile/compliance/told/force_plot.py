"""Stiffness of single contacts against the force that was planned (4.2.1, after Hajian 1997)."""

from collections.abc import Sequence

import numpy as np

from prehensile.compliance.joints.force_law import ForceLaw
from prehensile.compliance.told.axes import Axes, dots, svg, ticks, widened
from prehensile.compliance.told.page import table_html

WIDTH, HEIGHT = 230, 190
DOT = "#d55e00"
BEYOND = 3.0
"""times the upper quartile: contacts that are stiffer are drawn at the plot's edge"""
MANY = 4
"""contacts below which a correlation says nothing"""


def force_plot(planned: np.ndarray, stiffness: np.ndarray) -> str:
    """One dot a contact.

    Args:
        planned: (K,) [N]
        stiffness: (K,) [Nm/rad]
    """
    most = min(float(stiffness.max()), BEYOND * float(np.percentile(stiffness, 75)))
    ys = widened(np.array([0.0, most]))
    axes = Axes(46, WIDTH - 8, 8, HEIGHT - 36, widened(np.append(planned, 0.0)), ys)
    at = np.clip(axes.y(stiffness), axes.top, axes.bottom)
    body = axes.frame("planned force [N]", "stiffness [Nm/rad]", ticks(*axes.xs), ticks(*ys))
    return svg(
        WIDTH, HEIGHT, body + dots(axes.x(planned), at, DOT, 5), "stiffness and planned force"
    )


def force_law_table(joints: Sequence[str], laws: Sequence[ForceLaw | None]) -> str:
    """How stiffness grows with force; empty where nobody asked or nothing is known.

    Args:
        joints: names.
        laws: of each; none at all where it was not asked for.
    """
    rows = []
    for name, law in zip(joints, laws, strict=True) if laws else ():
        if law is not None:
            low, high = law.interval()
            rows.append((name, f"{law.at_rest:.2f}", f"{law.slope:+.2f}",
                         f"{low:+.2f} – {high:+.2f}"))  # fmt: skip
    head = ("joint", "K₀ [Nm/rad]", "slope [Nm/rad a newton]", "90 % interval of the slope")
    return table_html(head, rows) if rows else ""


def correlation_interval(r: float, count: int) -> tuple[float, float]:
    """90 % of a correlation of so many pairs, by Fisher's transform; −1 to 1 where they are few."""
    if count < MANY or abs(r) >= 1:
        return -1.0, 1.0
    from scipy.special import ndtri

    middle, half = np.arctanh(r), float(ndtri(0.95)) / np.sqrt(count - 3)
    return float(np.tanh(middle - half)), float(np.tanh(middle + half))

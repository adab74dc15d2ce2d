"""A contact as a small SVG: measured angle, extrapolated reference, fit, and the torque."""

import numpy as np

from prehensile.compliance.told.axes import Axes, dots, line, svg, ticks, widened

WIDTH, HEIGHT = 300, 220
MEASURED, REFERENCE, FITTED, TORQUE, ONSET = "#9aa3ad", "#0072b2", "#d55e00", "#555", "#999"
MOST_DOTS = 150


def contact_plot(
    time: np.ndarray,
    angle: np.ndarray,
    torque: np.ndarray,
    fit_time: np.ndarray,
    reference: np.ndarray,
    fitted: np.ndarray,
) -> str:
    """As Figures 4.3 and 4.5: angles above, torque below, the onset a line.

    Args:
        time: (N,) [s] from the onset.
        angle: (N,) [rad] as measured.
        torque: (N,) [Nm]
        fit_time: (m,) [s]
        reference: (m,) [rad] where nothing would have been.
        fitted: (m,) [rad] reference and what the spring gave.
    """
    there = np.flatnonzero(np.isfinite(angle))
    seen = np.percentile(angle[there], [2, 98])
    span = float(time[0]), float(time[-1])
    degrees = widened(np.degrees(np.concatenate([reference, fitted, seen])))
    upper = Axes(46, WIDTH - 8, 6, 118, span, degrees)
    mine = widened(1e3 * np.append(torque, 0.0))
    lower = Axes(46, WIDTH - 8, 126, HEIGHT - 34, span, mine)
    some = there[:: max(1, len(there) // MOST_DOTS)]
    across = ticks(*span)
    body = (
        upper.frame("", "angle [°]", across, ticks(*degrees))
        + lower.frame("time from onset [s]", "torque [mNm]", across, ticks(*mine, 2))
        + line((float(upper.x(0.0)),) * 2, (upper.top, lower.bottom), ONSET, 1)
        + dots(
            upper.x(time[some]),
            np.clip(upper.y(np.degrees(angle[some])), upper.top, upper.bottom),
            MEASURED,
        )
        + line(upper.x(fit_time), upper.y(np.degrees(reference)), REFERENCE, 1.5, "4 3")
        + line(upper.x(fit_time), upper.y(np.degrees(fitted)), FITTED)
        + line(lower.x(time[::4]), lower.y(1e3 * torque[::4]), TORQUE)
    )
    return svg(WIDTH, HEIGHT, body, "angle and torque of a joint around a contact")

"""A contact as a small SVG: measured angle, extrapolated reference, fit, and the torque."""

import numpy as np

WIDTH, HEIGHT, EDGE = 300, 190, 8
MEASURED, REFERENCE, FITTED, TORQUE = "#9aa3ad", "#0072b2", "#d55e00", "#555"


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
    there = np.isfinite(angle)
    both = np.concatenate([reference, fitted, np.percentile(angle[there], [2, 98])])
    split = 0.68 * HEIGHT
    x = _scale(time[0], time[-1], EDGE, WIDTH - EDGE)
    y = _scale(both.min(), both.max(), split - EDGE, EDGE)
    z = _scale(min(torque.min(), 0.0), max(torque.max(), 0.0), HEIGHT - EDGE, split + EDGE)
    some = np.flatnonzero(there)[:: max(1, int(there.sum()) // 150)]
    dots = "".join(
        f'<circle cx="{x(time[k]):.1f}" cy="{np.clip(y(angle[k]), 0, split):.1f}" r="1"/>'
        for k in some
    )
    lines = (
        _line(x(fit_time), y(reference), REFERENCE, "4 3")
        + _line(x(fit_time), y(fitted), FITTED)
        + _line(x(time[::4]), z(torque[::4]), TORQUE)
    )
    onset = f'<path d="M{x(0.0):.1f} 0V{HEIGHT}" stroke="#ccc"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{onset}<g fill="{MEASURED}">{dots}</g>{lines}</svg>'
    )


def _scale(low: float, high: float, first: float, last: float):
    size = high - low if high > low else 1.0
    return lambda v: first + (last - first) * (v - low) / size


def _line(x: np.ndarray, y: np.ndarray, color: str, dash: str = "") -> str:
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"{dashes}/>'

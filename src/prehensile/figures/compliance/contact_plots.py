"""Figures 4.3, 4.5 and 4.6 of Kry 2005: angle and torque of a joint around single contacts."""

from pathlib import Path
from typing import Any

import numpy as np

from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.joints.published import WINDOW_S, Slopes, contact_slopes
from prehensile.compliance.recorded.windows import ContactWindow, contact_windows
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.lab_sessions import told
from prehensile.figures.compliance.raw_plot import dressed

DOTS, BEFORE, AFTER, ASSUMED, OURS = "#9aa3ad", "#2e9e57", "#c0392b", "#c0392b", "#0072b2"
THESIS_4_3 = 1.1106
"""[rad/Nm] that the thesis finds from its Figure 4.3"""
AROUND_S = 0.25
"""[s] either side of an onset, in Figures 4.5 and 4.6"""
ASSUMED_C = 1.0
"""[rad/Nm] of their equilibrium trajectories"""
KNUCKLE, MIDDLE = "index_mcp_flex", "index_pip_flex"


def draw_fits(path: Path) -> Path:
    """Figure 4.3: polynomials before and after, the first drawn on; of a touch, not a grasp."""
    found = told("explore")
    windows = contact_windows(found.estimate.session, [KNUCKLE], WINDOW_S, WINDOW_S)
    window, slopes = _middle_one(windows, found.estimate)
    figure = optional("matplotlib.figure").Figure(figsize=(7.5, 6), dpi=100, layout="constrained")
    angle, torque = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    t = window.time
    angle.plot(t, np.degrees(window.q[:, 0]), ".", ms=3, color=DOTS, label="measured")
    torque.plot(t, 1e3 * window.torque[:, 0], ".", ms=3, color=DOTS)
    first, last = t <= 0, t >= window.touch.settled - window.touch.onset
    power = np.polynomial.polynomial.polyval
    angle.plot(t[first], np.degrees(power(t[first], slopes.before)), color=BEFORE, lw=2,
               label="before")  # fmt: skip
    angle.plot(t[~first], np.degrees(power(t[~first], slopes.before)), "--", color=BEFORE,
               label="extrapolated")  # fmt: skip
    angle.plot(t[last], np.degrees(power(t[last], slopes.after)), color=AFTER, lw=2, label="after")
    torque.plot(t[last], 1e3 * power(t[last], slopes.torque), color=AFTER, lw=2)
    _labelled(angle, torque)
    angle.legend(frameon=False, fontsize=9)
    column = found.estimate.joints.index(KNUCKLE)
    figure.suptitle(
        f"Figure 4.3: index MP flexion at a contact; (4.12) gives {slopes.compliance:.2f} rad/Nm\n"
        f"(the thesis {THESIS_4_3} at its own; ours from all contacts here "
        f"{found.estimate.compliance[column]:.2f}, true {found.truth.compliance[KNUCKLE]:.2f})",
        fontsize=11, color=INK,
    )  # fmt: skip
    return save_figure(figure, path)


def draw_middle_joint(path: Path) -> Path:
    """Figure 4.5: the PIP joint, whose equilibrium trajectory is not what one would extrapolate."""
    return _two(
        path, MIDDLE, "Figure 4.5: two contacts of the index PIP joint, (4.12) negative", -1
    )


def draw_knuckle(path: Path) -> Path:
    """Figure 4.6: the knuckle, whose is."""
    title = "Figure 4.6: two contacts of the index MP joint, (4.12) sound"
    return _two(path, KNUCKLE, title, 1)


def examples(estimate: Estimate, joint: str, sign: int) -> list[int]:
    """Two contacts whose published estimate is negative or positive.

    Of negative ones those first that ours leaves out, then those that press hardest.
    """
    windows = contact_windows(estimate.session, [joint], WINDOW_S, WINDOW_S)
    values = {w.touch.onset: contact_slopes(w, 0, 1).compliance for w in windows}
    onsets = np.flatnonzero(estimate.onsets).tolist()
    fit = [k for k in onsets if estimate.windows[k].touch.onset in values]
    right = [k for k in fit if sign * values[estimate.windows[k].touch.onset] > 0]
    kept = estimate.accepted[:, estimate.joints.index(joint)]
    order = sorted(right, key=lambda k: (sign < 0 and kept[k], -estimate.windows[k].planned))
    return sorted(order[:2])


def _two(path: Path, joint: str, title: str, sign: int) -> Path:
    found = told("explore")
    estimate = found.estimate
    some = examples(estimate, joint, sign)
    column = estimate.joints.index(joint)
    figure = optional("matplotlib.figure").Figure(figsize=(10, 6), dpi=100, layout="constrained")
    figure.suptitle(
        f"{title}\ndashed: equilibrium trajectory for an assumed {ASSUMED_C:g} rad/Nm (true "
        f"{found.truth.compliance[joint]:.2f}); blue: as ours extrapolates it",
        fontsize=11, color=INK,
    )  # fmt: skip
    plots = figure.subplots(2, max(len(some), 1), sharex="col", squeeze=False,
                            height_ratios=(2, 1))  # fmt: skip
    for (angle, torque), k in zip(plots.T, some, strict=True):
        _around(angle, torque, estimate, k, column)
        angle.set_title(_told_of(estimate, k, column), fontsize=9, color=INK)
    return save_figure(figure, path)


def _around(angle: Any, torque: Any, estimate: Estimate, k: int, column: int) -> None:
    window, near = estimate.windows[k], np.abs(estimate.windows[k].time) < AROUND_S
    t, q, push = window.time[near], window.q[near, column], window.torque[near, column]
    angle.plot(t, np.degrees(q), ".", ms=3, color=DOTS)
    angle.plot(t, np.degrees(_running(q)), color=INK, lw=1)
    angle.plot(t, np.degrees(_running(q - ASSUMED_C * push)), "--", color=ASSUMED)
    assert estimate.fit is not None
    own = estimate.fit.contacts[k].reference(t)
    fitted = estimate.fitted.index(estimate.joints[column])
    angle.plot(t, np.degrees(own[:, fitted]), color=OURS, lw=1.2)
    torque.plot(t, 1e3 * push, color=INK, lw=1)
    for plot in (angle, torque):
        plot.axvline(0, color=DOTS, lw=0.8)
    _labelled(angle, torque)


def _running(values: np.ndarray, width: int = 25) -> np.ndarray:
    """A running mean, the ends by fewer samples; gaps stay."""
    kernel, there = np.ones(width), np.isfinite(values)
    total = np.convolve(np.where(there, values, 0.0), kernel, "same")
    count = np.convolve(there.astype(float), kernel, "same")
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def _told_of(estimate: Estimate, k: int, column: int) -> str:
    reason = estimate.contact_reason[k][column]
    return f"{estimate.windows[k].planned:.2f} N; ours: {reason or 'accepted'}"


def _middle_one(
    windows: tuple[ContactWindow, ...], estimate: Estimate
) -> tuple[ContactWindow, Slopes]:
    """The contact whose published estimate is the median one, of those that ours accepts."""
    kept = estimate.accepted[:, estimate.joints.index(KNUCKLE)]
    sound = {estimate.windows[k].touch.onset for k in np.flatnonzero(kept & estimate.onsets)}
    found = [(w, contact_slopes(w, 0, 2)) for w in windows if w.touch.onset in sound]
    good = sorted((one for one in found if one[1].compliance > 0), key=lambda o: o[1].compliance)
    return good[len(good) // 2]


def _labelled(angle: Any, torque: Any) -> None:
    angle.set_ylabel("angle [°]")
    torque.set(xlabel="time from onset [s]", ylabel="torque [mNm]")
    dressed(angle)
    dressed(torque)

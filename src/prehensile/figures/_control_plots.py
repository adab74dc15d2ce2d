"""Plots of the grasp controller's experiments, one function each."""

from pathlib import Path

import numpy as np

from prehensile.control.example.fit import SetpointFit
from prehensile.control.experiments.drop import drop_test
from prehensile.control.experiments.grip import ALPHAS, grip_test
from prehensile.control.experiments.handshake import FIRM, RELEASE_AT, SHAKE_AT, Handshake
from prehensile.control.experiments.heavier import (
    EMPTY,
    FULL,
    POURING,
    heavier_test,
    steady_hold,
)
from prehensile.control.experiments.tracking import Tracked
from prehensile.control.experiments.wave import wave_test
from prehensile.control.law.gains import EVERYDAY, GRASPS
from prehensile.draw.forces import COLORS
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec

BLUE, ORANGE, GREEN = "#0072b2", "#d55e00", "#009e73"


def draw_drop(path: Path) -> Path:
    """Figure 2's drop test: without limits, with the published spring, with a stop behind it."""
    runs = {
        "no limits": (ORANGE, drop_test(soft_limits=False, hard_stops=False)),
        "soft spring alone, as published": (BLUE, drop_test(hard_stops=False)),
        "soft spring and hard stop": (GREEN, drop_test()),
    }
    figure, plots = _sheet(1, 2, (10, 4))
    hand = Hand()
    for plot, joint in zip(plots[0], ("middle_dip_flex", "middle_mcp_flex"), strict=True):
        k = hand.joint_index(joint)
        for name, (color, run) in runs.items():
            label = f"{name}: {np.degrees(run.overshoot):.1f}° past a stop at most"
            plot.plot(run.time, np.degrees(run.q[:, k]), color=color, label=label)
        plot.axhline(np.degrees(hand.lower[k]), color=INK, lw=0.8, ls="--", label="_")
        plot.text(0.99, np.degrees(hand.lower[k]), "limit", va="bottom", ha="right", color=INK)
        _name(plot, _spoken(joint), "time [s]", "angle [deg]")
    plots[0, 1].legend(fontsize=8, frameon=False)
    figure.suptitle("20 g fall 10 cm on the passive hand", color=INK)
    return save_figure(figure, path)


def draw_wave(path: Path) -> Path:
    """The fingers of two shaken hands, with and without τ_ARM, and with masses 30 % wrong."""
    figure, plots = _sheet(1, 2, (10, 4))
    for plot, percentile in zip(plots[0], (75, 10), strict=True):
        hand = bare_hand(HandSpec.at_percentile(percentile).build())
        runs = {
            "without τ_ARM": (ORANGE, wave_test(hand, compensated=False)),
            "with τ_ARM, masses 30 % too small": (BLUE, wave_test(hand, mass_scale=0.7)),
            "with τ_ARM": (GREEN, wave_test(hand)),
        }
        free = runs["without τ_ARM"][1].deviation
        k = int((free**2).mean(axis=0).argmax())
        for name, (color, run) in runs.items():
            label = f"{name}: {np.degrees(run.rms):.2f}° RMS"
            plot.plot(run.time, np.degrees(run.deviation[:, k]), color=color, label=label)
        _name(
            plot, f"right hand, p{percentile}", "time [s]", f"{_spoken(hand.joint_names[k])} [deg]"
        )
        low, high = plot.get_ylim()
        plot.set_ylim(low, high + 0.4 * (high - low))
        plot.legend(fontsize=8, frameon=False, loc="upper left")
    figure.suptitle(
        "the joint that waves most on a shaken arm, in the air (RMS: all digit joints)", color=INK
    )
    return save_figure(figure, path)


def draw_handshake(shaken: Handshake, path: Path) -> Path:
    """Force between two hands through a handshake."""
    figure, plots = _sheet(1, 1, (8, 3.6))
    plot = plots[0, 0]
    plot.plot(shaken.clip.time, shaken.force, color=BLUE)
    plot.axvspan(SHAKE_AT, RELEASE_AT, color=GREEN, alpha=0.12, lw=0)
    plot.text((SHAKE_AT + RELEASE_AT) / 2, 0.5, "arms shake, 2.5 Hz", ha="center", color=INK)
    title = f"two right hands, p75 and p10, {FIRM.strength:g} times the published gains"
    _name(plot, title, "time [s]", "force [N]")
    return save_figure(figure, path)


def draw_grip(path: Path) -> Path:
    """Force and resistance over α, at the published gains and at the strength for objects."""
    figure, plots = _sheet(1, 2, (9, 3.8))
    for plot, gains in zip(plots[0], (GRASPS, EVERYDAY), strict=True):
        grips = [grip_test(alpha, gains, pulled=True) for alpha in ALPHAS]
        plot.plot(ALPHAS, [g.force for g in grips], "o-", color=BLUE, label="normal forces, sum")
        plot.plot(ALPHAS, [g.withstood for g in grips], "s-", color=ORANGE, label="pull withstood")
        plot.set_ylim(0, None)
        _name(plot, f"strength × {gains.strength:g}", "α", "force [N]")
        plot.legend(fontsize=8, frameon=False)
    figure.suptitle("grip strength α on a cylinder", color=INK)
    return save_figure(figure, path)


def draw_heavier(path: Path) -> Path:
    """A cup that is filled in the hand, with and without the slip reflex."""
    candidate = steady_hold(Hand())
    runs = {
        "without the reflex": (ORANGE, heavier_test(False, candidate=candidate)),
        "with it": (BLUE, heavier_test(True, candidate=candidate)),
    }
    figure, (plots,) = _sheet(1, 2, (10, 3.6))
    for name, (color, run) in runs.items():
        word = "held" if run.held else f"lost at {run.mass[-1]:.2f} kg"
        plots[0].plot(run.time, 1e3 * run.slid, color=color, label=f"{name}: {word}")
        plots[1].plot(run.time, run.grip, color=color, label=f"{name}, measured")
        plots[1].plot(run.time, run.ordered, color=color, lw=0.9, ls="--", label="ordered")
    plots[0].set_ylim(0, 15)
    for plot in plots:
        plot.axvspan(0, POURING, color=INK, alpha=0.06, lw=0)
        plot.legend(fontsize=8, frameon=False, loc="upper left")
    _name(plots[0], "slip in the palm", "time [s]; shaded: the cup is filled", "[mm]")
    _name(plots[1], "sum of normal forces", "time [s]", "[N]")
    title = f"a cup of {EMPTY:g} kg, gripped for that, becomes one of {FULL:g} kg"
    figure.suptitle(title, color=INK)
    return save_figure(figure, path)


def draw_tracking(runs: dict[str, tuple[Tracked, SetpointFit]], path: Path) -> Path:
    """Examples and what six setpoints make of them; one row a clip."""
    joints = ("mcp_flex", "pip_flex")
    figure, plots = _sheet(len(runs), len(joints), (10, 2.6 * len(runs)))
    for row, (name, (run, fit)) in zip(plots, runs.items(), strict=True):
        names = fit.setpoints.joint_names
        for plot, joint in zip(row, joints, strict=True):
            for finger in ("index", "middle", "ring", "little"):
                k = names.index(f"{finger}_{joint}")
                color = COLORS[finger]
                plot.plot(run.time, np.degrees(run.example[:, k]), color=color, lw=0.9, ls="--")
                plot.plot(run.time, np.degrees(run.simulated[:, k]), color=color, label=finger)
            end = run.time[min(run.before_contact.stop, len(run.time) - 1)]
            plot.axvspan(run.time[0], end, color=INK, alpha=0.06, lw=0)
            missed, said = np.degrees([run.rms, fit.predicted_rms])
            title = f"{name}, {_spoken(joint)}: {missed:.1f}° RMS; the fit said {said:.1f}°"
            _name(plot, title, "", "angle [deg]")
    plots[0, 1].legend(fontsize=8, frameon=False, title="dashed: example", title_fontsize=8)
    for plot in plots[-1]:
        plot.set_xlabel("time [s]; shaded: before contact", color=INK)
    return save_figure(figure, path)


def _spoken(joint: str) -> str:
    return joint.replace("_", " ")


def _sheet(rows: int, columns: int, size: tuple[float, float]):
    figure = optional("matplotlib.figure").Figure(figsize=size, dpi=100, layout="constrained")
    return figure, figure.subplots(rows, columns, squeeze=False)


def _name(plot, title: str, x: str, y: str) -> None:
    plot.set_title(title, color=INK, fontsize=10)
    plot.set_xlabel(x, color=INK)
    plot.set_ylabel(y, color=INK)

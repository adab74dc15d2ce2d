"""Figures 3.7 to 3.9 of Kry 2005: force from an FSR's voltage, and what tangential force does."""

from pathlib import Path
from typing import Any

import numpy as np

from prehensile.capture.sensors.fsr import Fsr
from prehensile.capture.sensors.readout.fsr_line import calibrate, coupling_plane
from prehensile.capture.sensors.trials import HARDEST, waves
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional

BLUE, GREEN, GRID = "#1f4e9c", "#7fc97f", "#dddad4"
SEED = 7
RATE = 100.0


def slow_and_fast(seed: int = SEED) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Normal force (N,) [N] and voltage (N,) [V] of slow and of fast presses of one finger; slow
    ones push forwards as the force grows and backwards as it falls, as the subject's did.
    """
    rng = np.random.default_rng(seed)
    sensor, found = Fsr(rate_hz=RATE), {}
    for name, seconds, presses in (("slow", 60.0, 6), ("fast", 15.0, 22)):
        time = np.arange(int(seconds * RATE)) / RATE
        turn = 2 * np.pi * presses * time / seconds
        normal = HARDEST * 0.5 * (1 - np.cos(turn)) * (0.75 + 0.25 * np.cos(0.37 * turn))
        along = np.where(np.sin(turn) > 0, 0.125, -0.05) * normal if name == "slow" else 0 * normal
        volts = sensor.voltage(*(np.tile(f[:, None], 5) for f in (normal, along, 0 * normal)))
        found[name] = normal, volts[:, 1] + rng.normal(0, sensor.noise, len(time))
    return found


def pushed(direction: int, seed: int = SEED) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Normal and tangential force (N,) [N] and voltage (N,) [V] while one direction is pushed."""
    rng = np.random.default_rng((seed, direction))
    time = np.arange(int(60 * RATE)) / RATE
    wave = waves(time, 3, rng)
    normal = HARDEST * (0.5 + 0.5 * wave[:, 0])
    tangent = 0.6 * normal * wave[:, 1]
    other = 0.05 * normal * wave[:, 2]
    x, y = (tangent, other) if direction == 0 else (other, tangent)
    volts = Fsr(rate_hz=RATE).voltage(*(np.tile(f[:, None], 5) for f in (normal, x, y)))[:, 1]
    return normal, tangent, volts + rng.normal(0, Fsr().noise, len(time))


def draw_line(path: Path) -> Path:
    """Figure 3.7: slow and fast presses, the line through both and its bands."""
    found = slow_and_fast()
    force = np.concatenate([f for f, _ in found.values()])
    volts = np.concatenate([v for _, v in found.values()])
    line = calibrate(force, volts)
    figure = optional("matplotlib.figure").Figure(figsize=(7.5, 5), dpi=100, layout="constrained")
    plot = figure.add_subplot()
    for (name, (f, v)), color in zip(found.items(), (BLUE, GREEN), strict=True):
        plot.plot(v, f, ".", ms=2, color=color, label=f"{name} presses")
    at = np.linspace(volts.min(), volts.max(), 50)
    middle = line.intercept + line.slope * at
    single = line.band(at)[1]
    label = f"F = {line.slope:.2f} N/V · V − {-line.intercept:.2f} N"
    plot.plot(at, middle, color=INK, lw=1.4, label=label)
    plot.fill_between(at, middle - single, middle + single, color=INK, alpha=0.12, lw=0,
                      label="95 % of single forces")  # fmt: skip
    plot.set(xlabel="voltage [V]", ylabel="normal force [N]",
             title="Figure 3.7: force from the voltage of a force sensitive resistor")  # fmt: skip
    _dressed(plot)
    plot.legend(frameon=False, markerscale=5)
    return save_figure(figure, path)


def draw_coupling_x(path: Path) -> Path:
    """Figure 3.9: pushing along the finger tilts the contours."""
    return _coupling(path, 0, "Figure 3.9: tangential force along x, the way the finger points")


def draw_coupling_y(path: Path) -> Path:
    """Figure 3.8: pushing across the finger hardly does."""
    return _coupling(path, 1, "Figure 3.8: tangential force along y, across the finger")


def _coupling(path: Path, direction: int, title: str) -> Path:
    normal, tangent, volts = pushed(direction)
    plane = coupling_plane(normal, tangent, volts)
    figure = optional("matplotlib.figure").Figure(figsize=(7.5, 5), dpi=100, layout="constrained")
    plot = figure.add_subplot()
    dots = plot.scatter(normal, tangent, c=volts, s=3, cmap="viridis")
    levels = np.arange(0.1, 0.81, 0.1)
    x, y = np.meshgrid(np.linspace(0, HARDEST, 30), np.linspace(-2.4, 2.4, 30))
    fitted = plane.offset + plane.normal * x + plane.tangent * y
    lines = plot.contour(x, y, fitted, levels=levels, colors=INK, linewidths=0.9)
    plot.clabel(lines, fmt="%.1f V", fontsize=8)
    figure.colorbar(dots, label="measured voltage [V]")
    reach = [float(plane.normal_force(np.array(0.5), np.array(t))) for t in (1.5, 0.0, -1.5)]
    plot.set(
        xlabel="normal force [N]", ylabel=f"tangential force {'xy'[direction]} [N]",
        xlim=(0, HARDEST), ylim=(-2.4, 2.4),
        title=f"{title}\n0.5 V is {reach[1]:.1f} N, or {min(reach):.1f} to {max(reach):.1f} N "
        "with 1.5 N of it",
    )  # fmt: skip
    _dressed(plot)
    return save_figure(figure, path)


def _dressed(plot: Any) -> None:
    plot.grid(color=GRID, lw=0.6)
    plot.set_axisbelow(True)
    for side in ("top", "right"):
        plot.spines[side].set_visible(False)

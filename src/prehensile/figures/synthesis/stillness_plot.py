"""What is held stands still: the way of a ball in the hand over sixty seconds."""

from pathlib import Path

import numpy as np

from prehensile.bench.synthesis.grasped_ball import drawn_grasp, grasped_ball
from prehensile.bench.synthesis.held_still import CLOSING
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed

SEEDS = (0, 1, 2)
"""of grasps; development"""
SECONDS = 70.0
"""[s] from when the reference has come to rest"""
SETTLED = 10.0
"""[s] after which creep counts"""
EVERY = 25
"""steps between points"""
FLOOR = 1e-6
"""[µm] that the plot shows for less"""
COLORS = ("#0072b2", "#d55e00", "#009e73")


def draw_creep(path: Path) -> Path:
    """Distance from where each ball is at the end, and creep after ten seconds."""
    figure = optional("matplotlib.figure").Figure(figsize=(8, 4.2), dpi=100, layout="constrained")
    plot = figure.subplots()
    for seed, color in zip(SEEDS, COLORS, strict=True):
        time, way = settling(seed)
        late = time >= SETTLED
        creep = way[late][0] / (time[-1] - SETTLED)
        digits = len(drawn_grasp(seed).digits)
        plot.plot(time, np.maximum(way, FLOOR), color=color,
                  label=f"seed {seed}, {digits} digits: {creep:.1g} µm/s after 10 s")  # fmt: skip
    plot.axvline(SETTLED, color=INK, lw=0.8, ls=":")
    plot.set(
        xlabel="time since the reference rests [s]", ylabel="distance from the last place [µm]"
    )
    plot.set(xscale="log", yscale="log")
    plot.legend(frameon=False, fontsize=9)
    dressed(plot)
    figure.suptitle("A ball in the fingers, reference at rest, damping on", color=INK, fontsize=11)
    return save_figure(figure, path)


def settling(seed: int, seconds: float = SECONDS) -> tuple[np.ndarray, np.ndarray]:
    """Times (n,) [s] and distances (n,) [µm] of a ball from where it is at the end."""
    s = grasped_ball(drawn_grasp(seed), CLOSING)
    begun, places, times = s.time, [], []
    for k in range(round(seconds / s.setting.timestep)):
        s.step()
        if k % EVERY == 0:
            times.append(s.time - begun)
            places.append(s.state.T_bodies[0, :3, 3])
    found = np.array(places)
    return np.array(times), 1e6 * np.linalg.norm(found - found[-1], axis=1)

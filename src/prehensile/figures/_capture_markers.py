"""Figure 3.3 of Kry 2005: the calibrated skeleton, and how markers scatter about their places."""

from pathlib import Path

import numpy as np

from prehensile.capture.sensors.markers import Markers
from prehensile.capture.sensors.readout.marker_angles import MarkerAngles, marker_angles
from prehensile.capture.sensors.trials import range_trial
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import PALM, digit_segments
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

GREEN, SEED = "#2e9e57", 2
SCALE = 10.0
"""by which the ellipsoids are drawn too large"""


def calibrated(seed: int = SEED, seconds: float = 4.0) -> tuple[MarkerAngles, np.ndarray]:
    """A range of motion through markers of an unknown hand, and its covariances (M, 3, 3) [m²]: of
    what is left of every marker, in the frame of its segment.
    """
    rng = np.random.default_rng(seed)
    clip, markers = range_trial(rng, seconds, 200.0), Markers(rate_hz=200.0)
    stream = markers.observe(clip, rng)
    found = marker_angles(stream, markers.sites, cutoff_hz=20.0, rate_hz=50.0)
    fit = found.fit
    rows = np.searchsorted(stream.time, found.time)
    poses = segment_transforms(fit.hand, fit.q, fit.T_world_forearm)
    spread = []
    for m, (name, site) in enumerate(markers.sites.items()):
        off = stream.channel(name)[rows] - fit.points[:, m]
        local = np.einsum("nji,nj->ni", poses[site.segment][:, :3, :3], off)
        near = np.linalg.norm(local, axis=1) < 0.005
        spread.append(np.cov(local[near].T))
    return found, np.array(spread)


def draw_skeleton(path: Path) -> Path:
    """Figure 3.3: joints at their mean angles, ellipsoids of the markers' covariances."""
    found, spread = calibrated()
    fit = found.fit
    poses = segment_transforms(fit.hand, fit.q.mean(0))
    figure = optional("matplotlib.figure").Figure(figsize=(8, 6.5), dpi=100, layout="constrained")
    optional("mpl_toolkits.mplot3d")
    plot = figure.add_subplot(projection="3d")
    for digit in DIGITS:
        names = digit_segments(digit)
        chain = [poses[PALM][:3, 3], *(poses[n][:3, 3] for n in names)]
        chain.append(
            se3.apply(poses[names[-1]], np.array([fit.hand.segments[names[-1]].length, 0, 0]))
        )
        plot.plot(*np.array(chain).T, "o-", color=INK, lw=2, ms=4)
    angle, turn = np.meshgrid(np.linspace(0, np.pi, 9), np.linspace(0, 2 * np.pi, 13))
    ball = np.stack([np.sin(angle) * np.cos(turn), np.sin(angle) * np.sin(turn), np.cos(angle)], -1)
    for site, offset, covariance in zip(fit.sites, fit.offsets, spread, strict=True):
        value, axes = np.linalg.eigh(covariance)
        local = offset + SCALE * (ball * np.sqrt(value)) @ axes.T
        stilt = np.stack([offset * [1.0, 1.0, 0.0], offset])
        plot.plot(*se3.apply(poses[site.segment], stilt).T, color=GREEN, lw=0.8)
        plot.plot_surface(*np.moveaxis(se3.apply(poses[site.segment], local), -1, 0),
                          color=GREEN, alpha=0.35, lw=0)  # fmt: skip
    middle = np.array([0.085, 0.0, -0.02])
    for axis, at in zip("xyz", middle, strict=True):
        plot.set(**{f"{axis}lim": (at - 0.085, at + 0.085)})
    plot.set_box_aspect((1, 1, 1), zoom=1.55)
    plot.view_init(elev=35, azim=-70)
    plot.set_axis_off()
    plot.set_title(
        f"Figure 3.3: skeleton calibrated from markers, {1e3 * fit.median_residual:.2f} mm off; "
        f"deviations ×{SCALE:.0f}",
        fontsize=11, color=INK,
    )  # fmt: skip
    return save_figure(figure, path)

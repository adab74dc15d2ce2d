"""Recorded keypoints over the hand that was fitted to them."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from prehensile.draw.camera import fit_camera, hand_view
from prehensile.draw.forces import COLORS
from prehensile.draw.posed_hand import add_posed_hand
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import PALM, WEBXR_DIGIT
from prehensile.kinematics.fit.keypoint_layout import Layout, layout_links, layout_points
from prehensile.kinematics.fit.keypoints import KeypointFit, fit_keypoints
from prehensile.lie import se3
from prehensile.reference_data import reference_data

TILE = (260, 300)
"""Pixels of one frame."""
OPENNESS = (0.98, 0.7, 0.4, 0.1)
"""Shares of the frames that are more bent than those drawn: from the open hand to the closed."""


class Recording(NamedTuple):
    """One recording of keypoints to fit a hand to."""

    name: str
    points: np.ndarray
    """(T, K, 3) [m]"""
    layout: Layout
    view: str


def recordings() -> list[Recording]:
    """The recordings of keypoints among the reference data.

    Raises:
        FileError: they are not there.
    """
    landmarks = np.load(reference_data("motion", "landmarks", "human_joint_right.npz"))
    leap = np.load(reference_data("motion", "leap", "grab.npz"))
    fingers = 1e-3 * leap["joints_mm"]
    return [
        Recording("MediaPipe landmarks", landmarks["joint_pos"], "mediapipe", "palm"),
        Recording("Leap joints", fingers.reshape(len(fingers), -1, 3), "leap", "three-quarter"),
    ]


def draw_keypoints(clips: list[Recording], path: Path) -> Path:
    """A row of frames per recording, the fitted hand below what was seen."""
    columns, rows = len(OPENNESS), len(clips)
    figure = optional("matplotlib.figure").Figure(
        figsize=(columns * TILE[0] / 100, rows * (TILE[1] + 30) / 100 + 0.4), dpi=100,
        layout="constrained",
    )  # fmt: skip
    plots = figure.subplots(rows, columns, squeeze=False)
    for clip, row in zip(clips, plots, strict=True):
        fit = fit_keypoints(clip.points, clip.layout)
        for plot, k in zip(row, telling_frames(fit), strict=True):
            _draw_frame(plot, clip, fit, k)
            off = 1e3 * np.nanmedian(fit.residual[k])
            plot.set_title(f"frame {k}: median {off:.1f} mm", fontsize=9, color=INK)
        row[0].set_ylabel(
            f"{clip.name}\nall frames: median {1e3 * fit.median_residual:.1f} mm", color=INK
        )
    handles, names = plots[0, 0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False)
    return save_figure(figure, path)


def telling_frames(fit: KeypointFit) -> list[int]:
    """Frames from the open hand to the closed one, by the sum of all finger flexion."""
    names = fit.hand.joint_names
    bends = [k for k, name in enumerate(names) if name.endswith("flex") and "wrist" not in name]
    order = np.argsort(fit.q[:, bends].sum(-1))
    return [int(order[round((1 - share) * (len(order) - 1))]) for share in OPENNESS]


def _draw_frame(plot: Any, clip: Recording, fit: KeypointFit, k: int) -> None:
    """One frame in the palm's frame, fingers up."""
    to_palm = se3.inverse(fit.T_world_forearm[k])
    seen, own = se3.apply(to_palm, clip.points[k]), se3.apply(to_palm, fit.points[k])
    picture, project = _skin(fit.hand, fit.q[k], clip.view, np.concatenate([seen, own]))
    plot.imshow(picture)
    pixels, fitted = project(seen), project(own)
    colors = [_color(name) for name in layout_points(clip.layout)]
    for i, j in layout_links(clip.layout):
        plot.plot(*fitted[[i, j]].T, "-", color=colors[j], lw=1.8)
    for found, was in zip(fitted, pixels, strict=True):
        plot.plot(*np.array([found, was]).T, "-", color=INK, lw=0.8)
    plot.plot([], [], "-", color=INK, lw=1.8, label="bones of the fitted hand")
    plot.scatter(
        *pixels.T, s=26, c="white", edgecolors=INK, linewidths=1.1, zorder=3,
        label="keypoints as recorded",
    )  # fmt: skip
    plot.set_xlim(0, TILE[0])
    plot.set_ylim(TILE[1], 0)
    plot.set_xticks([])
    plot.set_yticks([])
    plot.spines[:].set_visible(False)


def _skin(hand: Hand, q: np.ndarray, view: str, points: np.ndarray) -> tuple[np.ndarray, Any]:
    """A picture of the hand with room for ``points``, and what takes points to its pixels."""
    with Scene(TILE) as scene:
        surface = add_posed_hand(scene, hand, q, None)
        everything = np.concatenate([surface, points])
        camera = fit_camera(everything, hand_view(hand, view), np.array([1.0, 0, 0]), TILE)
        return scene.picture(camera), lambda p: camera.project(p, TILE)


def _color(point: str) -> str:
    """The colour of the digit that a keypoint belongs to."""
    for digit in DIGITS:
        if point != PALM and point.startswith(WEBXR_DIGIT[digit]):
            return COLORS[digit]
    return COLORS["palm"]

"""Figures 5-8 to 5-11 of Andrews 2014: a model of colour on a hand, gripping and being pulled."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from prehensile.appearance.model.model import BlushModel
from prehensile.appearance.worn import SKIN_DRESS, Blush
from prehensile.control.experiments.fingertip_grip import growing_grip, pulled_away
from prehensile.draw.camera import Camera, fit_camera
from prehensile.draw.clip_frame import add_frame
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_figure, save_tiles
from prehensile.extras import optional
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.motion.pad_load import tip_transforms
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.skin.dress import Dress
from prehensile.skin.hand_rig import hand_rig

GRIPS = (2.0, 5.0, 10.0, 20.0, 40.0)
"""[N]"""
GRIP_TILE, PULL_TILE = (420, 400), (420, 400)
PULL_FRAMES, PULL_GRIP = 8, 20.0
"""how many, and [N] that it is held with"""
UP = np.array([0.0, 0.0, 1.0])


def draw_on_hand(folder: Path, dress: Dress = SKIN_DRESS) -> list[Path]:
    """Figures 5-8 to 5-11 into ``folder``; none of a dress without colour."""
    if not isinstance(dress.blush, Blush):
        return []
    return [
        draw_lookup(folder / "appearance_5-8_lookup.png", dress),
        draw_mask(folder / "appearance_5-9_mask.png", dress.blush.model),
        draw_growing_grip(folder / "appearance_5-10_grip.png", dress),
        draw_pulled_away(folder / "appearance_5-11_pulled.png", dress),
    ]


def draw_lookup(path: Path, dress: Dress = SKIN_DRESS) -> Path:
    """Figure 5-8: the lookup (s red, t green, finger blue), the base colour, and the mask."""
    hand = Hand()
    lookup, base, rig = dress.lookup(hand), dress.picture(hand), hand_rig(hand, 0)
    assert lookup is not None and base is not None and rig.uv is not None
    shown = lookup.mask > 0
    places = np.zeros(base.shape, np.uint8)
    places[shown, :2] = lookup.st[shown] >> 8
    places[shown, 2] = 40 + 50 * lookup.finger[shown]
    figure = optional("matplotlib.figure").Figure(figsize=(15, 5.3), dpi=100, layout="constrained")
    lines = rig.uv[np.concatenate([rig.faces, rig.faces[:, :1]], axis=1)] * len(base)
    panels = {"s, t and finger": places, "base colour": base, "mask": lookup.mask}
    for axes, (title, picture) in zip(figure.subplots(1, 3), panels.items(), strict=True):
        axes.imshow(picture, cmap="gray", vmin=0, vmax=255)
        dark = title == "base colour"
        segments = optional("matplotlib.collections").LineCollection(
            list(lines), colors="#000000" if dark else "#808080", linewidths=0.2, alpha=0.6
        )
        axes.add_collection(segments)
        axes.set_title(title)
        axes.set_axis_off()
    return save_figure(figure, path)


def draw_mask(path: Path, model: BlushModel) -> Path:
    """Figure 5-9: what the eigentextures sum up to, and the mask made of it, view by view."""
    sums = np.abs(model.textures).sum(axis=2)
    sums = sums / max(float(sums.max()), 1e-9)
    names = " and ".join(model.views)
    panels = {f"Σ |eigentextures|, {names}": sums, f"mask, {names}": model.mask}
    figure = optional("matplotlib.figure").Figure(
        figsize=(1 + 6 * len(model.views), 3.6), dpi=100, layout="constrained"
    )
    for axes, (title, picture) in zip(figure.subplots(1, 2), panels.items(), strict=True):
        axes.imshow(picture, cmap="gray", vmin=0, vmax=1)
        axes.set_title(title)
        axes.set_axis_off()
    return save_figure(figure, path)


def draw_growing_grip(
    path: Path, dress: Dress = SKIN_DRESS, grips: Sequence[float] = GRIPS
) -> Path:
    """Figure 5-10: a grip that grows over ``grips`` [N], above the nails of fingers and thumb."""
    clip = growing_grip(low=grips[0], high=grips[-1])
    grip = np.array(clip.meta["grip"])
    # A moment after the grip was wanted: it has come, and the blood has followed.
    frames = [
        min(int(np.searchsorted(grip, g, side="right")) + 30, clip.n_frames - 1) for g in grips
    ]
    frames[-1] = clip.n_frames - 1
    labels = [f"{g:g} N" for g in grips]
    rows = [
        _tiles(clip, frames, labels, _camera(clip, frames[-1], digits, GRIP_TILE), dress)
        for digits in ((1, 2, 3, 4), (0,))
    ]
    return save_tiles([tile for row in rows for tile in row], path, columns=len(grips))


def draw_pulled_away(path: Path, dress: Dress = SKIN_DRESS) -> Path:
    """Figure 5-11: a box on the mouse spring, frame by frame until it is out of the hand."""
    clip = pulled_away(grip=PULL_GRIP)
    began, lost = clip.meta["pulled"]
    times = np.append(np.linspace(began, lost - 0.02, PULL_FRAMES - 1), clip.time[-1])
    frames = [int(np.searchsorted(clip.time, t).clip(0, clip.n_frames - 1)) for t in times]
    labels = [f"{t - began:.2f} s" for t in clip.time[frames]]
    camera = _camera(clip, frames[0], (1, 2, 3, 4), PULL_TILE, wide=1.6)
    return save_tiles(_tiles(clip, frames, labels, camera, dress), path, columns=4)


def _tiles(
    clip: Clip, frames: Sequence[int], labels: Sequence[str], camera: Camera, dress: Dress
) -> list[tuple[str, np.ndarray]]:
    tiles = []
    with Scene(GRIP_TILE) as scene:
        for k, label in zip(frames, labels, strict=True):
            scene.clear()
            add_frame(scene, clip, k, forces=False, floor=None, dress=dress, level=2)
            tiles.append((label, scene.picture(camera)))
    return tiles


def _camera(
    clip: Clip, k: int, digits: Sequence[int], size: tuple[int, int], wide: float = 1.0
) -> Camera:
    """Above the nails of digits in a frame; ``wide`` times as much as the last segments."""
    track = clip.hands[0]
    tips = tip_transforms(hand_of(track), angles_of(track)[k], track.T_world_forearm[k])
    tips = tips[list(digits)]
    middle = tips[:, :3, 3] + 0.008 * tips[:, :3, 0]
    around = wide * 0.026 * np.concatenate([np.eye(3), -np.eye(3)])
    points = (middle[:, None] + around).reshape(-1, 3)
    to_eye = tips[:, :3, 2].mean(axis=0) + 0.35 * tips[:, :3, 0].mean(axis=0) + 0.25 * UP
    return fit_camera(points, to_eye, UP, size)

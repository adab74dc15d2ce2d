"""`draw_mechanism`: a mechanism in one or several poses over one another."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.draw.camera import fit_camera
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_picture
from prehensile.forks.mechanism.clip import link_color
from prehensile.forks.mechanism.link_mesh import link_mesh
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.lie import se3

VIEW = (0.75, -1.0, 0.4)
"""From the mechanism to the eye."""
GHOST = (0.84, 0.85, 0.86)
"""Colour of a pose that is only there to compare with."""
UP = np.array([0.0, 0, 1])
ARROW, THICKNESS = 0.5, 0.02
"""Length and thickness of a force, as shares of the bounding radius."""
SLIM = 0.93
"""Links of a pose below others are drawn so much smaller, or two surfaces in one place flicker."""
Color = tuple[float, float, float]


class Layer(NamedTuple):
    """One pose of the mechanism."""

    poses: np.ndarray
    """(links, 4, 4) world"""
    color: Color | None = None
    """sRGB of all links; each its own if left out"""


class Push(NamedTuple):
    """A force."""

    at: np.ndarray
    """(3,) [m] world"""
    force: np.ndarray
    """(3,) of any size, world: the arrow shows where to"""


def mechanism_picture(
    mechanism: Mechanism,
    layers: Sequence[Layer],
    size: tuple[int, int] = (640, 640),
    push: Push | None = None,
) -> np.ndarray:
    """Picture (height, width, 3) uint8 of all layers, seen from one side."""
    meshes = [link_mesh(mechanism, row) for row in range(len(mechanism.links))]
    length = ARROW * mechanism.radius
    seen = []
    with Scene(size) as scene:
        for layer in layers:
            merged: dict[Color, list[tuple[np.ndarray, np.ndarray]]] = {}
            for row, (vertices, faces) in enumerate(meshes):
                color = layer.color or link_color(mechanism, row)
                share = 1.0 if layer is layers[-1] else SLIM
                com = mechanism.com[row]
                placed = se3.apply(layer.poses[row], com + share * (vertices - com))
                merged.setdefault(color, []).append((placed, faces))
                seen.append(placed)
            for color, parts in merged.items():
                scene.add_body(*_joined(parts), np.array(color))
        scene.add_floor(float(min(p[:, 2].min() for p in seen)))
        if push is not None:
            arrow = length * push.force / np.linalg.norm(push.force)
            seen.append(np.stack([push.at, push.at + arrow]))
            scene.add_arrows(push.at[None], arrow[None], THICKNESS * mechanism.radius)
        camera = fit_camera(np.concatenate(seen), np.array(VIEW), UP, size, margin=1.16)
        return scene.picture(camera)


def draw_mechanism(
    mechanism: Mechanism,
    layers: Sequence[Layer],
    path: str | Path,
    size: tuple[int, int] = (640, 640),
    push: Push | None = None,
) -> Path:
    """Write :func:`mechanism_picture` as PNG; returns ``path``."""
    return save_picture(mechanism_picture(mechanism, layers, size, push), path)


def _joined(parts: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """One mesh of many: drawing hundreds of meshes one by one takes half a minute."""
    first = np.cumsum([0] + [len(v) for v, _ in parts[:-1]])
    faces = [f + k for (_, f), k in zip(parts, first, strict=True)]
    return np.concatenate([v for v, _ in parts]), np.concatenate(faces)

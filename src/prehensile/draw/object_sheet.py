"""`draw_object_sheet`: things side by side, named, each standing on the floor."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from prehensile.draw.camera import fit_camera
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.errors import InputError

DIRECTION = np.array([0.75, -1.0, 0.62])
"""From a thing to the eye, world: what has a handle or an opening shows it."""


def draw_object_sheet(
    objects: Mapping[str, tuple[np.ndarray, np.ndarray, np.ndarray]],
    path: str | Path,
    columns: int = 6,
    tile: tuple[int, int] = (240, 240),
    same_scale: bool = False,
) -> Path:
    """Draw each object with its name below.

    Args:
        objects: name → vertices (V, 3) [m] with z up, faces (F, 3), color (3,) from 0 to 1.
        path: the PNG to write.
        columns: tiles in a row.
        tile: width and height of a tile in pixels.
        same_scale: all from one distance, to compare sizes; otherwise each fills its tile.

    Returns:
        ``path``.
    """
    if not objects:
        raise InputError("an object sheet needs at least one object.")
    up = np.array([0.0, 0.0, 1.0])
    centred = {
        name: (np.asarray(v) - 0.5 * (np.min(v, axis=0) + np.max(v, axis=0)), f, color)
        for name, (v, f, color) in objects.items()
    }
    everything = np.concatenate([v for v, _, _ in centred.values()])
    tiles = []
    with Scene(tile) as scene:
        for name, (vertices, faces, color) in centred.items():
            scene.clear()
            scene.add_body(vertices, faces, color)
            scene.add_floor(float(vertices[:, 2].min()))
            fitted = everything if same_scale else vertices
            tiles.append((name, scene.picture(fit_camera(fitted, DIRECTION, up, tile, 1.4))))
    return save_tiles(tiles, path, columns)

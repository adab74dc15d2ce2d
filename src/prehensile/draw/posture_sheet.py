"""`draw_posture_sheet`: the axes of a posture basis, as in Figure 6-2 of Andrews 2014."""

from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.camera import fit_camera, hand_view
from prehensile.draw.posed_hand import add_posed_hand, posed_hand
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.skin.dress import Dress
from prehensile.synergy.posture import PostureBasis

COLUMNS = 5
"""postures of an axis; the middle one is the mean"""


def draw_posture_sheet(
    basis: PostureBasis,
    path: str | Path,
    hand: Hand | None = None,
    columns: int = COLUMNS,
    tile: tuple[int, int] = (230, 250),
    view: str = "three-quarter",
    dress: Dress = SKIN_DRESS,
) -> Path:
    """Draw an axis a row, its coordinate from the samples' lowest to their highest, all under one
    camera. Postures are cut at the hand's limits.

    Args:
        basis: whose axes.
        path: the PNG to write.
        hand: that takes the postures; a mean right hand by default.
        columns: postures of an axis, an odd number.
        tile: width and height of a tile in pixels.
        view: one of `prehensile.draw.camera.VIEWS`.
        dress: what the hand is drawn in.

    Returns:
        ``path``.

    Raises:
        InputError: the hand has other joints than the basis.
    """
    shown = Hand() if hand is None else hand
    if shown.joint_names != basis.joint_names:
        raise InputError("the basis has other joints than the hand that should be drawn.")
    postures = [
        (label, np.clip(q, shown.lower, shown.upper)) for label, q in axis_postures(basis, columns)
    ]
    posed = [posed_hand(shown, q, None, dress) for _, q in postures]
    points = np.concatenate([p.vertices[p.in_view] for p in posed])
    camera = fit_camera(points, hand_view(shown, view), np.array([1.0, 0, 0]), tile)
    tiles = []
    with Scene(tile) as scene:
        for label, q in postures:
            scene.clear()
            add_posed_hand(scene, shown, q, None, dress)
            tiles.append((label, scene.picture(camera)))
    return save_tiles(tiles, path, columns)


def axis_postures(basis: PostureBasis, columns: int = COLUMNS) -> list[tuple[str, np.ndarray]]:
    """Label and angles (dof,) [rad] of every posture of the sheet, axis by axis.

    Each half of a row has even steps: the samples lie more to one side of their mean than to the
    other.
    """
    half = columns // 2
    steps = np.arange(-half, half + 1) / max(half, 1)
    found = []
    for k in range(basis.components):
        for s in steps:
            p = np.zeros(basis.components)
            p[k] = s * (basis.upper[k] if s > 0 else -basis.lower[k])
            name = "mean" if s == 0 else f"{p[k]:+.2f} rad".replace("-", "−")
            found.append((f"axis {k + 1}: {name}", basis.posture(p)))
    return found

"""`draw_spelling_sheet`: a text in fingerspelling, one picture a sign, as its reader sees it."""

from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.camera import VIEW_ANGLE, Camera, fit_camera
from prehensile.draw.posed_hand import add_posed_hand
from prehensile.draw.scene import BACKGROUND, FORCE, Scene
from prehensile.draw.tiles import save_tiles
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.spell.air_stroke import stroke_path
from prehensile.motion.spell.letters import letter_pose, sign
from prehensile.motion.spell.spelling import checked_text
from prehensile.skin.dress import Dress

TO_READER, UP = np.array([0.0, -1.0, 0.12]), np.array([0.0, 0.0, 1.0])
"""The reader's eyes are a little higher than the hand."""
SHOWN = 1.17
"""Height of a tile over the hand's length: all hands of a sheet are drawn to one scale."""
ARM_OF_LENGTH = 0.12
"""How much of the forearm has to be in the picture, over the hand's length."""
LINE, ARROW = 0.0018, 0.02
"""[m] radius of a drawn stroke, length of the arrow at its end"""
SIDES = 12


def draw_spelling_sheet(
    hand: Hand,
    text: str,
    path: str | Path,
    columns: int = 9,
    tile: tuple[int, int] = (200, 220),
    dress: Dress = SKIN_DRESS,
) -> Path:
    """Draw each sign of a text with its letter below; spaces stay empty, strokes are drawn.

    Args:
        hand: who signs.
        text: what `prehensile.motion.spell.spelling.spell` takes.
        path: the PNG to write.
        columns: tiles in a row.
        tile: width and height of a tile in pixels.
        dress: what the hand is drawn in.

    Returns:
        ``path``.

    Raises:
        InputError: the text cannot be spelled.
    """
    characters = checked_text(text)
    blank = np.full((tile[1], tile[0], 3), BACKGROUND, dtype=np.uint8)
    pictures = {" ": blank}
    with Scene(tile) as scene:
        for character in dict.fromkeys(characters):
            if character != " ":
                scene.clear()
                pictures[character] = scene.picture(_add_sign(scene, hand, character, tile, dress))
    return save_tiles([(c, pictures[c]) for c in characters], path, columns)


def _add_sign(
    scene: Scene, hand: Hand, character: str, tile: tuple[int, int], dress: Dress
) -> Camera:
    q, T = letter_pose(hand, character)
    points = add_posed_hand(scene, hand, q, T, dress)
    behind = se3.apply(se3.inverse(T), points)[:, 0]
    seen = points[behind > -ARM_OF_LENGTH * hand.length]
    shape = sign(character)
    if shape.stroke is not None:
        line = stroke_path(hand, shape, 121)
        line[:, 1] = points[:, 1].min() - LINE  # in front of the hand
        scene.add_body(*_tube(line), color=np.array(FORCE) / 255)
        back = np.linalg.norm(line - line[-1], axis=1)
        last = int(np.flatnonzero(back > ARROW)[-1])
        scene.add_arrows(line[last : last + 1], line[-1:] - line[last], thickness=LINE)
        seen = np.concatenate([seen, line])
    fitted = fit_camera(seen, TO_READER, UP, tile)
    away = fitted.position - fitted.target
    distance = 0.5 * SHOWN * hand.length / np.tan(np.radians(VIEW_ANGLE) / 2)
    farther = max(1.0, distance / float(np.linalg.norm(away)))
    return fitted._replace(position=fitted.target + farther * away)


def _tube(line: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and faces of a tube along points (n, 3) [m] in a plane y = const."""
    forward = np.gradient(line, axis=0)
    length = np.linalg.norm(forward, axis=1, keepdims=True)
    forward = forward / np.where(length > 0, length, 1.0)
    depth = np.array([0.0, 1.0, 0.0])
    across = np.cross(forward, depth)
    angle = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)[:, None]
    ring = LINE * (np.cos(angle) * across[:, None] + np.sin(angle) * depth)
    vertices = (line[:, None] + ring).reshape(-1, 3)
    k, j = np.meshgrid(np.arange(len(line) - 1), np.arange(SIDES), indexing="ij")
    a, b = k * SIDES + j, k * SIDES + (j + 1) % SIDES
    faces = np.stack([a, b, b + SIDES, a, b + SIDES, a + SIDES], axis=-1).reshape(-1, 3)
    return vertices, faces

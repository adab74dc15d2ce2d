"""Colour of fingertips as a sprite sheet, for engines that have neither our shader nor our GLB.

A PNG with the pictures of every fingertip at each of its levels, and a JSON of the same name:

    {version, picture, width, height, time: [T],
     hands: [{name, side, base_width, base_height, color_error,
              fingers: [{name, frames: [T], levels: [{blood: [4], force}],
                         tiles: [{base: [x, y, w, h], uv: [u, v, u, v], sheet: [[x, y, w, h]]}]}]}]}

``frames`` is the level at each frame; level 0 is the skin's own picture. ``sheet`` is where each
level's tile lies on the sheet, ``base`` where it belongs on the hand's base colour [pixels, origin
upper left], ``uv`` the same corners from 0 to 1. ``force`` [N] is what pressed on the pad while the
level was shown, on average; null for a level that was not.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.errors import InputError
from prehensile.export.tip_levels import TipPictures, tip_pictures
from prehensile.export.tip_tiles import Tile, TipTiles, tip_tiles
from prehensile.files.pictures.picture import png_bytes
from prehensile.hand.joints import DIGITS
from prehensile.motion.clip import Clip
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.pad_load import pad_loads
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.dress import Dress

VERSION = 1


def save(clip: Clip, path: str | Path, dress: Dress) -> tuple[Path, Path]:
    """Write the sheet and its JSON, both or none.

    Args:
        clip: whose hands colour.
        path: of the PNG.
        dress: what the hands wear.

    Returns:
        Paths of both files.

    Raises:
        InputError: no hand of the clip has fingertips that colour.
        FileError: a file cannot be written.
    """
    check_frames(clip.n_frames)
    picture = Path(path)
    sheet, document = blush_sheet(clip, dress)
    document["picture"] = picture.name
    text = json.dumps(document, allow_nan=False, separators=(",", ":"))
    notes = picture.with_suffix(".json")
    with atomic_path(picture) as first, atomic_path(notes) as second:
        first.write_bytes(png_bytes(sheet))
        second.write_text(text + "\n", "utf-8")
    return picture, notes


def check_colored(clip: Clip, dress: Dress) -> None:
    """Refuse a clip without any fingertip that colours.

    Raises:
        InputError: why there is none, and what to do.
    """
    if dress.bare or dress.blush is None:
        raise InputError(
            "a blush sheet shows the colour of fingertips, which --no-blush and --bare leave out: "
            "leave out these."
        )
    if not any(dress.lookup(hand_of(track)) is not None for track in clip.hands):
        raise InputError(
            "no hand of the clip can show the colour of fingertips: a blush sheet needs one in our "
            "own skin, or in a mesh with UV coordinates."
        )


def blush_sheet(clip: Clip, dress: Dress) -> tuple[np.ndarray, dict[str, Any]]:
    """The sheet (H, W, 3) uint8 and what its JSON holds, besides the name of the picture.

    Raises:
        InputError: no hand of the clip has fingertips that colour.
    """
    check_colored(clip, dress)
    blood, force = dress.blood(clip), pad_loads(clip).force
    parts, hands, top = [], [], 0
    for h, track in enumerate(clip.hands):
        hand = hand_of(track)
        tips = None if blood is None else tip_pictures(dress, hand, blood[:, h])
        if tips is None:
            continue
        height, width = tips.base.shape[:2]
        tiles = tip_tiles(dress.rig(hand), tips.lookup, (width, height))
        columns = _columns(tips.levels.count + 1, tiles)
        parts.append(_levels_picture(tips, tiles, columns))
        fingers = [
            _finger(tips, tiles, finger, columns, top, force[:, h, finger])
            for finger in range(len(DIGITS))
        ]
        hands.append(
            {
                "name": track.name,
                "side": hand.side,
                "base_width": width,
                "base_height": height,
                "color_error": tips.levels.error,
                "fingers": fingers,
            }
        )
        top += len(parts[-1])
    sheet = np.zeros((top, max(part.shape[1] for part in parts), 3), np.uint8)
    for part, hand_top in zip(parts, np.cumsum([0, *map(len, parts)]), strict=False):
        sheet[hand_top : hand_top + len(part), : part.shape[1]] = part
    return sheet, {
        "version": VERSION,
        "picture": "",
        "width": sheet.shape[1],
        "height": sheet.shape[0],
        "time": clip.time.tolist(),
        "hands": hands,
    }


def _columns(count: int, tiles: TipTiles) -> int:
    """Levels beside one another, for a sheet about as wide as high."""
    return int(np.clip(round(np.sqrt(count * tiles.height / tiles.width)), 1, count))


def _levels_picture(tips: TipPictures, tiles: TipTiles, columns: int) -> np.ndarray:
    """All levels of a hand, row by row."""
    count = tips.levels.count + 1
    shape = (-(-count // columns) * tiles.height, columns * tiles.width, 3)
    found = np.zeros(shape, np.uint8)
    for level in range(count):
        y, x = _corner(level, tiles, columns)
        cut = tiles.cut(tips.at_level(level), tips.levels.fingers(level))
        found[y : y + tiles.height, x : x + tiles.width] = cut
    return found


def _corner(level: int, tiles: TipTiles, columns: int) -> tuple[int, int]:
    return level // columns * tiles.height, level % columns * tiles.width


def _finger(
    tips: TipPictures, tiles: TipTiles, finger: int, columns: int, top: int, force: np.ndarray
) -> dict[str, Any]:
    """What the JSON says of a finger whose pad is pressed by ``force`` (T,) [N]."""
    at = tips.levels.at[:, finger]
    count = int(at.max()) + 1
    size = np.array(tips.base.shape[1::-1])

    def places(tile: Tile) -> dict[str, Any]:
        corners = [_corner(level, tiles, columns) for level in range(count)]
        low = np.array([tile.x, tile.y])
        high = np.array([tile.x + tile.width, tile.y + tile.height])
        return {
            "base": [tile.x, tile.y, tile.width, tile.height],
            "uv": [*(low / size).tolist(), *(high / size).tolist()],
            "sheet": [
                [x + tile.left, top + y + tile.top, tile.width, tile.height] for y, x in corners
            ],
        }

    levels = [
        {
            "blood": tips.levels.blood[level, finger].tolist(),
            "force": float(force[at == level].mean()) if (at == level).any() else None,
        }
        for level in range(count)
    ]
    return {
        "name": DIGITS[finger],
        "frames": at.tolist(),
        "levels": levels,
        "tiles": [places(tile) for tile in tiles.tiles if tile.finger == finger],
    }

"""Where a hand's fingertips lie on its skin and on its picture, cut out as tiles.

A tile is a box of the skin's own picture, moved by whole pixels: what is cut out looks the same.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.rig.rig import Rig

MARGIN = 8
"""[pixels] of its surroundings that a tile has on each side, for pictures seen from afar."""
SAMPLES = 7
"""Points along an edge at which a face looks for colour."""


class Tile(NamedTuple):
    """One piece of a fingertip [pixels], origin upper left."""

    finger: int
    """thumb 0 … little 4"""
    x: int
    """in the skin's own picture, whose edges it may cross: pictures repeat"""
    y: int
    width: int
    height: int
    left: int
    """in a picture that holds the tiles alone"""
    top: int

    @property
    def box(self) -> tuple[slice, slice]:
        """Rows and columns of a picture that holds the tiles alone."""
        bottom, right = self.top + self.height, self.left + self.width
        return slice(self.top, bottom), slice(self.left, right)


@dataclass(frozen=True, eq=False)
class TipTiles:
    """The faces that colour, and a picture that is just large enough for them."""

    faces: np.ndarray
    """(F, 3) of ``rows``"""
    rows: np.ndarray
    """(V,) vertices of the rig"""
    finger: np.ndarray
    """(V,) uint8, thumb 0 … little 4"""
    tiles: tuple[Tile, ...]
    uv: np.ndarray
    """(V, 2) float32 places in a picture that holds the tiles alone"""
    seen: np.ndarray
    """(height, width) of bool: pixels of the picture of tiles that a face shows, or nearly"""

    @property
    def width(self) -> int:
        """[pixels] of the picture of tiles."""
        return self.seen.shape[1]

    @property
    def height(self) -> int:
        """[pixels] of the picture of tiles."""
        return self.seen.shape[0]

    def cut(self, picture: np.ndarray, fingers: Collection[int]) -> np.ndarray:
        """The tiles (height, width, 3) of some fingers out of the skin's picture (H, W, 3).

        Black where there are none.
        """
        found = np.zeros((self.height, self.width, 3), np.uint8)
        for tile in self.tiles:
            if tile.finger in fingers:
                y = np.arange(tile.y, tile.y + tile.height)
                x = np.arange(tile.x, tile.x + tile.width)
                piece = picture.take(y, axis=0, mode="wrap").take(x, axis=1, mode="wrap")
                found[tile.box] = piece
        return found

    def thrifty(self, tiles: np.ndarray) -> np.ndarray:
        """What :meth:`cut` gives with one colour wherever no face shows it.

        That takes less room in a file. Near the faces all stays, for filters that read around.
        """
        found = tiles.copy()
        for tile in self.tiles:
            seen = self.seen[tile.box]
            found[tile.box][~seen] = tiles[tile.box][seen].mean(axis=0).round()
        return found


def tip_tiles(rig: Rig, lookup: Lookup, size: tuple[int, int]) -> TipTiles:
    """The fingertips of a rig with UV coordinates.

    Args:
        rig: its skin.
        lookup: where it colours; somewhere it does.
        size: width and height [pixels] of its picture.
    """
    from scipy.ndimage import distance_transform_edt
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    assert rig.uv is not None
    coloured, finger = _coloured(rig.faces.astype(np.int64), rig.uv.astype(float), lookup)
    # A vertex between two fingers becomes two: each follows its own finger's level.
    key = rig.faces[coloured].astype(np.int64) + len(rig.vertices) * finger[coloured, None]
    keys, faces = np.unique(key, return_inverse=True)
    faces = faces.reshape(-1, 3)
    edges = np.concatenate([faces[:, :2], faces[:, 1:]])
    ones = np.ones(len(edges), bool)
    graph = coo_array((ones, (edges[:, 0], edges[:, 1])), shape=(len(keys), len(keys)))
    count, tile = connected_components(graph, directed=False)
    rows, finger = keys % len(rig.vertices), (keys // len(rig.vertices)).astype(np.uint8)
    places = rig.uv[rows].astype(float) * size
    boxes = []
    for k in range(count):
        low = np.floor(places[tile == k].min(axis=0)).astype(int) - MARGIN
        high = np.ceil(places[tile == k].max(axis=0)).astype(int) + MARGIN
        (x, y), (w, h) = low.tolist(), (high - low).tolist()
        boxes.append(Tile(int(finger[tile == k][0]), x, y, w, h, 0, 0))
    corners, (wide, tall) = _shelved([(box.width, box.height) for box in boxes])
    tiles = tuple(
        box._replace(left=left, top=top) for box, (left, top) in zip(boxes, corners, strict=True)
    )
    places += np.array([(t.left - t.x, t.top - t.y) for t in tiles])[tile]
    seen = np.zeros((tall, wide), bool)
    for weights in _shares():
        x, y = np.floor((places[faces] * weights[:, None]).sum(axis=1)).T.astype(int)
        seen[y, x] = True
    near = np.asarray(distance_transform_edt(~seen)) < MARGIN
    return TipTiles(faces, rows, finger, tiles, (places / [wide, tall]).astype(np.float32), near)


def _coloured(faces: np.ndarray, uv: np.ndarray, lookup: Lookup) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the faces on which some texel colours, and the finger (F,) of each of all faces."""
    height, width = lookup.mask.shape
    best = np.zeros(len(faces), np.uint8)
    finger = np.zeros(len(faces), np.int64)
    for weights in _shares():
        x, y = np.floor((uv[faces] * weights[:, None]).sum(axis=1) * [width, height]).T.astype(int)
        here = y % height, x % width
        mask = np.where(lookup.finger[here] < 5, lookup.mask[here], 0)
        more = mask > best
        best[more], finger[more] = mask[more], lookup.finger[here][more]
    return np.flatnonzero(best), finger


def _shares() -> np.ndarray:
    """Shares (n, 3) of a face's corners in points all over it, its edges included."""
    a, b = np.mgrid[:SAMPLES, :SAMPLES].reshape(2, -1) / (SAMPLES - 1)
    return np.stack([a, b, 1 - a - b], axis=1)[a + b < 1 + 1e-9]


def _shelved(sizes: list[tuple[int, int]]) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Corners (left, top) of boxes of these widths and heights on shelves, and the size of all."""
    width = max(max(w for w, _ in sizes), round(np.sqrt(sum(w * h for w, h in sizes)) * 1.1))
    corners = [(0, 0)] * len(sizes)
    left = top = tall = 0
    for k in sorted(range(len(sizes)), key=lambda k: -sizes[k][1]):
        w, h = sizes[k]
        if left + w > width:
            left, top, tall = 0, top + tall, 0
        corners[k] = (left, top)
        left, tall = left + w, max(tall, h)
    return corners, (width, top + tall)

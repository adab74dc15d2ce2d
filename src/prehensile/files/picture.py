"""Pictures as files in memory; PNG is written with the standard library alone."""

import io
import struct
import zlib

import numpy as np

from prehensile.extras import optional


def png_bytes(picture: np.ndarray) -> bytes:
    """A PNG file of ``picture`` (H, W, 3) or (H, W) uint8: RGB or grey, row 0 on top."""
    rows = np.atleast_3d(picture)
    height, width, channels = rows.shape
    kind = {1: 0, 3: 2}[channels]
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    data = zlib.compress(_filtered(rows).tobytes(), 6)
    signature = b"\x89PNG\r\n\x1a\n"
    return signature + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _filtered(rows: np.ndarray) -> np.ndarray:
    """(H, 1 + W·C) uint8: each row by PNG's filter that leaves the smallest numbers."""
    height = len(rows)
    here = rows.astype(np.int16)
    left, above, corner = (np.zeros_like(here) for _ in range(3))
    left[:, 1:], above[1:], corner[1:, 1:] = here[:, :-1], here[:-1], here[:-1, :-1]
    guess = left + above - corner
    off = [np.abs(guess - other) for other in (left, above, corner)]
    paeth = np.where(
        (off[0] <= off[1]) & (off[0] <= off[2]), left, np.where(off[1] <= off[2], above, corner)
    )
    guesses = [np.zeros_like(here), left, above, (left + above) // 2, paeth]
    tried = np.stack([(here - g).astype(np.uint8).reshape(height, -1) for g in guesses])
    best = np.abs(tried.astype(np.int8).astype(np.int16)).sum(axis=2, dtype=np.int64).argmin(axis=0)
    chosen = tried[best, np.arange(height)]
    return np.concatenate([best[:, None].astype(np.uint8), chosen], axis=1)


def _chunk(name: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)


def picture_type(data: bytes) -> str:
    """``image/png`` or ``image/jpeg``, by how the file begins."""
    return "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"


def picture_array(data: bytes) -> np.ndarray:
    """The colours (H, W, 3) uint8 of a PNG or JPEG file; what it says of transparency is left out.

    Raises:
        MissingExtraError: Matplotlib is not installed.
    """
    kind = picture_type(data).removeprefix("image/")
    picture = optional("matplotlib.image").imread(io.BytesIO(data), format=kind)
    if picture.dtype != np.uint8:
        picture = (255 * picture).round().astype(np.uint8)
    colors = picture[..., :3] if picture.ndim == 3 and picture.shape[2] >= 3 else picture
    if colors.ndim == 2 or colors.shape[2] < 3:  # grey, perhaps with transparency
        grey = colors if colors.ndim == 2 else colors[..., 0]
        colors = np.repeat(grey[..., None], 3, axis=2)
    return np.ascontiguousarray(colors)

"""Pictures as files in memory: PNG is written, and can be read, with the standard library alone."""

import io
import struct
import zlib

import numpy as np

from prehensile.errors import InputError
from prehensile.extras import optional

CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}
"""Channels of a PNG by its kind: grey, RGB, either with opacity."""
STRIP = 1 << 16
"""Numbers of a picture that are filtered at a time"""
MOST_PIXELS = 1 << 26
"""Of a picture that we read: 8192 along a side."""


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
    """(H, 1 + W·C) uint8: each row by PNG's filter that leaves the smallest numbers.

    Some rows at a time: the numbers of a large picture do not fit into the processor's cache.
    """
    height, width, channels = rows.shape
    high = max(1, STRIP // max(1, width * channels))
    above = np.concatenate([np.zeros_like(rows[:1]), rows[:-1]])
    done = [_strip(rows[k : k + high], above[k : k + high]) for k in range(0, height, high)]
    return np.concatenate(done)


def _strip(rows: np.ndarray, above: np.ndarray) -> np.ndarray:
    """The same of some rows (h, W, C), with those above each."""
    height = len(rows)
    left, corner = np.zeros_like(rows), np.zeros_like(rows)
    left[:, 1:], corner[:, 1:] = rows[:, :-1], above[:, :-1]
    a, b, c = (x.astype(np.int16) for x in (left, above, corner))
    off_left, off_above = np.abs(b - c), np.abs(a - c)
    off_corner = np.abs(a + b - 2 * c)
    nearest = np.where(off_above <= off_corner, above, corner)
    paeth = np.where((off_left <= off_above) & (off_left <= off_corner), left, nearest)
    guesses = [np.zeros_like(rows), left, above, ((a + b) >> 1).astype(np.uint8), paeth]
    tried = np.stack([(rows - guess).reshape(height, -1) for guess in guesses])
    small = np.minimum(tried, 0 - tried)  # how far from nought, either way round
    best = small.sum(axis=2, dtype=np.uint32).argmin(axis=0)
    chosen = tried[best, np.arange(height)]
    return np.concatenate([best[:, None].astype(np.uint8), chosen], axis=1)


def _chunk(name: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)


def picture_type(data: bytes) -> str:
    """``image/png`` or ``image/jpeg``, by how the file begins."""
    return "image/png" if data.startswith(b"\x89PNG") else "image/jpeg"


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or a JPEG file by its header; None for anything else."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return struct.unpack(">II", data[16:24])
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        mark, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):  # a frame's header
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + max(length, 2)
    return None


def picture_array(data: bytes) -> np.ndarray:
    """Colours (H, W, 3) uint8 sRGB of a PNG or JPEG file, row 0 on top; opacity is dropped.

    Pillow reads it where it is installed, else :func:`plain_png_array`.

    Raises:
        InputError: it is damaged, too large, or of a kind that cannot be read.
        MissingExtraError: it needs Pillow, which is not installed.
    """
    try:
        from PIL import Image, UnidentifiedImageError
    except ModuleNotFoundError:
        if picture_type(data) != "image/png":
            optional("PIL")
        return plain_png_array(data)
    try:
        with Image.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise InputError(_too_large(picture.width, picture.height))
            return np.asarray(picture.convert("RGB"))
    except (
        UnidentifiedImageError, Image.DecompressionBombError, OSError, SyntaxError, ValueError,
    ) as error:  # fmt: skip
        raise InputError(f"the picture is damaged: {error}.") from None


def plain_png_array(data: bytes) -> np.ndarray:
    """The same for a PNG of eight bits a channel, not interlaced, with NumPy alone.

    A pixel needs those left of it and above it: all pixels of a diagonal are found at once.

    Raises:
        InputError: it is damaged, too large, or another kind of PNG.
    """
    try:
        width, height, depth, kind, _, _, interlaced = struct.unpack_from(">IIBBBBB", data, 16)
        body, at = [], 8
        while at < len(data):
            size, name = struct.unpack_from(">I4s", data, at)
            body += [data[at + 8 : at + 8 + size]] if name == b"IDAT" else []
            at += 12 + size
    except struct.error:
        raise InputError("the picture is cut short.") from None
    if depth != 8 or kind not in CHANNELS or interlaced:
        optional("PIL")
        raise InputError("the picture is not a PNG of eight bits a channel.")
    if width * height > MOST_PIXELS:
        raise InputError(_too_large(width, height))
    row = 1 + width * CHANNELS[kind]
    try:
        raw = zlib.decompressobj().decompress(b"".join(body), height * row)
    except zlib.error as error:
        raise InputError(f"the picture is damaged: {error}.") from None
    if len(raw) != height * row:
        raise InputError("the picture is cut short.")
    rows = np.frombuffer(raw, np.uint8).reshape(height, row)
    pixels = _unfiltered(rows[:, 0], rows[:, 1:].reshape(height, width, CHANNELS[kind]))
    colors = pixels[..., :3] if kind in (2, 6) else np.repeat(pixels[..., :1], 3, axis=2)
    return np.ascontiguousarray(colors)


def _unfiltered(filters: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Pixels (H, W, C) uint8 of filtered rows (PNG, section 9)."""
    height, width, channels = rows.shape
    done = np.zeros((height + 1, width + 1, channels), np.int16)
    for diagonal in range(height + width - 1):
        r = np.arange(max(0, diagonal - width + 1), min(height, diagonal + 1))
        c = diagonal - r
        left, above, corner = done[r + 1, c], done[r, c + 1], done[r, c]
        guess = left + above - corner
        off = [np.abs(guess - other) for other in (left, above, corner)]
        paeth = np.where(
            (off[0] <= off[1]) & (off[0] <= off[2]), left, np.where(off[1] <= off[2], above, corner)
        )
        by = filters[r][:, None]
        added = np.select([by == 1, by == 2, by == 3, by == 4],
                          [left, above, (left + above) // 2, paeth], 0)  # fmt: skip
        done[r + 1, c + 1] = (rows[r, c] + added) & 255
    return done[1:, 1:].astype(np.uint8)


def _too_large(width: int, height: int) -> str:
    return f"the picture has {width} x {height} pixels; the most is {MOST_PIXELS >> 20} million."

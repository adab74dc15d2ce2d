"""Whether a file that a command wrote is whole: its own format says how it ends."""

import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

PNG = b"\x89PNG\r\n\x1a\n"


def is_whole(path: Path) -> bool:
    """Whether nothing of it is missing; a kind that is not in `CHECKS` is a mistake of ours."""
    return CHECKS[path.suffix](path)


def _npz(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as file:
            return file.testzip() is None
    except (zipfile.BadZipFile, OSError, zlib.error, EOFError):
        return False


def _png(path: Path) -> bool:
    data = path.read_bytes()
    at, kind = len(PNG), b""
    while kind != b"IEND" and at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, end = data[at + 4 : at + 8], at + 8 + length
        if data[end : end + 4] != zlib.crc32(data[at + 4 : end]).to_bytes(4, "big"):
            return False
        at = end + 4
    return data.startswith(PNG) and kind == b"IEND" and at == len(data)


def _glb(path: Path) -> bool:
    data = path.read_bytes()
    return len(data) > 12 and struct.unpack_from("<4sII", data) == (b"glTF", 2, len(data))


def _mp4(path: Path) -> bool:
    """Boxes that fill the file, the table of contents among them."""
    data = path.read_bytes()
    at, kinds = 0, set()
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        kinds.add(kind)
        at += max(length, 8)
    return at == len(data) and {b"ftyp", b"moov", b"mdat"} <= kinds


def _gif(path: Path) -> bool:
    data = path.read_bytes()
    return data.startswith(b"GIF8") and data.endswith(b"\x3b")


def _json(path: Path) -> bool:
    try:
        json.loads(path.read_bytes())
    except ValueError:
        return False
    return True


def _lines(path: Path) -> bool:
    return path.read_bytes().endswith(b"\n")


CHECKS: Mapping[str, Callable[[Path], bool]] = MappingProxyType(
    {
        ".npz": _npz,
        ".png": _png,
        ".glb": _glb,
        ".mp4": _mp4,
        ".gif": _gif,
        ".json": _json,
        ".csv": _lines,
        ".bvh": _lines,
        ".html": lambda path: path.read_bytes().rstrip().endswith(b"</html>"),
    }
)

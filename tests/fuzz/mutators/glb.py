"""GLB: its JSON changed as a tree, its numbers, and what it says of its chunks."""

import struct
from random import Random

from tests.fuzz.mutators.raw import EXTREMES, raw
from tests.fuzz.mutators.tree import tree_text

_JSON, _BIN = 0x4E4F534A, 0x004E4942


def glb(data: bytes, rng: Random) -> bytes:
    """One change of a GLB."""
    chunks = _chunks(data)
    how = rng.random()
    if how < 0.1 or not chunks:
        return raw(data, rng)
    if how < 0.2:
        spoilt = bytearray(data)
        at = rng.choice((0, 4, 8, 12, 16, 20 + len(chunks[0][1]), 24 + len(chunks[0][1])))
        spoilt[at : at + 4] = struct.pack("<I", rng.choice(EXTREMES) & 0xFFFFFFFF)
        return bytes(spoilt)
    at = rng.randrange(len(chunks)) if how < 0.4 else 0
    kind, content = chunks[at]
    if kind == _JSON:
        new = tree_text(content, rng)
        new += b" " * (-len(new) % 4)
    else:
        new = raw(content, rng)
    chunks[at] = (kind, new)
    if how > 0.97:
        chunks.append(rng.choice(chunks))
    body = b"".join(struct.pack("<II", len(one), kind) + one for kind, one in chunks)
    return struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body


def _chunks(data: bytes) -> list[tuple[int, bytes]]:
    """Type and content of every chunk; none of a file that is spoilt already."""
    found, at = [], 12
    while at + 8 <= len(data):
        length, kind = struct.unpack_from("<II", data, at)
        found.append((kind, data[at + 8 : at + 8 + length]))
        at += 8 + length
    return found if found and found[0][0] == _JSON else []

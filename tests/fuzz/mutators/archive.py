"""ZIP archives: members changed, renamed, repeated or swollen, and a directory that lies."""

import io
import struct
import warnings
import zipfile
from collections.abc import Callable
from random import Random

from tests.fuzz.mutators.raw import EXTREMES, raw

Mutator = Callable[[bytes, Random], bytes]

NAMES = (
    "",
    "a",
    "../canary",
    "/etc/passwd",
    "a/../b",
    "header.npy",
    "\u202e",
    "x" * 60_000,
    "a\0b",
    "é",
)
_FIELDS = {
    b"PK\x03\x04": ((4, 2), (6, 2), (8, 2), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2)),
    b"PK\x01\x02": ((6, 2), (8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (28, 2), (30, 2), (42, 4)),
    b"PK\x05\x06": ((4, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2)),
}
"""Signature → (offset, bytes) of version, flags, method, sizes, lengths and places."""
SWOLLEN = 2**24
"""[bytes] of zeros in a small member."""


def archive(data: bytes, rng: Random, member: Callable[[str, bytes, Random], bytes]) -> bytes:
    """One change of an archive; ``member(name, content, rng)`` is one of a member."""
    how = rng.random()
    if how < 0.08:
        return raw(data, rng)
    if how < 0.2:
        return _lie(data, rng)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            members = [(info.filename, file.read(info)) for info in file.infolist()]
    except Exception:  # an earlier change spoilt it
        return raw(data, rng)
    if not members:
        return raw(data, rng)
    at = rng.randrange(len(members))
    name, content = members[at]
    kind = rng.randrange(16)
    if kind == 0:
        del members[at]
    elif kind == 1:
        new = rng.choice((*NAMES, *(other for other, _ in members)))
        members[at] = (new, content)
    elif kind == 2:
        members.append((rng.choice((*NAMES, name)), content))
    elif kind == 3:
        other = rng.randrange(len(members))
        members[at], members[other] = (name, members[other][1]), (members[other][0], content)
    elif kind == 4 and rng.random() < 0.1:
        members[at] = (name, content + bytes(SWOLLEN))
    elif kind == 5:
        members[at] = (name, b"")
    else:
        members[at] = (name, member(name, content, rng))
    return packed(members, rng.random() < 0.8)


def packed(members: list[tuple[str, bytes]], small: bool) -> bytes:
    """An archive of these members."""
    out = io.BytesIO()
    method = zipfile.ZIP_DEFLATED if small else zipfile.ZIP_STORED
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # two of a name are meant
        with zipfile.ZipFile(out, "w", method, compresslevel=1) as file:
            for name, content in members:
                file.writestr(zipfile.ZipInfo(name), content, method)
    return out.getvalue()


def _lie(data: bytes, rng: Random) -> bytes:
    """Another number in a header of the archive."""
    signature = rng.choice(list(_FIELDS))
    places = (
        [at for at in range(len(data)) if data.startswith(signature, at)]
        if len(data) < 2**20
        else []
    )
    if not places:
        return raw(data, rng)
    at, size = rng.choice(_FIELDS[signature])
    at += rng.choice(places)
    spoilt = bytearray(data)
    now = int.from_bytes(spoilt[at : at + size], "little")
    new = rng.choice((*EXTREMES, now + 1, now - 1, 2 * now, 12, 14, 93)) & (256**size - 1)
    spoilt[at : at + size] = struct.pack("<Q", new)[:size]
    return bytes(spoilt)

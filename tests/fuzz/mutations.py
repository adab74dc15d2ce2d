"""Files spoilt in the ways that disks, editors and enemies spoil them; the same for a seed."""

import numpy as np

EXTREMES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x7FFFFFFFFFFFFFFF)
WORDS = (
    b"", b"nan", b"inf", b"-1", b"1e400", b"1e-400", b"0x10", b"99999999999999999999", b"B", b"@@",
    b"\x00", b"\xff\xfe", b'"', b"{", b"[" * 2000, b"null", b"true", b",", b"\t", b"\n",
    b"Frame 1,",
)  # fmt: skip
"""For files of text."""


def mutated(data: bytes, rng: np.random.Generator, text: bool) -> bytes:
    """One to four changes of a file."""
    spoilt = bytearray(data)
    for _ in range(int(rng.integers(1, 5))):
        spoilt = _change(spoilt, rng, text)
    return bytes(spoilt) or b"\0"


def _change(data: bytearray, rng: np.random.Generator, text: bool) -> bytearray:
    if len(data) < 2:
        return data
    kind = int(rng.integers(0, 8 if text else 7))
    # Headers lie in front: half of all changes are there.
    most = len(data) if rng.random() < 0.5 else min(len(data), 2048)
    at = int(rng.integers(0, most))
    length = int(rng.integers(1, 64))
    if kind == 0:
        data[at] ^= 1 << int(rng.integers(0, 8))
    elif kind == 1:
        data[at : at + length] = rng.bytes(length)
    elif kind == 2:
        size = int(rng.choice([1, 2, 4, 8]))
        value = EXTREMES[int(rng.integers(0, len(EXTREMES)))] & (256**size - 1)
        data[at : at + size] = value.to_bytes(size, "little" if rng.random() < 0.8 else "big")
    elif kind == 3:
        del data[at : None if rng.random() < 0.3 else at + length]
    elif kind == 4:
        data[at:at] = rng.bytes(length)
    elif kind == 5:
        other = int(rng.integers(0, len(data)))
        data[at : at + length] = data[other : other + length]
    elif kind == 6:
        data[at : at + length] = bytes(length)
    else:
        data[at : at + int(rng.integers(0, 6))] = WORDS[int(rng.integers(0, len(WORDS)))]
    return data

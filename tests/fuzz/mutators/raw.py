"""Bytes spoilt in the ways that disks, editors and enemies spoil them."""

from random import Random

EXTREMES = (0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 2**63 - 1)
NOT_NUMBERS = (
    b"\x00\x00\xc0\x7f", b"\x00\x00\x80\x7f", b"\xff\xff\x7f\x7f",
    b"\x00\x00\x00\x00\x00\x00\xf8\x7f", b"\x00\x00\x00\x00\x00\x00\xf0\x7f",
)  # fmt: skip
"""NaN, infinity and the largest number, single and double, as they lie in a file."""
FRONT = 2048
"""[bytes] in which headers lie."""


def raw(data: bytes, rng: Random) -> bytes:
    """One change of some bytes."""
    if len(data) < 2:
        return data + b"\0"
    spoilt = bytearray(data)
    # Headers lie in front: half of all changes are there.
    at = rng.randrange(len(data) if rng.random() < 0.5 else min(len(data), FRONT))
    length = rng.randrange(1, 64)
    kind = rng.randrange(10)
    if kind == 0:
        spoilt[at] ^= 1 << rng.randrange(8)
    elif kind == 1:
        spoilt[at : at + length] = rng.randbytes(length)
    elif kind in (2, 3):
        size = rng.choice((1, 2, 4, 8))
        value = rng.choice(EXTREMES) & (256**size - 1)
        spoilt[at : at + size] = value.to_bytes(size, "little" if rng.random() < 0.8 else "big")
    elif kind == 4:
        del spoilt[at : at + length]
    elif kind == 5:
        del spoilt[at:]
    elif kind == 6:
        spoilt[at:at] = rng.randbytes(length)
    elif kind == 7:
        other = rng.randrange(len(data))
        spoilt[at : at + length] = data[other : other + length]
    elif kind == 8:
        spoilt[at : at + length] = bytes(length)
    else:
        number = rng.choice(NOT_NUMBERS)
        at -= at % (len(number) if rng.random() < 0.5 else 1)
        spoilt[at : at + len(number)] = number
    return bytes(spoilt)

"""Files of words and lines (BVH, OBJ, OFF, Tekscan …): words swapped for stranger ones."""

import re
from random import Random

from tests.fuzz.mutators.strange_values import FLOATS, INTEGERS, PATHS

STRANGE = (
    b"", b"nan", b"inf", b"-inf", b"1e400", b"1e-400", b"0x10", b"99999999999999999999", b"-1",
    b"0",
    b"B", b"@@", b"\x00", b"\xff\xfe", b'"', b"{", b"}", b"{" * 2000, b"[" * 2000, b"null", b"true",
    b",", b"\t", b"\n", b"\r", b"\x85", b"a" * 5000, b"1_000", "\u0663".encode(), b"Frame 1,",
    *(path.encode() for path in PATHS), *(str(number).encode() for number in INTEGERS),
    *(str(number).encode() for number in FLOATS),
)  # fmt: skip
_WORD = re.compile(rb"[^\s,;:=]+")


LONG = 200_000
"""[bytes] An earlier change made it long; to look at every word would take a second."""


def words(data: bytes, rng: Random) -> bytes:
    """One change of a word or of a line."""
    if len(data) > LONG:
        return words(data[:LONG], rng) + data[LONG:]
    kind = rng.randrange(7)
    if kind <= 3:
        found = list(_WORD.finditer(data))
        if not found:
            return data + rng.choice(STRANGE)
        # Counts and names lie in front.
        one = found[rng.randrange(len(found) if rng.random() < 0.5 else min(len(found), 60))]
        new = rng.choice(STRANGE) if kind else rng.choice(found).group()
        return data[: one.start()] + new + data[one.end() :]
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    if kind == 4:
        lines[at : at + 1] = [lines[at]] * rng.choice((0, 2, 3, 50, 2000))
    elif kind == 5:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    else:
        lines[at : at + 1] = [lines[at] + rng.choice((b" ", b",", b"\t")) + rng.choice(STRANGE)]
    return b"\n".join(lines)

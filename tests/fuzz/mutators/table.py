"""Tables of cells: cells, columns and rows changed, and many more of them."""

import re
from random import Random

from tests.fuzz.mutators.raw import raw
from tests.fuzz.mutators.words import LONG, STRANGE, words

MANY_BYTES = 3_000_000
"""of a table with more rows than it should have"""


def table(data: bytes, rng: Random) -> bytes:
    """One change of a CSV or TSV."""
    if len(data) > LONG:
        return table(data[:LONG], rng) + data[LONG:]
    kind = rng.randrange(10)
    if kind == 0:
        return raw(data, rng)
    if kind == 1:
        return words(data, rng)
    lines = data.split(b"\n")
    apart = max((b",", b"\t", b";"), key=data.count)
    at = rng.randrange(len(lines))
    cells = lines[at].split(apart)
    place = rng.randrange(len(cells))
    if kind <= 5:
        cells[place] = rng.choice((*STRANGE, b'"' + cells[place], cells[-1]))
    elif kind == 6:
        cells[place : place + 1] = [cells[place]] * rng.choice((0, 2, 500))
    elif kind == 7:  # the same column everywhere
        new = rng.choice(STRANGE)
        rows = (re.split(re.escape(apart), line) for line in lines)
        return b"\n".join(
            apart.join(new if k == place and n else c for k, c in enumerate(row))
            for n, row in enumerate(rows)
        )
    elif kind == 8:
        times = rng.choice(
            (0, 2, 100, max(1, MANY_BYTES // (len(lines[at]) + 1)) if rng.random() < 0.05 else 7)
        )
        lines[at : at + 1] = [lines[at]] * times
        return b"\n".join(lines)
    else:
        return data.replace(apart, rng.choice((b",", b"\t", b";", b" ", b"|")))
    lines[at] = apart.join(cells)
    return b"\n".join(lines)

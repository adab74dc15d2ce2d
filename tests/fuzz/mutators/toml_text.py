"""TOML: values and names changed, so that it mostly still is TOML."""

import json
import math
import re
from random import Random

from tests.fuzz.mutators.raw import raw
from tests.fuzz.mutators.strange_values import DEEP, changed_text, strange_value
from tests.fuzz.mutators.words import words

_SCALAR = re.compile(rb'"[^"\n]*"|(?<=[=\[, ])-?[0-9][0-9.e+-]*|\btrue\b|\bfalse\b')


def toml_text(data: bytes, rng: Random) -> bytes:
    """One change of a file of TOML."""
    kind = rng.randrange(8)
    if kind == 0:
        return raw(data, rng)
    if kind == 1:
        return words(data, rng)
    if kind == 2:
        levels = rng.choice(DEEP)
        deep = rng.choice(("deep = " + "[" * levels + "]" * levels, "a" + ".a" * levels + " = 1"))
        return rng.choice((deep.encode() + b"\n" + data, data + b"\n" + deep.encode()))
    found = list(_SCALAR.finditer(data))
    if not found:
        return words(data, rng)
    one = rng.choice(found)
    if kind <= 4 and one.group()[:1] == b'"':
        new = json.dumps(changed_text(one.group()[1:-1].decode("utf-8", "replace"), rng)).encode()
    else:
        new = _literal(strange_value(rng)).encode("utf-8", "surrogatepass")
    return data[: one.start()] + new + data[one.end() :]


def _literal(value: object) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf")
    if isinstance(value, dict):
        return "{ a = { b = 1 } }"
    return "1979-05-27T07:32:00Z" if value is None else json.dumps(value)

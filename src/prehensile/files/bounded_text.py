"""JSON and TOML of strangers: nested no deeper than people nest, integers no longer than they are.

Python's parsers accept integers of thousands of digits, which no float holds, text that no file
can hold again (half a surrogate pair), and nest until the stack ends: what would break far from
the file is refused here.
"""

import json
import re
import tomllib
from typing import Any

import numpy as np

from prehensile.errors import InputError

MAX_DEPTH = 64
"""Levels of nesting; ours have ten at most."""
MAX_DIGITS = 40
"""of an integer: a seed of 128 bits has 39"""

_JSON_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_TOML_TEXT = re.compile(rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|\'[^\'\n]*\'|#[^\n]*')
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_TOO_DEEP = f"it is nested more than {MAX_DEPTH} levels deep"
_TOO_LONG = f"it holds an integer of more than {MAX_DIGITS} digits"


def parse_json(data: bytes | str, constants: bool = True) -> Any:
    """What a JSON text says.

    Args:
        data: UTF-8, with or without a byte order mark.
        constants: whether NaN and infinity, which Python writes, are let in.

    Raises:
        InputError: nested too deeply, an integer too long, text that is not Unicode.
        ValueError: not JSON, or not UTF-8.
    """
    text = data.encode() if isinstance(data, str) else data
    if text.count(b"[") + text.count(b"{") > MAX_DEPTH:
        _check_depth(_JSON_TEXT.sub(b"", text))
    found = json.loads(
        text.decode("utf-8-sig"),
        parse_int=_integer,
        parse_constant=None if constants else _no_constant,
    )
    if _SURROGATE.search(text):
        _check_unicode(json.dumps(found, ensure_ascii=False))
    return found


def parse_toml(data: bytes) -> dict[str, Any]:
    """What a TOML text says.

    Raises:
        InputError: nested too deeply, an integer too long.
        ValueError: not TOML, or not UTF-8.
    """
    bare = _TOML_TEXT.sub(b"", data)
    _check_depth(bare)
    # A dotted key nests as well, and takes time with the square of its parts.
    if any(piece.count(b".") > MAX_DEPTH for piece in re.split(rb"[=,\[\]{}\n]", bare)):
        raise InputError(_TOO_DEEP)
    found = tomllib.loads(data.decode("utf-8-sig"))
    _check_values(found, 0)
    return found


def _check_depth(bare: bytes) -> None:
    """Refuse text, without its literals, in which too many brackets are open at once."""
    steps = np.zeros(256, np.int8)
    steps[list(b"[{")], steps[list(b"]}")] = 1, -1
    depth = np.cumsum(steps[np.frombuffer(bare, np.uint8)], dtype=np.int32)
    if depth.max(initial=0) > MAX_DEPTH:
        raise InputError(_TOO_DEEP)


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise InputError(_TOO_LONG)
    return int(text)


def _no_constant(name: str) -> None:
    raise InputError(f"it holds {name}, which is not JSON")


def _check_unicode(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError("it holds text that is not Unicode") from None


def _check_values(found: Any, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise InputError(_TOO_DEEP)
    if isinstance(found, int) and abs(found) >= 10**MAX_DIGITS:
        raise InputError(_TOO_LONG)
    if isinstance(found, dict | list):
        for value in found.values() if isinstance(found, dict) else found:
            _check_values(value, depth + 1)

"""What the messages hold, read from their dataclasses: which fields are blobs, which are plain."""

import sys
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from prehensile.stage.messages import Array


class MessageSchema(NamedTuple):
    """The fields of one message or of one part of a message."""

    plain: Mapping[str, Any]
    """name → type, those that travel as JSON"""
    blobs: Mapping[str, Array]
    """name → dtype and shape, those that travel as bytes"""
    required: frozenset[str]
    """names without a default"""


@cache
def schema_of(message: type[Any]) -> MessageSchema:
    """The schema of a dataclass."""
    hints = get_type_hints(message, include_extras=True)
    plain: dict[str, Any] = {}
    blobs: dict[str, Array] = {}
    for name, hint in hints.items():
        array = _array(hint)
        if array is None:
            plain[name] = hint
        else:
            blobs[name] = array
    required = frozenset(f.name for f in fields(message) if _has_no_default(f))
    return MessageSchema(plain, blobs, required)


def value_as(hint: Any, value: Any) -> Any:
    """A value that came as JSON, as the type a field wants.

    Raises:
        ValueError: it is not of that type; the message shows it.
    """
    origin, options = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _first_that_fits(options, value)
    if origin is Literal:
        if isinstance(value, str) and value in options:
            return value
    elif origin is tuple:
        return _tuple_as(options, value)
    elif is_dataclass(hint) and isinstance(hint, type):
        return hint(**fields_as(hint, value))
    elif hint is float:
        if isinstance(value, int | float) and not isinstance(value, bool) and _finite(value):
            return float(value)
    elif hint is int:
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_WHOLE:
            return value
    elif hint is type(None):
        if value is None:
            return None
    elif hint in (str, bool) and isinstance(value, hint):
        return value
    raise ValueError(f"{shown(value)} is not {_called(hint)}")


def fields_as(message: type[Any], data: Any) -> dict[str, Any]:
    """The plain fields of a message, or of a part of one, from JSON.

    Raises:
        ValueError: a field is missing, unknown, or of another type.
    """
    if not isinstance(data, dict):
        raise ValueError(f"{shown(data)} is not an object with fields")
    schema = schema_of(message)
    unknown = sorted(set(data) - set(schema.plain))
    if unknown:
        raise ValueError(f"{message.__name__} has no field {shown(unknown[0])}")
    missing = sorted(schema.required & set(schema.plain) - set(data))
    if missing:
        raise ValueError(f"{message.__name__} lacks the field {missing[0]!r}")
    values = {}
    for name, value in data.items():
        try:
            values[name] = value_as(schema.plain[name], value)
        except ValueError as error:
            raise ValueError(f"{message.__name__}.{name}: {error}") from None
    return values


MOST_WHOLE = 2**53
"""Whole numbers up to here are exact in a page's numbers too."""
LONGEST_SHOWN = 40


def shown(value: Any) -> str:
    """A stranger's value, short enough for one line."""
    text = ascii(value)
    return text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"


def _first_that_fits(options: tuple[Any, ...], value: Any) -> Any:
    for option in options:
        try:
            return value_as(option, value)
        except ValueError:
            continue
    raise ValueError(f"{shown(value)} is not {' or '.join(map(_called, options))}")


def _tuple_as(options: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise ValueError(f"{shown(value)} is not a list")
    if len(options) == 2 and options[1] is Ellipsis:
        return tuple(value_as(options[0], item) for item in value)
    if len(value) != len(options):
        raise ValueError(f"a list of {len(options)} was expected, not of {len(value)}")
    return tuple(value_as(hint, item) for hint, item in zip(options, value, strict=True))


def _array(hint: Any) -> Array | None:
    if get_origin(hint) is not Annotated:
        return None
    return next((extra for extra in get_args(hint)[1:] if isinstance(extra, Array)), None)


def _has_no_default(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _finite(value: float) -> bool:
    return abs(value) <= sys.float_info.max  # false for NaN too; whole numbers compare exactly


def _called(hint: Any) -> str:
    names = {float: "a finite number", int: "a whole number", str: "a text", bool: "true or false"}
    if get_origin(hint) is Literal:
        return "one of " + ", ".join(map(repr, get_args(hint)))
    return "null" if hint is type(None) else names.get(hint, "a list")

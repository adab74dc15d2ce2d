"""Messages as a whole: names that tell them apart, fields that the wire can carry."""

import dataclasses
import typing

import numpy as np
import pytest

from prehensile.stage import messages as m

ALL = (*m.SERVER_MESSAGES, *m.PAGE_MESSAGES)
PLAIN = (bool, int, float, str, type(None))


def _carried(kind) -> bool:
    """Whether JSON or a blob can hold a value of this type, told from the type alone."""
    if kind in PLAIN or kind is np.ndarray:
        return True
    if dataclasses.is_dataclass(kind):
        return all(_carried(k) for k in typing.get_type_hints(kind).values())
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return all(isinstance(value, PLAIN) for value in inner)
    return bool(inner) and all(_carried(k) for k in inner if k is not Ellipsis)


def test_every_dataclass_is_a_message_or_part_of_one():
    """What nobody sends would be dead weight in the page's types."""
    defined = {c for c in vars(m).values() if dataclasses.is_dataclass(c)}
    reached: set[type] = set()

    def visit(kind) -> None:
        if dataclasses.is_dataclass(kind):
            reached.add(kind)
            for inner in typing.get_type_hints(kind).values():
                visit(inner)
        for inner in typing.get_args(kind):
            visit(inner)

    for message in ALL:
        visit(message)
    assert reached == defined
    assert len({c.__name__ for c in ALL}) == len(ALL), "the name is the type on the wire"


@pytest.mark.parametrize("message", ALL, ids=lambda c: c.__name__)
def test_fields_can_travel_and_messages_cannot_change(message):
    assert message.__dataclass_params__.frozen
    for name, kind in typing.get_type_hints(message).items():
        assert _carried(kind), f"{message.__name__}.{name}"
    for kind in typing.get_type_hints(message, include_extras=True).values():
        for part in getattr(kind, "__metadata__", ()):
            assert np.dtype(part.dtype).str[0] in "<|" and part.shape
            assert all(isinstance(n, str) or n > 0 for n in part.shape)

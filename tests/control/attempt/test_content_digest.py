"""Equal numbers, equal digest; another number, another digest."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.attempt.attempt import Ask
from prehensile.control.attempt.content_digest import content_digest
from prehensile.control.example.style import load_style
from prehensile.world.catalogue import load_object


def test_names_and_colours_do_not_count():
    mug = load_object("mug")
    other = replace(mug, name="cup", color=(0.1, 0.2, 0.3))
    assert content_digest(mug) == content_digest(other) == content_digest(load_object("mug"))
    assert content_digest(Ask(progress=print)) == content_digest(Ask())
    style = load_style("leap_grab")
    assert content_digest(style) == content_digest(replace(style, about="another text"))


@pytest.mark.parametrize("what", ["mass", "friction", "vertices", "parts", "com"])
def test_whatever_physics_knows_of_counts(what):
    mug = load_object("mug")
    value = getattr(mug, what)
    if what == "parts":
        changed = (replace(value[0], pos=value[0].pos + 1e-9), *value[1:])
    else:
        changed = tuple(1.01 * v for v in value) if what == "friction" else value * (1 + 1e-12)
    assert content_digest(replace(mug, **{what: changed})) != content_digest(mug)


def test_shape_type_and_place_count():
    numbers = np.arange(6.0)
    different = [
        (numbers,), (numbers.reshape(2, 3),), (numbers.astype(np.float32),), (numbers.tolist(),),
        (1, 2.0), (1.0, 2.0), ((1, 2.0),), ("12.0",), (None,), (True,), (b"1",), (),
        (Ask(seed=1),), (Ask(tries=1),), ({"a": 1},), ({"b": 1},), ([], [1]), ([1], []),
    ]  # fmt: skip
    assert len({content_digest(*things) for things in different}) == len(different)


def test_what_has_no_content_is_refused():
    with pytest.raises(TypeError, match="object"):
        content_digest(object())

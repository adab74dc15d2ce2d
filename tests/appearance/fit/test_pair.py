from pathlib import Path

import pytest

from prehensile.appearance.fit.folder import Shot
from prehensile.appearance.fit.pair import paired
from prehensile.errors import InputError

NAN = float("nan")


def shots(view, *forces, time=None, place=NAN):
    return [Shot(Path(f"{f}.png"), (f, place, NAN, NAN, NAN), time, view) for f in forces]


def test_one_view_is_paired_with_nothing():
    assert paired([shots("nail", 1, 2, 3)]) == [(0,), (1,), (2,)]


def test_presses_are_found_in_the_other_view_by_their_force():
    found = paired([shots("nail", 1.0, 2.0, 5.0), shots("pad", 5.05, 1.01, 3.0)])
    assert found == [(0, 1), (2, 0)]


def test_equal_forces_are_paired_once_each():
    assert paired([shots("nail", 2, 2), shots("pad", 2, 2)]) == [(0, 0), (1, 1)]


def test_another_place_or_time_is_another_press():
    there = shots("pad", 1, 2, place=0.003)
    with pytest.raises(InputError, match="nail and the pad"):
        paired([shots("nail", 1, 2, place=0.0), there])
    with pytest.raises(InputError, match="too few"):
        paired([shots("nail", 1, 2, time=1.0), shots("pad", 1, 2, time=2.0)])

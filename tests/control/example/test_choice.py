"""Which styles suit which things: asked of things whose grip nobody disputes."""

import numpy as np
import pytest

from prehensile.control.example.choice import Shape, styles_for, usual_styles
from prehensile.control.example.style import DEFAULT_STYLE, STYLES, load_style
from prehensile.world.catalogue import load_object


@pytest.mark.parametrize(
    ("thing", "style"),
    [
        ("mug", "leap_grab"),
        ("bottle", "leap_grab"),
        ("hammer", "leap_grab"),
        ("pen", "tip_pinch"),
        ("cylinder:r=10mm,h=140mm,mass=0.04", "tripod"),
        ("apple", "sphere"),
        ("ball", "sphere"),
        ("ball:d=20mm", "tip_pinch"),
        ("ball:d=45mm", "tripod"),
        ("cylinder:r=8mm,h=50mm,mass=0.02", "tripod"),
        ("cylinder:r=40mm,h=20mm,mass=0.1", "disk"),
        ("cylinder:r=75mm,h=55mm,mass=0.3", "quadpod"),
        ("cylinder:r=75mm,h=55mm,mass=0.6", "leap_grab"),
        ("cylinder:r=75mm,h=90mm,mass=0.3", "leap_grab"),
        ("box:60x30x2mm,mass=0.01", "lateral"),
        ("cylinder:r=10mm,h=100mm,mass=0.5", "leap_grab"),
    ],
)
def test_things_are_taken_as_people_take_them(thing, style):
    assert usual_styles(load_object(thing))[0] == style


def test_heavy_things_are_not_held_by_fingertips():
    rng = np.random.default_rng(3)
    for sides in np.sort(rng.uniform(0.002, 0.2, (200, 3)))[:, ::-1]:
        for name in styles_for(Shape(*sides, mass=2.0)):
            assert load_style(name).kind == "power"


def test_what_has_no_room_in_the_hand_is_never_wrapped_first():
    rng = np.random.default_rng(4)
    for sides in np.sort(rng.uniform(0.002, 0.0599, (200, 3)))[:, ::-1]:
        first = styles_for(Shape(*sides, mass=0.05))[0]
        assert load_style(first).kind != "power"


def test_every_list_names_styles_and_ends_with_the_whole_hand():
    rng = np.random.default_rng(5)
    for sides in np.sort(10 ** rng.uniform(-3, -0.5, (300, 3)))[:, ::-1]:
        found = styles_for(Shape(*sides, mass=float(10 ** rng.uniform(-3, 0.5))))
        assert set(found) <= set(STYLES) and len(set(found)) == len(found)
    assert usual_styles(load_object("pen"))[-1] == DEFAULT_STYLE

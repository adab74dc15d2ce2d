"""Controls of the example's numbers: each is understood, and shows what was set."""

from dataclasses import replace

import pytest

from prehensile.control.live.example import ExampleSettings
from prehensile.stage.example_controls import changed, example_controls

CONTROLS = {c.name: c for c in example_controls(ExampleSettings())}


@pytest.mark.parametrize("name", CONTROLS)
def test_what_was_set_is_shown(name):
    control = CONTROLS[name]
    if control.kind == "slider":
        value = control.high if control.value != control.high else control.low
    else:
        value = not control.value if control.kind == "switch" else control.choices[-1]
    after = {c.name: c.value for c in example_controls(changed(ExampleSettings(), name, value))}
    expected = {c.name: c.value for c in CONTROLS.values()} | {name: value}
    assert after == pytest.approx(expected)


def test_every_slider_begins_within_its_range():
    sliders = [c for c in CONTROLS.values() if c.kind == "slider"]
    assert all(c.low <= c.value <= c.high for c in sliders)


def test_the_distances_cannot_be_put_out_of_order():
    assert CONTROLS["close"].high < CONTROLS["open"].low


def test_by_distance_ends_the_choice():
    chosen = replace(ExampleSettings(), setpoint="grip")
    assert changed(chosen, "setpoint", "by distance").setpoint is None


def test_a_stranger_is_not_understood():
    with pytest.raises(KeyError):
        changed(ExampleSettings(), "colour", 1.0)

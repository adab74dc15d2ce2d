"""Values that act: what a control sets is what the simulation is given."""

from types import SimpleNamespace

import pytest

from prehensile.stage.shows.synthesis_values import SynthesisValues
from prehensile.world.catalogue import load_object

START = SynthesisValues(mass=0.2, friction=0.8)


class Live(SimpleNamespace):
    """Remembers what it is told."""

    def weigh(self, mass):
        self.mass = mass

    def damp(self, damping):
        self.damping = damping

    def grip_what_slips(self, on):
        self.reflex = on


@pytest.mark.parametrize(
    ("name", "value", "given"),
    [
        ("mass", 350.0, 0.35),
        ("friction", 0.3, 0.3),
        ("softness", 2.0, 2.0),
        ("damping", 0.0, 0.0),
        ("reflex", True, True),
    ],
)
def test_a_control_sets_what_the_simulation_is_given(name, value, given):
    live = Live(mass=0.2, friction=0.8, softness=1.0, damping=1.0, reflex=False)
    now = START.changed(name, value)
    now.give(live)
    assert getattr(live, name) == pytest.approx(given)
    shown = {c.name: c for c in now.controls(0.2)}[name]
    assert shown.value == pytest.approx(value)
    assert isinstance(value, bool) or shown.low <= value <= shown.high


def test_another_thing_brings_its_mass_and_friction_and_the_hand_stays():
    now = START.changed("softness", 3.0).on(load_object("apple"))
    assert (now.mass, now.friction, now.softness) == (0.18, 0.8, 3.0)


def test_heavy_things_have_a_longer_slider():
    assert [START.controls(own)[0].high for own in (0.1, 2.0)] == [1000, 6000]

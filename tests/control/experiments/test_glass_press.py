"""A finger on a pane: as hard as it is told, and off it when told so."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from prehensile.control.experiments.glass_press import FINGER, GLASS, GlassPress
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS, TIP_SEGMENT
from prehensile.hand.spec import HandSpec

HANDS = {
    "right": HandSpec.mean("right"),
    "left, small": HandSpec.at_percentile(5, "left"),
}


def run(press, seconds):
    return [press.step() for _ in range(round(seconds / press.world.timestep))]


@pytest.mark.parametrize("name", HANDS)
def test_it_presses_as_hard_as_told_with_that_finger_alone(name):
    press = GlassPress(HANDS[name].build())
    for force in (2.0, 15.0):
        press.force = force
        frames = run(press, 2.0)
        assert press.pressing == pytest.approx(force, rel=0.05)
        others = np.delete(frames[-1].group_force[0], GROUPS.index(FINGER))
        assert not others.any()
        contacts, names = frames[-1].contacts, press.world.contact_names
        touched = {
            names[a] for a, b in zip(contacts.a, contacts.b, strict=True) if names[b] == GLASS
        }
        assert touched == {f"{press.hand.side}/{TIP_SEGMENT[FINGER]}"}
    press.force = 0.0
    run(press, 0.3)
    assert press.pressing == 0.0


def test_a_light_touch_does_not_begin_with_a_blow():
    press = GlassPress(Hand())
    press.force = 1.0
    forces = []
    for _ in range(120):
        press.step()
        forces.append(press.pressing)
    assert max(forces) < 5.0


def test_it_begins_anew_bit_for_bit():
    press = GlassPress(Hand())
    press.force = 5.0
    first = run(press, 0.5)[-1]
    press.reset()
    assert press.force == press.pressing == 0.0
    press.force = 5.0
    again = run(press, 0.5)[-1]
    np.testing.assert_array_equal(first.q[0], again.q[0])


def test_a_hand_without_that_finger_is_refused():
    with pytest.raises(InputError, match="no index fingertip"):
        GlassPress(cast(Hand, SimpleNamespace(segments={})))

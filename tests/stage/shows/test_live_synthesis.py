"""A simulation whose mass, friction, softness and damping change while it runs."""

import numpy as np
import pytest

from prehensile.stage.scene import SceneOptions
from prehensile.stage.shows.captured_motion import captured_motion
from prehensile.stage.shows.live_synthesis import LiveSynthesis
from prehensile.stage.shows.synthesis_figures import synthesis_figures
from prehensile.stage.shows.where_it_stood import stood_there
from prehensile.synthesis.contacts import HAND
from prehensile.world.catalogue import load_object

G = 9.81


@pytest.fixture(scope="module")
def motion():
    return captured_motion(SceneOptions())


@pytest.fixture(scope="module")
def held(motion):
    """The box, held up; at rest after half a second."""
    live = LiveSynthesis(
        motion.hand, motion.name, motion.compliance, motion.references[0],
        stood_there(load_object("box"), motion.place),
    )  # fmt: skip
    for to in motion.references[1 : motion.held]:
        live.step(to)
    wait(live, motion)
    return live


def wait(live, motion, seconds=0.5):
    for _ in range(round(seconds / live.timestep)):
        live.step(motion.references[motion.held])


def carried(live):
    """[N] that the hand holds up, z of what it exerts on the thing."""
    mine = live.contacts.upper == HAND
    return -live.wrench[mine, 2].sum()


def pressed(live):
    return live.touching()[2].sum()


def test_the_hand_carries_the_weight_and_another_one_at_once(held, motion):
    assert not held.rests and held.lift == pytest.approx(motion.rise, abs=0.002)
    assert carried(held) == pytest.approx(0.012 * G, abs=1e-5)
    held.weigh(0.03)
    wait(held, motion)
    assert carried(held) == pytest.approx(0.03 * G, abs=1e-5)
    held.weigh(0.012)
    wait(held, motion)


def test_a_softer_hand_presses_less(held, motion):
    firm = pressed(held)
    held.softness = 2.0
    wait(held, motion)
    assert 0.3 * firm < pressed(held) < 0.75 * firm
    held.softness = 1.0
    wait(held, motion)
    assert pressed(held) == pytest.approx(firm, rel=0.2)


def test_the_mouse_adds_its_force(held, motion):
    held.hang(np.zeros(3), held.poses()[0, :3] + np.array([0.0, 0.0, 0.005]))
    wait(held, motion, 1.0)
    assert held.pulled[2] > 0.01
    assert carried(held) + held.pulled[2] == pytest.approx(0.012 * G, abs=1e-3)
    held.pull = None
    wait(held, motion)


def test_figures_tell_what_goes_on(held):
    assert {c.value for c in synthesis_figures(None)} == {"–"}
    told = {c.name: c.value for c in synthesis_figures(held)}
    assert float(told["speed"]) > 0 and int(told["contacts"]) >= 2 and told["unsolved"] == "0"
    force = held.touching()[2]
    assert float(told["thumb_force"]) == pytest.approx(force[0], abs=0.051)
    assert float(told["finger_force"]) == pytest.approx(force[1:5].sum(), abs=0.051)
    assert all(c.kind == "figure" and c.advanced for c in synthesis_figures(held))


def test_friction_acts_and_a_restart_begins_where_it_began(held, motion):
    """The last one: the box falls."""
    held.friction = 0.02
    held.damp(0.0)  # or else it sinks slowly
    highest = 0.0
    for _ in range(150):
        held.step(motion.references[motion.held])
        highest = max(highest, held.hand_slip())
    assert held.lift < 0 and highest > 0.01
    held.damp(0.3)
    held.grip_what_slips(True)
    held.restart()
    assert held.lift == 0 and held.reflex_level == 0 and held.unsolved == 0
    assert (held.friction, held.damping) == (0.02, 0.3)

"""Fingertips are told what `LiveSynthesis` presses on them, now and then."""

import numpy as np
import pytest

from prehensile.stage.scene import SceneOptions
from prehensile.stage.shows.captured_motion import captured_motion
from prehensile.stage.shows.live_synthesis import LiveSynthesis
from prehensile.stage.shows.touched_tips import EVERY, TouchedTips
from prehensile.stage.shows.where_it_stood import stood_there
from prehensile.world.catalogue import load_object


class Spy:
    """Colours by the force itself, at once."""

    def __init__(self):
        self.calls = []

    def after(self, blood, load, bend, dt):
        self.calls.append((load, bend, dt))
        return np.repeat(load.force[..., None], 4, axis=2)


@pytest.fixture(scope="module")
def live():
    """The hand closes on the box in a hurry."""
    motion = captured_motion(SceneOptions())
    made = LiveSynthesis(
        motion.hand, motion.name, motion.compliance, motion.references[0],
        stood_there(load_object("box"), motion.place),
    )  # fmt: skip
    for to in motion.references[: motion.held : 6]:
        made.step(to)
    return made


def test_the_pads_are_told_the_forces_of_the_fingers(live):
    spy = Spy()
    tips = TouchedTips(live.hand, live.name, spy)
    for _ in range(2 * EVERY):
        tips.follow(live, 0.002)
    assert len(spy.calls) == 2
    load, bend, dt = spy.calls[0]
    assert load.force.shape == bend.shape == (1, 5) and dt == pytest.approx(0.002 * EVERY)
    force = live.touching()[2][:5]
    assert force.max() > 0.3
    # Of a finger only its palmar side counts: at most what presses, and all of it on the thumb.
    assert (load.force[0] <= force + 1e-9).all() and load.force[0, 0] == pytest.approx(force[0])
    np.testing.assert_array_equal(tips.blood[0, :, 2], load.force[0])


def test_without_a_model_they_keep_their_colour(live):
    tips = TouchedTips(live.hand, live.name, None)
    for _ in range(EVERY):
        tips.follow(live, 0.002)
    assert not tips.blood.any()

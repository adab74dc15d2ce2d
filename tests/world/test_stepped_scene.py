"""What worlds and batches of worlds share is found by name in both, and refused alike."""

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.world import World

TWO_HANDS = (Hand(), HandSpec.mean("left").build())
LIMP = Command(np.zeros(23), np.zeros(23), np.zeros(23))


@pytest.fixture(scope="module", params=["world", "batch"])
def scene(request) -> World | WorldBatch:
    things = (TWO_HANDS, load_object("ball"))
    return World(*things) if request.param == "world" else WorldBatch(*things, 2)


def test_hands_objects_and_timestep_are_those_of_the_scene(scene: World | WorldBatch) -> None:
    assert [h.name for h in scene.hands] == ["right", "left"]
    assert [o.name for o in scene.objects] == ["ball"]
    assert scene.timestep == scene.scene.timestep


def test_one_command_alone_needs_one_hand_alone(scene: World | WorldBatch) -> None:
    with pytest.raises(InputError, match="say which hand: right, left"):
        scene.step(LIMP)
    with pytest.raises(InputError, match="say which hand: right, left"):
        scene.observe()


def test_a_wrong_name_is_refused_before_anything_is_written(scene: World | WorldBatch) -> None:
    before = scene.snapshot().state.copy()
    with pytest.raises(UnknownNameError, match="unknown hand 'rigth'"):
        scene.step({"left": LIMP, "rigth": LIMP})
    assert np.array_equal(scene.snapshot().state, before)
    with pytest.raises(UnknownNameError, match="unknown object 'bell'"):
        scene.release("bell")

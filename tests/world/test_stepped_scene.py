"""What worlds and batches of worlds share is found by name in both, and refused alike."""

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.stepped_scene import HandPorts
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


def test_one_command_goes_to_the_only_hand() -> None:
    ports = HandPorts({"left": "port"})
    assert ports.only() == "left"
    assert ports.by_hand(LIMP) == {"left": LIMP}
    assert ports.by_hand(None) == {}


def test_commands_by_name_go_through_as_they_are() -> None:
    commands = {"left": LIMP}
    assert HandPorts({"right": "r", "left": "l"}).by_hand(commands) is commands


@pytest.mark.parametrize(
    ("ports", "named"), [({}, "there is none"), ({"a": 1, "b": 2}, "a, b")], ids=["none", "two"]
)
def test_one_command_needs_one_hand(ports: dict[str, int], named: str) -> None:
    with pytest.raises(InputError, match=f"say which hand: {named}"):
        HandPorts(ports).by_hand(LIMP)


def test_a_hand_that_is_not_there_is_named() -> None:
    ports = HandPorts({"right": "r", "left": "l"})
    with pytest.raises(UnknownNameError, match=r"unknown hand 'rigth'\. Did you mean 'right'"):
        ports.by_hand({"left": LIMP, "rigth": LIMP})
    with pytest.raises(UnknownNameError, match="unknown hand 'middle'"):
        ports.check("middle")
    assert list(ports) == ["right", "left"], "asking adds nothing"

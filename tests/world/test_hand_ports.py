"""Commands find the port of their hand, or are refused before anything is written."""

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.world.command import Command
from prehensile.world.hand_ports import HandPorts

LIMP = Command(np.zeros(23), np.zeros(23), np.zeros(23))


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

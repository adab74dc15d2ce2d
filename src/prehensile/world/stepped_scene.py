"""What a `World` and a `WorldBatch` share: the scene that they step, and ports of its hands."""

from collections.abc import Mapping
from typing import NoReturn, TypeVar

from prehensile.errors import InputError, UnknownNameError
from prehensile.world.command import Command
from prehensile.world.scene import HandInScene, ObjectInScene, Scene

Port = TypeVar("Port")
"""writes Commands for one hand"""


class SteppedScene:
    """A scene in time; subclasses set it, and step."""

    scene: Scene

    @property
    def hands(self) -> tuple[HandInScene, ...]:
        """The hands as they were placed."""
        return self.scene.hands

    @property
    def objects(self) -> tuple[ObjectInScene, ...]:
        """The objects as they were placed."""
        return self.scene.objects

    @property
    def timestep(self) -> float:
        """[s] that one step takes in the simulated world."""
        return self.scene.timestep


class HandPorts(dict[str, Port]):
    """A port for each hand, by name; asking for another raises `UnknownNameError`."""

    def __missing__(self, name: str) -> NoReturn:
        raise UnknownNameError("hand", name, self)

    def check(self, name: str) -> None:
        """Refuse a name that no hand has."""
        self[name]

    def only(self) -> str:
        """Name of the only hand.

        Raises:
            InputError: there are several, or none.
        """
        if len(self) != 1:
            raise InputError(f"say which hand: {', '.join(self) or 'there is none'}.")
        return next(iter(self))

    def by_hand(self, command: Command | Mapping[str, Command] | None) -> Mapping[str, Command]:
        """Commands by hand name; one alone is for the only hand.

        Raises:
            InputError: one alone, but there are several hands or none.
            UnknownNameError: there is no such hand.
        """
        if isinstance(command, Command):
            return {self.only(): command}
        by_hand = {} if command is None else command
        for name in by_hand:
            self.check(name)
        return by_hand

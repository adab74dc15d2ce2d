"""What a `World` and a `WorldBatch` share: a scene whose hands and objects are found by name."""

from collections.abc import Mapping
from typing import Generic, TypeVar

from prehensile.errors import InputError, UnknownNameError
from prehensile.world.command import Command
from prehensile.world.scene import HandInScene, ObjectInScene, Scene

Port = TypeVar("Port")
"""writes Commands for one hand"""


class SteppedScene(Generic[Port]):
    """A scene with a port for each of its hands; subclasses set both, and step."""

    scene: Scene
    _ports: dict[str, Port]

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

    def _by_hand(self, command: Command | Mapping[str, Command] | None) -> Mapping[str, Command]:
        """Commands by hand name; one alone is for the only hand.

        Raises:
            InputError: one alone, but there are several hands or none.
            UnknownNameError: there is no such hand.
        """
        if isinstance(command, Command):
            return {self._only_hand(): command}
        by_hand = {} if command is None else command
        for name in by_hand:
            self._port(name)
        return by_hand

    def _only_hand(self) -> str:
        if len(self._ports) != 1:
            raise InputError(f"say which hand: {', '.join(self._ports) or 'there is none'}.")
        return next(iter(self._ports))

    def _port(self, name: str) -> Port:
        try:
            return self._ports[name]
        except KeyError:
            raise UnknownNameError("hand", name, self._ports) from None

    def _object(self, name: str) -> ObjectInScene:
        for o in self.objects:
            if o.name == name:
                return o
        raise UnknownNameError("object", name, [o.name for o in self.objects])

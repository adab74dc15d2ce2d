"""Where Commands go: what writes them for each hand of a scene, found by the hand's name."""

from collections.abc import Mapping
from typing import NoReturn, TypeVar

from prehensile.errors import InputError, UnknownNameError
from prehensile.world.command import Command

Port = TypeVar("Port")
"""writes Commands for one hand"""


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

"""Errors that end in a list of what a file holds, for people to choose from."""

from prehensile.errors import InputError


class ListedNamesError(InputError):
    """One whose list must not be cut off like other reasons; who raises it shortened the names."""

"""The command line's ``--hand``: text to a hand's spec."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from prehensile.errors import InputError
from prehensile.files.bounded_text import parse_json
from prehensile.files.opened import opened, said_of
from prehensile.hand.spec import SCHEMA, SIDES, HandSpec

if TYPE_CHECKING:
    from prehensile.hand.loaded.spec import LoadedSpec

HAND_GRAMMAR = (
    "right or left, alone or with :p5, :p50, :p95 (any percentile) or :seed=N, "
    "a .json file written by 'prehensile hand --json', or another hand's model (.xml, .urdf) or "
    "mapping (.toml, .json), with :BODY for the part of a larger model that is the hand"
)


def parse_hand(text: str, assets: str | Path | None = None) -> "HandSpec | LoadedSpec":
    """Read the command line's ``--hand``: ``right``, ``left:p95``, ``right:seed=7``, ``me.json``,
    ``hand.xml``, ``robot.xml:right_palm``.

    Args:
        text: as it was typed.
        assets: one more folder in which what a model refers to may lie.

    Raises:
        InputError: text that is none of these; the message gives the grammar.
        FileError: a file that cannot be read.
    """
    if text.endswith(".json"):
        return _read_spec(Path(text), assets)
    if model := re.fullmatch(r"(.+\.(?:xml|mjcf|urdf|toml))(?::(.+))?", text):
        from prehensile.hand.loaded.read import read_loaded_spec

        return read_loaded_spec(model[1], assets=assets, body=model[2])
    side, _, size = text.strip().partition(":")
    if side not in SIDES:
        raise InputError(f"--hand {text!r} is not a hand: give {HAND_GRAMMAR}.")
    if not size:
        return HandSpec.mean(side)
    if match := re.fullmatch(r"p(\d+(?:\.\d+)?)", size):
        return HandSpec.at_percentile(float(match[1]), side)
    if match := re.fullmatch(r"seed=(\d+)", size):
        return HandSpec.sample(int(match[1]), side)
    raise InputError(f"--hand {text!r} is not a hand: give {HAND_GRAMMAR}.")


def _read_spec(path: Path, assets: str | Path | None) -> "HandSpec | LoadedSpec":
    """A hand from a file that holds a spec's JSON, has it under ``spec``, or is a mapping."""
    with opened(path, "hand") as file:
        data = parse_json(file.read())
    if isinstance(data, dict) and "spec" in data:
        data = data["spec"]
    if isinstance(data, dict) and data.get("kind") != SCHEMA:
        from prehensile.hand.loaded.read import read_loaded_spec
        from prehensile.hand.loaded.spec import SCHEMA as LOADED
        from prehensile.hand.loaded.spec import LoadedSpec

        if data.get("kind") == LOADED:
            with said_of(path):
                return LoadedSpec.from_json(data)
        if "kind" not in data and "joints" in data:
            return read_loaded_spec(path, assets=assets)
    with said_of(path):
        return HandSpec.from_json(data)

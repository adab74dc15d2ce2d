"""Rows of what was measured, kept one by one: an interrupted run goes on where it was.

Under ``grasps`` in the folder of kept results: ``rows.jsonl``, of which the last row of a thing
counts, and beside it the clip of each, for pictures.
"""

import json
from pathlib import Path
from typing import Any

from prehensile.cache import kind_folder
from prehensile.code_digest import code_digest

FILE = "rows.jsonl"
Row = dict[str, Any]


def kept_rows(which: str) -> dict[str, Row]:
    """The last row of each thing of a set, by its name; a line that is not whole is passed over."""
    found: dict[str, Row] = {}
    path = kind_folder("grasps") / FILE
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    for line in lines:
        try:
            row = json.loads(line)
        except ValueError:  # an interrupted run's last
            continue
        if isinstance(row, dict) and row.get("set") == which:
            found[str(row.get("thing"))] = row
    return found


def keep_row(row: Row) -> None:
    """Add a row."""
    folder = kind_folder("grasps")
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(row, allow_nan=False) + "\n")


def clip_path(which: str, thing: str) -> Path:
    """Where the clip of a thing is kept."""
    folder = kind_folder("grasps") / which
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{thing.replace(':', '-')}.npz"


def todays_code() -> str:
    """A digest of all code that a grasp rests on."""
    return code_digest("control.grasp")[:16]

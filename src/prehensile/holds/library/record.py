"""Results of long searches as files: one a search, whole or absent, so that work can be resumed."""

import hashlib
import json
from pathlib import Path

from prehensile.atomic import atomic_path
from prehensile.files.bounded_text import parse_json
from prehensile.files.opened import opened
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.kinds import KINDS
from prehensile.holds.optimise.result import HoldResult

KIND = "hold_result"


def result_path(folder: Path, hold: Hold, direction: str, push: bool = False) -> Path:
    """Where the result for a hold and a named direction lies; that of a push beside the pull's.

    A mesh that was changed is another hold, whatever its file is called.
    """
    stem = hold.name.replace(":", "_")
    if hold.kind not in KINDS:
        shape = hashlib.sha256(hold.object.vertices.tobytes() + hold.object.faces.tobytes())
        stem += f"-{shape.hexdigest()[:8]}"
    return folder / f"{stem}.{direction}{'.push' if push else ''}.json"


def read_result(path: Path, seed: int, push: bool = False) -> HoldResult | None:
    """A result that was written before with this seed; None if there is none.

    Raises:
        FileError: it is damaged.
    """
    if not path.exists():
        return None
    with opened(path, KIND) as file:
        found = HoldResult.from_json(parse_json(file.read()))
    return found if (found.seed, found.push) == (seed, push) else None


def write_result(path: Path, result: HoldResult) -> None:
    """Write it, whole or not at all."""
    with atomic_path(path) as temporary:
        temporary.write_text(json.dumps(result.to_json()))

"""Where the reference recordings, rigs and meshes lie. Tests and examples only; none is shipped."""

import os
from pathlib import Path

from prehensile.errors import FileError


class ReferenceDataError(FileError):
    """Reference data that is not there."""


def reference_data_folder() -> Path:
    """``PREHENSILE_DATA``, or ``shared/data`` beside the working copy."""
    override = os.environ.get("PREHENSILE_DATA")
    if override:
        return Path(override)
    return Path(__file__).resolve().parents[3] / "shared" / "data"


def reference_data(*parts: str) -> Path:
    """A file or folder of the reference data.

    Raises:
        ReferenceDataError: it is not there; tests turn this into a skip.
    """
    path = reference_data_folder().joinpath(*parts)
    if not path.exists():
        raise ReferenceDataError(
            f"no reference data at {path}: set PREHENSILE_DATA to the folder that holds it."
        )
    return path

"""What areas measure with that a machine may lack, and how to get it."""

import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from prehensile.extras import EXTRA_OF_PACKAGE
from prehensile.reference_data import reference_data_folder

CHECKOUT = Path(__file__).parents[3]
"""The repository, where this is no installed package."""


class Need(NamedTuple):
    """Something that figures need."""

    name: str
    how: str
    """to get it"""
    is_there: Callable[[], bool]


def _browser() -> bool:
    return bool(shutil.which("chromium") or shutil.which("chromium-browser"))


def _extra(package: str) -> Need:
    how = f"pip install 'prehensile[{EXTRA_OF_PACKAGE[package]}]'"
    return Need(package, how, lambda: find_spec(package) is not None)


CHROMIUM = Need("Chromium", "apt install chromium", _browser)
PLAYWRIGHT = Need(
    "playwright", "pip install playwright", lambda: find_spec("playwright") is not None
)
MINK = Need("mink", "pip install mink", lambda: find_spec("mink") is not None)
REFERENCE_DATA = Need(
    "the reference data",
    "set PREHENSILE_DATA to its folder",
    lambda: reference_data_folder().is_dir(),
)
REPOSITORY = Need(
    "the repository", "git clone it and make install", (CHECKOUT / "tests" / "fuzz").is_dir
)
PAGE = (CHROMIUM, PLAYWRIGHT, _extra("websockets"))
FILES = (_extra("h5py"), _extra("ezc3d"), _extra("pyxdf"), _extra("pylsl"))

NEEDS: dict[str, tuple[Need, ...]] = {
    "appearance": (REFERENCE_DATA, _extra("PIL"), *PAGE),
    "capture": (REFERENCE_DATA, *FILES, _extra("websockets")),
    "compliance": (_extra("h5py"),),
    "control": (REFERENCE_DATA, _extra("coacd")),
    "hardening": (REPOSITORY, *FILES, _extra("PIL"), _extra("websockets")),
    "holding": (REFERENCE_DATA,),
    "ik": (MINK, REFERENCE_DATA),
    "manipulate": (_extra("cma"),),
    "quality": (REFERENCE_DATA, _extra("cma")),
    "skin": (REFERENCE_DATA, *PAGE),
    "stage": PAGE,
}
"""By area; others need nothing that the plain install has not."""


def lacking(area: str) -> str:
    """What this machine lacks for an area, and how to get it, in one line; empty if nothing."""
    absent = [need for need in NEEDS.get(area, ()) if not need.is_there()]
    return ", ".join(f"{need.name} ({need.how})" for need in absent)

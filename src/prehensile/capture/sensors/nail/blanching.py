"""How six patches of a nail brighten as the fingertip is pressed: measured on photographs.

Blood leaves from under the nail where the pad is pressed, first at its free edge. The photographs
of Andrews 2014 show one index finger at eleven loads, already laid over one another; they are read
where they lie and never kept. Without them a curve of the same kind stands in.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import FileError, MissingExtraError
from prehensile.frozen import read_only
from prehensile.reference_data import reference_data

PATCHES = tuple((x, y) for y in (0.54, 0.66, 0.78) for x in (0.36, 0.62))
"""(6, 2) middles of the patches, in widths and heights of the photographs: three rows from the
cuticle to the free edge, two columns"""
HALF = 0.045
"""half a patch's side, in widths of a photograph"""
STEPS = 11
"""photographs: none pressed, then ten loads"""


class Blanching(NamedTuple):
    """Light of six patches over the unpressed nail's, against force."""

    force: np.ndarray
    """(K,) [N] increasing from 0"""
    change: np.ndarray
    """(K, 6) of the reflected light, as a share of the unpressed nail's; 0 in the first row"""
    source: str
    """``measured`` or ``stand-in``"""

    def at(self, force: np.ndarray) -> np.ndarray:
        """(..., 6) change at forces (...) [N]: monotone cubics through the loads, level beyond."""
        from scipy.interpolate import PchipInterpolator

        return PchipInterpolator(self.force, self.change)(
            np.clip(force, self.force[0], self.force[-1])
        )


@cache
def nail_blanching() -> Blanching:
    """Measured where the photographs can be read, else the stand-in."""
    try:
        return measured_blanching(reference_data("fingertips", "index"))
    except (FileError, MissingExtraError):
        return stand_in_blanching()


def stand_in_blanching() -> Blanching:
    """A nail that whitens from its free edge: 1 − e^(−F/f) of 0.1 to 0.5 at f of 2 to 4 N, while
    the rows near the cuticle first redden a little as blood is pushed back.
    """
    force = np.linspace(0.0, 11.0, STEPS)
    most = np.array([0.10, 0.12, 0.22, 0.26, 0.45, 0.50])
    scale = np.array([4.0, 4.0, 3.0, 3.0, 2.0, 2.0])
    back = np.array([0.04, 0.05, 0.02, 0.02, 0.0, 0.0])
    change = most * (1 - np.exp(-force[:, None] / scale))
    change -= back * force[:, None] * np.exp(1 - force[:, None])
    return Blanching(read_only(force), read_only(change), "stand-in")


def measured_blanching(folder: Path) -> Blanching:
    """From photographs ``*neutral.jpg``, ``*mag1.jpg`` … and the Tekscan files beside them.

    Green light counts: blood swallows it, and skin without blood sends it back.

    Raises:
        FileError: a file is missing or damaged.
        MissingExtraError: Pillow is not installed.
    """
    from prehensile.files.pictures.photo import read_photo
    from prehensile.files.tekscan import BLOCKS, patch_load, read_tekscan

    names = ["neutral", *(f"mag{k}" for k in range(1, STEPS))]
    force, light = [], []
    for k, name in enumerate(names):
        tables = sorted(folder.glob(f"Data{k + 1:03d}_*.csv"))
        photos = sorted(folder.glob(f"*_{name}.jpg"))
        if len(tables) != 1 or len(photos) != 1:
            raise FileError(f"{folder} lacks the photograph or the pressure of load {k}.")
        force.append(float(patch_load(read_tekscan(tables[0]), BLOCKS["index"]).force.mean()))
        light.append(_patch_light(read_photo(photos[0])))
    found = np.array(light)
    order = np.argsort(force)
    return Blanching(
        read_only(np.array(force)[order]), read_only(found[order] / found[0] - 1), "measured"
    )


def _patch_light(pixels: np.ndarray) -> np.ndarray:
    """(6,) mean green light of the patches: sRGB undone, so that light adds up."""
    height, width = pixels.shape[:2]
    half = int(HALF * width)
    found = []
    for x, y in PATCHES:
        row, column = int(y * height), int(x * width)
        part = pixels[row - half : row + half, column - half : column + half, 1] / 255.0
        found.append(np.where(part > 0.04045, ((part + 0.055) / 1.055) ** 2.4, part / 12.92).mean())
    return np.array(found)

"""A folder of photographs of a fingertip, as `prehensile blush photos` writes it."""

import csv
import io
from pathlib import Path

import numpy as np

from prehensile.appearance.generate.motion import nodes_of
from prehensile.appearance.generate.photos import SIDES, SIZE, Photos, photo_set
from prehensile.appearance.generate.tones import DEFAULT_TONE
from prehensile.atomic import atomic_path, output_folder
from prehensile.files.archive import write_arrays
from prehensile.files.pictures.picture import png_bytes

COLUMNS = ("file", "newtons", "time", "centre_x", "centre_y", "spread", "angle", "view")
"""of ``forces.csv``: N, s, mm towards the tip, mm across, mm, degrees"""
TRUTH = "truth.npz"


def write_photos(
    folder: str | Path,
    tone: str = DEFAULT_TONE,
    seed: int = 0,
    *,
    series: bool = False,
    rolled: bool = False,
    size: int = SIZE,
    views: tuple[str, ...] = tuple(SIDES),
) -> Photos:
    """Write photographs as PNG files, ``forces.csv`` and ``truth.npz``, which only judges read.

    Args:
        folder: is made if there is none.
        tone: ``tone-1`` (lightest) to ``tone-8``.
        seed: another finger for another number.
        series: photographs over time, of a press and a release.
        rolled: also loads beside the middle of the pad, and on an edge.
        size: [px] along a side.
        views: of ``nail`` and ``pad``.

    Raises:
        InputError: no such tone or view, or a size that is too small or too large.
        FileError: the folder cannot be written.
    """
    taken = photo_set(tone, seed, series=series, rolled=rolled, size=size, views=views)
    folder = output_folder(folder)
    names = _names(taken)
    for name, photo in zip(names, taken.photos, strict=True):
        with atomic_path(folder / name) as path:
            path.write_bytes(png_bytes(photo.picture))
    with atomic_path(folder / "forces.csv") as path:
        path.write_text(_table(names, taken), "utf-8")
    write_arrays(folder / TRUTH, _truth(names, taken))
    return taken


def _names(taken: Photos) -> list[str]:
    count: dict[str, int] = {}
    names = []
    for photo in taken.photos:
        names.append(f"{photo.view}_{count.setdefault(photo.view, 0):02d}.png")
        count[photo.view] += 1
    return names


def _table(names: list[str], taken: Photos) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for name, photo in zip(names, taken.photos, strict=True):
        force, *rest = photo.load
        when = "" if photo.time is None else f"{photo.time:.3f}"
        writer.writerow([name, f"{force:.4f}", when, *(f"{v:.3f}" for v in rest), photo.view])
    return text.getvalue()


def _truth(names: list[str], taken: Photos) -> dict[str, np.ndarray]:
    """What only judges read.

    ``warp``: (K, 65, 65, 2) [px] right and down, at places evenly from the first pixel to the last:
    what the first photograph of a view shows at p is at p + warp. ``blood``: (K, m, m) change as a
    share, where it lay in the first photograph. ``pigment_<view>``: (3,). ``tau``: (2,) [s] of
    blanching and refill.
    """
    return {
        "names": np.array(names),
        "warp": np.stack([nodes_of(p.motion) for p in taken.photos]).astype(np.float32),
        "blood": np.stack([p.blood for p in taken.photos]),
        "tau": np.array([taken.person.blanch_s, taken.person.refill_s]),
        **{f"pigment_{view}": p for view, p in taken.pigment.items()},
    }

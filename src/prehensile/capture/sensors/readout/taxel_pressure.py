"""A Tekscan file's images laid onto the blocks of a glove's layout."""

from collections.abc import Mapping

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.tekscan import LARGEST, PASCAL_PER_PSI, TekscanFrames
from prehensile.hand.taxels import Taxels


def taxel_pressure(
    frames: TekscanFrames,
    taxels: Taxels,
    full_scale_psi: float,
    worn: Mapping[str, str] | None = None,
) -> np.ndarray:
    """(T, n) [Pa] of a file's images on the taxels of a layout, row by row.

    Args:
        frames: of a file.
        taxels: the layout; its cells must be the file's.
        full_scale_psi: that a raw 255 stands for.
        worn: block → the block that it lay under instead, of the same shape, as ``{"middle tip":
            "index tip"}`` where an index finger wore the second patch. Blocks that nothing lies on
            any more read nought.

    Raises:
        InputError: the file has other taxels, or blocks that differ in shape.
        UnknownNameError: a block that the layout has not.
    """
    if frames.taxel.shape != taxels.shape or not (frames.taxel == taxels.mask).all():
        raise InputError(
            f"the file has {int(frames.taxel.sum())} taxels of {frames.taxel.shape}, the layout "
            f"{taxels.count} of {taxels.shape}, or at other places."
        )
    raw = frames.raw.astype(float)
    image = raw.copy()
    for name in worn or {}:
        image[:, taxels.cells(name)] = 0.0
    for name, under in (worn or {}).items():
        if under not in taxels.names:
            raise UnknownNameError("block of taxels", under, taxels.names)
        source, target = taxels.cells(name), taxels.cells(under)
        if source.sum() != target.sum():
            raise InputError(f"blocks {name!r} and {under!r} have different numbers of taxels.")
        image[:, target] = raw[:, source]
    return image[:, taxels.mask] * (full_scale_psi * PASCAL_PER_PSI / LARGEST)

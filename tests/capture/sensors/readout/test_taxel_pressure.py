"""Files laid onto the blocks of a layout."""

import numpy as np
import pytest

from prehensile.capture.sensors.readout.taxel_pressure import taxel_pressure
from prehensile.errors import InputError, UnknownNameError
from prehensile.files.tekscan import TekscanFrames
from prehensile.hand.taxels import glove_taxels

TAXELS = glove_taxels()


def frames(rng) -> TekscanFrames:
    raw = np.where(TAXELS.mask, rng.integers(0, 256, (2, *TAXELS.shape)), 0).astype(np.uint8)
    return TekscanFrames(raw, TAXELS.mask, np.arange(2.0))


def test_a_file_is_laid_onto_the_finger_that_wore_the_patch(rng) -> None:
    file = frames(rng)
    plain = taxel_pressure(file, TAXELS, 12.0)
    assert plain.shape == (2, 361)
    assert plain * 255 / (12 * 6894.757293168) == pytest.approx(file.raw[:, TAXELS.mask])
    worn = taxel_pressure(file, TAXELS, 12.0, {"middle tip": "index tip"})
    block = TAXELS.block[TAXELS.mask]
    index, middle = (block == TAXELS.names.index(f"{d} tip") for d in ("index", "middle"))
    assert worn[:, index] == pytest.approx(plain[:, middle]) and not worn[:, middle].any()


def test_other_layouts_are_refused(rng) -> None:
    file = frames(rng)
    with pytest.raises(InputError, match="other places"):
        taxel_pressure(file._replace(taxel=~TAXELS.mask), TAXELS, 12.0)
    with pytest.raises(InputError, match="different numbers"):
        taxel_pressure(file, TAXELS, 12.0, {"middle tip": "thenar"})
    with pytest.raises(UnknownNameError):
        taxel_pressure(file, TAXELS, 12.0, {"middle tip": "toe"})

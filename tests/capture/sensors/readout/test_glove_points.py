"""Taxels in space: unrolling them again gives their places; files laid onto blocks."""

import numpy as np
import pytest

from prehensile.capture.sensors.readout.glove_points import block_points, taxel_pressure
from prehensile.errors import InputError, UnknownNameError
from prehensile.files.tekscan import TekscanFrames
from prehensile.hand.spec import HandSpec
from prehensile.hand.taxels import BlockFit, glove_taxels, taxel_places
from prehensile.motion.pressure_images import unrolled

TAXELS = glove_taxels()


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("block", ["index tip", "middle proximal", "thenar"])
def test_unrolling_gives_the_places_back(side, block) -> None:
    hand = HandSpec.mean(side).build()
    found = block_points(hand, TAXELS, block)
    segment = hand.segments[TAXELS.segments[TAXELS.names.index(block)]]
    back = unrolled(hand, segment, found.point, found.out)
    assert back == pytest.approx(taxel_places(hand, TAXELS, block), abs=1.5e-3)
    assert np.linalg.norm(found.out, axis=1) == pytest.approx(1)


def test_an_adjusted_block_lies_elsewhere() -> None:
    hand = HandSpec.mean().build()
    moved = TAXELS.adjusted("index tip", BlockFit(0.003, -0.002, (1.2, 0.5)))
    before, after = (taxel_places(hand, t, "index tip") for t in (TAXELS, moved))
    assert after.mean(0) - before.mean(0) == pytest.approx([0.003, -0.002])
    assert np.ptp(after, axis=0) == pytest.approx(np.ptp(before, axis=0) * [1.2, 0.5])
    same = taxel_places(hand, moved, "middle tip")
    assert same == pytest.approx(taxel_places(hand, TAXELS, "middle tip"))
    with pytest.raises(UnknownNameError):
        TAXELS.adjusted("toe", BlockFit())
    with pytest.raises(InputError, match="stretched"):
        TAXELS.adjusted("index tip", BlockFit(stretch=(0.0, 1.0)))


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

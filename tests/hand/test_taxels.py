"""The glove's layout against Tekscan's own files, and its places on a hand."""

import numpy as np
import pytest
from scipy import ndimage

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.tekscan import TAXEL_AREA, read_tekscan
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM
from prehensile.hand.spec import HandSpec
from prehensile.hand.taxels import BlockFit, glove_taxels, taxel_places


def test_there_are_361_taxels_in_17_blocks_that_do_not_touch() -> None:
    taxels = glove_taxels()
    assert taxels.shape == (29, 25) and taxels.count == 361
    patches, count = ndimage.label(taxels.mask)
    assert count == 17 == len(taxels.names)
    for name in taxels.names:
        cells = taxels.cells(name)
        assert len(set(patches[cells])) == 1
        assert (patches[cells][0] == patches).sum() == cells.sum()
    assert taxels.area == pytest.approx(TAXEL_AREA, rel=1e-4)


def test_taxels_are_where_the_files_have_them(reference_data) -> None:
    for file in sorted(reference_data("fingertips", "index").glob("Data*.csv")):
        assert np.array_equal(read_tekscan(file).taxel, glove_taxels().mask)


def test_every_block_lies_on_a_segment_of_the_hand() -> None:
    taxels, hand = glove_taxels(), Hand()
    assert set(taxels.segments) <= set(hand.segments)
    digits = [s for s in taxels.segments if s != PALM]
    assert len(set(digits)) == len(digits) == 14


@pytest.mark.parametrize("percentile", [5, 95])
def test_patches_lie_on_the_skin_of_their_segments(percentile) -> None:
    taxels, hand = glove_taxels(), HandSpec.at_percentile(percentile).build()
    for name, segment in zip(taxels.names, taxels.segments, strict=True):
        places = taxel_places(hand, taxels, name)
        assert len(places) == taxels.cells(name).sum()
        middle = 0.5 * (places.min(axis=0) + places.max(axis=0))
        length = hand.segments[segment].length
        assert 0.15 * length < middle[0] < length
        if segment != PALM:
            assert middle[1] == pytest.approx(0)


def test_rows_run_to_the_wrist_and_columns_away_from_the_thumb() -> None:
    taxels, hand = glove_taxels(), Hand()
    tip = taxel_places(hand, taxels, "index tip").reshape(4, 4, 2)
    assert np.diff(tip[:, 0, 0]) == pytest.approx(np.full(3, -taxels.pitch))
    assert np.diff(tip[0, :, 1]) == pytest.approx(np.full(3, -taxels.pitch))
    pad = hand.segments["index-finger-phalanx-distal"].pad
    assert pad is not None and tip.mean(axis=(0, 1)) == pytest.approx([pad[0], 0])
    thenar, other = (taxel_places(hand, taxels, n).mean(axis=0) for n in ("thenar", "hypothenar"))
    assert thenar[1] > 0.01 and other[1] < -0.01
    knuckles = taxel_places(hand, taxels, "knuckles")
    assert knuckles[:, 0].max() < hand.segments[PALM].length < knuckles[:, 0].max() + 0.01


def test_an_unknown_block_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'index tip'"):
        glove_taxels().cells("index tp")


def test_an_adjusted_block_lies_elsewhere() -> None:
    hand, taxels = HandSpec.mean().build(), glove_taxels()
    moved = taxels.adjusted("index tip", BlockFit(0.003, -0.002, (1.2, 0.5)))
    before, after = (taxel_places(hand, t, "index tip") for t in (taxels, moved))
    assert after.mean(0) - before.mean(0) == pytest.approx([0.003, -0.002])
    assert np.ptp(after, axis=0) == pytest.approx(np.ptp(before, axis=0) * [1.2, 0.5])
    same = taxel_places(hand, moved, "middle tip")
    assert same == pytest.approx(taxel_places(hand, taxels, "middle tip"))
    with pytest.raises(UnknownNameError):
        taxels.adjusted("toe", BlockFit())
    with pytest.raises(InputError, match="stretched"):
        taxels.adjusted("index tip", BlockFit(stretch=(0.0, 1.0)))

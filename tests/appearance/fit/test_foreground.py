import numpy as np
import pytest
from tests.appearance.fit.finger import finger, photograph

from prehensile.appearance.fit.foreground import feathered, foreground


def test_a_finger_before_a_plain_background_is_found():
    of = finger()
    picture, _ = photograph(of, 0.0, np.random.default_rng(0))
    found = foreground(picture / 255)
    assert ((of.inside > 0.1) == found).mean() > 0.97
    assert found[256, 256] and not found[-1, 0]


def test_without_a_plain_background_all_is_finger(rng):
    assert foreground(rng.random((128, 128, 3))).all()
    assert foreground(np.full((128, 128, 3), 0.5)).all()


@pytest.mark.parametrize("outwards", [False, True])
def test_masks_fall_smoothly_on_the_side_that_was_asked_for(outwards):
    y, x = np.mgrid[:256, :256]
    found = (y - 128) ** 2 + (x - 128) ** 2 < 90**2
    mask = feathered(found, outwards)
    assert mask.min() == 0 and mask.max() == 1
    assert np.abs(np.diff(mask, axis=0)).max() < 0.4
    assert (mask[found] == 1).all() if outwards else (mask[~found] == 0).all()


def test_a_picture_full_of_finger_fades_at_its_edges_only():
    mask = feathered(np.ones((256, 256), bool))
    assert (mask[4:-4, 4:-4] == 1).all() and mask[0].max() < 0.6

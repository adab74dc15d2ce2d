import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.marker_site import MARKER_HEIGHT, MarkerSite, site_offset

MOVING = [name for name, s in Hand().segments.items() if s.group != "palm"]


@pytest.mark.parametrize("segment", MOVING)
def test_a_marker_on_the_back_rides_its_height_above_the_skin(segment):
    hand = Hand()
    near, far = hand.segments[segment].radii
    for along, radius in ((0.0, near), (1.0, far), (0.5, 0.5 * (near + far))):
        x, y, z = site_offset(hand, MarkerSite(segment, along))
        assert x == pytest.approx(along * hand.segments[segment].length) and y == 0
        assert z - radius == pytest.approx(MARKER_HEIGHT)


def test_the_palmar_side_and_the_other_edge_are_mirror_images():
    hand = Hand()
    for segment in ("index-finger-phalanx-distal", PALM):
        up, down, beside, other = (
            site_offset(hand, MarkerSite(segment, 0.3, across, out))
            for across, out in ((0, 1), (0, -1), (1, 1), (-1, 1))
        )
        np.testing.assert_allclose(down, up * [1, 1, -1])
        np.testing.assert_allclose(other, beside * [1, -1, 1])
        assert beside[1] > 0.003  # towards the thumb of a right hand


def test_a_marker_inside_is_on_the_bone():
    hand = Hand()
    offset = site_offset(hand, MarkerSite("ring-finger-phalanx-proximal", 0.5, out=0.0))
    np.testing.assert_allclose(offset[1:], 0)


def test_on_the_palm_it_goes_with_the_breadth_of_the_hand():
    small, large = (HandSpec.at_percentile(p).build() for p in (5, 95))
    edge = [site_offset(hand, MarkerSite(PALM, 0.5, across=1.0))[1] for hand in (small, large)]
    np.testing.assert_allclose(2 * np.array(edge), [small.spec.breadth, large.spec.breadth])
    assert MarkerSite(PALM, 0.5).on_palm
    assert not any(MarkerSite(name, 0.5).on_palm for name in MOVING)

"""Values lie where they should, and words cannot break out."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prehensile.compliance.told.axes import Axes, line, svg, text, ticks, widened


def test_corners_and_decades() -> None:
    axes = Axes(10, 110, 5, 55, (0.1, 10.0), (-1.0, 1.0), logarithmic=True)
    assert axes.x(np.array([0.1, 1.0, 10.0])) == pytest.approx([10, 60, 110])
    assert axes.y(np.array([-1.0, 0.0, 1.0])) == pytest.approx([55, 30, 5])


@given(st.floats(-1e3, 1e3), st.floats(1e-3, 1e3), st.integers(2, 6))
def test_ticks_are_round_inside_and_evenly_spaced(low, size, about) -> None:
    found = ticks(low, low + size, about)
    assert 1 <= len(found) <= 2 * about + 2
    room = 1e-9 * (1 + abs(low) + size)
    assert found[0] >= low - room and found[-1] <= low + size + room
    assert np.ptp(np.diff(found)) < room if len(found) > 2 else True


def test_equal_values_still_have_a_range() -> None:
    low, high = widened(np.array([2.0, 2.0]))
    assert low < 2 < high


def test_words_are_escaped_and_drawings_are_xml() -> None:
    body = text(1, 2, "<b>&") + line((0, 1), (0, 1), "red", dash="2 1")
    parsed = ET.fromstring(svg(10, 20, body, 'a "quoted" <name>'))
    assert parsed.get("aria-label") == 'a "quoted" <name>'
    assert parsed[0].text == "<b>&"

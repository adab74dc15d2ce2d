"""Sources of error add up to the interval that the page reports."""

import re

import numpy as np
import pytest

from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.told.interval_section import UNMEASURED, interval_section


def _rows(text: str) -> dict[str, list[float]]:
    """Joint → numbers of its row."""
    body = text.partition("<tbody>")[2]
    rows = [re.findall("<td>(.*?)</td>", row) for row in body.split("</tr>")]
    return {row[0]: [float(cell) for cell in row[1:]] for row in rows if row}


def _check(estimate: Estimate) -> None:
    rows = _rows(interval_section(estimate))
    told = [estimate.joints[k] for k in np.flatnonzero(estimate.reported)]
    assert sorted(rows) == sorted(told)
    for name, (*sources, together) in rows.items():
        deviation = 100 * estimate.deviation[estimate.joints.index(name)]
        assert together == pytest.approx(deviation, abs=0.051)
        assert np.linalg.norm(sources) == pytest.approx(deviation, rel=0.03, abs=0.1)


def test_squares_of_the_sources_add_up(estimate) -> None:
    _check(estimate)
    assert UNMEASURED not in interval_section(estimate)


def test_a_grasp_has_the_sources_of_every_digit(grasps) -> None:
    _check(grasps)
    assert "sensor&#x27;s gain" in interval_section(grasps)  # 5 % in that session


def test_what_is_not_known_of_forces_has_its_column(grasped_vaguely) -> None:
    _check(grasped_vaguely)
    assert UNMEASURED in interval_section(grasped_vaguely)

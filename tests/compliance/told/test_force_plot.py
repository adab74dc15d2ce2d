"""Correlations of single contacts, and how sure they are."""

import numpy as np
import pytest
from scipy import stats

from prehensile.compliance.joints.force_law import ForceLaw
from prehensile.compliance.told.force_plot import (
    correlation_interval,
    force_law_table,
    force_plot,
)


def test_the_interval_is_scipys() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=40)
    y = x + rng.normal(size=40)
    found = stats.pearsonr(x, y)
    expected = found.confidence_interval(0.9)
    assert correlation_interval(found.statistic, 40) == pytest.approx(tuple(expected))
    assert correlation_interval(0.3, 3) == (-1.0, 1.0)


def test_every_contact_is_a_dot() -> None:
    drawn = force_plot(np.linspace(0.5, 1, 7), np.array([1.0, 1, 1, 1, 1, 1, 500]))
    assert drawn.count("h0") == 7 and "nan" not in drawn


def test_laws_are_told_with_their_intervals() -> None:
    law = ForceLaw(1.5, 0.8, np.diag([0.01, 0.01]))
    found = force_law_table(("wrist_flex", "index_pip_flex"), (law, None))
    assert "+0.80" in found and "+0.64 – +0.96" in found and "index_pip_flex" not in found
    assert force_law_table(("wrist_flex",), ()) == "" == force_law_table(("wrist_flex",), (None,))

"""Correlations of single contacts, and how sure they are."""

import numpy as np
import pytest
from scipy import stats

from prehensile.compliance.told.force_plot import correlation_interval, force_plot


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

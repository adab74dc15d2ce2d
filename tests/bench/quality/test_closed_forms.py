"""Closed forms are compared with what would differ: another friction gives another value."""

import pytest

from prehensile.bench.quality.closed_forms import CASES, analytic_max_err, differences


def test_all_agree():
    assert analytic_max_err() < 1e-9


def test_they_depend_on_every_parameter():
    known = [[value for _, value in differences(*case)] for case in CASES]
    for column in zip(*known, strict=True):
        assert len(set(column)) > 1 or column[0] == pytest.approx(1)

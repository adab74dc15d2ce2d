"""Allowances against a clock of their own."""

import pytest

from prehensile.stage.entrance.allowance import Allowance


def test_some_at_once_then_so_many_a_second():
    allowance = Allowance(10.0, 5.0, now=100.0)
    assert [allowance.take(100.0) for _ in range(7)] == [True] * 5 + [False] * 2
    assert [allowance.take(100.25) for _ in range(3)] == [True] * 2 + [False]
    assert allowance.take(100.36)


@pytest.mark.parametrize("quiet", [0.5, 1000.0])
def test_a_quiet_time_earns_no_more_than_at_once(quiet):
    allowance = Allowance(10.0, 5.0, now=0.0)
    while allowance.take(0.0):
        pass
    assert sum(allowance.take(quiet) for _ in range(100)) == 5

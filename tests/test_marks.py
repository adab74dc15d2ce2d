"""`make test` stays short, and still tries every module."""

from collections import Counter
from pathlib import Path

import pytest
from tests.conftest import COLLECTED

TESTS = Path(__file__).parent


@pytest.fixture
def collected(pytestconfig: pytest.Config) -> dict[str, bool]:
    """Every test of the suite, and whether it is marked ``long``."""
    asked = {(pytestconfig.invocation_params.dir / word).resolve() for word in pytestconfig.args}
    if not asked & {TESTS, TESTS.parent}:
        pytest.skip("only a part of the suite was asked for")
    return pytestconfig.stash[COLLECTED]


def test_at_most_a_tenth_is_long(collected: dict[str, bool]) -> None:
    assert len(collected) > 5000
    assert sum(collected.values()) <= len(collected) / 10


def test_no_module_is_left_to_the_long_ones(collected: dict[str, bool]) -> None:
    every = Counter(name.partition("::")[0] for name in collected)
    long = Counter(name.partition("::")[0] for name, is_long in collected.items() if is_long)
    assert [module for module in every if long[module] == every[module]] == []

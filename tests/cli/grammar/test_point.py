"""Three numbers between commas."""

import pytest

from prehensile.cli.grammar.point import point_of
from prehensile.errors import InputError


def test_three_numbers_and_nothing():
    assert point_of("0.1,0,-.18", "--at") == [0.1, 0.0, -0.18]
    assert point_of("", "--at") is None


@pytest.mark.parametrize("text", ["1,2", "1,2,3,4", "here", "1,two,3", ","])
def test_anything_else_is_refused(text):
    with pytest.raises(InputError, match=r"--at is .*three numbers"):
        point_of(text, "--at")

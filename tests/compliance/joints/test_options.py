"""Windows as somebody writes them."""

import pytest

from prehensile.compliance.joints.options import USUAL, parsed_window
from prehensile.errors import InputError


def test_seconds_or_auto() -> None:
    assert parsed_window("0.3") == 0.3 and parsed_window("auto") == "auto"
    assert parsed_window(None) is None is USUAL.window


@pytest.mark.parametrize("words", ["", "long", "-1", "0", "nan", "3", "inf"])
def test_what_is_no_window_is_said(words) -> None:
    with pytest.raises(InputError, match="a window is auto or"):
        parsed_window(words)

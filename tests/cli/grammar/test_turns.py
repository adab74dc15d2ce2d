import numpy as np
import pytest

from prehensile.cli.grammar.turns import parse_turn
from prehensile.errors import InputError


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("90deg", (0, 0, np.pi / 2)),
        (" -1.5 rad ", (0, 0, -1.5)),
        ("30deg about x", (np.pi / 6, 0, 0)),
        ("+.5rad about y", (0, 0.5, 0)),
        ("1rad about 3, 0, -4", (0.6, 0, -0.8)),
    ],
)
def test_an_angle_about_an_axis_is_a_rotation_vector(text, turn):
    np.testing.assert_allclose(parse_turn(text), turn, atol=1e-15)


@pytest.mark.parametrize(
    "text",
    ["90", "deg", "nan deg", "1e3deg", "90deg about", "90deg about w", "90deg about 0,0,0",
     "90deg about 1,2", "90deg about 1,2,inf", "90degrees", "", "90deg x"],
)  # fmt: skip
def test_anything_else_is_refused(text):
    with pytest.raises(InputError, match="90deg"):
        parse_turn(text)


def test_no_number_of_digits_breaks_it():
    with pytest.raises(InputError):
        parse_turn(f"1rad about 0,0,{'9' * 400}")

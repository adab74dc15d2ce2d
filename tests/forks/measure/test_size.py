import numpy as np
import pytest

from prehensile.forks.measure.size import Size, newtons
from prehensile.forks.models.shipped import fork, grasping_hand, helix
from prehensile.forks.reduced.model import reduce


def test_the_threshold_lies_in_the_gap_of_the_spectrum() -> None:
    size = Size(reduce(grasping_hand()), 1.0, 2.0, base_held=False)
    values = size.model.spectrum.values
    assert size.threshold is not None
    assert values[22] > 100 * size.threshold and size.threshold > 100 * abs(values[23])
    assert f"below {size.threshold:.2g} counts as rigid" in size.lines()[3]


def test_without_a_rigid_direction_there_is_no_threshold() -> None:
    size = Size(reduce(helix(50)), 1.0, 2.0, base_held=False)
    assert size.threshold is None and "rigid" not in "".join(size.lines())


def test_figures_and_lines_say_the_same() -> None:
    size = Size(reduce(fork()), 12.34, 5.67, base_held=True)
    figures, lines = size.figures(), size.lines()
    assert lines[0].startswith(f"{figures['mechanism']}: {figures['links']} links")
    assert "its free base is held" in lines[0] and figures["base_held"]
    assert lines[1] == "  end effectors: left10, right10"
    assert lines[2] == "  built in 12.3 ms, a step takes 5.7 µs"
    assert f"kept {figures['rank']} of {figures['of']}" in lines[3]
    shown = [float(part) for part in lines[4].split(": ")[1].split(", …")[0].split(", ")]
    assert shown == pytest.approx(figures["modes_hz"][:6], rel=0.01)


def test_a_force_fits_a_line() -> None:
    assert newtons(np.array([1.23456, -0.5, 0])) == "(1.23, -0.5, 0) N"

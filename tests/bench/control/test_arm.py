"""What the bench counts of given wrist paths."""

import pytest

from prehensile.bench.control import arm
from prehensile.bench.control.arm import AlongPath, figures, measure_arm


def test_held_and_set_down_count():
    things = [AlongPath("a", True, "held: yes", 0.1), AlongPath("b", False, "held: no (x)", 0.3)]
    assert figures(things) == {
        "arm_ok": 1, "arm_not_ok": ["b: held: no (x)"], "arm_path_error_mm": 0.3,
    }  # fmt: skip


def test_what_cannot_be_tried_is_not_ok():
    found = measure_arm("dial")
    assert not found.ok and "mounted" in found.line


@pytest.mark.long
def test_a_bulb():
    assert measure_arm("bulb").ok
    assert set(arm.ARM_FIGURES) == set(figures([measure_arm("dial")]))

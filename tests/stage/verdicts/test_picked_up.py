"""What is said of a thing that a captured hand meets."""

import numpy as np
import pytest

from prehensile.stage.verdicts.picked_up import Met, picked_up_verdict

HELD = Met(
    "apple", 0.04, 0.031, 0.031, np.array([8.2, 1.0, 3.9, 3.3, 0.01, 0.0]), 1e-4, True, False
)
LOOSE = np.zeros(6)


def test_held_with_whose_help():
    verdict = picked_up_verdict(HELD)
    assert verdict.ok and verdict.advice == verdict.reason == ""
    assert verdict.line == "Held: the apple is 31 mm up, in thumb and 3 fingers."
    assert verdict.figures["fingers"].value == pytest.approx(8.21)
    one = picked_up_verdict(HELD._replace(force=np.array([1, 1, 0, 0, 0, 0.2])))
    assert one.line.endswith("in thumb and 1 finger and palm.")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"slip": 0.02}, "Slipping: the apple slides by 20 mm/s."),
        ({"force": LOOSE, "lift": -0.2}, "Slipped out: the apple came 31 mm up."),
        ({"rests": True, "lift": 0.0}, "Too heavy: the apple came down again."),
        (
            {"force": LOOSE, "lift": 0.0, "highest": 0.001, "rests": True},
            "Too heavy: the apple stays where it stood.",
        ),
        ({"touched": False}, "Not touched: the hand passes the apple."),
    ],
)
def test_what_went_wrong_comes_with_advice(changed, said):
    verdict = picked_up_verdict(HELD._replace(**changed))
    assert not verdict.ok and verdict.line == said
    assert verdict.advice.endswith(".") and verdict.reason == said.partition(":")[0].lower()


def test_a_motion_that_does_not_lift_only_touches():
    verdict = picked_up_verdict(HELD._replace(rise=0.0, rests=True))
    assert verdict.ok and verdict.line == "Touched: the apple is pressed by 16.4 N."

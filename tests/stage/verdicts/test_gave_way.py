import pytest

from prehensile.compliance.model.tip_yield import TipYield
from prehensile.stage.verdicts.gave_way import gave_way_verdict


@pytest.mark.parametrize(
    ("told", "ok", "words"),
    [
        (0.9, True, "The index fingertip gave way by 9.0 mm under 1.0 N: 8.1 to 10.0 mm by what "),
        (0.1, False, "but 90% of that is assumed, not measured."),
    ],
)
def test_it_says_how_far_and_how_sure(told, ok, words):
    verdict = gave_way_verdict(
        "index", 1.0, 0.009, TipYield(0.01, 0.009, 0.0111, told), (100.0, 130.0)
    )
    assert verdict.ok == ok == (not verdict.advice)
    assert words in verdict.line
    assert verdict.figures["stiffness held sideways"].value == 130.0

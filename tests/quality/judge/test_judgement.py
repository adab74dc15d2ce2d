"""`Judgement`: one verdict for all judges, told apart by its word and its own numbers."""

from dataclasses import dataclass

import pytest

from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.judge.judgement import Judgement
from prehensile.quality.judge.touches import Failure


@dataclass(frozen=True)
class Weighed(Judgement):
    WORD = "weighed"

    grams: float

    def in_short(self) -> str:
        return f"{self.grams:.0f} g"

    def figures(self) -> dict[str, Figure]:
        return {"weight": Figure(self.grams, "g"), **self.pressing_figures()}


def test_what_was_managed_says_so_with_its_numbers() -> None:
    weighed = Weighed(Failure(), 0.0015, 12.0, 250.0)
    assert weighed.ok and (weighed.reason, weighed.advice) == ("", "")
    assert weighed.verdict == Verdict(
        True,
        "weighed: yes (250 g)",
        figures={
            "weight": Figure(250.0, "g"),
            "sunk in": Figure(1.5, "mm"),
            "pressed": Figure(12.0, "N"),
        },
    )


def test_what_was_not_gives_its_reason_and_what_to_do() -> None:
    verdict = Weighed(Failure("the scale broke", "buy another"), 0.0, 0.0, 250.0).verdict
    assert not verdict.ok and str(verdict) == "weighed: no (the scale broke)"
    assert (verdict.reason, verdict.advice) == ("the scale broke", "buy another")
    assert verdict.figures["weight"].value == 250.0  # numbers are told either way


def test_a_failure_without_advice_is_still_a_failure() -> None:
    assert not Weighed(Failure("too heavy"), 0.0, 0.0, 0.0).ok


def test_a_judge_must_say_its_own_numbers() -> None:
    with pytest.raises(TypeError, match="abstract"):
        Judgement(Failure(), 0.0, 0.0)  # pyright: ignore[reportAbstractUsage]

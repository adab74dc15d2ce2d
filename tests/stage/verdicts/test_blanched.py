"""How pale, and how fast it was back, by the model made by hand."""

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.stage.verdicts.blanched import BlanchJudge, NailBlood, blanch_verdict

MODEL = toy_model()
NAIL = NailBlood(MODEL)


def law(force):
    return MODEL.law.coefficients(np.array([force]))


def test_the_share_gone_grows_with_force_from_nothing_to_all():
    shares = [NAIL.share_gone(law(f)) for f in (0.0, 1.0, 4.0, 12.0, 200.0)]
    assert shares[0] == 0 and shares[-1] == pytest.approx(1.0)
    assert (np.diff(shares) > 0).all()
    # One pattern whose amount saturates: the share is that amount.
    assert shares[2] == pytest.approx(1 - np.exp(-1), abs=1e-6)


def follow(judge, course):
    """Of (time, force, blood)."""
    for moment in course:
        judge.follow(*moment)
    return judge.verdict


def test_a_press_is_judged_once_the_colour_is_back():
    judge, tau = BlanchJudge(NAIL), 0.2
    assert follow(judge, [(t, 0.0, law(0.0)) for t in (0.0, 0.1)]) is None  # nothing has pressed
    assert follow(judge, [(t, 4.0, law(4.0)) for t in (0.2, 0.5)]) is None
    refill = [(1 + t, 0.0, np.exp(-t / tau) * law(4.0)) for t in np.arange(0, 1, 0.01)]
    verdict = follow(judge, refill)
    assert verdict is not None and verdict.ok
    assert verdict.figures["blood gone"].value == pytest.approx(63.2, abs=0.1)
    assert verdict.figures["force"].value == 4.0
    assert verdict.figures["back"].value == pytest.approx(tau * np.log(10), abs=0.011)
    assert verdict.line == (
        "Nail pale: 63 % of the blood that pressing can move was gone, back in 0.5 s."
    )


def test_one_who_hardly_presses_is_told_to_press_harder():
    verdict = blanch_verdict(0.05, 0.2, 0.1)
    assert not verdict.ok and verdict.advice == "Press harder." and "5 %" in verdict.line

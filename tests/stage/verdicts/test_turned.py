import numpy as np
import pytest

from prehensile.manipulate.judging import Judge, Limits
from prehensile.stage.verdicts.turned import turned_verdict

LIMITS = Limits(seconds=1.0, angle=0.05, held=0.1, untouched=0.2)


def outcome(error, touched=True):
    judge = Judge(LIMITS, 1, 0.1)
    while not judge.outcome.over[0]:
        judge.see(np.array([error]), touched=np.array([touched]))
    return judge.outcome


@pytest.mark.parametrize(
    ("said", "ok", "judged", "cycles"),
    [
        ("The dial stands there, 0.02 rad off, after 3.1 s and 4 cycles.", True, (0.02,), 4),
        ("The dial stands there, 0.02 rad off, after 3.1 s and 1 cycle.", True, (0.02,), 1),
        ("The dial is still 0.02 rad from where you want it, after 3.1 s and 4 cycles.", False,
         (1.0,), 4),
        ("The dial fell out of the hand after 3.1 s and 4 cycles.", False, (1.0, False), 4),
    ],
)  # fmt: skip
def test_it_says_how_it_went(said, ok, judged, cycles):
    verdict = turned_verdict("dial", "stands there", outcome(*judged), (0.003, 0.02), 3.1, cycles)
    assert verdict.line == said and verdict.ok == ok == (not verdict.advice)
    assert verdict.figures["away"].value == 3.0 and verdict.figures["cycles"].value == cycles

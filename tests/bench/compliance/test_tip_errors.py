"""Figures of fingertips: medians of known rows, and a short session beside its truth."""

import numpy as np
import pytest

from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.bench.compliance.tip_errors import (
    PressJudged,
    PushJudged,
    judged_press,
    judged_push,
    tip_figures,
)
from prehensile.capture.lab.session import lab_session
from prehensile.errors import InputError


def test_medians_are_those_of_the_sessions() -> None:
    pushes = [PushJudged(0.1, 0.5, 0.02), PushJudged(0.3, None, 0.04)]
    found = tip_figures(pushes, [PressJudged((0.1, 0.3), 0.2)])
    assert found == pytest.approx(
        {"endpoint_agreement": 0.2, "endpoint_agreement_published": 0.5, "endpoint_rel_err": 0.03,
         "young_rel_err": 0.2, "pad_stiffness_rel_err": 0.2}
    )  # fmt: skip
    assert set(tip_figures([], []).values()) == {None}


@pytest.mark.long
def test_a_short_session_is_judged() -> None:
    kept = Kept(2, *lab_session("perturb_scratch", 2, contacts=2))
    true = np.array(list(kept.truth.compliance.values()))
    found = judged_push(kept, true)
    assert found.error < 0.2 and found.agreement == pytest.approx(found.error)
    assert judged_push(kept, 2 * true).agreement == pytest.approx(1, abs=0.4)
    with pytest.raises(InputError, match="no pad"):
        judged_press(kept)

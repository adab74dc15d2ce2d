"""Figures of known errors, and a pad and a push beside a known truth."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from prehensile.bench.compliance import tip_errors
from prehensile.bench.compliance.tip_errors import (
    PressJudged,
    PushJudged,
    judged_press,
    judged_push,
    tip_figures,
)
from prehensile.errors import InputError


def test_medians_are_those_of_the_sessions():
    pushes = [
        PushJudged(0.05, 0.5, 0.02, {}),
        PushJudged(0.15, None, 0.04, {}),
        PushJudged(None, None, 0.06, {}),
    ]
    presses = [PressJudged((0.01, 0.05), 0.1), PressJudged((0.02, 0.04), 0.2)]
    found = tip_figures(pushes, presses)
    assert found["endpoint_agreement"] == pytest.approx(0.10)
    assert found["endpoint_agreement_published"] == pytest.approx(0.5)
    assert found["endpoint_rel_err"] == pytest.approx(0.04)
    assert found["young_rel_err"] == pytest.approx(0.03)
    assert found["pad_stiffness_rel_err"] == pytest.approx(0.15)
    assert set(tip_figures((), ()).values()) == {None}


def test_a_pad_is_set_beside_its_law(monkeypatch):
    # Unloading follows ρ L(f), so that its modulus is ρ^(-3/2) of loading's.
    law = {"young_Pa": 90e3, "rho": 0.75, "stiffness_2N": 4000.0}
    pressed = SimpleNamespace(
        loading=SimpleNamespace(young=lambda: 99e3),
        unloading=SimpleNamespace(young=lambda: 90e3 * 0.75**-1.5),
        stiffness=3600.0,
    )
    told(monkeypatch, pressed=pressed)
    found = judged_press(kept(laws={"fingerpad": law}))
    assert found.young == pytest.approx((0.1, 0.0)) and found.stiffness == pytest.approx(0.1)


def test_a_push_is_set_beside_what_exploring_told(monkeypatch):
    # One joint with a lever arm of 0.1 m: k = 1 / (c r²).
    push = SimpleNamespace(lever=np.array([[0.0], [0.0], [0.1]]), normal=np.array([0.0, 0, 1]))
    pushed = SimpleNamespace(
        pushes=(push, push), endpoints=(SimpleNamespace(free=110.0),) * 2, published=(None, None)
    )
    told(monkeypatch, pushed=pushed)
    compliance = SimpleNamespace(diagonal=np.array([1.25, 1e-3, 1e-3, 1e-3]))
    explored = SimpleNamespace(hand_compliance=lambda: compliance)
    truth = {"clip": SimpleNamespace(hands=[SimpleNamespace(joint_names=("a",))])}
    found = judged_push(kept(**truth, compliance={"a": 1.0}), explored)  # type: ignore[arg-type]
    assert found.agreement == pytest.approx(abs(110 / 80 - 1))
    assert found.error == pytest.approx(0.1) and found.agreement_published is None
    assert found.table["k true"] == pytest.approx(100) and found.table["k_G"] == pytest.approx(80)
    assert judged_push(kept(**truth, compliance={"a": 1.0}), None).agreement is None


def test_a_session_of_something_else_is_said(monkeypatch):
    told(monkeypatch)
    with pytest.raises(InputError, match="never let go"):
        judged_push(kept(), None)
    with pytest.raises(InputError, match="no pad"):
        judged_press(kept())


def told(monkeypatch, pushed=None, pressed=None):
    results = SimpleNamespace(pushed=pushed, pressed=pressed)
    monkeypatch.setattr(tip_errors, "tip_results", lambda recording: results)


def kept(**truth) -> Any:
    return SimpleNamespace(seed=0, recording=None, truth=SimpleNamespace(**truth))

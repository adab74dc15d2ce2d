"""One seed's parts, each set beside the right session."""

from typing import Any

import numpy as np
import pytest

from prehensile.bench.compliance import exploring as module
from prehensile.bench.compliance.exploring import Explored, exploring_figures, judged_exploring
from prehensile.bench.compliance.joint_errors import Judged, Row
from prehensile.bench.compliance.reference_errors import ReferenceError
from prehensile.bench.compliance.task_ratio import Softness
from prehensile.bench.compliance.tip_errors import PushJudged


def test_an_estimate_is_made_once_for_all(monkeypatch):
    made = []
    found = {name: Told(compliance) for name, compliance in (("explore", 7.0), ("scratch", 3.0))}
    monkeypatch.setattr(module, "estimated", lambda kept: made.append(kept) or (found[kept], 1.5))
    monkeypatch.setattr(module, "judged_estimate", lambda *given: given)
    for name in ("reference_error", "softness"):
        monkeypatch.setattr(module, name, lambda *given: given)
    monkeypatch.setattr(module, "judged_push", lambda kept, told: (kept, told.tolist()))
    one: Any = judged_exploring("explore", "scratch", "perturb", "more")  # type: ignore[arg-type]
    assert made == ["explore", "scratch"]
    assert one.joints == (found["explore"], 1.5, "explore")
    assert one.reference == one.soft == (found["explore"], "explore")
    assert one.scratching == (found["scratch"], "scratch")
    # Each platform beside the task that its subject did, the root left out.
    assert one.pushed == (("perturb", [7.0]), ("more", [3.0]))
    alone = judged_exploring("explore", None, None, "more")  # type: ignore[arg-type]
    assert alone.scratching is None and alone.pushed == ()


class Told:
    """An estimate of one joint."""

    def __init__(self, compliance):
        self.diagonal = np.array([compliance, 1e-3, 1e-3, 1e-3])

    def hand_compliance(self):
        return self


def test_figures_of_all_parts_are_joined(rng):
    joints = Judged((Row("mcp", 0.1, True, 0.3),), {1: {}, 2: {}}, 0.2, (True,), 1.0)
    soft = Softness(3, {"index_mcp_flex": 1.0}, {"index_mcp_flex": 1.2})
    stiff = Softness(3, {"index_mcp_flex": 0.5}, {"index_mcp_flex": 0.4})
    reference = ReferenceError(("index_mcp_flex",), rng.uniform(0.25, 0.25, 1))
    pushed = (PushJudged(0.07, 0.4, 0.05), PushJudged(0.09, None, 0.05))
    seeds = [
        Explored(joints, reference, soft, stiff, pushed),
        Explored(joints, reference, soft._replace(seed=4), None, ()),
    ]
    found = exploring_figures(seeds)
    assert found["median_rel_err_joint"] == 0.1 and found["reference_rms_deg"] == 0.5
    assert found["task_ratio"] == {"true": 1.2 / 0.4, "estimated": 2.0}
    assert found["endpoint_agreement"] == pytest.approx(0.08)
    assert "young_rel_err" not in found

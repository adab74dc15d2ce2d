"""One seed's parts, each set beside the right session."""

from prehensile.bench.compliance import exploring as module
from prehensile.bench.compliance.exploring import Explored, exploring_figures, judged_exploring
from prehensile.bench.compliance.joint_errors import Judged, Row
from prehensile.bench.compliance.reference_errors import ReferenceError
from prehensile.bench.compliance.task_ratio import Softness
from prehensile.bench.compliance.tip_errors import PushJudged


def test_an_estimate_is_made_once_for_all(monkeypatch):
    made = []
    monkeypatch.setattr(module, "estimated", lambda kept: made.append(kept) or (f"of {kept}", 1.0))
    monkeypatch.setattr(module, "judged_estimate", lambda *given: given)
    for name in ("reference_error", "softness", "judged_push"):
        monkeypatch.setattr(module, name, lambda *given: given)
    found = judged_exploring("explore", "scratch", "perturb")  # type: ignore[arg-type]
    assert made == ["explore", "scratch"]
    assert found.joints == ("of explore", 1.0, "explore")
    assert found.reference == found.soft == ("of explore", "explore")
    assert found.scratching == ("of scratch", "scratch")
    assert found.pushed == ("perturb", "of explore")
    assert judged_exploring("explore", None, None)[3:] == (None, None)  # type: ignore[arg-type]


def test_figures_of_all_parts_are_joined(rng):
    joints = Judged((Row("mcp", 0.1, True, 0.3),), {1: {}, 2: {}}, 0.2, (True,), 1.0)
    soft = Softness(3, {"index_mcp_flex": 1.0}, {"index_mcp_flex": 1.2})
    stiff = Softness(3, {"index_mcp_flex": 0.5}, {"index_mcp_flex": 0.4})
    reference = ReferenceError(("index_mcp_flex",), rng.uniform(0.25, 0.25, 1))
    pushed = PushJudged(0.07, 0.4, 0.05, {})
    seeds = [
        Explored(joints, reference, soft, stiff, pushed),
        Explored(joints, reference, soft._replace(seed=4), None, None),
    ]
    found = exploring_figures(seeds)
    assert found["median_rel_err_joint"] == 0.1 and found["reference_rms_deg"] == 0.5
    assert found["task_ratio"] == {"true": 1.2 / 0.4, "estimated": 2.0}
    assert found["endpoint_agreement"] == 0.07
    assert "young_rel_err" not in found

"""That the area gives every figure it names, with what takes long replaced."""

import json

import numpy as np
from tests.bench.appearance.test_generated import judged
from tests.workers_here import workers_here

import prehensile.bench.appearance as area
from prehensile.cli.bench import _plain


def test_every_figure_is_there_and_none_is_of_the_data_without_it(monkeypatch):
    monkeypatch.setattr(area, "workers", workers_here)
    monkeypatch.setattr(area, "judged_set", lambda seed: judged())
    monkeypatch.setattr(area, "tau_error", lambda seed: 0.05 + (seed == 1011) * 0.12)
    monkeypatch.setattr(area, "real_set", lambda: None)
    monkeypatch.setattr(area, "ELSEWHERE", {name: ("nowhere", "f") for name in area.ELSEWHERE})
    found = area.run(lambda text: None)
    assert set(found) == set(area.REFERENCE)
    json.dumps(_plain(found), allow_nan=False)
    assert all(value is None for name, value in found.items() if name.startswith("real_"))
    assert found["gpu_parity_max"] is None and found["gen_curve_rms"] is None
    taus = [found[f"tau_rel_err{end}"] for end in ("", "_median", "_worst")]
    np.testing.assert_allclose(taus, [0.06, 0.05, 0.17])
    assert found["gen_rel_err_low"] == 0.5
    assert found["model_kb"] is None or found["model_kb"] < 600
    assert 0 < found["eval_us_10_fingers"] < 500

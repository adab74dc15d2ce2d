"""The area as a whole; goals of development only."""

import pytest

from prehensile.bench import manipulate
from prehensile.bench.manipulate import judged_play, loop_speed, resumed, robustness
from prehensile.errors import MissingExtraError
from prehensile.manipulate.judging import JUDGED_SEED

ASKED = [
    "dial_success",
    "dial_error_rad_median",
    "dial_seconds_median",
    "dial_cycles_median",
    "actuation_share",
    "dial_success_60hz",
    "dial_success_hold",
    "ball_success",
    "ball_error_cut_median",
    "ball_drop_rate",
    "penetration_mm_p95",
    "query_us",
    "policy_kb",
    "steps_per_s",
    "python_share",
    "resume_equal",
    "dial_learn_minutes",
    "dial_states",
    "seconds_per_state",
    "ball_learn_minutes",
    "robust_reward",
]


@pytest.fixture
def nothing_measured(monkeypatch):
    for module, name in (
        (loop_speed, "loop_figures"), (resumed, "resume_figures"), (robustness, "robust_figures"),
    ):  # fmt: skip
        told = dict.fromkeys(module.REFERENCE, 1)
        monkeypatch.setattr(module, name, lambda told=told: dict(told))


def test_every_figure_that_is_asked_has_its_line():
    assert list(manipulate.REFERENCE) == [*ASKED, "dev"]
    assert JUDGED_SEED == 1001 and manipulate.DEVELOPMENT_SEED < 1000


def test_without_policies_their_figures_are_null(nothing_measured, monkeypatch, capsys):
    monkeypatch.setattr(manipulate, "shipped_names", lambda: ())
    found = manipulate.run(lambda text: None, seed=501)
    assert list(found) == [*ASKED, "dev"]
    assert found["dial_success"] is None and found["ball_success"] is None
    assert found["steps_per_s"] == 1 and found["dev"] == {}
    told = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in told] == [
        "no figures of the dial",
        "no figures of the ball",
    ]


def test_without_cma_policies_are_played_all_the_same(monkeypatch):
    def missing():
        raise MissingExtraError("cma", "learn")

    monkeypatch.setattr(loop_speed, "loop_figures", missing)
    assert manipulate.learned_figures(lambda text: None) == {}


def test_both_seeds_are_played_and_the_deeper_contacts_told(monkeypatch):
    played = []

    def figures(depth):
        def told(lookup, seed):
            played.append((lookup, seed))
            return {"success": seed, judged_play.PENETRATION: depth}

        return told

    class Named:
        def __init__(self, task):
            self.task = task

    monkeypatch.setattr(manipulate, "lookup_of", lambda policy: policy.task)
    monkeypatch.setattr(judged_play, "dial_figures", figures(1.0))
    monkeypatch.setattr(judged_play, "ball_figures", figures(2.5))
    found = manipulate.played_figures(Named("dial"), Named("ball"), 501, lambda text: None)
    assert found == {"success": 501, "penetration_mm_p95": 2.5}
    assert played == [("dial", 501), ("ball", 501)]

"""learn, turn and evaluate as a user types them."""

import json

import numpy as np
import pytest
from tests.manipulate.test_evaluate import TASK, idle

from prehensile.manipulate.learn.policy import Policy


@pytest.fixture
def policy(tmp_path):
    start = TASK.starts(1, np.random.default_rng(0))
    table = idle(start).table
    spec = TASK.hand.spec.to_json()
    return Policy("dial", spec, TASK.configuration, table).save(tmp_path / "p.npz")


def test_every_number_is_shown(run_cli):
    shown = run_cli("learn", "dial", "--show")
    assert "quality_wanted" in shown.out and "learning_rate    0.8" in shown.out
    assert json.loads(run_cli("learn", "dial", "--show", "--json").out)["discount"] == 0.7


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("learn", "jug"), "unknown task 'jug'"),
        (("learn", "dial", "--minutes", "-1"), "--minutes"),
        (("learn", "dial", "-o", "p.txt"), ".npz"),
        (("learn", "dial", "--resume", "-o", "none.npz"), "nothing to go on from"),
        (("turn", "--policy", "none.npz", "--goal", "90deg"), "none.npz"),
        (("turn", "--policy", "none.npz", "--goal", "90"), "90deg"),
        (("turn", "--policy", "dial", "--goal", "9999deg"), "ten turns"),
        (("evaluate", "none.npz", "--goals", "0"), "--goals"),
        (("evaluate", "none.npz"), "none.npz"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(run_cli, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    run_cli(*words).assert_refused(said)
    assert not list(tmp_path.iterdir())


@pytest.mark.long
def test_a_policy_is_played_and_judged(run_cli, tmp_path, policy):
    out = tmp_path / "clip.npz"
    turned = run_cli("turn", "--policy", policy, "--goal", "0deg", "--json", "-o", out)
    assert out.exists() and len(json.loads(turned.out)["reached"]) == 1
    told = json.loads(run_cli("evaluate", policy, "--goals", "2", "--json").out)
    assert told["goals"] == 2 == len(told["outcomes"])

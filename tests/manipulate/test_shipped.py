import numpy as np
import pytest
from tests.manipulate.test_evaluate import TASK, idle

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.manipulate import shipped
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learning import lookup_of
from prehensile.manipulate.shipped import check_hand, check_task, policy_named, shipped_names


@pytest.fixture
def policy():
    table = idle(TASK.starts(1, np.random.default_rng(0))).table
    return Policy("dial", TASK.hand.spec.to_json(), TASK.configuration, table)


@pytest.mark.parametrize("name", shipped_names())
def test_what_ships_can_be_played_and_says_where_it_comes_from(name):
    policy = policy_named(name)
    assert lookup_of(policy).task.name == policy.task
    assert name.startswith(policy.task)
    check_hand(policy, Hand())
    assert policy.record["seed"] < 1000


def test_a_name_is_of_the_package_and_a_path_is_a_file(policy, tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "_folder", lambda: tmp_path / "none")
    assert shipped_names() == ()
    package = tmp_path / "package"
    package.mkdir()
    monkeypatch.setattr(shipped, "_folder", lambda: package)
    policy.save(package / "knob.npz")
    (package / "README").write_text("no policy")
    assert shipped_names() == ("knob",)
    assert policy_named("knob").task == "dial"
    own = policy.save(tmp_path / "own.npz")
    assert policy_named(own).task == policy_named(str(own)).task == "dial"
    with pytest.raises(FileError, match=r"absent\.npz"):
        policy_named("absent.npz")
    with pytest.raises(UnknownNameError, match=r"unknown policy .knop.. Did you mean .knob."):
        policy_named("knop")


def test_one_of_another_task_or_hand_is_refused(policy):
    check_task(policy, "dial")
    check_hand(policy, Hand())
    with pytest.raises(InputError, match="'dial', not 'ball': prehensile learn ball"):
        check_task(policy, "ball")
    with pytest.raises(InputError, match="another hand: prehensile learn dial --hand"):
        check_hand(policy, Hand(HandSpec.mean("left")))

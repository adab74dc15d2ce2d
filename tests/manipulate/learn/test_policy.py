import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.hand.hand import Hand
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.learn.policy import FORMAT, Policy, policy_arrays, policy_header
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.states import States


def drawn(seed=0, n=4):
    rng = np.random.default_rng(seed)
    states = States(
        *(rng.normal(size=(n, k)) for k in (23, 23, 1, 1, 1)),
    )
    table = Table(states, rng.normal(size=(n, 3, 4)), -rng.uniform(size=n))
    changed = Configuration(
        participate=("thumb", "index"), hold_in="release", sweeps=3, rest=(0.5, -1)
    )
    return Policy("dial", Hand().spec.to_json(), changed, table, {"seed": seed})


def test_a_policy_comes_back_and_the_same_one_has_the_same_bytes(tmp_path):
    policy = drawn()
    policy.save(tmp_path / "a.npz")
    drawn().save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    back = Policy.load(tmp_path / "a.npz")
    assert (back.task, back.hand, back.record) == (policy.task, policy.hand, policy.record)
    assert back.configuration.table() == policy.configuration.table()
    np.testing.assert_array_equal(back.table.actions, policy.table.actions)
    np.testing.assert_array_equal(back.table.states.q, policy.table.states.q)


def test_other_files_are_refused_in_one_line(tmp_path):
    with pytest.raises(InputError, match="npz"):
        drawn().save(tmp_path / "a.txt")
    path = drawn().save(tmp_path / "a.npz")
    whole = path.read_bytes()
    (tmp_path / "cut.npz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(FileError):
        Policy.load(tmp_path / "cut.npz")
    policy = drawn()
    header, arrays = policy_header(policy), policy_arrays(policy.table)
    for lie in (
        {"parameters": 9},
        {"numbers": {**header["numbers"], "sweeps": 3.5}},
        {"numbers": {**header["numbers"], "more": 1}},
        {"numbers": {**header["numbers"], "rest": ["thumb"]}},
        {"numbers": {**header["numbers"], "poses": [0.5]}},
        {"columns": {"q": 23}},
        {"states": 10**12},
    ):
        FORMAT.write(tmp_path / "lies.npz", {**header, **lie}, arrays)
        with pytest.raises(FileError, match=r"lies\.npz"):
            Policy.load(tmp_path / "lies.npz")
    with pytest.raises(FileError):
        Policy.load(tmp_path / "none.npz")

"""A hand's compliance as a file: whole, safe, and of the right hand."""

import json
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.fuzz.mutators import mutated

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.compliance import SCHEMA, HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand


@pytest.fixture
def compliance(rng) -> HandCompliance:
    A = rng.normal(size=(26, 26))
    hand = Hand()
    names = (*hand.joint_names, "root_x", "root_y", "root_z")
    return HandCompliance(names, A @ A.T, 0.01 * A @ A.T, rng.random(26) < 0.5, "explore", "right")


def test_a_file_keeps_every_number(compliance, tmp_path) -> None:
    found = HandCompliance.load(compliance.save(tmp_path / "hand.json"))
    assert np.array_equal(found.compliance, compliance.compliance)
    assert np.array_equal(found.covariance, compliance.covariance)
    assert np.array_equal(found.estimated, compliance.estimated)
    assert (found.task, found.side, found.versions) == ("explore", "right", compliance.versions)


def test_intervals_are_of_the_logarithm(compliance) -> None:
    low, high = compliance.interval(0.9).T
    assert np.allclose(np.sqrt(low * high), compliance.diagonal)
    assert np.allclose(np.log(high / low), 2 * 1.6448536 * compliance.deviation)


def test_the_order_is_the_hands_own(compliance) -> None:
    hand = Hand()
    order = np.random.default_rng(1).permutation(23)
    rows = [*order, 23, 24, 25]
    turned = HandCompliance(
        tuple(compliance.joint_names[k] for k in rows),
        compliance.compliance[np.ix_(rows, rows)],
        compliance.covariance[np.ix_(rows, rows)],
        compliance.estimated[rows],
    )
    assert np.array_equal(turned.of(hand), compliance.of(hand))
    with pytest.raises(InputError, match="left"):
        compliance.of(parse_hand("left").build())
    few = HandCompliance(
        ("a", "root_x", "root_y", "root_z"), np.eye(4), np.eye(4), np.ones(4, bool)
    )
    with pytest.raises(InputError, match="another hand"):
        few.of(hand)


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "other"},
        {"joints": ["a"] * 26},
        {"joints": "abc"},
        {"compliance": [[1.0]]},
        {"compliance": (-np.eye(26)).tolist()},
        {"compliance": np.triu(np.ones((26, 26))).tolist()},
        {"compliance": (1e9 * np.eye(26)).tolist()},
        {"covariance": (-np.eye(26)).tolist()},
        {"covariance": [["x"] * 26] * 26},
        {"compliance": [[float("nan")] * 26] * 26},
        {"estimated": [True]},
        {"estimated": ["yes"] * 26},
        {"units": {"joints": "deg"}},
        {"units": None},
        {"side": "both"},
        {"covariance": (1e6 * np.eye(26)).tolist()},
        {"versions": 3},
    ],
    ids=str,
)
def test_a_strangers_file_is_refused_in_one_line(compliance, change, tmp_path) -> None:
    data = compliance.to_json() | change
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(data))
    with pytest.raises(FileError, match="cannot read") as caught:
        HandCompliance.load(path)
    assert "\n" not in str(caught.value)


def test_springs_are_one_over_the_diagonal_in_the_hands_order(compliance) -> None:
    hand = Hand()
    assert np.allclose(compliance.springs(hand), 1 / np.diagonal(compliance.of(hand))[:23])
    rigid = replace(compliance, compliance=np.zeros((26, 26)))
    with pytest.raises(InputError, match=r"wrist_flex gives way by 0 rad/Nm"):
        rigid.springs(hand)


def test_a_stiffness_set_by_hand_is_assumed_and_stays_possible(compliance) -> None:
    told = replace(compliance, estimated=np.ones(26, bool))
    found = told.with_stiffness("index_mcp_flex", 0.02)
    k = told.joint_names.index("index_mcp_flex")
    others = np.arange(26) != k
    assert found.stiffness[k] == pytest.approx(0.02)
    assert not found.estimated[k] and found.estimated[others].all()
    assert found.deviation[k] == 0 and (found.deviation[others] == told.deviation[others]).all()
    assert np.array_equal(found.diagonal[others], told.diagonal[others])
    # Correlations are those from before.
    for one in (found, told):
        scale = np.sqrt(one.diagonal)
        ratio = one.compliance / np.outer(scale, scale)
        assert np.allclose(ratio, told.compliance / np.sqrt(np.outer(told.diagonal, told.diagonal)))
    with pytest.raises(UnknownNameError, match="elbow"):
        told.with_stiffness("elbow", 1.0)
    with pytest.raises(InputError, match="cannot have"):
        told.with_stiffness("index_mcp_flex", 0.0)


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.long)])
def test_spoilt_files_are_read_or_refused_in_one_line(compliance, tmp_path, count) -> None:
    good = compliance.save(tmp_path / "good.json").read_bytes()
    path, refused = tmp_path / "bad.json", 0
    for k in range(count):
        path.write_bytes(mutated("bad.json", good, Random(k), str(tmp_path)))
        try:
            HandCompliance.load(path)
        except FileError as error:
            refused += 1
            assert "\n" not in str(error), k
    assert refused > count / 3


def test_missing_parts_are_named(compliance) -> None:
    data = compliance.to_json()
    del data["covariance"]
    with pytest.raises(InputError, match="covariance"):
        HandCompliance.from_json(data)
    with pytest.raises(InputError, match=SCHEMA):
        HandCompliance.from_json([])

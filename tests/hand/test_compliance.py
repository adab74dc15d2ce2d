"""A hand's compliance as a file: whole, safe, and of the right hand."""

import json

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
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
        {"units": {"joints": "deg"}},
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


def test_missing_parts_are_named(compliance) -> None:
    data = compliance.to_json()
    del data["covariance"]
    with pytest.raises(InputError, match="covariance"):
        HandCompliance.from_json(data)
    with pytest.raises(InputError, match=SCHEMA):
        HandCompliance.from_json([])

"""Queries of a library made up here, and of the one that ships."""

import json

import numpy as np
import pytest

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.holds.kinds.directions import tried_directions
from prehensile.holds.kinds.edge import edge
from prehensile.holds.kinds.kinds import KINDS
from prehensile.holds.library.library import (
    HoldLibrary,
    make_library,
    read_library,
    shipped_library,
)
from prehensile.holds.optimise.family import starts, style_grasp
from prehensile.holds.optimise.result import HoldResult

HAND, HOLD = Hand(), edge()
WAYS = tried_directions(HOLD)


def result(name, strength):
    style = starts(HOLD)[0]
    return HoldResult(
        hold="edge",
        direction=WAYS[name],
        push=False,
        grasp=style_grasp(HOLD, HAND, style, WAYS[name]),
        strength=strength,
        source="strength",
        style=tuple(style),
        published_strength=10.0,
        published_objective=1.0,
        published_seconds=1.0,
        needed=150.0,
        seed=0,
    )


@pytest.fixture
def library():
    results = [result(name, 100.0 + n) for n, name in enumerate(WAYS)]
    return make_library([HOLD], results, HAND, "made up")


def test_the_nearest_direction_answers(library):
    for n, way in enumerate(WAYS.values()):
        found = library.query("edge", 3 * way)
        assert found.strength == 100.0 + n and found.off == pytest.approx(0, abs=1e-6)
    assert library.query("edge").strength == 100.0
    between = library.query("edge", WAYS["left"] + 0.2 * WAYS["design"])
    assert between.strength == 101.0 and 0 < between.off < np.radians(10)


def test_a_limb_decides_between_directions_that_are_as_near(library):
    half = WAYS["left"] + WAYS["right"] * (1 + 1e-9) + 0.0 * WAYS["design"]
    tie = np.array([0.0, 0.0, 0.0]) + WAYS["left"] + WAYS["design"]
    limb = library.entries["edge"][1].grasp.forearm
    assert library.query("edge", tie, limb).strength == 101.0
    limb = library.entries["edge"][0].grasp.forearm
    assert library.query("edge", tie, limb).strength == 100.0
    assert library.query("edge", half, limb).strength == 100.0


def test_a_drawn_hold_gets_the_grasp_where_its_fingers_go(library):
    other = edge(3)
    moved, same = library.query(other).grasp, library.query(HOLD).grasp
    np.testing.assert_allclose(
        moved.forearm[:3] - same.forearm[:3], other.grip - HOLD.grip, atol=1e-15
    )
    np.testing.assert_array_equal(moved.q, same.q)


def test_it_is_the_same_after_a_file(library, tmp_path):
    path = tmp_path / "library.json"
    path.write_text(json.dumps(library.to_json()))
    again = read_library(path)
    for way in WAYS.values():
        one, other = library.query("edge", way), again.query("edge", way)
        np.testing.assert_array_equal(one.grasp.q, other.grasp.q)
        assert one.strength == other.strength


def test_bad_questions_and_files_are_refused_in_one_line(library, tmp_path):
    with pytest.raises(UnknownNameError, match="edge"):
        library.query("jug")
    with pytest.raises(InputError, match="zero"):
        library.query("edge", (0, 0, 0))
    with pytest.raises(InputError, match="another hand"):
        library.check_hand(HandSpec.mean("left").build())
    library.check_hand(HAND)
    old = {**library.to_json(), "schema": "prehensile.holds/0"}
    broken = {**library.to_json(), "entries": {"edge": [{"grasp": 3}]}}
    for number, content in enumerate((old, broken, [], {"schema": "prehensile.holds/1"})):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(content))
        with pytest.raises(FileError, match=path.name):
            read_library(path)


def test_the_one_that_ships_knows_every_kind_and_direction():
    library = shipped_library()
    assert isinstance(library, HoldLibrary) and "make_hold_library" in library.command
    library.check_hand(HAND)
    for kind, make in KINDS.items():
        for way in tried_directions(make(None)).values():
            assert library.query(kind, way).off < 1e-6

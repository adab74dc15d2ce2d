"""Mutators spoil, in many ways, and not too much: what they make mostly still looks like a file."""

import io
import json
import zipfile
from random import Random

import numpy as np
import pytest
from tests.fuzz.mutators import MOST_BYTES, MUTATORS, mutated, mutator_of
from tests.fuzz.mutators.arrays import changed_array
from tests.fuzz.mutators.tree import changed_tree

from prehensile.files.readers import READERS

TREE = {"a": [1, 2.5, {"b": "c"}], "d": None, "e": {"f": [True, "g"]}}


def npz() -> bytes:
    out = io.BytesIO()
    np.savez_compressed(out, a=np.arange(6.0).reshape(2, 3), words=np.array(["x", "yz"]))
    return out.getvalue()


SAMPLES = {
    ".json": json.dumps(TREE).encode(),
    ".toml": b'a = 1\n[b]\nc = "d"\n',
    ".xml": b'<mujoco><worldbody><geom size="1 2 3" name="g"/></worldbody></mujoco>',
    ".csv": b"a,b\n1,2\n3,4\n",
    ".npz": npz(),
    ".bvh": b"HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\nFrames: 1\n",
    ".bin": bytes(range(64)),
}


@pytest.mark.parametrize("suffix", SAMPLES)
def test_files_are_spoilt_in_many_ways_and_the_same_for_a_seed(suffix):
    data = SAMPLES[suffix]
    made = [mutated(f"a{suffix}", data, Random(k), "/out") for k in range(200)]
    assert made == [mutated(f"a{suffix}", data, Random(k), "/out") for k in range(200)]
    assert len(set(made)) > 100 and sum(one == data for one in made) < 20
    assert all(0 < len(one) <= MOST_BYTES for one in made)


def test_most_trees_are_still_json_and_some_are_deep():
    made = [mutated("a.json", SAMPLES[".json"], Random(k), "/out") for k in range(300)]
    good = deep = 0
    for one in made:
        try:
            json.loads(one)
            good += 1
        except RecursionError:
            deep += 1
        except ValueError:
            pass
    assert good > 120 and deep > 5


def test_most_archives_are_still_archives_and_headers_lie():
    good = lies = 0
    for k in range(300):
        try:
            with zipfile.ZipFile(
                io.BytesIO(mutated("a.npz", SAMPLES[".npz"], Random(k), "/"))
            ) as f:
                for name in f.namelist():
                    np.lib.format.read_array(io.BytesIO(f.read(name)), allow_pickle=False)
            good += 1
        except Exception:
            lies += 1
    assert good > 60 and lies > 60


def test_files_outside_are_named():
    made = [mutated("a.xml", SAMPLES[".xml"], Random(k), "/out") for k in range(400)]
    assert any(b"/out/canary" in one for one in made)
    assert any(b"../canary" in one for one in made)


def test_a_tree_is_changed_in_a_copy():
    before = json.dumps(TREE)
    assert any(changed_tree(TREE, Random(k)) != TREE for k in range(5))
    assert json.dumps(TREE) == before


def test_every_file_of_a_reader_has_a_mutator_that_knows_it():
    known = set(MUTATORS)
    assert {"." + one.file.rpartition(".")[2] for one in READERS.values()} <= known
    assert mutator_of("A.JSON") is MUTATORS[".json"]


def test_an_array_of_nothing_that_claims_any_length_is_spoilt_without_making_it():
    array = np.zeros((0, 10**9))
    assert all(changed_array(array, Random(k)).size <= 10**6 for k in range(200))

"""Every reader has an honest file, and takes it."""

import pytest
from tests.fuzz.seeds import GROUPS, all_seeds, seeds_of

from prehensile.files.limits import KINDS
from prehensile.files.readers import READERS
from prehensile.motion.formats import FORMATS
from prehensile.motion.mocap.read import READERS as MOCAP

LARGEST = 1_000_000
"""[bytes] of an honest file: thousands are made of it"""
FITTED = {
    "bvh_motion",
    "c3d_motion",
    "tsv_motion",
    "glb_motion",
    "glb_wrist",
    "keypoints_npy",
    "leap_npz",
    "leap_json_motion",
    "leap_lz_motion",
    "marker_csv_motion",
}
"""Readers that fit a hand once they have read the file; `read_honest` of the harness reads them."""
SLOW = FITTED | {"skinned_hand", "skinned_hand_gltf", "named_hand", "gltf_picture"}


def test_every_reader_has_a_seed():
    assert set(all_seeds()) == set(READERS), "give it a row in tests/fuzz/seeds"


def test_no_reader_has_two():
    assert sum(len(seeds_of(group)) for group in GROUPS) == len(all_seeds())


def test_every_suffix_of_clips_and_of_mocap_is_fuzzed():
    suffixes = {"." + one.file.rpartition(".")[2] for one in READERS.values()}
    clips = {
        "." + one.file.rpartition(".")[2]
        for one in READERS.values()
        if one.call == "motion.clip:Clip.load"
    }
    assert {suffix for suffix, kind in FORMATS.items() if kind.reads} <= clips
    mocap = {
        "." + one.file.rpartition(".")[2]
        for one in READERS.values()
        if one.call == "motion.mocap.read:import_motion"
    }
    assert set(MOCAP) <= mocap <= suffixes


def test_every_kind_of_the_door_is_fuzzed():
    assert {one.kind for one in READERS.values()} == set(KINDS)


@pytest.mark.parametrize("name", sorted(set(READERS) - SLOW))
def test_honest_files_are_small_and_accepted(tmp_path, name):
    reader = READERS[name]
    all_seeds()[name](tmp_path / reader.file)
    assert (tmp_path / reader.file).stat().st_size <= LARGEST
    reader.read(tmp_path / reader.file)

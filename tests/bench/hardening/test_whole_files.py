"""A file cut anywhere is not whole."""

import json
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from prehensile.bench.hardening.whole_files import CHECKS, is_whole
from prehensile.files.pictures.picture import png_bytes
from prehensile.motion.contacts import ContactTrack


@pytest.fixture(scope="module")
def whole(tmp_path_factory, hand_clip):
    """One whole file of each kind; videos are in the test of the encoder."""
    from prehensile.export.html import save as save_html

    clip = tmp_path_factory.mktemp("whole") / "clip"
    frames = hand_clip.n_frames
    bare = replace(  # a hand's skin takes a while to make
        hand_clip, hands=(), contacts=ContactTrack.empty(frames),
        finger_force=np.zeros((frames, 0, 5)), palm_force=np.zeros((frames, 0)),
    )  # fmt: skip
    for suffix in (".npz", ".glb", ".csv"):
        bare.save(clip.with_suffix(suffix))
    hand_clip.save(clip.with_suffix(".bvh"))
    save_html(bare, clip.with_suffix(".html"))
    noise = np.random.default_rng(5).integers(0, 256, (9, 9, 3), np.uint8)
    clip.with_suffix(".png").write_bytes(png_bytes(noise))
    clip.with_suffix(".json").write_text(json.dumps({"a": 1}))
    return clip


@pytest.mark.parametrize("suffix", sorted(set(CHECKS) - {".mp4", ".gif"}))
def test_each_kind(whole, tmp_path, suffix):
    data = whole.with_suffix(suffix).read_bytes()
    assert is_whole(whole.with_suffix(suffix))
    path = tmp_path / f"cut{suffix}"
    for cut in (0, 1, len(data) // 2, len(data) - 2):
        path.write_bytes(data[:cut])
        assert not is_whole(path), cut


def test_numbers_that_changed_are_seen(tmp_path):
    path = tmp_path / "a.npz"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("a.npy", bytes(1000))
    data = bytearray(path.read_bytes())
    data[200] ^= 1
    path.write_bytes(data)
    assert not is_whole(path)


def test_a_kind_that_nobody_checks_is_a_mistake_of_ours(tmp_path):
    with pytest.raises(KeyError):
        is_whole(tmp_path / "a.xyz")

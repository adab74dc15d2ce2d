"""Recordings as files."""

from pathlib import Path

import pytest

from prehensile.skin.dress import Dress
from prehensile.stage.takes import Takes

BARE = Dress(bare=True)
"""needs no skin to be painted"""


@pytest.fixture
def written(hand_clip, tmp_path):
    """Writes a take and waits for it."""
    takes = Takes(tmp_path, BARE)

    def write(scene="grasp", folder: Path | None = None):
        heard = []
        used = takes if folder is None else Takes(folder, BARE)
        used.write(hand_clip, scene, lambda *words: heard.append(words)).join(120)
        return used, *heard[0]

    return write


def test_a_take_is_a_clip_and_a_model_and_only_these_can_be_fetched(written, tmp_path):
    (tmp_path / "grasp-007.npz").write_bytes(b"somebody else's")
    takes, names, complaint = written()
    assert (names, complaint) == (["grasp-008.glb", "grasp-008.npz"], "")
    assert takes.file("grasp-008.npz") == tmp_path / "grasp-008.npz"
    assert takes.file("grasp-007.npz") is None and takes.file("../grasp-008.npz") is None
    assert (tmp_path / "grasp-007.npz").read_bytes() == b"somebody else's"


def test_a_folder_that_cannot_be_written_is_said(written, tmp_path):
    (tmp_path / "file").write_text("in the way")
    _, names, complaint = written(folder=tmp_path / "file")
    assert names == [] and complaint and "\n" not in complaint

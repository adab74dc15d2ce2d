"""Forces from clips, Tekscan's tables and arrays of any sensor."""

from dataclasses import replace

import numpy as np
import pytest
from tests.motion.test_pressure_images import palm_press

from prehensile.errors import FileError, InputError
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.pressure_images import pressure_images
from prehensile.synergy.force_samples import read_forces


def table(frames: int, raw: int) -> str:
    rows = f"B,{raw},0\n0,0,{raw}\n"
    return "".join(f"Frame {k + 1}, {k / 50},, date\n{rows}" for k in range(frames)) + "@@\n"


def test_arrays_of_any_sensor(tmp_path, rng) -> None:
    frames = rng.random((30, 5))
    np.savez(tmp_path / "r.npz", time=np.arange(30.0), frames=frames.astype(np.float32))
    found = read_forces(tmp_path / "r.npz")
    assert found.frames == pytest.approx(frames, abs=1e-6) and found.time[-1] == 29


def test_a_table_of_tekscan(tmp_path) -> None:
    (tmp_path / "t.csv").write_text(table(12, 7))
    found = read_forces(tmp_path / "t.csv")
    assert found.frames.shape == (12, 5)
    assert found.frames[3].tolist() == [7, 0, 0, 0, 7] and found.time[1] == 0.02


def test_a_clip_by_its_pressure_images(tmp_path) -> None:
    clip = palm_press(Hand(), (0.04, 0.02), -1)
    track = replace(
        clip.hands[0], q=np.zeros((12, 23)),
        T_world_forearm=np.repeat(clip.hands[0].T_world_forearm, 12, axis=0),
    )  # fmt: skip
    pressed = Clip(
        np.arange(12.0), (track,), (), clip.contacts.take([0] * 12), np.zeros((12, 1, 5)),
        np.zeros((12, 1)),
    )  # fmt: skip
    found = read_forces(pressed.save(tmp_path / "c.npz"))
    assert found.frames == pytest.approx(np.repeat(pressure_images(clip).frames, 12, axis=0))


def test_what_tells_nothing_is_refused(tmp_path, hand_clip) -> None:
    (tmp_path / "one.csv").write_text(table(1, 7))
    with pytest.raises(InputError, match=r"one\.csv: .* at least 8 frames, got 1"):
        read_forces(tmp_path / "one.csv")
    (tmp_path / "none.csv").write_text(table(9, 0))
    with pytest.raises(InputError, match="nothing presses"):
        read_forces(tmp_path / "none.csv")
    np.savez(tmp_path / "odd.npz", time=np.arange(9.0), frames=np.ones((8, 3)))
    with pytest.raises(InputError, match=r"expected \(T,\)"):
        read_forces(tmp_path / "odd.npz")
    for wrong, words in (
        (np.full((9, 3), np.nan), "not finite"),
        (np.ones((9, 3), bool), "numbers"),
    ):
        np.savez(tmp_path / "wrong.npz", time=np.arange(9.0), frames=wrong)
        with pytest.raises(InputError, match=words):
            read_forces(tmp_path / "wrong.npz")
    (tmp_path / "text.csv").write_text("a,b\n1,2\n")
    with pytest.raises(FileError, match="no line that begins with 'Frame'"):
        read_forces(tmp_path / "text.csv")
    untouched = Clip(
        hand_clip.time, hand_clip.hands, hand_clip.bodies, ContactTrack.empty(9),
        hand_clip.finger_force, hand_clip.palm_force,
    )  # fmt: skip
    with pytest.raises(InputError, match="nothing presses"):
        read_forces(untouched.save(tmp_path / "c.npz"))

"""Bad recordings, line by line: exit code 2, one line that says what is wrong, nothing written."""

import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.sessions import made_session

from prehensile.capture.recording.recording import Clock, Recording
from prehensile.capture.recording.stream import CLIPPED


@pytest.fixture(scope="module")
def good() -> Recording:
    return made_session(5, 6, noise=1e-3, force_noise=0.004).recording


def changed(recording: Recording, stream: str, **fields) -> Recording:
    return recording.with_streams(replace(recording[stream], **fields))


def slow(recording: Recording) -> Recording:
    angles = recording["angles"]
    every = {name: getattr(angles, name)[::10] for name in ("time", "values", "flags")}
    return changed(recording, "angles", rate_hz=50.0, **every)


def quiet(recording: Recording) -> Recording:
    noise = 0.004 * np.random.default_rng(0).normal(size=recording["plate"].values.shape)
    return replace(changed(recording, "plate", values=noise), touches=())


def clipped(recording: Recording) -> Recording:
    plate = recording["plate"]
    high = np.abs(plate.values[..., 2]) > 0.05
    return changed(recording, "plate", flags=np.where(high, CLIPPED, 0).astype(plate.flags.dtype))


BAD: dict[str, tuple[Callable[[Recording], Recording], str]] = {
    "no contact": (lambda r: replace(r, contacts=(), touches=()), "names no contact"),
    "nothing is touched": (quiet, "nothing is touched"),
    "forces but no motion": (lambda r: replace(r, streams=(r["plate"],)), "no motion"),
    "a hand that stands still": (
        lambda r: changed(r, "angles", values=0 * r["angles"].values), "stands still",
    ),
    "motion but no force": (lambda r: replace(r, streams=(r["angles"],)), "no force"),
    "too slow": (slow, "needs 90 at least"),
    "joints of another hand": (
        lambda r: changed(r, "angles", channels=tuple(f"j{k}" for k in range(23))), "another hand",
    ),
    "a clipped sensor": (clipped, "is clipped or missing in every touch"),
    "streams that do not overlap": (
        lambda r: replace(r, clocks={"plate": Clock(1e4)}), "align them first",
    ),
    "streams not aligned": (lambda r: replace(r, clocks={"plate": Clock(0.4)}), "not aligned"),
    "clocks apart": (
        lambda r: replace(r, clocks={"plate": Clock(0.1)}, touches=()), "stop 100 ms before",
    ),
    "negative compliance everywhere": (
        lambda r: changed(r, "plate", values=-r["plate"].values),
        "usually the force's direction or the hand's kinematics",
    ),
    "nobody's hand": (lambda r: replace(r, hand=None), "--hand"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_a_bad_recording_is_one_line(good, case, run_cli, tmp_path) -> None:
    change, said = BAD[case]
    path = change(good).save(tmp_path / "bad.h5")
    out = tmp_path / "out"
    run_cli("estimate", str(path), "-o", str(out), "--massless").assert_refused(said)
    assert not list(out.iterdir())


def test_a_hand_of_the_other_side(good, run_cli, tmp_path) -> None:
    path = good.save(tmp_path / "good.h5")
    words = ("estimate", str(path), "-o", str(tmp_path / "out"))
    run_cli(*words, "--hand", "left").assert_refused("right hand", "left")
    run_cli(*words, "--hand", "middle").assert_refused("middle")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "[1]", '[{"contact": "nose"}]', "[" * 5000, "\x00"]
)
def test_edited_touches_that_are_none(good, text, run_cli, tmp_path) -> None:
    path = good.save(tmp_path / "good.h5")
    (tmp_path / "touches.json").write_text(text)
    words = ("--contacts", str(tmp_path / "touches.json"))
    run_cli("estimate", str(path), "-o", str(tmp_path), *words).assert_refused("touches.json")


def test_touches_of_another_recording(good, run_cli, tmp_path) -> None:
    path = good.save(tmp_path / "good.h5")
    edited = tmp_path / "touches.json"
    rows = [
        {"contact": "index", "onset": t.onset + 0.45, "settled": t.onset + 0.46, "end": t.end + 1}
        for t in good.touches
    ]
    edited.write_text(json.dumps(rows))
    words = ("estimate", str(path), "-o", str(tmp_path / "out"), "--contacts", str(edited))
    run_cli(*words).assert_refused()


@pytest.mark.parametrize(
    ("error", "said"), [(KeyboardInterrupt(), "interrupted"), (OSError(28, "No space"), "No space")]
)
def test_what_stops_the_writing_leaves_no_half_file(
    good, error, said, run_cli, tmp_path, monkeypatch
) -> None:
    # The first file was written, the second is half way.
    from prehensile.motion.clip import Clip

    def save(self, path):
        from prehensile.atomic import atomic_path

        with atomic_path(path) as temporary:
            temporary.write_bytes(b"half")
            raise error

    monkeypatch.setattr(Clip, "save", save)
    path = good.save(tmp_path / "good.h5")
    out = tmp_path / "out"
    run_cli("estimate", str(path), "-o", str(out), "--massless").assert_refused(said)
    assert not [p for p in out.iterdir() if p.name not in ("hand.json",)]

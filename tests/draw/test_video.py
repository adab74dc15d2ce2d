import numpy as np
import pytest

from prehensile.draw import encoder, video
from prehensile.errors import FileError, InputError

pytestmark = pytest.mark.usefixtures("drawing")


@pytest.fixture(scope="module")
def moving(hand_clip):
    """The block alone: a hand's surface takes a while to draw."""
    from dataclasses import replace

    from prehensile.motion.contacts import ContactTrack

    n = hand_clip.n_frames
    return replace(
        hand_clip, hands=(), finger_force=np.zeros((n, 0, 5)), palm_force=np.zeros((n, 0)),
        contacts=ContactTrack.empty(n), time=np.arange(n) / 10,
    )  # fmt: skip


@pytest.mark.parametrize(("suffix", "magic"), [(".mp4", b"ftyp"), (".gif", b"GIF8")])
def test_it_shows_the_body_moving(moving, tmp_path, suffix, magic):
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    path, seen = tmp_path / f"clip{suffix}", []
    video.save(
        moving,
        path,
        rate=10,
        size=(192, 128),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert magic in path.read_bytes()[:16]
    assert seen[-1] == (9, 9)
    reader = ffmpeg.read_frames(str(path))
    meta = next(reader)
    frames = [np.frombuffer(f, np.uint8).reshape(128, 192, 3).astype(int) for f in reader]
    assert tuple(meta["size"]) == (192, 128) and len(frames) == 9
    blue = [f[..., 2] - f[..., 0] > 40 for f in frames]
    assert all(8 < b.sum() < 2000 for b in blue), [b.sum() for b in blue]
    assert (blue[0] != blue[-1]).sum() > 10


def test_another_suffix_or_too_many_pictures_are_refused(moving, tmp_path):
    with pytest.raises(InputError, match=r"\.mp4"):
        video.save(moving, tmp_path / "clip.avi")
    with pytest.raises(InputError, match="lower rate"):
        video.save(moving, tmp_path / "clip.mp4", rate=1e6)
    assert not list(tmp_path.iterdir())


def test_an_encoder_that_fails_leaves_nothing(moving, tmp_path, monkeypatch):
    pytest.importorskip("imageio_ffmpeg")
    monkeypatch.setitem(encoder.ENCODED, ".mp4", ["-c:v", "no-such-codec"])
    with pytest.raises(FileError, match="Encoder not found"):
        video.save(moving, tmp_path / "clip.mp4", rate=10, size=(192, 128))
    assert not list(tmp_path.iterdir())

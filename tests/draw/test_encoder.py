"""A video is whole or is not there: full disks and limits of file size are said."""

import subprocess
import sys

import numpy as np
import pytest

from prehensile.bench.hardening.faults import orphans_of
from prehensile.bench.hardening.small_disk import full_disk
from prehensile.bench.hardening.whole_files import is_whole
from prehensile.children import BOUND
from prehensile.draw.encoder import ENCODED


@pytest.mark.skipif(not BOUND, reason="needs Linux")
@pytest.mark.parametrize("suffix", [".mp4", ".gif"])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.98])
def test_a_limit_of_file_size_leaves_nothing(pictures, encoded, tmp_path, suffix, share):
    limit = int(share * encoded[suffix])
    run = _encode(pictures, tmp_path / f"clip{suffix}", f"ulimit(resource.RLIMIT_FSIZE, {limit})")
    assert run.stdout == "cannot write clip: File too large.\n", run
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", [".mp4", ".gif"])
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_full_disk_leaves_nothing(pictures, encoded, tmp_path, suffix, share):
    folder = tmp_path / "disk"
    with full_disk(folder, int(share * encoded[suffix])) as told:
        if told is None:
            pytest.skip("no disk can be mounted here; the limit of file size stands for it")
        before = list(folder.iterdir())
        run = _encode(pictures, folder / f"clip{suffix}")
        assert run.stdout == "cannot write clip: No space left on device.\n", run
        assert list(folder.iterdir()) == before


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """Noise, which no encoder makes small: (6, 128, 192, 3)."""
    pytest.importorskip("imageio_ffmpeg")
    path = tmp_path_factory.mktemp("pictures") / "noise.npy"
    np.save(path, np.random.default_rng(5).integers(0, 256, (6, 128, 192, 3), np.uint8))
    return path


@pytest.fixture(scope="module")
def encoded(pictures, tmp_path_factory):
    """Suffix → [bytes] of the whole video."""
    folder = tmp_path_factory.mktemp("encoded")
    for suffix in ENCODED:
        assert _encode(pictures, folder / f"clip{suffix}").stdout == ""
        assert is_whole(folder / f"clip{suffix}")
    return {path.suffix: path.stat().st_size for path in folder.iterdir()}


def _encode(pictures, path, first=""):
    """Encode them in a process of its own, which says what went wrong in few words."""
    program = f"""
import resource, sys
import numpy as np
from prehensile.atomic import atomic_path
from prehensile.draw.encoder import encoder
from prehensile.errors import FileError
pictures = np.load(sys.argv[1])
def ulimit(what, most): resource.setrlimit(what, (most, most))
{first}
try:
    with atomic_path(sys.argv[2]) as path, encoder(path, 10.0, (192, 128), sys.argv[2]) as send:
        for picture in pictures:
            send(picture)
except FileError as error:
    print(str(error).replace(sys.argv[2], "clip"))
"""
    words = [sys.executable, "-c", program, str(pictures), str(path)]
    return subprocess.run(words, capture_output=True, text=True)


@pytest.mark.skipif(not BOUND, reason="needs Linux")
def test_ffmpeg_ends_with_us(tmp_path):
    program = """
import os, signal, sys
from pathlib import Path
from prehensile.draw.encoder import encoder
with encoder(Path(sys.argv[1]), 10.0, (192, 128)) as send:
    os.kill(os.getpid(), signal.SIGKILL)
"""
    words = [sys.executable, "-c", program, str(tmp_path / "clip.gif")]
    run = subprocess.Popen(words, stderr=subprocess.DEVNULL, start_new_session=True)
    run.wait()
    assert not orphans_of(run.pid)

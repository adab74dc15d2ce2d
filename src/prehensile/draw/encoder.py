"""Pictures as MP4 or GIF, by ffmpeg in a process of its own, which must say that it succeeded."""

import errno
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import numpy as np

from prehensile.children import bound
from prehensile.errors import FileError
from prehensile.extras import optional
from prehensile.files.opened import one_line

ENCODED = {
    # yuv420p: what every player knows
    ".mp4": ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "20", "-movflags", "+faststart"],
    ".gif": ["-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", "-c:v", "gif", "-loop", "0"],
}
"""How ffmpeg is asked; a GIF gets one palette made for all its pictures."""
PATIENCE = 600.0
"""[s] for the last pictures: those of a GIF are encoded when all have come"""
TOLD = [os.strerror(number) for number in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO)]
"""Reasons of the system, which ffmpeg quotes among its own."""

Send = Callable[[np.ndarray], None]


@contextmanager
def encoder(
    path: Path, rate: float, size: tuple[int, int], name: str | Path | None = None
) -> Iterator[Send]:
    """A function that takes pictures (height, width, 3) uint8; all are in the file at the end.

    Args:
        path: ends in ``.mp4`` or ``.gif``.
        rate: pictures per second.
        size: width and height in pixels, even.
        name: of the file in messages, if it has another now.

    Raises:
        MissingExtraError: imageio-ffmpeg is not installed.
        FileError: the disk is full, or ffmpeg failed in another way; what it wrote is of no use.
    """
    program = optional("imageio_ffmpeg").get_ffmpeg_exe()
    words = [program, *_words(size, rate), *ENCODED[path.suffix.lower()], str(path)]
    process = subprocess.Popen(
        bound(words), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    stdin, stderr = process.stdin, process.stderr
    assert stdin is not None and stderr is not None
    complaints: list[bytes] = []
    # Somebody must listen: ffmpeg waits when nobody does.
    listener = threading.Thread(target=lambda: complaints.extend(stderr), daemon=True)
    listener.start()

    def send(picture: np.ndarray) -> None:
        stdin.write(np.ascontiguousarray(picture).data)

    try:
        try:
            yield send
            stdin.close()
        except BrokenPipeError:  # it ended early, and has said why
            code = process.wait(PATIENCE) or 1
        else:
            code = process.wait(PATIENCE)
        listener.join()
    except subprocess.TimeoutExpired:
        raise FileError(f"cannot write {name or path}: ffmpeg did not end.") from None
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        with suppress(BrokenPipeError):
            stdin.close()
        listener.join()
        stderr.close()
    if code:
        raise FileError(f"cannot write {name or path}: {_reason(code, b''.join(complaints))}.")


def _words(size: tuple[int, int], rate: float) -> list[str]:
    """What ffmpeg is told of the pictures that come by its stdin."""
    shape = f"{size[0]}x{size[1]}"
    read = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", shape, "-r", f"{rate:.6g}", "-i", "-"]
    # xerror: a picture that could not be written is a failure, not a shorter video.
    return ["-y", "-v", "error", "-xerror", *read, "-an"]


def _reason(code: int, complaints: bytes) -> str:
    if code == -getattr(signal, "SIGXFSZ", 0):
        return os.strerror(errno.EFBIG)
    text = complaints.decode(errors="replace")
    for reason in TOLD:
        if reason in text:
            return reason
    lines = text.splitlines()
    return f"ffmpeg failed ({one_line(lines[-1]) if lines else f'exit code {code}'})"

"""Many recordings in one ZIP, as datasets are shared: read one after the other, never unpacked
beside anything that is there.
"""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from prehensile.atomic import scratch_folder
from prehensile.capture.recording.formats import READERS
from prehensile.capture.recording.recording import Recording
from prehensile.errors import FileError, InputError
from prehensile.files.limits import GIB, MIB
from prehensile.files.opened import opened

MOST_MEMBERS = 10_000
MOST_MEMBER = 256 * MIB
"""[bytes] of one recording, unpacked"""
MOST_ALL = 4 * GIB
"""[bytes] of all together, unpacked"""


def load(path: str | Path) -> Recording:
    """The recording of a ZIP that holds one.

    Raises:
        FileError: it cannot be read, or holds several.
    """
    found = []
    for _, recording in recordings_in(path):
        found.append(recording)
        if len(found) > 1:
            break
    if len(found) != 1:
        raise FileError(
            f"cannot read {path} as one recording: it holds several; convert them one by one "
            "(prehensile capture convert FILE.zip FOLDER)."
        )
    return found[0]


def recordings_in(path: str | Path) -> Iterator[tuple[str, Recording]]:
    """Names and recordings of a ZIP, one at a time. Safe on a stranger's.

    A name is the member's with its folders, letters that might lead elsewhere left out, and fit for
    a file: ``a/b.csv`` is ``a_b``. Members of other kinds than `READERS` lists are passed over.

    Raises:
        FileError: the ZIP or a recording in it cannot be read, or there is none.
    """
    taken: set[str] = set()
    with opened(path, "zip") as file, zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        if len(members) > MOST_MEMBERS or sum(m.file_size for m in members) > MOST_ALL:
            raise InputError(f"it holds more than {MOST_MEMBERS} files or {MOST_ALL} bytes")
        with scratch_folder() as folder:
            for member in members:
                suffix = PurePosixPath(member.filename).suffix.lower()
                if member.is_dir() or suffix not in READERS or suffix == ".zip":
                    continue
                if member.file_size > MOST_MEMBER or member.flag_bits & 0x1:
                    raise InputError(f"{member.filename[:80]!r} is too large, or encrypted")
                one = folder / f"member{suffix}"
                with archive.open(member) as packed:
                    one.write_bytes(packed.read(MOST_MEMBER))
                recording = _loaded(one, member.filename)
                yield _stem(member.filename, taken), recording
    if not taken:
        raise FileError(f"cannot read {path}: it holds no recording of a kind that is read.")


def _loaded(path: Path, name: str) -> Recording:
    try:
        return Recording.load(path)
    except FileError as error:
        raise InputError(str(error).replace(str(path), name)) from error


def _stem(name: str, taken: set[str]) -> str:
    """A file's name that nobody has taken yet, which it then is."""
    words = re.findall(r"[^\W_][\w.+ -]*", str(PurePosixPath(name).with_suffix("")))
    stem = plain = "_".join(words)[:100] or "recording"
    k = 2
    while stem in taken:
        stem, k = f"{plain}_{k}", k + 1
    taken.add(stem)
    return stem

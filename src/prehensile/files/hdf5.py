"""The groups, attributes and arrays of an HDF5 file. Safe on a stranger's.

h5py (extra ``capture``) works in a process of its own, for malformed files end it (h5py#1183). Only
what lies inside the file is read, as plain numbers and text: links of any kind but hard ones, data
kept in other files (h5py#2891), virtual data, references and filters other than gzip, shuffle and
Fletcher's checksum are refused, and no dataset may claim more than the file can hold.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.apart import Give, parsed_apart
from prehensile.files.archive import most_unpacked
from prehensile.files.limits import MIB
from prehensile.files.opened import opened

MOST_OBJECTS = 20_000
"""groups and datasets of one file"""
MOST_DEPTH = 6
"""of groups in groups; hard links can make a circle"""
AS_FLOAT = 8
"""[bytes] of a number as readers hold it"""
MOST_CHUNK = 64 * MIB
"""[bytes] a library unpacks one chunk as a whole"""
MOST_TEXT = 32 * MIB
"""[bytes] of all names, attributes and texts together"""
MOST_PACKED = 1032
"""Deflate cannot pack a byte into less than 1/1032 of a byte: who declares more, lies."""
MOST_ATTRIBUTES = 200
"""of one group or dataset"""
FILTERS = {1: "gzip", 2: "shuffle", 3: "fletcher32"}
"""Those that every HDF5 library has, by number."""
_MAGIC = b"\x89HDF\r\n\x1a\n"


class Hdf5Group(NamedTuple):
    """What one group holds; names as in the file."""

    attributes: dict[str, Any]
    """text, numbers, and lists of them"""
    groups: "dict[str, Hdf5Group]"
    arrays: dict[str, np.ndarray]
    """numbers, read-only"""
    texts: dict[str, str | list[str]]
    """datasets of text: one, or a list"""

    def text(self, name: str, otherwise: str | None = None) -> str:
        """One text.

        Raises:
            InputError: it is absent and there is nothing else to take, or it is a list.
        """
        found = self.texts.get(name, otherwise)
        if not isinstance(found, str):
            raise InputError(f"it has no text {name!r}")
        return found

    def list_of(self, name: str) -> list[str]:
        """A list of texts.

        Raises:
            InputError: there is none.
        """
        found = self.texts.get(name)
        if not isinstance(found, list):
            raise InputError(f"it has no list of texts {name!r}")
        return found

    def array(self, name: str) -> np.ndarray:
        """Numbers.

        Raises:
            InputError: there are none.
        """
        if name not in self.arrays:
            raise InputError(f"it has no numbers {name!r}")
        return self.arrays[name]


def read_hdf5(path: str | Path) -> Hdf5Group:
    """All of a file.

    Raises:
        FileError: missing, too large, damaged, or holding what is refused.
        MissingExtraError: h5py is not installed.
    """
    with opened(path, "hdf5") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise InputError("it is not an HDF5 file")
        parsed = parsed_apart("prehensile.files.hdf5", path, "h5py", "capture")
        return _tree(parsed.said, parsed.arrays, "")


def _tree(said: dict[str, Any], arrays: dict[str, np.ndarray], place: str) -> Hdf5Group:
    return Hdf5Group(
        attributes=said["attributes"],
        groups={n: _tree(g, arrays, f"{place}/{n}") for n, g in said["groups"].items()},
        arrays={n: arrays[f"{place}/{n}"] for n in said["arrays"]},
        texts=said["texts"],
    )


def parse(path: str, give: Give) -> dict[str, Any]:
    """In the child: groups as nested dictionaries, arrays by their path.

    Raises:
        InputError: it holds what is refused.
    """
    import h5py

    with h5py.File(path, "r", locking=False) as file:
        return _Walk(give, most_unpacked(Path(path).stat().st_size)).group(file, "", 0)


class _Walk:
    """One pass through a file, counting what it has cost so far."""

    def __init__(self, give: Give, most: int):
        self.give, self.most = give, most
        self.objects = self.bytes = self.letters = 0

    def group(self, group: Any, place: str, depth: int) -> dict[str, Any]:
        """One group, and all below it."""
        import h5py

        if depth > MOST_DEPTH:
            raise InputError(f"its groups lie deeper than {MOST_DEPTH}")
        found: dict[str, Any] = {"attributes": self.attributes(group, place)}
        found |= {"groups": {}, "arrays": [], "texts": {}}
        if len(group) > MOST_OBJECTS:
            raise InputError(f"it holds more than {MOST_OBJECTS} objects")
        for name in group:
            self.objects += 1
            if self.objects > MOST_OBJECTS:
                raise InputError(f"it holds more than {MOST_OBJECTS} objects")
            self.said(name)
            where = f"{place}/{name}"
            if not isinstance(group.get(name, getlink=True), h5py.HardLink):
                raise InputError(f"{where[:80]} is a link; only what is in the file is read")
            item = group[name]
            if isinstance(item, h5py.Group):
                found["groups"][name] = self.group(item, where, depth + 1)
            elif not isinstance(item, h5py.Dataset):
                raise InputError(f"{where[:80]} is neither a group nor a dataset")
            elif h5py.check_string_dtype(item.dtype) is not None:
                found["texts"][name] = self.texts(item, where)
            else:
                self.give(where, self.numbers(item, where))
                found["arrays"].append(name)
        return found

    def said(self, text: str) -> str:
        """A text, once it is known that there are not too many."""
        self.letters += len(text)
        if self.letters > MOST_TEXT:
            raise InputError(f"it holds more than {MOST_TEXT} letters of text")
        return text

    def attributes(self, item: Any, place: str) -> dict[str, Any]:
        """Of a group: text and numbers."""
        import h5py

        if len(item.attrs) > MOST_ATTRIBUTES:
            raise InputError(f"{place or '/'} has more than {MOST_ATTRIBUTES} attributes")
        found = {}
        for name in item.attrs:
            kind = item.attrs.get_id(name)
            if kind.dtype.kind not in "fiuOS" or (
                kind.dtype.kind == "O" and h5py.check_string_dtype(kind.dtype) is None
            ):
                raise InputError(f"the attribute {name[:60]!r} is neither numbers nor text")
            if int(np.prod(kind.shape, dtype=object)) > MOST_OBJECTS:
                raise InputError(f"the attribute {name[:60]!r} is too long")
            found[self.said(name)] = self.plain(item.attrs[name])
        return found

    def plain(self, value: Any) -> Any:
        """What JSON holds, of what h5py gave."""
        if isinstance(value, np.ndarray):
            return [self.plain(v) for v in value.tolist()]
        if isinstance(value, bytes):
            value = value.decode("utf-8", errors="replace")
        if isinstance(value, list):
            return [self.plain(v) for v in value]
        if isinstance(value, str):
            return self.said(value)
        return value.item() if isinstance(value, np.generic) else value

    def texts(self, item: Any, place: str) -> str | list[str]:
        """A dataset of text."""
        self.check(item, place, 16 if item.dtype.kind == "O" else item.dtype.itemsize)
        if item.ndim > 1 or item.size > MOST_OBJECTS * 10:
            raise InputError(f"{place[:80]} is not a list of texts, or too long")
        return self.plain(item.asstr(errors="replace")[()])

    def numbers(self, item: Any, place: str) -> np.ndarray:
        """A dataset of numbers."""
        kind = item.dtype
        if kind.kind not in "fiu" or kind.itemsize > 8 or item.shape is None:
            raise InputError(f"{place[:80]} holds {str(kind)[:60]}, expected numbers or text")
        self.check(item, place, kind.itemsize)
        return item[()]

    def check(self, item: Any, place: str, itemsize: int) -> None:
        """Where and how a dataset is kept, before any of it is read.

        Raises:
            InputError: outside the file, packed in an unknown way, or claiming too much.
        """
        made = item.id.get_create_plist()
        if item.is_virtual or made.get_external_count():
            raise InputError(f"{place[:80]} is kept in another file; only one is read")
        filters = [made.get_filter(k)[0] for k in range(made.get_nfilters())]
        unknown = [number for number in filters if number not in FILTERS]
        if unknown:
            raise InputError(
                f"{place[:80]} is packed by the filter {unknown[0]}; only "
                f"{', '.join(FILTERS.values())} are read. Repack it without (h5repack -f NONE)"
            )
        count = 1
        for axis in item.shape or ():  # Python integers: a product of int64 could wrap around
            count *= axis
        size = itemsize * count
        self.bytes += max(itemsize, AS_FLOAT) * count
        if self.bytes > self.most:
            raise InputError(
                f"it would unpack to {self.bytes} bytes, the limit for a file of its size is "
                f"{self.most}"
            )
        there = item.id.get_storage_size()
        if size > (MOST_PACKED if filters else 1) * there:
            raise InputError(
                f"{place[:80]} claims {size} bytes, more than the {there} stored can hold"
            )
        chunk = itemsize
        for axis in item.chunks or ():
            chunk *= axis
        if chunk > MOST_CHUNK:
            raise InputError(f"{place[:80]} has chunks of {chunk} bytes, at most {MOST_CHUNK}")

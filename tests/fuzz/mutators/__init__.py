"""Honest files spoilt, in ways that fit how they are built; the same for a seed."""

from collections.abc import Callable
from random import Random

from tests.files.test_lz_string import pack
from tests.fuzz.mutators.archive import archive
from tests.fuzz.mutators.arrays import npy, npz
from tests.fuzz.mutators.glb import glb
from tests.fuzz.mutators.raw import raw
from tests.fuzz.mutators.table import table
from tests.fuzz.mutators.toml_text import toml_text
from tests.fuzz.mutators.tree import tree_text
from tests.fuzz.mutators.words import words
from tests.fuzz.mutators.xml_text import xml_text

from prehensile.errors import InputError
from prehensile.files.lz_string import unpack_lz_string

LONGEST_PACKED = 20_000
"""Letters that are packed: the packer of the tests is slow"""
MOST_BYTES = 9_000_000
"""of a spoilt file: the promise of memory and time is for those below 10 MB"""


def _words_or_raw(data: bytes, rng: Random) -> bytes:
    return raw(data, rng) if rng.random() < 0.3 else words(data, rng)


def _zip(data: bytes, rng: Random) -> bytes:
    return archive(data, rng, lambda name, content, r: mutator_of(name)(content, r))


def _lz(data: bytes, rng: Random) -> bytes:
    """The text inside spoilt, or its packing."""
    try:
        text = unpack_lz_string(data)
    except InputError:  # spoilt before
        return raw(data, rng)
    if rng.random() < 0.3:
        return raw(data, rng)
    spoilt = tree_text(text.encode(), rng)
    return pack(spoilt.decode("utf-8", "replace")[:LONGEST_PACKED])


MUTATORS: dict[str, Callable[[bytes, Random], bytes]] = {
    ".bin": raw,
    ".bvh": _words_or_raw,
    ".c3d": raw,
    ".csv": table,
    ".glb": glb,
    ".gltf": tree_text,
    ".h5": raw,
    ".jpg": raw,
    ".journal": raw,
    ".json": tree_text,
    ".lz": _lz,
    ".mtl": _words_or_raw,
    ".npy": npy,
    ".npz": npz,
    ".obj": _words_or_raw,
    ".off": _words_or_raw,
    ".ply": _words_or_raw,
    ".png": raw,
    ".stl": _words_or_raw,
    ".toml": toml_text,
    ".tsv": table,
    ".txt": table,
    ".urdf": xml_text,
    ".xdf": raw,
    ".xml": xml_text,
    ".zip": _zip,
}
"""By the suffix of a file's name."""


def mutator_of(name: str) -> Callable[[bytes, Random], bytes]:
    """The mutator for a file of this name."""
    return MUTATORS.get("." + name.rpartition(".")[2].lower(), raw)


def mutated(name: str, data: bytes, rng: Random, outside: str) -> bytes:
    """One to four changes of a file.

    Args:
        name: of the file.
        data: what it holds.
        rng: draws them.
        outside: a folder whose watched files the spoilt one may name.
    """
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        data = mutator_of(name)(data, rng)
    data = data.replace(b"{outside}", outside.encode())
    return data[:MOST_BYTES] or b"\0"

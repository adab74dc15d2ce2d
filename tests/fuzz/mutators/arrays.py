"""NPY and NPZ: numbers, shapes, types and headers of arrays changed, names and members as well."""

import io
import math
from random import Random

import numpy as np
from tests.fuzz.mutators.archive import archive
from tests.fuzz.mutators.raw import raw
from tests.fuzz.mutators.strange_values import FLOATS, changed_text
from tests.fuzz.mutators.tree import tree_text

DTYPES = (
    "<f2",
    "<f4",
    "<f8",
    ">f8",
    "<c16",
    "<i1",
    "<i4",
    "<i8",
    "<u1",
    "<u8",
    "?",
    "<U3",
    "S4",
    "<M8[s]",
)
LIES = (
    b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }",
    b"{'descr': '<f8', 'fortran_order': False, 'shape': (-1, 3), }",
    b"{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296, 2), }",
    b"{'descr': '<f8', 'fortran_order': False, 'shape': (0, 1000000000), }",
    b"{'descr': '<f8', 'fortran_order': False, 'shape': " + b"(" * 60 + b")" * 60 + b", }",
    b"{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
    b"{'descr': '<U999999999', 'fortran_order': False, 'shape': (1,), }",
    b"{'descr': '<U0', 'fortran_order': False, 'shape': (1000000000,), }",
    b"{'descr': '|V0', 'fortran_order': False, 'shape': (1000000000,), }",
    b"{'descr': [('a', '<f8', (1000000, 1000000))], 'fortran_order': False, 'shape': (1,), }",
    b"{'descr': 'banana', 'fortran_order': False, 'shape': (1,), }",
    b"{'descr': '<f8', 'fortran_order': 7, 'shape': (1L,), }",
    b"{'descr': '<f8', 'fortran_order': False, 'shape': (1.5,), }",
    b"{'descr': '<f8', 'fortran_order': False, 'shape': (True,), }",
    b"{'descr': '<f8', 'fortran_order': False, 'shape': (" + b"9" * 5000 + b",), }",
    b"{'descr': '<f8', 'fortran_order': False, }", b"{", b"'", b"{'a': (", b"\xff\xfe{", b"",
    b"    if True:\n  x", b"{'descr': __import__('os').system('true')}", b"9" * 400,
)  # fmt: skip
MANY = 2_000_000
"""Numbers in an array that is larger than it should be."""


def npz(data: bytes, rng: Random) -> bytes:
    """One change of a file of arrays."""
    return archive(data, rng, lambda _, content, r: npy(content, r))


def npy(data: bytes, rng: Random) -> bytes:
    """One change of an array."""
    if rng.random() < 0.2:
        return _with_header(data, rng)
    if rng.random() < 0.05:
        return raw(data, rng)
    try:
        array = _honest(data)
    except Exception:  # an earlier change spoilt it
        return raw(data, rng)
    return saved(changed_array(array, rng))


def _honest(data: bytes) -> np.ndarray:
    """An array that is there as it says.

    Raises:
        Exception: its header lies, or is none.
    """
    stream = io.BytesIO(data)
    np.lib.format.read_magic(stream)
    shape, _, dtype = np.lib.format.read_array_header_1_0(stream)
    if dtype.itemsize == 0 or math.prod(shape) * dtype.itemsize > len(data):
        raise ValueError(shape)
    stream.seek(0)
    return np.lib.format.read_array(stream, allow_pickle=False)


def saved(array: np.ndarray) -> bytes:
    """An array as it lies in a file."""
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asarray(array), allow_pickle=False)
    return out.getvalue()


def changed_array(array: np.ndarray, rng: Random) -> np.ndarray:
    """An array that differs in its numbers, its shape or its type."""
    if array.dtype == np.uint8 and array.ndim == 1 and array.tobytes()[:1] in (b"{", b"["):
        return np.frombuffer(tree_text(array.tobytes(), rng), np.uint8)
    if array.dtype.kind == "U":
        return _changed_words(array, rng)
    kind = rng.randrange(10)
    if kind <= 3 and array.size and array.dtype.kind in "fiu":
        return _changed_numbers(array, rng)
    if kind == 4:
        return _changed_type(array, rng)
    if kind == 5 and array.ndim:
        axis = rng.randrange(array.ndim)
        length = array.shape[axis]
        if not 0 < length <= MANY:  # an array of nothing may claim any length
            return array
        return np.take(array, range(rng.choice((0, 1, length - 1))), axis, mode="clip")
    if kind == 6 and array.ndim:
        axis = rng.randrange(array.ndim)
        times = rng.choice((2, 3, 100))
        if array.size * times <= MANY:
            return np.concatenate([array] * times, axis=axis)
        return array
    if kind == 7:
        return rng.choice((array.reshape(-1), array[None], array[..., None], array.T))
    if kind == 8:
        shape = rng.choice(((), (0,), (1,), (3,), (0, 3), (1, 1, 1, 1), (2, 7), (MANY // 100,)))
        return np.full(shape, rng.choice((0, 1)), array.dtype)
    if array.dtype.kind in "f" and array.size:
        with np.errstate(all="ignore"):
            return array * rng.choice((0.0, -1.0, 1e3, 1e9, 1e300, math.nan))
    return np.zeros_like(array)


def _changed_numbers(array: np.ndarray, rng: Random) -> np.ndarray:
    changed = array.copy().reshape(-1)
    for _ in range(rng.choice((1, 1, 3))):
        at = rng.randrange(changed.size)
        if array.dtype.kind == "f":
            changed[at] = np.float64(rng.choice(FLOATS)).astype(array.dtype)
        else:
            info = np.iinfo(array.dtype)
            new = rng.choice(
                (0, 1, -1, info.max, info.min, int(changed[at]) + 1, int(changed[at]) - 1)
            )
            changed[at] = min(max(new, info.min), info.max)
    if array.ndim and array.size > 1 and rng.random() < 0.3:
        changed = np.full_like(changed, changed[rng.randrange(changed.size)])
    return changed.reshape(array.shape)


def _changed_type(array: np.ndarray, rng: Random) -> np.ndarray:
    with np.errstate(all="ignore"):
        try:
            return array.astype(rng.choice(DTYPES))
        except (TypeError, ValueError):
            return array.astype("<U8")


def _changed_words(array: np.ndarray, rng: Random) -> np.ndarray:
    kind = rng.randrange(6)
    if kind == 0 or not array.size:
        return np.zeros(array.shape, rng.choice(("<f8", "<i8")))
    if kind == 1:
        return rng.choice((array.reshape(-1), array[None], array.reshape(-1)[:0]))
    texts = [str(text) for text in array.reshape(-1)]
    at = rng.randrange(len(texts))
    if texts[at][:1] in ("{", "["):
        texts[at] = tree_text(texts[at].encode(), rng).decode("utf-8", "replace").rstrip("\0")
    else:
        texts[at] = changed_text(texts[at], rng).replace("\ud800", "?")
    if sum(map(len, texts)) == 0:
        texts[at] = "a"
    if max(map(len, texts)) * len(texts) > MANY:
        texts[at] = texts[at][:1000]
    return np.array(texts).reshape(array.shape)


def _with_header(data: bytes, rng: Random) -> bytes:
    """Its header swapped for one that lies, or its version changed."""
    body = data[data.find(b"\n") + 1 :] if b"\n" in data[:4096] else data
    header = rng.choice(LIES) if rng.random() < 0.8 else raw(data[10:128], rng)
    version = rng.choice(((1, 0), (1, 0), (1, 0), (2, 0), (3, 0), (9, 9)))
    length = len(header).to_bytes(2 if version[0] < 2 else 4, "little")
    if rng.random() < 0.1:
        length = rng.choice((b"\0\0", b"\xff\xff", b"\xff\xff\xff\x7f"))
    return b"\x93NUMPY" + bytes(version) + length + header + body

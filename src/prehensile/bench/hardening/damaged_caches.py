"""Every kind of result in the cache, damaged in seeded ways: it is made again, and is the same."""

import hashlib
import os
import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from prehensile.atomic import scratch_folder
from prehensile.cache import cache_folder
from prehensile.hand.hand import Hand
from prehensile.skin.eigenskin.file import shipped_eigenskin
from prehensile.skin.own_corrections import finer_model
from prehensile.skin.paint.texture import skin_textures
from prehensile.skin.template.levels import skin_mesh

SMALLEST_PICTURE = 256
DAMAGES = ("cut", "bits", "zeros", "empty", "noise", "longer", "folder", "another", "pipe")
"""Ways of `damage`."""


def damaged_caches(seed: int, rounds: int) -> dict[str, int]:
    """Damage each entry of a cache ``rounds`` times, and ask for it.

    Returns:
        ``damaged_caches``, how many were; ``damaged_cache_failures``, how many results then failed
        or were others than before.
    """
    rng = np.random.default_rng(seed)
    damaged = failures = 0
    with _own_cache() as folder:
        truth = [_digest(make()) for make in RESULTS]
        for k in range(rounds):
            entries = sorted(path for path in folder.rglob("*") if path.is_file())
            kept = {path: path.read_bytes() for path in entries}
            for number, path in enumerate(entries):
                way = DAMAGES[(k + number) % len(DAMAGES)]
                damage(path, way, rng, kept[entries[number - 1]])
            damaged += len(entries)
            for make, wanted in zip(RESULTS, truth, strict=True):
                try:
                    failures += _digest(make()) != wanted
                except Exception:  # what must not happen: it is counted
                    failures += 1
            for path, data in kept.items():
                _remove(path)
                path.write_bytes(data)
    return {"damaged_caches": damaged, "damaged_cache_failures": failures}


def damage(path: Path, way: str, rng: np.random.Generator, other: bytes) -> None:
    """Spoil a file in one of the `DAMAGES`; ``other`` is what another file holds."""
    data = bytearray(path.read_bytes())
    _remove(path)
    if way == "folder":
        path.mkdir()
        return
    if way == "pipe":
        os.mkfifo(path)
        return
    if way == "cut":
        del data[int(rng.integers(1, len(data))) :]
    elif way == "bits":
        for at in rng.integers(0, len(data), 8):
            data[at] ^= 1 << int(rng.integers(8))
    elif way == "zeros":
        at = int(rng.integers(0, len(data)))
        data[at : at + 512] = bytes(len(data[at : at + 512])) if any(data[at : at + 512]) else b"x"
    elif way == "longer":
        data += rng.bytes(100)
    path.write_bytes({"empty": b"", "noise": rng.bytes(len(data)), "another": other}.get(way, data))


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


@contextmanager
def _own_cache() -> Iterator[Path]:
    before = os.environ.get("PREHENSILE_CACHE")
    with scratch_folder() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        os.environ["PREHENSILE_CACHE"] = str(folder / "cache")
        try:
            yield cache_folder()
        finally:
            if before is None:
                del os.environ["PREHENSILE_CACHE"]
            else:
                os.environ["PREHENSILE_CACHE"] = before


def _digest(arrays: list[np.ndarray]) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _skin() -> list[np.ndarray]:
    mesh = skin_mesh(Hand(), 0)
    return [mesh.vertices, mesh.faces, mesh.uv]


def _textures() -> list[np.ndarray]:
    # Past what this process remembers, which is not what is tried here.
    found = skin_textures.__wrapped__("tone-4", SMALLEST_PICTURE)
    return [np.frombuffer(data or b"", np.uint8) for data in (found.base_color, found.normal)]


def _eigenskin() -> list[np.ndarray]:
    fitted = shipped_eigenskin()
    if fitted is None:
        return []
    model = finer_model.__wrapped__(fitted, 1)
    return [model.blend.rest, *(joint.displacements for joint in model.joints)]


RESULTS: tuple[Callable[[], list[np.ndarray]], ...] = (_skin, _textures, _eigenskin)

"""Compiled kernels work whatever becomes of the files that Numba keeps them in."""

import errno
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from prehensile.bench.hardening.damaged_caches import damage
from prehensile.kernel_cache import ForgivingCache, forgive_caches

PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, str(Path(sys.argv[1]).parent))
import kernels
from prehensile.kernel_cache import forgive_caches
forgive_caches(kernels)
assert kernels.twice(21) == 42
print(sum(kernels.twice.stats.cache_hits.values()))
"""


class Broken:
    """A cache that raises what it is given, first of all or always."""

    def __init__(self, error, times):
        self.error, self.left, self.flushed = error, times, 0

    def load_overload(self, sig, context):
        self.save_overload(sig, context)
        return "compiled"

    def save_overload(self, sig, data):
        if self.left:
            self.left -= 1
            raise self.error

    def flush(self):
        self.flushed += 1


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), EOFError(), KeyError("x")])
def test_no_error_of_a_file_gets_through(error):
    cache = ForgivingCache(Broken(error, 99))
    assert cache.load_overload("int64", None) is None
    cache.save_overload("int64", None)
    assert ForgivingCache(Broken(error, 0)).load_overload("int64", None) == "compiled"


def test_a_damaged_index_is_begun_anew():
    inner = Broken(EOFError(), 1)
    ForgivingCache(inner).save_overload("int64", None)
    assert (inner.flushed, inner.left) == (1, 0)
    full = Broken(OSError(errno.ENOSPC, "full"), 99)
    ForgivingCache(full).save_overload("int64", None)
    assert full.flushed == 0


def test_functions_without_a_cache_are_left_alone():
    cache = Broken(OSError(), 0)
    module = SimpleNamespace(f=SimpleNamespace(_cache=cache), g=SimpleNamespace(), n=3)
    for _ in range(2):
        forgive_caches(module)
    assert module.f._cache._cache is cache


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_real_kernel_with_a_damaged_cache(tmp_path, rng):
    pytest.importorskip("numba")
    source = tmp_path / "kernels.py"
    source.write_text(
        "from numba import njit\n@njit(cache=True)\ndef twice(x):\n    return 2 * x\n"
    )
    kept = tmp_path / "kept"
    assert _hits(source, kept) == 0 and _hits(source, kept) == 1
    for way in ("cut", "empty", "noise", "folder"):
        for path in [p for p in kept.rglob("*.nb?") if p.is_file()]:
            damage(path, way, rng, b"")
        assert _hits(source, kept) == 0, way


def _hits(source, kept):
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(source)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(kept)},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    return int(run.stdout)

"""Make src/prehensile/skin/data/template.npz: the mesh that every hand of ours wears as skin.

    python tools/make_skin_template.py

The mean right hand's flesh is meshed once and unwrapped. No randomness: the same sources give the
same file, to the last digit of a processor. Run it again after a change to the code that makes it
(a test says when); where that changed nothing, the arrays stay as they are, bit for bit.
"""

import io
from pathlib import Path

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.skin.template.make.sources import sources_digest
from prehensile.skin.template.make.template import made_template
from prehensile.skin.template.shipped import FILE

OUT = Path(__file__).parents[1] / "src/prehensile/skin" / FILE


def main() -> None:
    """Write the file."""
    arrays = made_template()
    with np.load(OUT) as file:
        if all(_same(name, file[name], array) for name, array in arrays.items()):
            arrays = dict(file)
    arrays["sources"] = np.array(sources_digest())
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    with atomic_path(OUT) as temporary:
        temporary.write_bytes(buffer.getvalue())
    print(f"wrote {OUT.name}: {len(arrays['faces'])} faces, {OUT.stat().st_size // 1024} kB")


ROUNDING = {"vertices": 1, "uv_corner": 1, "bounds": 1e-12}
"""Steps of the stored whole numbers, and metres, that processors differ by."""


def _same(name: str, old: np.ndarray, new: np.ndarray) -> bool:
    """Whether an array is as it was, but for rounding."""
    off = np.abs(old.astype(float) - new) if old.shape == new.shape else np.inf
    return bool(np.all(off <= ROUNDING.get(name, 0)))


if __name__ == "__main__":
    main()

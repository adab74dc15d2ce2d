"""Make src/prehensile/skin/data/template.npz: the mesh that every hand of ours wears as skin.

    python tools/make_skin_template.py

The mean right hand's flesh is meshed once and unwrapped. No randomness: the same sources give the
same file. Run it again after a change to a module in `prehensile.skin.template.SOURCES`.
"""

import io
from pathlib import Path

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.skin.template import FILE, made_template

OUT = Path(__file__).parents[1] / "src/prehensile/skin" / FILE


def main() -> None:
    """Write the file."""
    arrays = made_template()
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    with atomic_path(OUT) as temporary:
        temporary.write_bytes(buffer.getvalue())
    print(f"wrote {OUT.name}: {len(arrays['faces'])} faces, {OUT.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()

"""Make src/prehensile/skin/data/uniform_examples.npz: shapes that the bench judges EigenSkin by.

    prehensile skin examples --joint uniform --seed 1000 --out out/uniform
    python tools/make_uniform_examples.py out/uniform/skin-examples

The first solves the soft tissue of the mean right hand at poses drawn uniformly within the limits
of the fingers and the thumb. Nothing is learned from them. Run both again after the template of
the skin or the tissue has changed.
"""

import sys
from pathlib import Path

from prehensile.skin.eigenskin.packed import UNIFORM, pack_examples
from prehensile.skin.tissue.record import read_examples

FILE = Path(__file__).parents[1] / "src/prehensile/skin" / UNIFORM


def main() -> None:
    """Write the file."""
    examples = read_examples(Path(sys.argv[1]))
    pack_examples(examples, FILE)
    print(f"wrote {FILE.name}: {len(examples.names)} poses, {FILE.stat().st_size // 1024} kB")
    for name, reason in examples.failed.items():
        print(f"{name} has no balance: {reason}")


if __name__ == "__main__":
    main()

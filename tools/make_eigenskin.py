"""Make src/prehensile/skin/data/eigenskin.npz, and the examples that the bench measures it by.

    prehensile skin examples --seed 0 --out out
    python tools/make_eigenskin.py out/skin-examples

The first solves the soft tissue of the mean right hand at 250 poses (see
`prehensile.skin.tissue.poses`), the second learns from those that are not kept to judge by. Run
both again after the template of the skin, the bone weights, the tissue or the fit has changed.
"""

import sys
from pathlib import Path

from prehensile.skin.eigenskin.file import SHIPPED, FittedSkin, save
from prehensile.skin.eigenskin.packed import SHIPPED as EXAMPLES
from prehensile.skin.eigenskin.packed import pack_examples
from prehensile.skin.fit_source import tissue_source
from prehensile.skin.tissue.record import read_examples

PACKAGE = Path(__file__).parents[1] / "src/prehensile/skin"
SEED = 0
COMMAND = f"prehensile skin examples --seed {SEED}; python tools/make_eigenskin.py"


def main() -> None:
    """Write both files."""
    folder = Path(sys.argv[1])
    found = tissue_source(folder)
    examples = read_examples(folder)
    model = found.examples.fitted()
    fitted = FittedSkin(model, examples.hand, COMMAND, SEED, found.record, found.template)
    path, shapes = PACKAGE / SHIPPED, PACKAGE / EXAMPLES
    save(fitted, path)
    pack_examples(examples, shapes)
    for file in (path, shapes):
        print(f"wrote {file.name}: {file.stat().st_size // 1024} kB")
    for line in found.lines:
        print(line)


if __name__ == "__main__":
    main()

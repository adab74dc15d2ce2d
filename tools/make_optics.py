"""Make src/prehensile/appearance/data/optics.csv: spectra that the generator of photographs needs.

    python tools/make_optics.py ../shared/data/optics

Haemoglobin as compiled by Scott Prahl (Oregon Medical Laser Center, from Gratzer and Kollias), in
the table of MNE-Python (BSD-3-Clause); the curves of a Canon EOS 5D Mark II from rawtoaces, in
colour-science 0.4.7 (BSD-3-Clause). Both are averaged over bands of 10 nm.
"""

import sys
from pathlib import Path

import numpy as np

FILE = Path(__file__).parents[1] / "src/prehensile/appearance/data/optics.csv"
BANDS = np.arange(400, 701, 10)
"""[nm]"""


def main() -> None:
    """Write the file."""
    folder = Path(sys.argv[1])
    blood = np.loadtxt(folder / "hemoglobin_extinction_prahl.csv", delimiter=",", skiprows=1)
    camera = np.loadtxt(folder / "camera_CANON_5D2_rgb.csv", delimiter=",", skiprows=1)
    inside = np.arange(-5, 6)
    columns = [
        [np.interp(band + inside, table[:, 0], column).mean() for band in BANDS]
        for table in (blood, camera)
        for column in table.T[1:]
    ]
    rows = [
        f"{band},{oxygenated:.0f},{bare:.0f},{red:.4f},{green:.4f},{blue:.4f}"
        for band, oxygenated, bare, red, green, blue in zip(BANDS, *columns, strict=True)
    ]
    FILE.write_text("wavelength_nm,HbO2_per_cm_M,Hb_per_cm_M,R,G,B\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()

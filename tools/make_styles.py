"""Make the styles of the repertoire that no recording shows, from poses of the corpus.

    python tools/make_styles.py

Writes src/prehensile/control/data/<style>.json; those fitted to recordings come from
tools/fit_example.py. There is nothing random in it.
"""

import json
from pathlib import Path

import numpy as np

from prehensile.control.example.repertoire import RECIPES, style_of_recipe
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions

PLACES = 6


def rounded(value):
    """Numbers with as many digits as matter."""
    if isinstance(value, list):
        return [rounded(v) for v in value]
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return round(value, PLACES) if isinstance(value, float) else value


if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "src" / "prehensile" / "control" / "data"
    hand = Hand()
    for name in RECIPES:
        style = style_of_recipe(name)
        text = json.dumps(rounded(style.to_json()), indent=1)
        (folder / f"{name}.json").write_text(text + "\n", "utf-8")
        rows = [DIGITS.index(f) for f in style.fingers if f != "thumb"]
        apart = []
        for q in style.poses(hand):
            pads, _ = pad_positions(hand, q)
            apart.append(1e3 * np.linalg.norm(pads[rows].mean(axis=0) - pads[0]))
        print(f"{name}: {style.kind}, pads {apart[0]:.0f} mm apart open, {apart[1]:.0f} mm closed")

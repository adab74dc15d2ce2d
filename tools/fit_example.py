"""Fit the shipped grasp styles to recordings of the reference data.

    python tools/fit_example.py

Writes src/prehensile/control/data/<style>.json and prints how well each is tracked before contact,
beside the paper's own least squares. There is nothing random in it.
"""

import json
from pathlib import Path

import numpy as np

from prehensile.control.example.fit_style import style_of_clip
from prehensile.control.example.style import RECORDED
from prehensile.control.experiments.recorded import (
    DOOR_TAKE,
    recorded_example,
    style_clip,
    track_as_published,
    track_style,
)

LEAP = "of leapmotion/leapjs-playback (Apache-2.0, commit 4ff4b5b)"
SHOWN = {
    "leap_grab": f"recording 'grab' {LEAP}, a hand that opens and closes in the air",
    "leap_pinch": f"recording 'pinch' {LEAP}, thumb and index that meet in the air",
    "door_handle": f"take {DOOR_TAKE} of the door demonstrations of aravindr93/hand_dapg "
    "(Apache-2.0, commit 9a1de23; Rajeswaran et al., RSS 2018), a glove's angles of a hand that "
    "opens a door by its handle",
}
DIGITS = 6


def rounded(value):
    """Numbers with as many digits as matter."""
    if isinstance(value, list):
        return [rounded(v) for v in value]
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    return round(value, DIGITS) if isinstance(value, float) else value


if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "src" / "prehensile" / "control" / "data"
    folder.mkdir(exist_ok=True)
    for name in RECORDED:
        clip = style_clip(name)
        about = f"{SHOWN[name]}; fitted by tools/fit_example.py"
        style = style_of_clip(clip, recorded_example(clip).hand, name, about)
        text = json.dumps(rounded(style.to_json()), indent=1)
        (folder / f"{name}.json").write_text(text + "\n", "utf-8")
        ours, published = (np.degrees(t(name).rms) for t in (track_style, track_as_published))
        print(f"{name}: tracked within {ours:.2f}°, as published {published:.2f}°")

"""Fit the shipped grasp styles to the Leap recordings ``grab`` and ``pinch`` of the reference data.

    python tools/fit_example.py

Writes src/prehensile/control/data/leap_grab.json and leap_pinch.json. Least squares: there is
nothing random in it.
"""

import json
from pathlib import Path

from prehensile.control.example.fit_style import style_of_clip
from prehensile.control.experiments.recorded import leap_clip
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.spec import HandSpec

SHOWN = {
    "grab": "a hand that opens and closes in the air",
    "pinch": "thumb and index that meet in the air",
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
    for recording, shown in SHOWN.items():
        about = (
            f"recording {recording!r} of leapmotion/leapjs-playback (Apache-2.0, commit 4ff4b5b), "
            f"{shown}; fitted by tools/fit_example.py"
        )
        clip = leap_clip(recording)
        hand = bare_hand(HandSpec.from_json(clip.hands[0].model).build())
        style = style_of_clip(clip, hand, f"leap_{recording}", about)
        text = json.dumps(rounded(style.to_json()), indent=1)
        (folder / f"{style.name}.json").write_text(text + "\n", "utf-8")

# /// script
# dependencies = ["prehensile[draw]"]
# ///
"""Build hands of three sizes, print their bones, and save a picture of one pose.

python examples/01_a_hand.py
"""

from pathlib import Path

from prehensile import HandSpec
from prehensile.draw.pose_sheet import draw_pose_sheet
from prehensile.hand.corpus import named_pose
from prehensile.hand.joints import DIGITS


def main(out: Path = Path("out")) -> None:
    hands = {f"p{p}": HandSpec.at_percentile(p).build() for p in (5, 50, 95)}
    for size, hand in hands.items():
        print(f"{size}: {hand}")
        for digit, bones in zip(DIGITS, hand.spec.bone_lengths * 1e3, strict=True):
            print(f"    {digit:7s}" + " ".join(f"{bone:5.1f}" for bone in bones) + " mm")

    out.mkdir(exist_ok=True)
    someone = HandSpec.sample(7, side="left").build()
    pose = named_pose(someone, "power_sphere")
    path = draw_pose_sheet(someone, {"power_sphere": pose.q}, out / "01_a_hand.png", columns=1)
    print(f"wrote {path}: {someone}")


if __name__ == "__main__":
    main()

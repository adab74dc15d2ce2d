# /// script
# dependencies = ["prehensile"]
# ///
"""Walk through the named poses: where the fingertips are, and how far thumb and index are apart.

python examples/02_poses.py
"""

import numpy as np

from prehensile import Hand, Pose
from prehensile.hand.corpus import corpus, named_pose
from prehensile.kinematics.forward import pad_positions


def main() -> None:
    hand = Hand()
    print("pose                 Feix  kind          thumb to index pad, facing")
    for name, entry in corpus().items():
        pads, normals = pad_positions(hand, named_pose(hand, name).q)
        gap = np.linalg.norm(pads[0] - pads[1]) * 1e3
        facing = -normals[0] @ normals[1]
        print(f"{name:20s} {entry.feix or '':>4}  {entry.kind:12s} {gap:5.0f} mm, {facing:+.2f}")

    # A pose of your own: named joints in degrees, the rest straight. Limits are checked.
    point = Pose.from_degrees(
        hand, {f"{finger}_pip_flex": 95 for finger in ("middle", "ring", "little")}
    )
    tip = pad_positions(hand, point.q)[0][1]
    print(f"a pointing index finger reaches {tip[0] * 1e3:.0f} mm beyond the wrist")


if __name__ == "__main__":
    main()

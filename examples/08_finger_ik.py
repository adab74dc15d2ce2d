# /// script
# dependencies = ["prehensile"]
# ///
"""Draw a circle with each fingertip pad, pinch, let the wrist follow, and reach too far.

python examples/08_finger_ik.py
"""

import numpy as np

from prehensile import Hand
from prehensile.errors import InputError
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.ik.finger_target import FingerTarget
from prehensile.kinematics.ik.hand_target import HandTarget


def main(count: int = 360) -> None:
    hand = Hand()
    relaxed = hand.spec.rest
    around = np.linspace(0, 2 * np.pi, count)
    circle = 0.005 * np.stack([np.cos(around), 0 * around, np.sin(around)], axis=-1)

    print("a circle of 10 mm with every relaxed pad:")
    targets = pad_positions(hand, relaxed)[0] + circle[:, None]
    q, miss = HandTarget(hand).place(relaxed, targets, reach="nearest")
    error = np.linalg.norm(pad_positions(hand, q)[0] - targets, axis=-1)
    for row, digit in enumerate(DIGITS):
        joint = "thumb_mp_flex" if digit == "thumb" else f"{digit}_pip_flex"
        bend = np.degrees(q[:, hand.joint_index(joint)])
        print(
            f"  {digit:6s} off by {1e3 * error[:, row].max():.1e} mm (said: "
            f"{1e3 * miss[:, row].max():.1e}), {joint} {bend.min():.0f}° to {bend.max():.0f}°"
        )

    between = np.array([0.09, 0.02, -0.055])
    q, miss = HandTarget(hand, ("thumb", "index")).place(relaxed, [between, between])
    print(f"pinch: pads meet within {1e3 * miss.max():.1e} mm")

    away = pad_positions(hand, relaxed)[0] + np.array([0.3, 0.0, 0.1])
    q, T_world_forearm, miss = HandTarget(hand).place_free(relaxed, away)
    moved = 1e3 * T_world_forearm[:3, 3]
    print(f"wrist found at {moved.round(1)} mm, pads off by {1e3 * miss.max():.1e} mm")

    far = pad_positions(hand, relaxed)[0][1] + np.array([0.05, 0.0, 0.0])
    index = FingerTarget(hand, "index")
    try:
        index.solve(far)
    except InputError as error:
        print(error)
    pose = index.solve(far, reach="nearest")
    print(f"nearest: {np.degrees(pose.angles).round(1)}°, {1e3 * pose.miss:.1f} mm short")


if __name__ == "__main__":
    main()

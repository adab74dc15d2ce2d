# /// script
# dependencies = ["prehensile"]
# ///
"""Draw a circle with each fingertip pad, and reach for something too far away.

python examples/08_finger_ik.py
"""

import numpy as np

from prehensile import Hand
from prehensile.errors import InputError
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.kinematics.finger_target import FingerTarget
from prehensile.kinematics.forward import pad_positions


def main(count: int = 360) -> None:
    hand = Hand()
    relaxed = hand.spec.rest
    around = np.linspace(0, 2 * np.pi, count)
    circle = 0.005 * np.stack([np.cos(around), 0 * around, np.sin(around)], axis=-1)

    print("a circle of 10 mm about each relaxed pad:")
    for finger in FINGERS:
        row = DIGITS.index(finger)
        targets = pad_positions(hand, relaxed)[0][row] + circle
        q, miss = FingerTarget(hand, finger).place(relaxed, targets, reach="nearest")
        drawn = pad_positions(hand, q)[0][:, row]
        error = np.linalg.norm(drawn - targets, axis=-1)
        bend = np.degrees(q[:, hand.joint_index(f"{finger}_pip_flex")])
        print(
            f"  {finger:6s} off by {1e3 * error.max():.1e} mm (said: {1e3 * miss.max():.1e}), "
            f"PIP {bend.min():.0f}° to {bend.max():.0f}°"
        )

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

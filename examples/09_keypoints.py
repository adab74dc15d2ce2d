# /// script
# dependencies = ["prehensile"]
# ///
"""Joint angles from tracked keypoints: a hand closes and opens under a noisy tracker.

python examples/09_keypoints.py [recording.npy]

The recording holds MediaPipe keypoints, (frames, 21, 3) in metres. Without one, a hand of unknown
size is tracked with 2 mm of noise and now and then a hidden fingertip.
"""

import sys

import numpy as np

from prehensile import HandSpec
from prehensile.kinematics.fit.keypoints import fit_keypoints, hand_keypoints
from prehensile.motion.mocap.keypoint_clip import clip_from_keypoints


def tracked(frames: int = 120) -> tuple[HandSpec, np.ndarray, np.ndarray]:
    """Somebody's hand, how it moved, and what a noisy tracker saw of it."""
    rng = np.random.default_rng(1)
    spec = HandSpec.sample(5, "left")
    hand = spec.build()
    wave = 0.5 - 0.5 * np.cos(np.linspace(0, 4 * np.pi, frames))[:, None]
    q = np.clip(spec.rest + wave * rng.uniform(0, 0.9, 23), hand.lower, hand.upper)
    q[:, :3] = 0.0  # keypoints do not show the forearm
    points = hand_keypoints(hand, q, layout="mediapipe") + rng.normal(0, 2e-3, (frames, 21, 3))
    points[rng.random(frames) < 0.1, 8] = np.nan  # the tip of the index finger was hidden
    return spec, q, points


def main(path: str | None = None) -> None:
    if path is not None:
        fit = fit_keypoints(np.load(path), "mediapipe")
    else:
        spec, q, points = tracked()
        fit = fit_keypoints(points, "mediapipe")
        off = 1e3 * np.abs(fit.hand.spec.bone_lengths - spec.bone_lengths)
        print(f"bones off by {np.median(off):.1f} mm in the median, {off.max():.1f} mm at most")
        print(f"joints off by {np.degrees(np.median(np.abs(fit.q - q)[:, 3:])):.1f} degrees")
        clip = clip_from_keypoints(points, rate_hz=30)
        print(clip.save("tracked.npz"), clip)
    print(fit.hand, f"median residual {1e3 * fit.median_residual:.1f} mm")
    for name, residual in fit.residual_by_point().items():
        print(f"  {name:34s} {1e3 * residual:5.1f} mm")


if __name__ == "__main__":
    main(*sys.argv[1:2])

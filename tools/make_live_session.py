"""Make the session that the Stage's scene ``capture`` plays where no device is: a simulated grasp.

A bottle is grasped, lifted, held and put down in simulation; what a glove, a tracker and fingertip
sensors would have read goes into ``src/prehensile/capture/live/data/session.npz``.
"""

from pathlib import Path

import numpy as np

from prehensile.capture.live import built_in
from prehensile.control.grasp import grasp
from prehensile.motion.pressure_images import pressure_images
from prehensile.motion.tracked_hand import angles_of

FROM, TO = 1.0, 9.0
"""[s] of the clip: from the last of the reach until the hand is away again"""


def main() -> None:
    """Grasp, and write the file."""
    clip = grasp(built_in.OBJECT, grip=25.0, tries=1, hold=2.0)
    print(clip.verdict.line)
    times = np.arange(FROM, min(TO, clip.time[-1]), 1 / built_in.STORED_HZ)
    rows = np.searchsorted(clip.time, times)
    track, body = clip.hands[0], clip.body(built_in.OBJECT)
    counts = pressure_images(clip).frames / built_in.glove_taxels().area / built_in.PASCAL
    path = Path(built_in.__file__).parent / "data" / "session.npz"
    np.savez_compressed(
        path,
        q=angles_of(track)[rows].astype(np.float32),
        forearm=track.T_world_forearm[rows].astype(np.float32),
        body=body.pose[rows].astype(np.float32),
        counts=np.clip(np.round(counts[rows]), 0, 255).astype(np.uint8),
        force=clip.finger_force[rows, 0].astype(np.float32),
    )
    print(f"{path}: {path.stat().st_size} bytes, {len(times)} frames")


if __name__ == "__main__":
    main()

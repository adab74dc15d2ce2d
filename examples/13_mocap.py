# /// script
# dependencies = ["prehensile"]
# ///
"""Use my mocap: markers on a hand become joint angles of a hand of the same size.

python examples/13_mocap.py [recording.c3d | recording.tsv | shot.bvh | angles.csv | ...]

Without a file, a hand with thirteen markers closes and opens in front of simulated cameras, which
lose a fingertip now and then, and writes what they saw as Qualisys would.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from prehensile import HandSpec
from prehensile.kinematics.fit.marker_site import site_offset
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.mocap.marker_names import marker_places
from prehensile.motion.mocap.read import import_motion

DIGITS = ("thumb", "index", "middle", "ring", "little")
ON_DIGITS = (f"{digit}_{part}" for digit in DIGITS for part in ("middle", "tip"))
NAMES = ("hand_1", "hand_2", "hand_3", *ON_DIGITS)
PLATE = np.array([[60, 10, 20], [20, 20, 20], [20, -15, 22]]) * 1e-3


def recorded(path: Path, frames: int = 60) -> Path:
    """What cameras saw of somebody's hand, as a Qualisys table."""
    rng = np.random.default_rng(1)
    spec = HandSpec.sample(5)
    hand = spec.build()
    wave = 0.5 - 0.5 * np.cos(np.linspace(0, 2 * np.pi, frames))[:, None]
    q = np.clip(spec.rest * (0.5 + 1.5 * wave), hand.lower, hand.upper)
    q[:, :3] = 0.0
    poses = segment_transforms(hand, q, se3.exp([0.3, 0.1, 1.0, 0.2, 0.4, 0.1]))
    sites = marker_places(NAMES).sites.values()
    offsets = [*PLATE, *(site_offset(hand, site) for site in list(sites)[3:])]
    seen = np.stack(
        [se3.apply(poses[s.segment], o) for s, o in zip(sites, offsets, strict=True)], axis=1
    )
    seen += rng.normal(0, 2e-4, seen.shape)
    seen[20:25, NAMES.index("index_tip")] = 0.0  # hidden
    rows = ("\t".join(f"{v:.3f}" for v in row) for row in 1e3 * seen.reshape(frames, -1))
    head = "FREQUENCY\t100\nMARKER_NAMES\t" + "\t".join(NAMES)
    path.write_text("\n".join([head, *rows]))
    return path


def main(path: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(path) if path else recorded(Path(folder) / "take.tsv")
        result = import_motion(file)
    report = result.report
    print(result.clip)
    print(f"{report['format']}, {report['side']} hand; filled {report['filled_frames']} frames")
    print("did not map:", ", ".join(report["unmapped"]) or "nothing")
    for name, off in report.get("residual_mm_by_point", {}).items():
        print(f"  {name:14s} {off:5.2f} mm")
    print(result.clip.save("mocap.npz"))


if __name__ == "__main__":
    main(*sys.argv[1:2])

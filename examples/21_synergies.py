# /// script
# dependencies = ["prehensile"]
# ///
"""Few numbers for many: a basis of hand postures, and what pressure on a hand tells over time.

python examples/21_synergies.py [recording.bvh | clip.npz | ...]

Without files the postures are the 24 grasps of our corpus.
"""

import sys
from pathlib import Path

import numpy as np

from prehensile import Hand
from prehensile.synergy.basis import basis_of
from prehensile.synergy.cycles import count_cycles
from prehensile.synergy.file import save
from prehensile.synergy.generated_recordings import generated_recording
from prehensile.synergy.phases import find_phases
from prehensile.synergy.posture import corpus_basis, posture_basis
from prehensile.synergy.posture_samples import postures_of, read_clips
from prehensile.synergy.report import strongest_joints


def postures(files: list[str]) -> None:
    """A hand moved by three numbers."""
    basis = corpus_basis(3)
    if files:
        found = postures_of(clip for file in files for clip in read_clips(file))
        basis = posture_basis(found.q, found.joint_names, components=3)
    print(basis)
    for k in range(basis.components):
        joints = ", ".join(f"{name} {v:+.2f}" for name, v in strongest_joints(basis, k).items())
        print(f"  axis {k + 1}: {100 * basis.variance_ratio[k]:.0f} %, {joints}")

    hand = Hand()
    p = [basis.upper[0], 0.0, 0.0]  # as far along the first axis as any sample
    q = np.clip(basis.posture(p), hand.lower, hand.upper)
    bent = np.degrees(q[hand.joint_index("middle_pip_flex")])
    print(f"closed by one number: the middle finger bends to {bent:.0f}°")
    Path("out").mkdir(exist_ok=True)
    print(save(basis, "out/synergies.npz"))


def forces() -> None:
    """Something is turned over in a hand that wears a pressure glove."""
    time, frames, truth = generated_recording(seed=15, kind="turn", cycles=5)
    first, second = basis_of(frames).variance_ratio[:2]
    print(f"{len(frames)} frames of {frames.shape[1]} taxels: {first:.0%} and {second:.0%}")
    print(f"turned {count_cycles(time, frames).count} times; in truth {truth.cycles}")
    phases = find_phases(time, frames)
    for start, end, changing in list(zip(*phases, strict=True))[:4]:
        print(f"  {start:5.2f} to {end:5.2f} s: {'changing' if changing else 'steady'}")


if __name__ == "__main__":
    postures(sys.argv[1:])
    forces()

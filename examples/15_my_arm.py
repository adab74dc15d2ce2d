# /// script
# dependencies = ["prehensile"]
# ///
"""A wrist path of your own and physical fingers: reach, grasp, carry, put down."""

from pathlib import Path

import numpy as np

from prehensile.control.experiments.reach_path import reach_path
from prehensile.control.keyed.grasp import grasp_along

out = Path("out")
out.mkdir(exist_ok=True)

# Any path will do; this one is made of minimum-jerk legs, keyed 30 times a second.
path = reach_path(rate_hz=30)
columns = np.column_stack([path.time, path.pose])
np.savetxt(out / "shot.csv", columns, delimiter=",", header="time,x,y,z,qw,qx,qy,qz", comments="")

clip = grasp_along(out / "shot.csv", "mug")
print(clip.verdict)
arm = clip.meta["arm"]
print(f"grasped at {arm['arrive']:.2f} s, let go at {arm['release']:.2f} s")
print(f"the wrist was off its path by {arm['path_error_mm']:.2f} mm at most")
clip.save(out / "my_arm.npz")

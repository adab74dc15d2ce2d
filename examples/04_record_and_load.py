# /// script
# dependencies = ["prehensile"]
# ///
"""Record a closing hand as a clip, save it, load it, and read it with plain NumPy."""

from pathlib import Path

import numpy as np

from prehensile import Clip, Command, HandSpec, World
from prehensile.world.catalogue import load_object
from prehensile.world.recorder import Recorder
from prehensile.world.scene import HandInScene, ObjectInScene

hand = HandSpec.mean("right").build()
world = World(
    HandInScene(hand, forearm=(0, 0, 0.3, 0, 1, 0, 0)),
    ObjectInScene(load_object("ball"), pose=(0.09, 0, 0.36, 1, 0, 0, 0)),
)
flexion = np.array([name.endswith("flex") and "wrist" not in name for name in hand.joint_names])
stiffness = np.where(flexion, 0.5, 30.0)  # [Nm/rad]
recorder = Recorder(world)
for step in range(240):
    q_ref = hand.spec.rest + min(step / 120, 1.0) * 0.6 * flexion
    recorder.add(world.step(Command(q_ref, stiffness, 0.05 * stiffness)))

path = Path("out/closing.npz")
recorder.clip(meta={"example": "04_record_and_load"}).save(path)

clip = Clip.load(path)
print(f"{clip.n_frames} frames, {clip.duration:.2f} s, meta {sorted(clip.meta)}")
print("fingers press with", clip.finger_force[-1, 0].round(2), "N")

with np.load(path, allow_pickle=False) as file:  # nothing of ours is needed to read it
    print({name: file[name].shape for name in ("time", "hand0_q", "body0_pose", "contact_force")})

# /// script
# dependencies = ["prehensile"]
# ///
"""Drop a ball on a relaxed hand and see who touches it."""

import numpy as np

from prehensile import Command, HandSpec, World
from prehensile.world.catalogue import load_object
from prehensile.world.scene import HandInScene, ObjectInScene

hand = HandSpec.mean("right").build()
world = World(
    HandInScene(hand, forearm=(0, 0, 0.3, 0, 1, 0, 0)),  # palm up
    ObjectInScene(load_object("ball"), pose=(0.08, 0, 0.40, 1, 0, 0, 0)),
)
k = np.array([20.0 if "wrist" in name else 0.1 for name in hand.joint_names])  # [Nm/rad]
relaxed = Command(q_ref=hand.spec.rest, stiffness=k, damping=0.05 * k)
for step in range(241):
    frame = world.step(relaxed)
    if step % 60 == 0:
        height = world.object_pose("ball")[2]
        print(f"{frame.time:.2f} s: ball at {height:.3f} m, {len(frame.contacts.a)} contacts")

names, c = world.contact_names, frame.contacts
for k in range(len(c.a)):
    print(f"{names[c.a[k]]:38s} pushes {names[c.b[k]]} with {c.normal_force[k]:.2f} N")
on_ball = c.force[[names[b] == "ball" for b in c.b]].sum(axis=0)
weight = world.objects[0].object.mass * 9.81
print(f"together {on_ball[2]:.3f} N upwards; the ball weighs {weight:.3f} N")

# /// script
# dependencies = ["prehensile[all]"]
# ///
"""How good is this grasp? Measures of contacts as arrays, then of a grasp that was played."""

import numpy as np

import prehensile
from prehensile.quality.judge.grasp_track import grasp_track
from prehensile.quality.judge.grasp_verdict import grasp_verdict
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.epsilon import epsilon
from prehensile.quality.measure.epsilon_linf import epsilon_linf
from prehensile.quality.measure.smallest_grip import smallest_grip

# Three fingers around a ball of 4 cm, its centre of mass in the origin.
radius, friction = 0.04, 0.8
turn = np.radians([0, 120, 240])
normal = -np.stack([np.cos(turn), np.sin(turn), np.zeros(3)], axis=1)  # into the ball
contacts = (-radius * normal, normal)

# At a glance: closed, how good, weakest against what. Batches of grasps go in just the same.
quality = prehensile.grasp_quality(*contacts, friction, np.zeros(3), radius)
print(f"closed {quality.closed}, ellipsoid {quality.value:.3f}, {np.round(quality.weakest, 2)}")

# At leisure: what papers report, and what a load asks for.
wrenches = contact_wrenches(*contacts, friction, np.zeros(3), radius)
print(f"ε {epsilon(wrenches.wrench).radius:.4f}, one newton in all")
ball = epsilon_linf(wrenches)
print(f"ε between {ball.lower:.4f} and {ball.upper:.4f}, one newton from each finger")
grip = smallest_grip(wrenches, [0, 0, -9.81 * 0.5, 0, 0, 0])
print(f"half a kilogram takes {grip.total:.2f} N in all, {np.round(grip.force, 2)} N a finger")

# The same of a clip: `prehensile quality out/grasp.npz` prints this line and draws the chart.
clip = prehensile.grasp("ball", tries=2)
at = clip.last_frame_of("hold")
print(grasp_verdict(grasp_track(clip, "ball", at=at), at))

# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Play it on another object: a captured grasp of a box meets an apple, a bulb and a heavy box."""

from pathlib import Path

from prehensile.capture.lab.session import lab_session
from prehensile.synthesis.clips.recorded import part_of
from prehensile.synthesis.clips.scenery import room_of
from prehensile.synthesis.reflex import ReflexLaw
from prehensile.synthesis.resynthesize import resynthesize
from prehensile.world.catalogue import load_object

# Somebody picks up a box of 12 g twice; a clip of your own would do: Clip.load("take.npz").
truth = lab_session("box", seed=0, contacts=2).truth
grasp = truth.plans[1]  # the second time with thumb, index and middle
clip = part_of(truth.clip, grasp["start"] - 0.2, grasp["until"])
folder = Path("out")
folder.mkdir(exist_ok=True)

# The same motion, where other things stand in the box's place. How soft the hand is was not
# measured: it is assumed as in Table 5.1 of Kry 2005. Take HandCompliance.load("hand.json") of
# `prehensile estimate` as the third argument where it was.
for name in ("apple", "bulb"):
    played = resynthesize(clip, room_of(clip, load_object(name))).clip
    print(f"{name}: {played.verdict}; {played.finger_force.sum(axis=2).max():.1f} N in all")
    print("a clip to play:", played.save(folder / f"{name}.npz"))

# The hand does not know that this box weighs 400 g. A reflex feels it slip, and grips harder.
heavy = room_of(clip, load_object("box:30x50x70mm,mass=0.4,friction=0.5"))
for reflex in (None, ReflexLaw()):
    played = resynthesize(clip, heavy, reflex=reflex).clip
    print(f"heavy box, {'with' if reflex else 'no'} reflex: {played.verdict}")

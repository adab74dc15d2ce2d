# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Let another hand, from its MJCF or URDF, pick up a cylinder; read what was found in it.

Give the model as an argument, and a mapping file if its joint names are not known:
``python 06_your_own_hand.py right_hand.xml [mapping.toml]``. Without one, the Shadow hand of the
reference data is used.
"""

import sys

import prehensile
from prehensile.draw.contact_sheet import draw_contact_sheet
from prehensile.hand.loaded.inspect import report_lines
from prehensile.reference_data import reference_data

files = sys.argv[1:] or [reference_data("hands", "shadow_hand", "right_hand.xml")]
hand = prehensile.load_hand(*files)
print("\n".join(report_lines(hand)))

clip = prehensile.grasp("cylinder", hand)
print(clip.verdict)
clip.save("out/own_hand.npz")  # plays anywhere: the hand's meshes are in it
draw_contact_sheet(clip, "out/own_hand.png")

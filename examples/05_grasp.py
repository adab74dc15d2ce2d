# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Pick up a mug with a large left hand, read the forces, keep the clip."""

import prehensile
from prehensile.draw.contact_sheet import draw_contact_sheet

clip = prehensile.grasp("mug", hand="left:p95", grip=20)
print(clip.verdict)
print("pose:", clip.meta["pose"])
digits = ("thumb", "index", "middle", "ring", "little")
for digit, newtons in zip(digits, clip.finger_force[-1, 0], strict=True):
    print(f"{digit:7s} {newtons:5.2f} N")
clip.save("out/left_mug.npz")
draw_contact_sheet(clip, "out/left_mug.png")

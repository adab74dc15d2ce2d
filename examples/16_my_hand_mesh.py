# /// script
# dependencies = ["prehensile[all]"]
# ///
"""A hand mesh of your own: give a skinned glTF or GLB, or see ours go out and come back."""

import sys
from pathlib import Path

import prehensile
from prehensile.draw.picture import draw_frame
from prehensile.skin.dress import Dress
from prehensile.skin.imported.rig import imported_hand

out = Path("out")
out.mkdir(exist_ok=True)

if len(sys.argv) > 1:
    file = Path(sys.argv[1])
else:  # any skinned hand with WebXR's or OpenXR's joint names will do; ours is one, too
    file = prehensile.grasp("ball", "left:p5").save(out / "small_hand.glb")

mine = imported_hand(file)
print("\n".join(mine.report.lines()))

# Its skeleton grasps like any hand of ours, and wears the mesh in pictures and exports.
clip = prehensile.grasp("ball", mine.hand)
print(f"{mine.hand} on the ball: {clip.verdict}")
dress = Dress(worn={mine.hand.spec: mine.rig})
print(draw_frame(clip, -1, out / "my_hand_mesh.png", size=(800, 600), dress=dress))

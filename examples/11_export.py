# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Take a grasp away: GLB for Blender and three.js, BVH, a table, a page that plays it."""

import prehensile
from prehensile import Clip

clip = prehensile.grasp("ball")
for suffix in (".glb", ".bvh", ".csv", ".html"):
    path = clip.save(f"out/ball{suffix}")
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")

back = Clip.load("out/ball.glb")  # bit for bit what was saved
print("the same:", back.allclose(clip, atol=0))
hands = Clip.load("out/ball.bvh")  # the hands' joints alone
print(f"largest difference of an angle: {abs(hands.hands[0].q - clip.hands[0].q).max():.1e} rad")

# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Grasp, lift and shake an apple as one recording showed.

The recording is a hand that opens and closes in the air. Six setpoints were fitted to it; give
`example` any recording of your own (a BVH, C3D, TSV, NPZ or glTF of one hand) in its place.
"""

import prehensile

clip = prehensile.grasp("apple", controller="example", example="leap_grab", shake=True)
print(clip.verdict)
print("as in:", clip.meta["about_example"])
clip.save("apple.npz")

# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Say where a thing is taken and from where; ask for several ways and choose one."""

import prehensile
from prehensile.control.ways import ways
from prehensile.draw.clip_tiles import draw_last_frames
from prehensile.world.catalogue import load_object

hammer = load_object("hammer")
print("parts:", ", ".join(hammer.regions))
by_the_head = prehensile.grasp(hammer, where="head", approach="above", put=False)
print(by_the_head.verdict)

clips = ways("bottle", n=3, put=False)
for clip in clips:
    print(clip.meta["way"], clip.verdict)
pictures = {"hammer, by its head": by_the_head}
pictures |= {f"bottle, way {clip.meta['way']}": clip for clip in clips}
draw_last_frames(pictures, "out/where.png")

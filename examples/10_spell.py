# /// script
# dependencies = ["prehensile[all]"]
# ///
"""Spell a word in the finger alphabet, as a clip and as a picture.

python examples/10_spell.py
"""

import sys

import numpy as np

from prehensile import Hand
from prehensile.draw.spelling_sheet import draw_spelling_sheet
from prehensile.motion.spell.letters import letter_pose, sign
from prehensile.motion.spell.spelling import spell


def main(text: str = "MIG 15") -> None:
    hand = Hand()
    clip = spell(text, hand, letter_time=0.5)
    print(clip)
    for character, start, end in clip.meta["phases"]:
        if character != " ":
            print(f"{character} {start:5.2f} to {end:5.2f} s: {sign(character).title}")
    clip.save("out/spell.npz")
    draw_spelling_sheet(hand, text, "out/spell.png")

    pose = letter_pose(hand, "V")
    apart = pose.q[hand.joint_index("index_mcp_abd")] - pose.q[hand.joint_index("middle_mcp_abd")]
    print(f"in a V index and middle finger stand {np.degrees(apart):.0f}° apart")


if __name__ == "__main__":
    main(*sys.argv[1:])

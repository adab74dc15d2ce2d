# /// script
# dependencies = ["prehensile[learn]"]
# ///
"""Hang a hand on climbing holds: ask the library, pull, and look for grasps on a new hold."""

from pathlib import Path

import numpy as np

from prehensile import Hand
from prehensile.errors import MissingExtraError
from prehensile.holds.kinds.kinds import find_hold
from prehensile.holds.library.library import shipped_library
from prehensile.holds.optimise.by_strength import strongest_grasp
from prehensile.holds.optimise.prove import prove
from prehensile.holds.optimise.record import record_grasp

out = Path("out")
out.mkdir(exist_ok=True)
hand, library = Hand(), shipped_library()

crimp = find_hold("crimp")  # 10 mm deep
down = crimp.pull
answer = library.query(crimp, down)  # where the hand goes, how, and what it bore
print(f"the library promises {answer.strength:.0f} N on the {crimp.name}")

proof = prove(crimp, hand, answer.grasp, down)  # no weld: friction and the fingers' torque
print(f"it bears {proof.strength[0]:.0f} N, and slides off after {proof.end[0]:.1f} s at 1 cm/s")

aside = np.array([0.5, 0.0, -0.87])
print(f"to the right: {library.query(crimp, aside).strength:.0f} N")

edge = find_hold("edge:7")  # sizes drawn from a seed
try:
    found = strongest_grasp(edge, hand, edge.pull, population=6, generations=1)
    print(f"{edge.name}: {found.strength:.0f} N, the best of {found.tried} grasps")
except MissingExtraError as missing:  # CMA-ES is the extra learn
    print(missing)

clip = record_grasp(crimp, hand, answer.grasp, down, pull_seconds=0.5)
clip.save(out / "crimp.npz")

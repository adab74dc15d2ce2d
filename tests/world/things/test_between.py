import numpy as np

from prehensile.world.things.between import faces_between
from prehensile.world.things.block import block


def test_the_faces_between_two_planes():
    mesh = block((0.0, 0.0, 0.0), (1.0, 2.0, 3.0))
    top = faces_between(mesh, 2, low=2.9)
    assert len(top) == 2 and np.all(mesh[0][mesh[1][top], 2] == 3.0)
    sides = faces_between(mesh, 2, 0.1, 2.9)
    assert len(sides) == 8 and len(faces_between(mesh, 2)) == 12

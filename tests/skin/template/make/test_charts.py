"""Where the skin is cut: charts that can be flattened, in places where seams are seen least."""

import numpy as np
import trimesh

from prehensile.mesh.seams import cut_open
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.atlas import chart_of_faces
from prehensile.skin.template.make.charts import CHARTS, DIGITS


def test_every_chart_is_a_disk(coarse, plan):
    cut = cut_open(coarse.faces.astype(int), plan.seams)
    for number, name in enumerate(CHARTS):
        own = cut[plan.labels == number]
        shape = trimesh.Trimesh(np.zeros((own.max() + 1, 3)), own, process=False)
        assert len(own) > 20 and shape.euler_number == 1, name  # a disk in one piece
        assert len(np.unique(chart_of_faces(own))) == 1, name


def test_nails_and_pads_have_their_own_charts(hand, coarse, plan):
    """Every nail lies wholly in its chart, and a pad's chart holds the fingertip's end."""
    flesh = RestFlesh(hand)
    inside = (coarse.nail_depth[coarse.faces] > 0).any(axis=1)
    labels = np.unique(plan.labels[inside])
    assert {CHARTS[k] for k in labels} == {f"{digit}_nail" for digit in DIGITS}
    middles = coarse.vertices[coarse.faces].mean(axis=1)
    for name, digit in flesh.digits.items():
        r = digit.radii[-1]
        pulp = digit.point(np.array([digit.joints[-1] - 1.2 * r, 0, -r]))
        nearest = np.linalg.norm(middles - pulp, axis=1).argmin()
        assert CHARTS[plan.labels[nearest]] == f"{name}_pad"


def test_slits_face_the_neighbour(hand, coarse, plan):
    """A tube's slit lies on the half of it that faces the digit beside it."""
    flesh, base = RestFlesh(hand), plan.labels
    faces = coarse.faces.astype(int)
    cut = cut_open(faces, plan.seams)
    for name, other in (("index", "middle"), ("ring", "little"), ("little", "ring")):
        own = base == CHARTS.index(f"{name}_tube")
        pairs = np.unique(np.stack([faces[own], cut[own]], axis=2).reshape(-1, 2), axis=0)
        vertex, copies = np.unique(pairs[:, 0], return_counts=True)
        slit = coarse.vertices[vertex[copies == 2]]
        digit = flesh.digits[name]
        side = np.sign((flesh.digits[other].T[:3, 3] - digit.T[:3, 3]) @ digit.T[:3, 1])
        local = (slit - digit.T[:3, 3]) @ digit.T[:3, :3]
        assert len(slit) > 3 and (side * local[:, 1] > 0).all()

"""How good our own skin is: closed, like a hand, and fast to bend."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from prehensile.bench._kernels_figure import KERNELS_FIGURE
from prehensile.bench._page_parity import page_parity_mm
from prehensile.bench._turns import best_seconds_in_turns
from prehensile.bench.skin.imported import import_fit_mm
from prehensile.bench.skin.reference_hand import matched_hand, read_reference_hand
from prehensile.errors import FileError
from prehensile.fast_path import kernels_in_use
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.mesh.self_intersection import intersecting_pairs
from prehensile.mesh.silhouette import overlap, silhouette
from prehensile.reference_data import reference_data
from prehensile.skin.own_rig import own_rig
from prehensile.skin.rig.blend import blended_skin
from prehensile.skin.rig.rig import Rig, joint_transforms
from prehensile.skin.template.atlas import uv_stretch
from prehensile.skin.template.fitted import fitted_skin
from prehensile.skin.template.levels import LEVELS, skin_mesh
from prehensile.skin.template.make.new_skin import build_skin

REFERENCE = {
    **KERNELS_FIGURE,
    "triangles": "near 3 500, 14 000 and 56 000",
    "closed": "yes: every edge of every level belongs to two faces, and to no more",
    "self_intersections": "0, all levels, rest pose",
    "uv_stretch_p95": "near 1: max(σ₁, 1/σ₂) of the faces, each chart scaled to its skin's area",
    "silhouette_iou": "at least 0.85: palm view, an artist's hand, our fingers of its lengths; "
    "needs the reference data",
    "blend_us_56k": "at most 600, one core: one fist with normals, four bones a vertex",
    "vertices_56k": "near 28 000",
    "build_s": "at most 20: the middle level, made anew",
    "new_size_s": "below 2: the same for a hand of other sizes, from the template that we ship",
    "import_fit_mm": "at most 1, the worst joint of each rig; needs the reference data",
    "page_parity_mm": "at most 0.1: a fist in the browser; no figure without Chromium",
}

PIXEL = 5e-4
"""[m] of the silhouettes."""


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    progress("building the skin")
    hand = Hand()
    began = perf_counter()
    build_skin(hand, 1)
    build_s = perf_counter() - began
    other = HandSpec.at_percentile(63.7).build()
    began = perf_counter()
    fitted_skin(other, 1)
    new_size_s = perf_counter() - began
    meshes = [skin_mesh(hand, level) for level in range(LEVELS)]
    progress("looking for faces that cross")
    crossing = sum(len(intersecting_pairs(m.vertices, m.faces)) for m in meshes)
    progress("comparing silhouettes")
    iou = silhouette_iou()
    progress("timing the blend")
    rig = own_rig(hand, LEVELS - 1)
    blend = blend_us(rig, hand)
    progress("fitting other people's rigs")
    fits = import_fit_mm()
    progress("asking a browser")
    parity = page_parity_mm()
    middle = meshes[1]
    stretch = uv_stretch(middle.vertices, middle.faces, middle.uv, middle.uv_faces)
    return {
        "kernels": kernels_in_use(),
        "triangles": [len(m.faces) for m in meshes],
        "closed": all(is_closed(m.faces) for m in meshes),
        "self_intersections": crossing,
        "uv_stretch_p95": float(np.percentile(stretch, 95)),
        "silhouette_iou": iou,
        "blend_us_56k": blend,
        "vertices_56k": len(rig.vertices),
        "build_s": build_s,
        "new_size_s": new_size_s,
        "import_fit_mm": fits,
        "page_parity_mm": parity,
    }


def is_closed(faces: np.ndarray) -> bool:
    """Whether every directed edge occurs once, and its reverse too."""
    ends = faces.astype(np.int64)[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    key, back = ends[:, 0] << 32 | ends[:, 1], ends[:, 1] << 32 | ends[:, 0]
    return len(np.unique(key)) == len(key) and set(key.tolist()) == set(back.tolist())


def silhouette_iou(level: int = 1) -> float | None:
    """Overlap in palm view with an artist's hand, from its wrist on; None without its file."""
    try:
        path = reference_data("hands", "godot_cc0", "Hand_Nails_R.gltf")
    except FileError:
        return None
    theirs = read_reference_hand(path)
    hand, q, T = matched_hand(theirs)
    rig = own_rig(hand, level)
    ours, _ = blended_skin(rig, joint_transforms(rig, hand, q, T))
    both = np.concatenate([theirs.vertices, ours])[:, :2]
    # Where an arm is cut is nobody's shape: from the wrist's joint on.
    low, high = np.array([0.0, both[:, 1].min()]), both.max(axis=0)
    one = silhouette(theirs.vertices, theirs.faces, low, high, PIXEL)
    return overlap(one, silhouette(ours, rig.faces, low, high, PIXEL))


def blend_us(rig: Rig, hand: Hand) -> float:
    """Best time [µs] of posing a rig's vertices and normals once, joint poses given."""
    poses = joint_transforms(rig, hand, corpus()["fist"].q)
    job = {"blend": lambda: blended_skin(rig, poses)}
    blended_skin(rig, poses)  # compiles
    return 1e6 * best_seconds_in_turns(job, repeats=60)["blend"]

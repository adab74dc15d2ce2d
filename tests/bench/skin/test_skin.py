"""The figures of the skin's bench that do not depend on the machine."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import trimesh

from prehensile.bench.skin import REFERENCE, is_closed, silhouette_iou
from prehensile.bench.skin.reference_hand import matched_hand, read_reference_hand
from prehensile.kinematics.forward import segment_transforms


def test_closed_is_what_trimesh_calls_watertight() -> None:
    """A ball is; without one face, or with one turned over, it is not."""
    ball = trimesh.creation.icosphere(subdivisions=1)
    assert is_closed(ball.faces)
    assert not is_closed(ball.faces[1:])
    turned = ball.faces.copy()
    turned[0] = turned[0, ::-1]
    assert not is_closed(turned)


def test_a_matched_hand_lies_over_the_reference(reference_data: Callable[..., Path]) -> None:
    """Joints of both are within 8 mm: finger lengths are equal, palms and thumbs differ."""
    theirs = read_reference_hand(reference_data("hands", "godot_cc0", "Hand_Nails_R.gltf"))
    hand, q, T = matched_hand(theirs)
    poses = segment_transforms(hand, q, T)
    for finger, webxr in (("Index", "index-finger"), ("Little", "pinky-finger")):
        for part in ("Proximal", "Intermediate", "Distal"):
            ours = poses[f"{webxr}-phalanx-{part.lower()}"][:3, 3]
            assert np.linalg.norm(ours - theirs.joints[f"{finger}_{part}"]) < 0.008


def test_seen_from_the_palm_it_covers_an_artists_hand(
    reference_data: Callable[..., Path],
) -> None:
    """Intersection over union of at least 0.85."""
    reference_data("hands", "godot_cc0", "Hand_Nails_R.gltf")
    found = silhouette_iou(level=0)
    assert found is not None and 0.85 <= found < 1


def test_every_figure_asked_for_has_a_line() -> None:
    """Also those that do not exist yet."""
    asked = {
        "triangles", "closed", "self_intersections", "uv_stretch_p95", "silhouette_iou",
        "blend_us_56k", "build_s", "import_fit_mm", "page_parity_mm",
    }  # fmt: skip
    assert asked <= REFERENCE.keys()

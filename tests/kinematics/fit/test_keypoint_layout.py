"""Point orders against the specifications of WebXR, OpenXR and MediaPipe."""

import pytest

from prehensile.errors import UnknownNameError
from prehensile.kinematics.fit.keypoint_layout import LAYOUTS, layout_links, layout_points, trust

FINGER_PARTS = (
    "metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip",
)  # fmt: skip
WEBXR_BY_THE_SPECIFICATION = [
    "wrist",
    "thumb-metacarpal", "thumb-phalanx-proximal", "thumb-phalanx-distal", "thumb-tip",
    *(f"{f}-finger-{part}" for f in ("index", "middle", "ring", "pinky") for part in FINGER_PARTS),
]  # fmt: skip
OPENXR_NUMBERS = {
    0: "palm", 1: "wrist", 2: "thumb-metacarpal", 5: "thumb-tip", 6: "index-finger-metacarpal",
    10: "index-finger-tip", 11: "middle-finger-metacarpal", 20: "ring-finger-tip",
    21: "pinky-finger-metacarpal", 25: "pinky-finger-tip",
}  # fmt: skip
MEDIAPIPE_NUMBERS = {
    0: "wrist", 1: "thumb-metacarpal", 2: "thumb-phalanx-proximal", 3: "thumb-phalanx-distal",
    4: "thumb-tip", 5: "index-finger-phalanx-proximal", 7: "index-finger-phalanx-distal",
    8: "index-finger-tip", 9: "middle-finger-phalanx-proximal", 12: "middle-finger-tip",
    17: "pinky-finger-phalanx-proximal", 20: "pinky-finger-tip",
}  # fmt: skip


def test_orders():
    assert list(layout_points("webxr")) == WEBXR_BY_THE_SPECIFICATION
    assert {k: layout_points("openxr")[k] for k in OPENXR_NUMBERS} == OPENXR_NUMBERS
    assert {k: layout_points("mediapipe")[k] for k in MEDIAPIPE_NUMBERS} == MEDIAPIPE_NUMBERS
    assert [len(names) for names in LAYOUTS.values()] == [21, 25, 26, 20]


def test_mediapipe_without_its_wrist_is_leap():
    assert layout_points("leap") == layout_points("mediapipe")[1:]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_links_join_every_point_of_a_digit_once(layout):
    links = layout_links(layout)
    ends = [b for _, b in links]
    assert len(set(ends)) == len(ends)
    roots = set(range(len(layout_points(layout)))) - set(ends)
    expected = {"leap": 5, "openxr": 2}.get(layout, 1)  # the palm centre hangs on nothing
    assert len(roots) == expected


def test_points_inside_the_palm_weigh_little():
    names = layout_points("openxr")
    light = {name for name, weight in zip(names, trust(names), strict=True) if weight < 1}
    assert light == {
        "palm",
        *(f"{f}-finger-metacarpal" for f in ("index", "middle", "ring", "pinky")),
    }


def test_unknown_layout():
    with pytest.raises(UnknownNameError, match=r"'media-pipe'.*mediapipe"):
        layout_points("media-pipe")

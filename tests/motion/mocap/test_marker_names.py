import pytest

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.segments import PALM
from prehensile.motion.mocap.digit_names import words_of
from prehensile.motion.mocap.marker_names import marker_places, read_marker_file


@pytest.mark.parametrize(
    ("name", "side", "digit", "rest"),
    [
        ("RightHandIndex2", "right", "index", ("hand", "2")),
        ("index_01_r", "right", "index", ("1",)),
        ("f_pinky.03.L", "left", "little", ("f", "3")),
        ("middle_middle", None, "middle", ("middle",)),
        ("hand_left", None, None, ("hand", "left")),
        ("subject1:L_Thumb_IP", "left", "thumb", ("ip",)),
        ("right_elbow", "right", None, ("elbow",)),
    ],
)
def test_words(name, side, digit, rest):
    assert words_of(name) == (side, digit, rest)


def test_places_by_name():
    names = (
        "hand_top",
        "index_tip",
        "little_middle",
        "thumb_ip",
        "R_ring_mcp",
        "right_elbow",
        "*12",
    )
    found = marker_places(names)
    assert {n: s.segment for n, s in found.sites.items()} == {
        "hand_top": PALM,
        "index_tip": "index-finger-phalanx-distal",
        "little_middle": "pinky-finger-phalanx-proximal",
        "thumb_ip": "thumb-phalanx-distal",
        "R_ring_mcp": PALM,
    }
    assert found.unmapped == ("right_elbow", "*12") and found.side == "right"
    # The ring knuckle lies on the little finger's side of the palm, at its far end.
    assert found.sites["R_ring_mcp"].across < 0 and found.sites["R_ring_mcp"].along > 0.8


def test_both_hands_need_a_side():
    names = ("L_index_tip", "R_index_tip", "R_thumb_tip")
    with pytest.raises(InputError, match="both hands"):
        marker_places(names)
    assert tuple(marker_places(names, "left").sites) == ("L_index_tip",)


def test_a_file_of_names(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        '[markers]\nM1 = "index_tip"\nM2 = {segment = "wrist", along = 0.2, spread = [9, 9, 5]}\n'
        'hand_x = "none"\n'
    )
    found = marker_places(("M1", "M2", "hand_x"), own=read_marker_file(path))
    assert tuple(found.sites) == ("M1", "M2") and found.unmapped == ("hand_x",)
    assert found.sites["M2"].spread == pytest.approx((9e-3, 9e-3, 5e-3))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("[markers]\nM9 = 'index_tip'", UnknownNameError),
        ("[markers]\nM1 = {segment = 'nose'}", UnknownNameError),
        ("[markers]\nM1 = {segment = 'wrist', colour = 3}", UnknownNameError),
        ("[markers]\nM1 = {segment = 'wrist', spread = [1, 2]}", InputError),
        ("[markers]\nM1 = {segment = 'wrist', spread = [1, 2, -3]}", InputError),
        ("[markers]\nM1 = {segment = 'wrist', along = 'far'}", InputError),
        ("[joints]", FileError),
        ("not toml at all", FileError),
    ],
)
def test_bad_files_of_names(tmp_path, text, error):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(error):
        marker_places(("M1",), own=read_marker_file(path))

"""A hand that is part of a larger model: the arm, the other hand and the table stay behind."""

import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import UnknownNameError
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.parse import parse_hand

UPPER = """<body name="upper" pos="0 -0.6 0.3"><joint name="elbow" axis="1 0 0"/>
 <geom type="capsule" size="0.05" fromto="0 0 0 0 0.35 0" mass="3"/>{}</body>"""


def on_an_arm(hand: str, wrist_joint: bool = True) -> str:
    """The hand's forearm on an upper arm, with a hinge of the forearm's own."""
    start, end = hand.index('<body name="arm"'), hand.index("</worldbody>")
    arm = hand[start:end]
    if wrist_joint:
        head, tail = arm.split(">", 1)
        arm = f'{head}><joint name="twist" axis="0 1 0"/>{tail}'
    return hand[:start] + UPPER.format(arm) + hand[end:]


def two_hands() -> str:
    """A right and a left hand with the same joint names but for l_ and j_."""
    right = on_an_arm(tiny_hand())
    left = tiny_hand(side="left", prefix="l_")
    body = left[left.index('<body name="arm"') : left.index("</worldbody>")]
    for name in ("arm", "palm", *(f"{d}{k}" for d in FIVE for k in range(3))):
        body = body.replace(f'body name="{name}"', f'body name="l_{name}"')
    return right.replace("</worldbody>", body + "</worldbody>")


FIVE = ("thumb", "index", "middle", "ring", "little")


def extent(hand):
    """[m] of all that is drawn and collides, from the wrist backwards."""
    xs = [m.vertices[:, 0].min() for s in hand.spec.segments.values() for m in s.meshes]
    return -min(xs)


@pytest.mark.parametrize("moving", [True, False])
def test_an_arm_with_joints_that_are_not_mapped_stays_behind(tmp_path, moving):
    path = tmp_path / "robot.xml"
    path.write_text(on_an_arm(tiny_hand(), moving))
    hand = load_hand(path, mapping_of())
    (tmp_path / "hand.xml").write_text(tiny_hand())
    alone = load_hand(tmp_path / "hand.xml", mapping_of())
    # Fixed to the palm without a joint the forearm is part of the hand, as in a file by itself.
    assert hand.mass == pytest.approx(alone.mass - (0.5 if moving else 0.0))
    assert hand.spec.rigid == ()
    assert extent(hand) < 0.1 if moving else extent(hand) == pytest.approx(extent(alone))


def test_a_mapped_wrist_keeps_the_forearm_and_no_more(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text(on_an_arm(tiny_hand(wrist=True)))
    hand = load_hand(path, mapping_of(wrist=True))
    assert hand.spec.segments["forearm"].mass == pytest.approx(0.5)
    assert "elbow" not in hand.spec.rigid


def test_of_two_hands_the_body_that_is_named_is_taken(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text(two_hands())
    mapping = mapping_of() | {"prefix": ["j_", "l_"]}
    assert load_hand(path, mapping).side == "right"
    left = load_hand(path, mapping, body="l_palm")
    assert left.side == "left" and left.mass == pytest.approx(load_hand(path, mapping).mass)
    with pytest.raises(UnknownNameError, match=r"hand of robot.xml: 'palmm'.*l_palm") as error:
        load_hand(path, mapping, body="palmm")
    assert "\n" not in str(error.value)
    with pytest.raises(UnknownNameError, match="palm"):
        load_hand(path, mapping, body="nobody")


def test_the_command_line_says_it_behind_a_colon(tmp_path):
    path = tmp_path / "robot.xml"
    path.write_text(two_hands().replace('"j_', '"'))
    assert parse_hand(f"{path}:palm").build().side == "right"
    with pytest.raises(UnknownNameError, match="l_palm"):
        parse_hand(f"{path}:nobody")

"""Ellipses on the page are what forces of one newton do."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from prehensile.compliance.model.compliant_hand import Place, endpoint_compliance
from prehensile.compliance.told.hand_drawing import PX, Soft, hand_drawing, hand_views
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import segment_transforms

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", params=["right", "left"])
def hand(request) -> Hand:
    return parse_hand(request.param).build()


def test_an_ellipse_is_the_shadow_of_all_pushes(hand) -> None:
    q, tip = hand.spec.rest, TIP_SEGMENT["index"]
    C = np.concatenate([np.full(hand.dof, 0.8), np.full(3, 1e-3)])
    G = endpoint_compliance(hand, q, Place(tip), C)
    at = segment_transforms(hand, q)[tip][:3, 3]
    pushes = np.random.default_rng(0).normal(size=(20000, 3))
    pushes /= np.linalg.norm(pushes, axis=1, keepdims=True)
    for view in hand_views(hand, q, np.eye(4), None):
        drawn = ET.fromstring(hand_drawing(hand, q, np.eye(4), [Soft(at, G, G[None])], view))
        ellipse = drawn.findall(f"{SVG}ellipse")[-1]
        rx, ry = float(ellipse.attrib["rx"]), float(ellipse.attrib["ry"])
        moved = view.flat(pushes @ G) * PX
        (turned,) = re.findall(r"rotate\((.*)\)", ellipse.attrib["transform"])
        angle = float(turned)
        # The page's y goes down, and its angles with it.
        along = np.array([np.cos(np.radians(angle)), -np.sin(np.radians(angle))])
        assert np.abs(moved @ along).max() == pytest.approx(rx, rel=0.01)
        across = np.array([-along[1], along[0]])
        assert np.abs(moved @ across).max() == pytest.approx(ry, rel=0.02)
        inside = (moved @ along / rx) ** 2 + (moved @ across / ry) ** 2
        assert inside.max() < 1.02


def test_the_thumb_is_nearest_seen_from_its_side(hand) -> None:
    side, above = hand_views(hand, hand.spec.rest, np.eye(4), None)
    poses = segment_transforms(hand, hand.spec.rest)
    depth = {d: float(poses[TIP_SEGMENT[d]][:3, 3] @ side.near) for d in ("thumb", "little")}
    assert depth["thumb"] > depth["little"]
    for view in (side, above):
        frame = np.stack(view)
        assert frame @ frame.T == pytest.approx(np.eye(3), abs=1e-12)
        assert np.linalg.det(frame) == pytest.approx(1)

"""Hands, their maps and their softness; mechanisms."""

import json
from pathlib import Path

import numpy as np
from tests.hand.tiny_hand import URDF_MAPPING, mapping_of, tiny_hand, tiny_urdf

from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec

LEG = """<mujoco><compiler angle="radian"/><worldbody><body name="hip" pos="0 0 1">
 <joint name="yaw" axis="0 0 1" stiffness="30" damping="0.4" range="-1 1" limited="true"/>
 <joint name="lift" type="slide" axis="0 0 1" stiffness="900" damping="5"/>
 <geom type="capsule" fromto="0 0 0 0.3 0 0" size="0.03" mass="0.8"/>
 <body name="shank" pos="0.3 0 0">
  <joint name="knee" axis="0 1 0" pos="0 0 0.01" springref="0.4" stiffness="20" damping="0.2"/>
  <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.02" mass="0.5"/>
  <body name="foot" pos="0 0 -0.4"><joint name="ankle" type="ball" stiffness="8" damping="0.1"/>
   <geom type="sphere" size="0.04" mass="0.2"/></body></body></body></worldbody></mujoco>"""


def hand(path: Path) -> None:
    """A hand of ours."""
    path.write_text(json.dumps(HandSpec.at_percentile(95, "left").to_json()))


def compliance(path: Path) -> None:
    """How soft a hand is."""
    whole = Hand()
    HandCompliance.assumed(whole, np.linspace(0.2, 2.0, whole.dof), "explore").save(path)


def hand_model(path: Path) -> None:
    """A stranger's hand, with a mesh in its folder."""
    mesh = '<asset><mesh name="m" file="a.obj"/></asset><worldbody>'
    path.write_text(tiny_hand(couple_dip=True).replace("<worldbody>", mesh, 1))
    path.with_name("a.obj").write_text(
        "v 0 0 0\nv .1 0 0\nv 0 .1 0\nv 0 0 .1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    )


def hand_xml(path: Path) -> None:
    """A stranger's hand whose joints have our names."""
    path.write_text(tiny_hand(prefix=""))


def hand_urdf(path: Path) -> None:
    """A stranger's claw whose joints have our names."""
    text = tiny_urdf()
    for ours, theirs in URDF_MAPPING["joints"].items():
        text = text.replace(f'name="{theirs}"', f'name="{ours}"')
    path.write_text(text)


def urdf(path: Path) -> None:
    """A stranger's claw."""
    path.write_text(tiny_urdf())


def mapping(path: Path) -> None:
    """A map to the joints of a model."""
    path.write_text(_toml(mapping_of()))


def mapping_json(path: Path) -> None:
    """The same as JSON."""
    path.write_text(json.dumps(mapping_of()))


def mapped_hand(path: Path) -> None:
    """A map that says which model it is of."""
    path.write_text('model = "hand.xml"\n' + _toml(mapping_of()))
    path.with_name("hand.xml").write_text(tiny_hand())


def mechanism(path: Path) -> None:
    """A leg on springs."""
    path.write_text(LEG)


def _toml(mapping: dict) -> str:
    head = f'prefix = "{mapping["prefix"]}"\n' if "prefix" in mapping else ""
    return head + "[joints]\n" + "".join(f'{a} = "{b}"\n' for a, b in mapping["joints"].items())


SEEDS = {
    "compliance": compliance,
    "hand": hand,
    "hand_model": hand_model,
    "hand_urdf": hand_urdf,
    "hand_xml": hand_xml,
    "mapping": mapping,
    "mapping_json": mapping_json,
    "mapped_hand": mapped_hand,
    "mechanism_xml": mechanism,
    "mechanism_urdf": urdf,
    "urdf_graph": urdf,
}

"""A mechanism among bodies in motion as a clip: links or a hand, bodies and contacts."""

from typing import Any

import numpy as np

from prehensile.forks.contact.run import ContactRun
from prehensile.forks.contact.scenes import ContactScene
from prehensile.forks.contact.surface import Ball, Block, Ground, Surface
from prehensile.forks.contact.tables import Touch
from prehensile.forks.mechanism.clip import link_tracks
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3
from prehensile.mesh.decimate import solid_triangles
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack

BODY_COLORS = {"ground": (0.55, 0.53, 0.46), "ball": (0.86, 0.42, 0.24)}
OTHER = (0.6, 0.6, 0.6)
"""sRGB of bodies by name, and of any other"""
SHOWN, NODE = 0.7, 0.025
"""[m] How far ground is drawn about the origin, and the size of its squares."""
AROUND = 48
"""Corners of a ball's equator."""


def body_mesh(surface: Surface) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (V, 3) [m], its own frame, and faces (F, 3) of what is touched."""
    match surface:
        case Ball(radius):
            return _ball_mesh(radius)
        case Block(half):
            return solid_triangles("box", np.array(half))
        case _:
            return _ground_mesh(surface)


def body_color(name: str) -> tuple[float, float, float]:
    """Colour of a body, sRGB."""
    return BODY_COLORS.get(name, OTHER)


def contact_clip(scene: ContactScene, run: ContactRun, meta: dict[str, Any] | None = None) -> Clip:
    """A run as a clip; a hand is kept as joint angles, other mechanisms as their links.

    Args:
        scene: a hand with a ball, a robot on the ground.
        run: its poses and contacts, frame by frame.
        meta: what to remember of how it was made.
    """
    simulation, hand = scene.simulation, scene.hand
    mechanism = simulation.model.mechanism
    links = len(mechanism.links)
    bodies = [
        BodyTrack(
            name=body.name,
            vertices=body_mesh(body.surface)[0].astype(np.float32),
            faces=body_mesh(body.surface)[1],
            pose=se3.to_pose7(run.poses[:, links + k]),
            color=np.array(body_color(body.name)),
        )
        for k, body in enumerate(simulation.bodies)
    ]
    hands: tuple[HandTrack, ...] = ()
    if hand is None:
        bodies = [*link_tracks(mechanism, run.poses[:, :links]), *bodies]
    else:
        forearm = se3.to_pose7(run.poses[:, mechanism.base])
        hands = (HandTrack(hand.side, hand.spec.to_json(), hand.joint_names, run.q, forearm),)
    owners = [_owner(hand, foot.effector) for foot in simulation.feet]
    names = (*owners, *(body.name for body in simulation.bodies))
    fixed = {body.name: {"fixed": body.mass == 0} for body in simulation.bodies}
    return Clip(
        time=run.time,
        hands=hands,
        bodies=tuple(bodies),
        contacts=ContactTrack.from_frames(
            names, [contact_frame(touch, len(owners), hand is not None) for touch in run.touch]
        ),
        finger_force=finger_forces(scene, run.touch)[:, : len(hands)],
        palm_force=np.zeros((len(run.time), len(hands))),
        meta={"mechanism": mechanism.name, "bodies": fixed} | (meta or {}),
    )


def contact_frame(touch: Touch, feet: int, foot_first: bool) -> ContactFrame:
    """Contacts of one step, those without force left out; rows of feet, then of bodies.

    Args:
        touch: of a step.
        feet: how many there are.
        foot_first: whether the foot is ``a``, as hands are; else the body is.
    """
    pressed = np.linalg.norm(touch.force, axis=1) > 0
    foot, body = touch.foot[pressed], feet + touch.body[pressed]
    a, b = (foot, body) if foot_first else (body, foot)
    sign = -1.0 if foot_first else 1.0  # forces and normals of a step are those on the foot
    return ContactFrame(
        a, b, touch.pos[pressed], sign * touch.normal[pressed], sign * touch.force[pressed],
        np.zeros(len(a)), -touch.gap[pressed],
    )  # fmt: skip


def finger_forces(scene: ContactScene, touches: tuple[Touch, ...]) -> np.ndarray:
    """(T, 1, 5) [N] normal force of thumb to little; zeros without a hand."""
    out = np.zeros((len(touches), 1, 5))
    if scene.hand is None:
        return out
    tips = list(TIP_SEGMENT.values())
    row = np.array([tips.index(foot.effector) for foot in scene.simulation.feet])
    for k, touch in enumerate(touches):
        normal = np.einsum("ci,ci->c", touch.force, touch.normal)
        np.add.at(out[k, 0], row[touch.foot], normal)
    return out


def _owner(hand: Hand | None, link: str) -> str:
    return link if hand is None else f"{hand.side}/{link}"


def _ground_mesh(ground: Ground) -> tuple[np.ndarray, np.ndarray]:
    count = round(2 * SHOWN / NODE) + 1
    x, y = (g.ravel() for g in np.meshgrid(*[np.linspace(-SHOWN, SHOWN, count)] * 2))
    above = np.column_stack([x, y, np.full_like(x, 1.0)])
    distance, normal = ground.nearest(above)
    vertices = np.column_stack([x, y, 1.0 - distance / normal[:, 2]])
    at = np.arange(count * count).reshape(count, count)
    a, b, c, d = at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]
    faces = np.stack([np.stack([a, b, c], -1), np.stack([a, c, d], -1)], axis=2).reshape(-1, 3)
    return vertices, faces


def _ball_mesh(radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Rings from pole to pole."""
    rings = AROUND // 2
    polar, turn = np.meshgrid(
        np.linspace(0, np.pi, rings + 1), np.arange(AROUND) * 2 * np.pi / AROUND, indexing="ij"
    )
    ring = np.sin(polar)
    points = np.stack([ring * np.cos(turn), ring * np.sin(turn), np.cos(polar)], axis=-1)
    at = np.arange(points[..., 0].size).reshape(rings + 1, AROUND)
    right = np.roll(at, -1, axis=1)
    a, b, c, d = at[:-1], at[1:], right[1:], right[:-1]
    down = np.stack([a, b, c], -1)[:-1]  # the last ring's would meet at the pole
    up = np.stack([a, c, d], -1)[1:]
    faces = np.concatenate([down.reshape(-1, 3), up.reshape(-1, 3)])
    return radius * points.reshape(-1, 3), faces

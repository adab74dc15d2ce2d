"""What a scene shows, as the messages that pages understand."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import quote

import numpy as np

from prehensile.export.blush_pictures import lookup_png, texture_picture, texture_scale
from prehensile.hand.segments import GROUPS
from prehensile.lie import se3
from prehensile.mesh.creases import split_at_creases
from prehensile.mesh.normals import smooth_normals
from prehensile.mesh.split_at_uv import split_at_uv
from prehensile.motion.verdict import Verdict
from prehensile.skin.rig.rig import Rig, joint_transforms
from prehensile.stage.live_blood import no_blood
from prehensile.stage.messages import (
    BodyMesh,
    Frame,
    HandRig,
    SceneStarted,
    ShownFigure,
    ShownVerdict,
    StepsChanged,
    TaxelPatches,
    VerdictChanged,
)
from prehensile.stage.scene import SceneFrame, StageBody, StageHand, StageScene
from prehensile.stage.taxel_patches import taxel_patches

THING = "thing"
"""the kind of picture that is a thing's, where others are hands'"""

Opening = SceneStarted | StepsChanged | VerdictChanged | HandRig | TaxelPatches | BodyMesh


class Framing:
    """The cast of a scene as it is now: its opening messages, and its frames."""

    def __init__(self, name: str, scene: StageScene):
        self._name, self._scene = name, scene
        self._hands = tuple(scene.hands())
        self._bodies = tuple(scene.bodies())
        self._dress = scene.options.dress
        self._rigs: list[Rig] = [self._dress.rig(h.hand) for h in self._hands]
        hands = len(self._hands)
        self._no_force = np.zeros((0, len(GROUPS)), np.float32)
        self._no_blood = no_blood(hands)
        self._taxels = dict(scene.taxels())
        shapes = {layout.shape for layout in self._taxels.values()}
        assert len(shapes) < 2, "hands of one scene wear the same glove"
        self._no_taxels = np.zeros((len(self._taxels), *(shapes.pop() if shapes else (0, 0))))

    def opening(self) -> list[Opening]:
        """What a page must know before the first frame."""
        scene = self._scene
        started = SceneStarted(
            scene=self._name,
            controls=tuple(scene.controls()),
            hands=tuple(h.name for h in self._hands),
            bodies=tuple(b.name for b in self._bodies),
            handles=tuple(scene.handles()),
            look_at=scene.look_at,
            look_from=scene.look_from,
            floor=scene.floor,
            timeline=scene.timeline,
            plot=scene.plot,
        )
        rigs = [self._rig(h, rig) for h, rig in zip(self._hands, self._rigs, strict=True)]
        bodies = [_body_mesh(body) for body in self._bodies]
        return [
            started,
            StepsChanged(tuple(scene.steps())),
            VerdictChanged(shown_verdict(scene.verdict())),
            *rigs,
            *self._patches(),
            *bodies,
        ]

    def _patches(self) -> list[TaxelPatches]:
        return [
            taxel_patches(h.name, h.hand, rig, self._taxels[h.name])
            for h, rig in zip(self._hands, self._rigs, strict=True)
            if h.name in self._taxels
        ]

    def picture(self, hand: str, kind: str) -> bytes | None:
        """A picture of a hand by its name: its color, normal, lookup or textures; None if there is
        none. May take some seconds the first time. Of a thing by its name: what it is painted with.
        """
        if kind == THING:
            painted = {body.name: body.texture for body in self._bodies}.get(hand)
            return None if painted is None else painted.picture
        row = next((k for k, h in enumerate(self._hands) if h.name == hand), None)
        if row is None:
            return None
        if kind in ("lookup", "textures"):
            return self._tip_picture(row, kind)
        material = self._dress.material(self._hands[row].hand, aside=True)
        if material is None:
            return None
        return {"color": material.base_color, "normal": material.normal}.get(kind)

    def _tip_picture(self, row: int, kind: str) -> bytes | None:
        blush = self._dress.blush
        if blush is None:
            return None
        if kind == "textures":
            return texture_picture(blush).png
        lookup = self._dress.lookup(self._hands[row].hand)
        return None if lookup is None else lookup_png(lookup)

    def _rig(self, h: StageHand, rig: Rig) -> HandRig:
        place, pictures = f"skin/{quote(h.name, safe='')}", self._dress.pictures(h.hand)
        painted = h.opacity == 1
        shape = rig.corrections
        return HandRig(
            hand=h.name,
            side="left" if h.hand.side == "left" else "right",
            joint_names=rig.joint_names,
            vertices=rig.vertices,
            normals=rig.normals,
            faces=rig.faces,
            joints=rig.joints,
            weights=rig.weights,
            inverse_bind=rig.inverse_bind,
            region=rig.nails,
            colors=np.round(255 * rig.colors),
            uv=np.zeros((0, 2)) if rig.uv is None else rig.uv,
            shape_start=np.zeros(0) if shape is None else shape.start,
            shape_column=np.zeros(0) if shape is None else shape.column,
            shape_shift=np.zeros((0, 3)) if shape is None else shape.shift,
            shape_turn=np.zeros((0, 3)) if shape is None else shape.turn,
            shapes=() if shape is None else shape.names,
            is_skin=rig.is_skin,
            color_picture=f"{place}/color" if pictures.color and painted else "",
            normal_picture=f"{place}/normal" if pictures.normal and painted else "",
            roughness=pictures.roughness,
            opacity=h.opacity,
            **(self._tip_color(h, place) if painted else {}),
        )

    def _tip_color(self, h: StageHand, place: str) -> dict[str, Any]:
        """Where a page finds what it colours fingertips by."""
        blush = self._dress.blush
        if blush is None or not self._dress.pictures(h.hand).color:
            return {}
        return {
            "lookup_picture": f"{place}/lookup",
            "texture_picture": f"{place}/textures",
            "texture_scale": texture_scale(blush),
            "pigment": tuple(float(x) for x in blush.pigment),
            "blood_space": blush.space,
        }

    def frame(
        self, shown: SceneFrame, number: int, running: bool, speed: float, answers: int
    ) -> Frame:
        """A frame message."""
        contacts = shown.contacts
        force = self._no_force if shown.group_force is None else shown.group_force
        return Frame(
            time=float(shown.time),
            number=number,
            running=running,
            speed=speed,
            answers=answers,
            phase=shown.phase,
            joints=self._joints(shown),
            shape=self._shape(shown),
            bodies=shown.bodies,
            contact_pos=contacts.pos,
            contact_force=contacts.force,
            contact_group=contacts.group,
            contact_hand=contacts.hand,
            contact_slip=np.zeros(len(contacts.pos)) if contacts.slip is None else contacts.slip,
            group_force=force,
            handles=shown.handles,
            pull=shown.pull,
            blood=self._no_blood if shown.blood is None else shown.blood,
            plotted=shown.plotted,
            pointers=shown.pointers,
            ellipsoids=shown.ellipsoids,
            taxels=self._no_taxels if shown.taxels is None else shown.taxels,
            marks=shown.marks,
            tried=shown.tried,
        )

    def _joints(self, shown: SceneFrame) -> np.ndarray:
        """(j, 7) poses of all rig joints, hand after hand."""
        poses = [
            se3.to_pose7(joint_transforms(rig, h.hand, q, se3.from_pose7(forearm)))
            for h, rig, q, forearm in zip(
                self._hands, self._rigs, shown.q, shown.forearm, strict=True
            )
        ]
        return np.concatenate(poses) if poses else np.zeros((0, 7))

    def _shape(self, shown: SceneFrame) -> np.ndarray:
        """(a,) coordinates of all corrected skins, hand after hand."""
        corrected = [
            rig.corrections.coordinates(q)
            for rig, q in zip(self._rigs, shown.q, strict=True)
            if rig.corrections is not None
        ]
        return np.concatenate(corrected) if corrected else np.zeros(0)


def shown_verdict(verdict: Verdict | None) -> ShownVerdict | None:
    """A verdict for the wire; figures that are not finite are left out."""
    if verdict is None:
        return None
    figures = tuple(
        ShownFigure(name, float(figure.value), figure.unit)
        for name, figure in verdict.figures.items()
        if np.isfinite(figure.value)
    )
    return ShownVerdict(verdict.ok, verdict.line, verdict.advice, figures)


def _body_mesh(body: StageBody) -> BodyMesh:
    places = np.ascontiguousarray(body.vertices, float)
    corners = np.ascontiguousarray(body.faces, np.int64)
    vertices, normals, faces = _shaded(places.tobytes(), corners.tobytes())
    uv, address = np.zeros((0, 2)), ""
    if body.texture is not None and body.opacity == 1:
        split = split_at_uv(faces, body.texture.corner_uv)
        vertices, normals, faces = vertices[split.source], normals[split.source], split.faces
        uv, address = split.uv, f"skin/{quote(body.name, safe='')}/{THING}"
    return BodyMesh(
        body.name, vertices, normals, faces, _rgb(body.color), body.movable,
        body.pointable, uv, body.opacity, address,
    )  # fmt: skip


@lru_cache(maxsize=512)
def _shaded(vertices: bytes, faces: bytes) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vertices (n, 3) [m], normals (n, 3), faces (f, 3) of a surface that is smooth except along
    sharp edges, wherever its own vertices were doubled. Remembered: links of a mechanism are alike.
    """
    places = np.frombuffer(vertices).reshape(-1, 3)
    corners = np.frombuffer(faces, np.int64).reshape(-1, 3)
    places, row = np.unique(places, axis=0, return_inverse=True)
    split, triangles = split_at_creases(places, row.reshape(-1)[corners])
    return split, smooth_normals(split, triangles), triangles


def _rgb(color: Sequence[float] | np.ndarray) -> tuple[float, float, float]:
    r, g, b = (float(c) for c in tuple(color)[:3])
    return r, g, b

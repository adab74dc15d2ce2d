"""`Dress`: what the hands of a picture, a file or a scene are drawn in."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.pictures.picture import picture_array, png_bytes
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.hand_rig import KEPT_RIGS, hand_rig
from prehensile.skin.imported.mesh_source import KEY, MeshSource
from prehensile.skin.paint.tones import DEFAULT_TONE, tone_named
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.rig.material import PLAIN_ROUGHNESS, Material
from prehensile.skin.rig.rig import Rig
from prehensile.skin.tip_color import TipColor

if TYPE_CHECKING:
    from prehensile.hand.loaded.spec import LoadedSpec
    from prehensile.skin.eigenskin.file import FittedSkin


class Pictures(NamedTuple):
    """Which pictures lie on a hand's skin, and how rough it is."""

    color: bool = False
    normal: bool = False
    roughness: float = 1.0


@dataclass(frozen=True, eq=False)
class Dress:
    """One for everything that draws: it says which rig and which pictures a hand has.

    Raises:
        InputError: there is no such tone.
    """

    bare: bool = False
    """the shapes that collide instead of the skin"""
    tone: str = DEFAULT_TONE
    """of our own skin, one of `prehensile.skin.paint.tones.TONES`"""
    worn: "Mapping[HandSpec | LoadedSpec, Rig]" = field(default_factory=dict)
    """hands with a mesh of their own; all others wear ours"""
    sources: tuple[MeshSource, ...] = ()
    """the files of those meshes, where they came from files"""
    eigenskin: bool = True
    """whether bent joints fold and bulge the skin; without, it is blend skinning alone"""
    fitted: "FittedSkin | None" = None
    """the model that corrects our own skin; the shipped one if None"""
    blush: TipColor | None = None
    """how fingertips colour; they do not if None"""

    def __post_init__(self) -> None:
        tone_named(self.tone)

    def rig(self, hand: Hand, level: int = 1) -> Rig:
        """The rig that a hand is drawn by; ``level`` is of our own skin: 0, 1 or 2."""
        if self.bare:
            return _bare(hand.spec)
        worn = self._worn_by(hand)
        if worn is None:
            return hand_rig(hand, level, self.tone, self.eigenskin, self.fitted)
        return worn if self.eigenskin else replace(worn, corrections=None)

    def pictures(self, hand: Hand) -> Pictures:
        """What `material` would hold; quick, unlike painting a skin for the first time."""
        if self.bare or not isinstance(hand.spec, HandSpec) or self.rig(hand).uv is None:
            return Pictures()
        rig = self._worn_by(hand)
        if rig is None:
            from prehensile.skin.paint.texture import ROUGHNESS

            return Pictures(True, True, ROUGHNESS)
        own = rig.material or NO_PICTURES
        # Where colour comes and goes there is something to paint it on.
        colored = own.base_color is not None or self.blush is not None
        if not colored and own.normal is None:
            return Pictures()
        return Pictures(colored, own.normal is not None, own.roughness)

    def material(
        self, hand: Hand, aside: bool = False, blood: np.ndarray | None = None
    ) -> Material | None:
        """The pictures on that rig; None where its colours are all there is.

        Args:
            hand: that wears it.
            aside: paint our own in another process, for the sake of what runs in this one.
            blood: (5, 4) of its fingertips; at rest if left out.
        """
        if not self.pictures(hand).color:
            return None
        with _PAINTING:
            rig = self._worn_by(hand)
            if rig is None:
                from prehensile.skin.paint.texture import paint_in_own_process, skin_textures

                if aside:
                    paint_in_own_process(self.tone)
                found = skin_textures(self.tone)
            else:
                found = rig.material or NO_PICTURES
            if self.blush is None:
                return found
            found = _based(found, self.rig(hand), hand, self.blush)
        if blood is None or found.base_color is None:
            return found
        picture = self.picture(hand, blood)
        assert picture is not None
        return replace(found, base_color=png_bytes(picture))

    def picture(self, hand: Hand, blood: np.ndarray | None = None) -> np.ndarray | None:
        """The colours of `material` as a picture (H, W, 3) uint8 sRGB, read-only.

        The same blood, and blood that looks the same, gives the very same picture.
        """
        material = self.material(hand)
        if material is None or material.base_color is None:
            return None
        picture, lookup = _decoded(material), self.lookup(hand)
        if blood is None or lookup is None or self.blush is None:
            return picture
        return self.blush.painted(picture, lookup, blood)

    def lookup(self, hand: Hand) -> Lookup | None:
        """Where the colour of fingertips lies on those pictures; None where they have none."""
        if self.blush is None or not self.pictures(hand).color:
            return None
        return self.blush.lookup(hand, self.rig(hand))

    def blood(self, clip: Clip) -> np.ndarray | None:
        """(T, H, 5, 4) of the fingertips over a clip; None where they do not colour."""
        return None if self.blush is None or self.bare else self.blush.over(clip)

    def _worn_by(self, hand: Hand) -> Rig | None:
        """By its shape: a hand without tissue of its own wears the same mesh."""
        spec = hand.spec
        if not isinstance(spec, HandSpec):
            return self.worn.get(spec)
        return next((rig for own, rig in self.worn.items() if spec.has_shape_of(own)), None)

    def on(self, clip: Clip) -> Clip:
        """The clip with every hand that can wear one of `worn` in the sizes of that mesh.

        Joint angles stay as they are: contacts are a little off where sizes differ. The clip then
        remembers the mesh.

        Raises:
            InputError: no hand of the clip has the side of a mesh.
        """
        by_side = {spec.side: spec for spec in self.worn}
        tracks = tuple(_resized(track, by_side) for track in clip.hands)
        if self.worn and not any(hand_of(track).spec in self.worn for track in tracks):
            sides = ", ".join(hand_of(track).side for track in clip.hands) or "none"
            raise InputError(
                f"the hand mesh is a {' and a '.join(by_side)} hand, but the clip's hands are: "
                f"{sides}. Give the mesh of the other hand."
            )
        if not self.worn:
            return clip
        remembered = {KEY: [source.to_json() for source in self.sources]} if self.sources else {}
        return replace(clip, hands=tracks, meta=dict(clip.meta) | remembered)


_PAINTING = threading.RLock()
"""Painting takes seconds: whoever comes second waits for the first one's pictures."""
NO_PICTURES = Material(base_color=None, normal=None, roughness=PLAIN_ROUGHNESS)
"""What a mesh without pictures has, whether or not its fingertips colour."""


@lru_cache(maxsize=KEPT_RIGS)
def _based(material: Material, rig: Rig, hand: Hand, blush: TipColor) -> Material:
    """The material with a picture that the colour of fingertips can come and go on."""
    if material.base_color is not None and not blush.pastes:
        return material
    if material.base_color is None:
        from prehensile.skin.paint.vertex_picture import vertex_picture

        picture = vertex_picture(rig)
    else:
        picture = _decoded(material)
    lookup = blush.lookup(hand, rig)
    if lookup is not None:
        picture = blush.pasted(picture, lookup)
    return replace(material, base_color=png_bytes(picture))


@lru_cache(maxsize=8)
def _decoded(material: Material) -> np.ndarray:
    assert material.base_color is not None
    picture = picture_array(material.base_color)
    picture.setflags(write=False)
    return picture


def _resized(track: HandTrack, by_side: "Mapping[str, HandSpec | LoadedSpec]") -> HandTrack:
    hand = hand_of(track)
    spec = by_side.get(hand.side)
    if spec is None or spec == hand.spec or not isinstance(hand.spec, HandSpec):
        return track
    return replace(track, model=spec.to_json())


@lru_cache(maxsize=KEPT_RIGS)
def _bare(spec: "HandSpec | LoadedSpec") -> Rig:
    from prehensile.skin.rig.segments import bare_rig

    return bare_rig(spec.build())

"""The colour of fingertips as a `Dress` wears it."""

from collections import OrderedDict
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np

from prehensile.appearance.model.blood import next_blood
from prehensile.appearance.model.model import INPUTS, BlushModel
from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.motion.clip import Clip
from prehensile.motion.pad_load import PadLoad, pad_loads, tip_bends
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.skin.dress import Dress
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.rig.rig import Rig

UNSEEN = 0.5 / 255
"""A change of a colour that nobody sees: half a level of a picture."""
KEPT_PICTURES = 4
"""that are painted again and again"""


class Blush:
    """Colour that follows what presses on the pads; see `prehensile.skin.tip_color.TipColor`.

    Args:
        model: fitted to photographs; the shipped one, read on first use, if left out.
    """

    def __init__(self, model: BlushModel | None = None):
        self._given = model
        self._paints: OrderedDict[tuple[int, int], _Paint] = OrderedDict()
        self._over: WeakKeyDictionary[Clip, np.ndarray] = WeakKeyDictionary()

    @cached_property
    def model(self) -> BlushModel:
        """Pigment, eigentextures and law."""
        if self._given is not None:
            return self._given
        from prehensile.appearance.model.file import shipped_blush

        shipped = shipped_blush()
        assert shipped is not None, "the package holds a model"
        return shipped.model

    @property
    def pigment(self) -> np.ndarray:
        """(3,) σ_h"""
        return self.model.pigment

    @property
    def textures(self) -> np.ndarray:
        """(256, 256 · views, 4) float32"""
        return self.model.textures

    @property
    def space(self) -> str:
        """``srgb`` or ``linear``"""
        return self.model.space

    def lookup(self, hand: Hand, rig: Rig) -> Lookup | None:
        """Where the textures lie on a rig's pictures; None on a rig without UV coordinates."""
        if rig.uv is None:
            return None
        from prehensile.appearance.bake.kept import kept_lookup

        return kept_lookup(hand, rig, self.model)

    def target(self, load: PadLoad, bend: np.ndarray) -> np.ndarray:
        """Coefficients (..., 5, 4) at rest under a load (..., 5), bends (..., 5) [rad]."""
        center = load.center
        columns = (load.force, center[..., 0], center[..., 1], load.spread, bend)
        law = self.model.law
        asked = [columns[INPUTS.index(name)] for name in law.inputs]
        return law.coefficients(np.stack(asked, axis=-1))

    def after(
        self, blood: np.ndarray, load: PadLoad, bend: np.ndarray, dt: float | np.ndarray
    ) -> np.ndarray:
        """Coefficients (..., 5, 4) ``dt`` [s] later, under a load (..., 5) held meanwhile."""
        return next_blood(self.model, blood, self.target(load, bend), dt)

    def over(self, clip: Clip) -> np.ndarray:
        """(T, H, 5, 4) coefficients over a clip, read-only; worked out once for each clip.

        As in `prehensile.appearance.model.blood.blood_over_time`.
        """
        found = self._over.get(clip)
        if found is None:
            found = self._over[clip] = self._worked_out(clip)
        return found

    def _worked_out(self, clip: Clip) -> np.ndarray:
        shape = (clip.n_frames, len(clip.hands), len(DIGITS))
        bend = np.zeros(shape)
        if "angle" in self.model.law.inputs:
            for h, track in enumerate(clip.hands):
                bend[:, h] = tip_bends(hand_of(track), angles_of(track))
        targets = np.ascontiguousarray(self.target(pad_loads(clip), bend), float)
        blood = np.empty_like(targets)
        kernels("appearance").follow(
            clip.time,
            targets.reshape(shape[0], -1, targets.shape[-1]),
            self.model.blanch_s,
            self.model.refill_s,
            blood.reshape(shape[0], -1, targets.shape[-1]),
        )
        blood.setflags(write=False)
        return blood

    @property
    def pastes(self) -> bool:
        """Whether the model brings a photograph of a fingertip at zero force."""
        return self.model.zero is not None

    def pasted(self, picture: np.ndarray, lookup: Lookup) -> np.ndarray:
        """The picture (H, W, 3) uint8 sRGB with that photograph, if there is one (5.4.1)."""
        if self.model.zero is None:
            return picture
        from prehensile.appearance.bake.paste import pasted

        return pasted(picture, lookup, self.model.zero)

    def painted(self, picture: np.ndarray, lookup: Lookup, blood: np.ndarray) -> np.ndarray:
        """A picture (H, W, 3) uint8 sRGB with the colour of blood (5, 4); not to be written into.

        Blood that looks the same gives the very same picture.
        """
        key = (id(picture), id(lookup))
        paint = self._paints.get(key)
        if paint is None:
            paint = self._paints[key] = _Paint(self.model, picture, lookup)
            if len(self._paints) > KEPT_PICTURES:
                self._paints.popitem(last=False)
        return paint.with_blood(blood)


class _Paint:
    """A picture, and how it was painted last."""

    def __init__(self, model: BlushModel, picture: np.ndarray, lookup: Lookup):
        from prehensile.appearance.bake.paint import TipPaint

        self._paint, self._lookup = TipPaint(model, lookup, picture), lookup
        # A step of one coefficient changes no colour by more than the textures' largest value
        # times the pigment's: four of them together stay unseen.
        largest = np.abs(model.textures).max(axis=(0, 1)) * model.pigment.max()
        self._step = UNSEEN / len(largest) / np.maximum(largest, 1e-9)
        self._blood: np.ndarray | None = None
        self._last = picture

    def with_blood(self, blood: np.ndarray) -> np.ndarray:
        steps = np.round(np.asarray(blood, float) / self._step)
        if self._blood is None or not np.array_equal(steps, self._blood):
            self._blood, self._last = steps, self._paint.painted(blood)
        return self._last


SKIN_DRESS = Dress(blush=Blush())
"""What is worn where nothing else is asked for: our own skin, with the shipped colour."""

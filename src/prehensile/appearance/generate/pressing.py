"""Where the blood of a fingertip goes when its pad is pressed.

The nail whitens from its tip upward as force grows, its middle last; skin at the sides of the tip
whitens too, and blood gathers behind the cuticle and in the folds beside it. Below one newton the
veins close before the arteries do, and the bed grows a little redder first (Mascaro & Asada 2004).
The pad whitens under the patch of contact, and reddens in a ring about it. All of it saturates.
"""

import numpy as np

from prehensile.appearance.generate.frame import PAD_MIDDLE_MM, Frame, bump, step
from prehensile.appearance.generate.load import HERTZ_SPREAD, Load, patch_radius
from prehensile.appearance.generate.noise import blotches
from prehensile.appearance.generate.outline import finger_inside, nail_of
from prehensile.appearance.generate.person import Person


class BackBlood:
    """Blood of the back of a fingertip over load."""

    def __init__(self, person: Person, at: Frame, rng: np.random.Generator) -> None:
        self._person = person
        nail = nail_of(person, at)
        own = blotches(rng, len(at.x), 3.5)
        plate = step(nail.inside, 0.3)
        from_tip = np.clip((1 - nail.v) / 2, 0, 1.2)
        middle = bump(nail.u - 0.12 * own, 0.5) * bump(nail.v - 0.12, 0.42)
        late = from_tip - 0.16 * np.abs(nail.u) ** 2 + 0.20 * person.spot * middle + 0.03 * own
        late = np.clip(late, 0, None)
        bed = person.depth * (1 - 0.92 * step(late - person.reach, 0.75))
        outer = np.clip(1 - finger_inside(person, at), 0, 1)
        distal = step(nail.v - 0.05 + 0.5 * (outer - 0.8), 1.3)
        skin = person.side * distal * step(outer - 0.55, 0.35)
        self._gone = (plate * bed + (1 - plate) * skin).astype(np.float32)
        slow = plate * late + (1 - plate) * (0.3 - 0.5 * distal)
        self._force = (person.half_force * np.exp(person.rise * slow)).astype(np.float32)
        # Deeper in, tissue holds until its own pressure is overcome, and then gives way at once.
        self._steep = (1 + 2 * plate * late).astype(np.float32)
        behind = np.clip(-(nail.v + 1) * person.nail_length / 2, 0, None)
        gathers = np.exp(-behind / 8.0) * step(-nail.v - 0.75, 0.6) * (1 + 0.2 * own)
        beside = bump(nail.inside + 1.0, 1.0) * bump(nail.v + 0.6, 0.4)
        flush = (1 - plate) * np.clip(gathers + 0.5 * beside, 0, None) * (1 - distal)
        self._flush = (person.flush * flush).astype(np.float32)
        self._early = (person.early_red * plate).astype(np.float32)
        self._u = np.clip(nail.u, -1.5, 1.5).astype(np.float32)
        self._v = np.clip(nail.v, -1.5, 1.5).astype(np.float32)

    def change(self, load: Load) -> np.ndarray:
        """(n, n) share of the blood at rest that is gained; −1 is all of it lost."""
        if load.force <= 0:
            return np.zeros_like(self._gone)
        person = self._person
        # Rolled to the tip or to a side, that part bears more of the load; a sharp edge more.
        flat = HERTZ_SPREAD * float(patch_radius(load.force, person.patch))
        sharp = (max(flat, 0.5) / max(load.spread, 0.5)) ** 0.2
        tilt = (person.lean + 0.14 * load.across) * self._u + 0.10 * load.along * self._v
        force = load.force * sharp * np.exp(tilt)
        gone = self._gone * -np.expm1(-((force / self._force) ** self._steep))
        swollen = -np.expm1(-load.force / 0.55) * np.exp(-load.force / 1.3)
        bent = 1 + 0.008 * load.angle
        gained = self._flush * bent * -np.expm1(-load.force / person.flush_force)
        return gained + self._early * swollen - gone


class PadBlood:
    """Blood of the pad over load, as seen through a plate of glass: mirrored to the back."""

    def __init__(self, person: Person, at: Frame, rng: np.random.Generator) -> None:
        self._person = person
        self._at = at
        self._own = 0.045 * blotches(rng, len(at.x), 3.0)

    def change(self, load: Load) -> np.ndarray:
        """(n, n) share of the blood at rest that is gained; −1 is all of it lost."""
        if load.force <= 0:
            return np.zeros_like(self._own)
        person = self._person
        radius = max(load.spread, 0.4) / HERTZ_SPREAD
        x, y = self._at.x + load.across, self._at.y - PAD_MIDDLE_MM - load.along
        # A finger is longer than it is wide, and so is its contact.
        far = np.hypot(x / (0.90 * radius), y / (1.11 * radius)) * (1 + self._own)
        peak = 1.5 * load.force / (np.pi * radius**2)
        pressure = peak * np.sqrt(np.clip(1 - far**2, 0, None)) ** 0.7
        gone = -person.depth * np.expm1(-pressure / person.pad_pressure)
        # Skin is thick: the edge of the patch is soft where blood is.
        soft = step(1.0 - far, 0.45)
        ring = bump(far - 1.28, 0.30) * -np.expm1(-load.force / 4.0)
        return (0.3 * person.flush * ring - gone * soft).astype(np.float32)

"""Make src/prehensile/appearance/data/blush.npz: the colour of fingertips that ships.

    python tools/make_blush.py

Eight generated fingers, one of each tone, are photographed from both sides under the same loads and
in series over time. They have the same shape, so that nothing needs to be laid on one another, and
blood, texture and light of their own. The model is fitted to the mean of their changes; what
presses on the pad, and where, are its inputs. Of pads there are no measurements: that half of it
is only as good as the generator.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy import ndimage

from prehensile.appearance.fit.choose import BLURS, LAWS, chosen
from prehensile.appearance.fit.fit import coefficients_of
from prehensile.appearance.fit.leave_out import left_out_errors
from prehensile.appearance.fit.prepare import halved
from prehensile.appearance.fit.prepared import PhotoSet
from prehensile.appearance.fit.recipe import Recipe, Textures, model_by, textures_of
from prehensile.appearance.fit.time_constants import fitted_time_constants
from prehensile.appearance.generate.frame import FIELD_MM, PAD_MIDDLE_MM, Frame
from prehensile.appearance.generate.load import Load, flat_load
from prehensile.appearance.generate.outline import finger_inside
from prehensile.appearance.generate.person import RANGES, Person, person_of
from prehensile.appearance.generate.photos import SIZE, Photo, photo_set
from prehensile.appearance.generate.shot import Camera
from prehensile.appearance.generate.tones import TONES
from prehensile.appearance.model.absorption import absorption, color_of
from prehensile.appearance.model.file import SHIPPED, FittedBlush, save
from prehensile.appearance.model.model import NAIL_BOX, VIEWS

FILE = Path(__file__).parents[1] / "src/prehensile/appearance" / SHIPPED
SEED = 0
"""of the first finger; each further one has the next"""
FORCES = (0.25, 0.7, 1.5, 3.0, 5.0, 8.0, 12.0, 20.0, 40.0)
"""[N] in the middle of the pad"""
ROLLED = (1.0, 4.0, 12.0, 40.0)
"""[N] beside it"""
BESIDE_MM = 3.0
INPUTS = ("force", "center_x", "center_y")
"""Not the spread: a simulated finger touches in single points, where a real one lies flat."""
SHAPE = (
    "half_width", "tip", "nail_half_width", "nail_length", "nail_tilt", "nail_shift", "beyond",
    "base_roundness", "edge_roundness", "lean", "patch",
)  # fmt: skip
"""What all fingers have in common."""
FREE_EDGE_MM = 0.02
"""The same for all, and next to nothing: where a nail is white it does not blanch."""
PAD_AT = 0.68
"""Middle of the pad on the way from the joint to the tip, of the mean hand."""


def main() -> None:
    """Write the file."""
    people = [
        (SEED + k, tone, shaped(person_of(np.random.default_rng([SEED + k, 0]))))
        for k, tone in enumerate(TONES)
    ]
    photos = joined([pressed(*someone) for someone in people])
    recipes = [
        Recipe(law, INPUTS, blur=blur, mask=mask)
        for law in LAWS
        for blur in BLURS
        for mask in ("wide", "skin")
    ]
    recipe = chosen(photos, recipes).recipe
    taus = np.array([moved(*someone, textures_of(photos, recipe)) for someone in people[1::3]])
    blanch_s, refill_s = np.exp(np.log(taus).mean(axis=0))
    model = replace(model_by(photos, recipe), blanch_s=float(blanch_s), refill_s=float(refill_s))
    record = {
        "fingers": len(people),
        "photographs": len(people) * len(VIEWS) * (1 + len(photos.names)),
        "recipe": str(recipe),
        "left_out_mean": float(left_out_errors(photos, [recipe])[0].mean()),
    }
    save(FittedBlush(model, "python tools/make_blush.py", SEED, record), FILE)
    print(f"wrote {FILE.name}: {FILE.stat().st_size // 1024} kB, {record}")
    print(f"pigment {model.pigment.round(4)}, blanch {blanch_s:.3f} s, refill {refill_s:.3f} s")


def shaped(person: Person) -> Person:
    """Somebody with a finger of the mean shape."""
    mean = {name: float(np.mean(RANGES[name])) for name in SHAPE}
    return replace(person, **mean, free_edge=FREE_EDGE_MM)


def loads_of(person: Person) -> list[Load]:
    """No load, loads in the middle, and loads on every side of it."""
    sides = ((BESIDE_MM, 0), (-BESIDE_MM, 0), (0, BESIDE_MM), (0, -BESIDE_MM))
    return [
        Load(0.0),
        *(flat_load(force, person.patch) for force in FORCES),
        *(flat_load(force, person.patch, *at) for force in ROLLED for at in sides),
    ]


def pressed(seed: int, tone: str, person: Person) -> PhotoSet:
    """Somebody's photographs under all loads, in the frame of a model."""
    taken = photo_set(
        tone, seed, person=person, loads=loads_of(person), motion=0, camera=Camera(0.0, 0.0)
    )
    return in_frame(taken.photos, person)


def moved(seed: int, tone: str, person: Person, textures: Textures) -> tuple[float, float]:
    """[s] time constants of somebody's blood."""
    taken = photo_set(tone, seed, person=person, series=True, motion=0, camera=Camera(0.0, 0.0))
    photos = in_frame(taken.photos, person)
    first, *times = [photo.time or 0.0 for photo in taken.photos if photo.view == VIEWS[0]]
    seen = coefficients_of(textures, photos)
    found = fitted_time_constants(
        np.r_[first, times], np.r_[0.0, photos.force], np.vstack([0 * seen[:1], seen])
    )
    return found.blanch_s, found.refill_s


def in_frame(photos: tuple[Photo, ...], person: Person) -> PhotoSet:
    """Photographs where a model has its views, side by side; the first of each is at rest."""
    grids = {"nail": nail_grid(person), "pad": pad_grid(person)}
    sides, fingers = [], []
    for view in VIEWS:
        mine = [photo for photo in photos if photo.view == view]
        sides.append(np.stack([laid(photo.picture, grids[view]) for photo in mine]))
        fingers.append(finger_inside(person, grids[view])[::2, ::2] > 0)
    both = np.concatenate(sides, axis=2)
    loads = [photo.load for photo in photos if photo.view == VIEWS[0]][1:]
    rows = [
        (load.force, load.along / 1e3, load.across / 1e3, load.spread / 1e3, np.radians(load.angle))
        for load in loads
    ]
    return PhotoSet(
        zero=both[0],
        pressed=both[1:],
        loads=np.array(rows),
        finger=np.concatenate(fingers, axis=1),
        names=tuple(f"press {k}" for k in range(1, len(both))),
        views=VIEWS,
    )


def nail_grid(person: Person) -> Frame:
    """Places that the view of the nail shows: its nail lies in the model's box."""
    (left, right), (top, bottom) = NAIL_BOX
    breadth = 2 * person.nail_half_width / (right - left)
    length = person.nail_length / (bottom - top)
    cuticle = person.tip - person.beyond - person.nail_length
    return grid((-breadth * (left + right) / 2, breadth), (cuticle - top * length, length))


def pad_grid(person: Person) -> Frame:
    """Places that the view of the pad shows: from side to side, and from joint to tip."""
    length = (person.tip - PAD_MIDDLE_MM) / (1 - PAD_AT)
    return grid((-person.half_width, 2 * person.half_width), (person.tip - length, length))


def grid(across: tuple[float, float], along: tuple[float, float]) -> Frame:
    """Of as many pixels as a photograph; from, and how far [mm]."""
    place = (np.arange(SIZE) + 0.5) / SIZE
    x, y = np.meshgrid(across[0] + across[1] * place, along[0] + along[1] * place)
    return Frame(x, y)


def laid(picture: np.ndarray, at: Frame) -> np.ndarray:
    """A photograph at other places, (256, 256, 3) in 0 … 1; what it lacks as at its edge."""
    pixel = SIZE / FIELD_MM
    where = [at.y * pixel - 0.5, (at.x + FIELD_MM / 2) * pixel - 0.5]
    planes = [
        ndimage.map_coordinates(picture[..., k] / 255.0, where, order=1, mode="nearest")
        for k in range(3)
    ]
    return halved(np.stack(planes, axis=-1)).astype(np.float32)


def joined(sets: list[PhotoSet]) -> PhotoSet:
    """One finger with the mean colour of all, and the mean of their changes."""
    zero = np.mean([absorption(one.zero) for one in sets], axis=0)
    change = np.mean([absorption(one.pressed) - absorption(one.zero) for one in sets], axis=0)
    return replace(
        sets[0],
        zero=color_of(zero).astype(np.float32),
        pressed=color_of(zero + change).astype(np.float32),
    )


if __name__ == "__main__":
    main()

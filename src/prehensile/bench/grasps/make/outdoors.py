"""Things of garage, garden, desk and hall, with a handle: tools lie along x, others stand."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from prehensile.bench.grasps.make.design import (
    ALUMINIUM,
    GLASS,
    HOLLOW_PLASTIC,
    PLASTIC,
    RUBBER,
    STEEL,
    WOOD,
    Design,
    Material,
    Piece,
    box_around,
    drawn,
)
from prehensile.bench.grasps.make.solids import SIDEWAYS, bar, egg, lying, slab, turned
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.block import block
from prehensile.world.things.joined import Mesh, cut, hulled, joined, moved
from prehensile.world.things.swept import rings_along, swept
from prehensile.world.things.turned import rounded_outline

BRASS = Material(8500.0, 0.5, (0.80, 0.66, 0.32))
BRISTLES = Material(280.0, 0.6, (0.25, 0.22, 0.20))
MACHINE = Material(1300.0, 0.6, (0.20, 0.36, 0.40))
CLOSED_CASE = Material(260.0, 0.6, (0.62, 0.25, 0.20))
CLEAR = 0.005
"""[m] from a body to where the region of its handle starts"""


def watering_can(rng: np.random.Generator) -> Design:
    """For plants in pots, empty: the spout towards −x, the handle from its mouth to its back."""
    r, high, wall = drawn(rng, 0.046, 0.062), drawn(rng, 0.11, 0.16), 0.003
    mouth, reach = drawn(rng, 0.5, 0.65) * r, drawn(rng, 0.08, 0.13)
    rise, depth = drawn(rng, 0.035, 0.055), drawn(rng, 0.04, 0.055)
    half, shoulder = drawn(rng, 0.008, 0.011), drawn(rng, 0.72, 0.85) * high
    body = turned(
        [(0, 0), (r, 0, 0.005), (r, shoulder, 0.01), (mouth, high, 0.001),
         (mouth - wall, high, 0.001), (r - wall, shoulder - 0.001, 0.008), (r - wall, 0.004, 0.003),
         (0, 0.004)]
    )  # fmt: skip
    back = r + depth
    handle = bar(
        _bent((mouth - 0.002, high - 0.003), (mouth + 0.3 * depth, high + rise, 0.025),
              (back, 0.9 * high + 0.5 * rise, 0.025), (back - 0.006, 0.4 * high, 0.02),
              (r - wall / 2, 0.22 * high)), half, 0.0055
    )  # fmt: skip
    tip = -r - reach
    spout = _tapered(
        _bent((0.003 - r, 0.2 * high), (0.6 * tip - 0.4 * r, 0.4 * high, 0.04),
              (tip, drawn(rng, 0.95, 1.15) * high)),
        (0.0, 0.013, 0.016), (1.0, 0.006, 0.006)
    )  # fmt: skip
    grip = box_around(handle)
    over = grip._replace(low=(*grip.low[:2], high + CLEAR))
    behind = box_around(handle, low=r + CLEAR)
    pieces = (Piece(handle, PLASTIC), Piece(body, PLASTIC), Piece(spout, HOLLOW_PLASTIC))
    return Design("watering_can", pieces, "handle", (over, behind))


def handsaw(rng: np.random.Generator) -> Design:
    """A short one with a closed handle, lying on its side."""
    blade, deep, toe = drawn(rng, 0.22, 0.29), drawn(rng, 0.065, 0.095), drawn(rng, 0.028, 0.05)
    thick, half = drawn(rng, 0.019, 0.025), drawn(rng, 0.012, 0.016)
    long, lean = drawn(rng, 0.097, 0.115), drawn(rng, -0.012, 0.018)
    back = drawn(rng, 0.075, 0.088)
    edge, rim = 0.42 * thick, 0.8 * half
    low, top = (-back + lean, -long / 2), (-back - lean, long / 2)
    grip = _strip([_puck(*low, half, thick, edge), _puck(*top, half, thick, edge)])
    frame = [(*top, rim), (-0.022, 0.32 * long, 1.3 * rim), (-0.022, -0.3 * long, 1.1 * rim),
             (*low, rim)]  # fmt: skip
    loop = _strip([_puck(x, y, r, thick, 0.7 * rim / 2) for x, y, r in frame])
    z = thick / 2
    heel = block((-0.025, -0.45 * deep, z - 8e-4), (0.0, 0.55 * deep, z + 8e-4))
    nose = block((blade - 0.004, 0.55 * deep - toe, z - 7e-4), (blade, 0.55 * deep, z + 7e-4))
    pieces = _rested(Piece(grip, WOOD), Piece(loop, WOOD), Piece(hulled(heel, nose), STEEL))
    return Design("handsaw", pieces, "grip", (box_around(pieces[0].mesh),))


def drill(rng: np.random.Generator) -> Design:
    """With a battery, on which it stands, its bit towards +x."""
    battery, wide, foot = (
        drawn(rng, 0.085, 0.105),
        drawn(rng, 0.055, 0.065),
        drawn(rng, 0.024, 0.04),
    )
    grip, lean = drawn(rng, 0.082, 0.1), drawn(rng, 0.004, 0.022)
    half, deep = drawn(rng, 0.0145, 0.0175), drawn(rng, 0.018, 0.0225)
    r, tail, nose = drawn(rng, 0.024, 0.029), drawn(rng, 0.045, 0.06), drawn(rng, 0.05, 0.075)
    chuck = drawn(rng, 0.03, 0.04)
    axis = foot + grip + r
    path = np.linspace([-0.01 - lean, 0, foot - 0.004], [lean - 0.01, 0, axis - 0.3 * r], 30)
    stalk = _tapered(path, (0.0, half, deep), (0.5, 1.05 * half, 0.96 * deep), (1.0, half, deep))
    trigger = egg((0.010, 0.007, 0.014), 3.0)
    pressed = moved(trigger, (0.6 * lean - 0.01 + deep, 0.0, axis - r - 0.029))
    motor = turned(
        [(0, -tail), (0.9 * r, -tail, 0.4 * r), (r, 0, 0.05), (r, 0.7 * nose, 0.01),
         (0.72 * r, nose, 0.002), (0, nose)]
    )  # fmt: skip
    jaws = turned(
        [(0, nose - 0.01), (0.66 * r, nose - 0.01), (0.66 * r, nose + 0.6 * chuck, 0.003),
         (0.3 * r, nose + chuck, 0.001), (0, nose + chuck)]
    )  # fmt: skip
    bit = turned([(0, nose), (0.0025, nose), (0.0025, nose + 1.8 * chuck), (0, nose + 1.8 * chuck)])
    block_of_cells = slab(battery, wide, foot, 0.012, 0.003)
    pieces = (
        Piece(stalk, MACHINE._replace(density=900.0, friction=0.7)),
        Piece(pressed, RUBBER),
        Piece(lying(motor, axis), MACHINE),
        Piece(lying(jaws, axis), STEEL._replace(density=3500.0)),
        Piece(lying(bit, axis), STEEL),
        Piece(moved(block_of_cells, (-0.005, 0.0, 0.0)), MACHINE._replace(density=1500.0)),
    )
    region = box_around(joined(stalk, pressed))
    low, high = (*region.low[:2], foot + 0.002), (*region.high[:2], axis - r + 0.002)
    return Design("drill", pieces, "grip", (region._replace(low=low, high=high),))


def trowel(rng: np.random.Generator) -> Design:
    """A bent blade, its edges down, at a turned handle."""
    grip, r = drawn(rng, 0.10, 0.13), drawn(rng, 0.0115, 0.016)
    blade, wide = drawn(rng, 0.12, 0.165), drawn(rng, 0.026, 0.043)
    bend, crank = drawn(rng, 0.25, 0.42) * wide, drawn(rng, 0.014, 0.03)
    waist, neck = drawn(rng, 0.78, 0.95), drawn(rng, 0.045, 0.065)
    stick = turned(
        [(0, -grip), (0.95 * r, -grip, 0.5 * r), (r, -0.7 * grip, 0.02),
         (waist * r, -0.3 * grip, 0.03), (0.9 * r, -0.08 * grip, 0.004), (0.6 * r, 0, 0.002),
         (0, 0)]
    )  # fmt: skip
    handle = moved(lying(stick, crank), (-neck, 0.0, 0.0))
    tang = bar(
        _bent((-neck - 0.02, crank), (-0.7 * neck, crank, 0.01), (-0.15 * neck, 0.0, 0.015),
              (0.025, 0.0)), 0.005, 0.0045
    )  # fmt: skip
    sheet = _blade(blade, wide, bend)
    pieces = _rested(Piece(handle, WOOD), Piece(joined(tang, sheet), STEEL))
    return Design("trowel", pieces, "handle", (box_around(pieces[0].mesh),))


def bat(rng: np.random.Generator) -> Design:
    """For table tennis: two rubbers on a wooden blade, and a grip that widens to its end."""
    r, thick, rubber = (
        drawn(rng, 0.065, 0.077),
        drawn(rng, 0.0055, 0.007),
        drawn(rng, 0.0015, 0.002),
    )
    grip, half = drawn(rng, 0.085, 0.105), drawn(rng, 0.0115, 0.0135)
    flare, flat = drawn(rng, 1.05, 1.4), drawn(rng, 0.72, 0.85)
    belly = drawn(rng, 0.95, 1.12)
    start = drawn(rng, 0.75, 0.85) * r
    throat = 0.36 * r
    root = -start - throat  # where the blade begins
    plate = hulled(_puck(0.0, 0.0, r, thick, 0.001), _puck(-start, 0.0, throat, thick, 0.001))
    cover = hulled(
        _puck(0.0, 0.0, r - 0.001, thick + 2 * rubber, 3e-4),
        _puck(0.035 - start, 0.0, throat, thick + 2 * rubber, 3e-4),
    )
    path = np.linspace([root - grip, 0, thick / 2], [root + 0.022, 0, thick / 2], 50)
    shape = [(0.0, 0.9 * flare), (0.03, flare), (0.2, 0.5 + 0.5 * flare), (0.5, belly), (0.8, 1.0),
             (1.0, 1.05)]  # fmt: skip
    handle = _tapered(path, *((at, k * half, flat * half * min(k, 1.1)) for at, k in shape))
    pieces = _rested(
        Piece(handle, WOOD),
        Piece(plate, WOOD),
        Piece(moved(cover, (0.0, 0.0, -rubber)), RUBBER._replace(density=900.0)),
    )
    return Design("bat", pieces, "grip", (box_around(pieces[0].mesh, high=root - 0.001),))


def spanner(rng: np.random.Generator) -> Design:
    """A jaw at one end, a ring at the other."""
    long, thick = drawn(rng, 0.15, 0.22), drawn(rng, 0.005, 0.0065)
    nut = drawn(rng, 0.072, 0.088) * long
    half = drawn(rng, 0.4, 0.5) * nut
    jaw, ring, head = 1.12 * nut, 0.82 * nut, thick + drawn(rng, 0.002, 0.004)
    shaft = _strip([_puck(x, 0.0, half, thick, 0.3 * thick) for x in (0.0, long)])
    slot = moved(slab(2.2 * nut, nut, 0.1, 0.35 * nut, 1e-4), (0.9 * nut, 0.0, -0.05))
    tilt = drawn(rng, 0.2, 0.3)
    fork = cut(_puck(0.0, 0.0, jaw, head, 0.0012), _yawed(slot, tilt))
    hexagon = _hexagonal([(0, -0.05), (nut / 3**0.5, -0.05), (nut / 3**0.5, 0.05), (0, 0.05)])
    eye = cut(_puck(0.0, 0.0, ring, head, 0.0012), hexagon)
    lift = (head - thick) / 2
    shaft = cut(moved(shaft, (0.0, 0.0, lift)), hexagon,
                moved(_yawed(slot, tilt), (long, 0.0, 0.0)))  # fmt: skip
    pieces = (Piece(shaft, STEEL), Piece(joined(eye, moved(fork, (long, 0.0, 0.0))), STEEL))
    region = box_around(shaft, ring + 0.002, long - jaw - 0.002)
    return Design("spanner", pieces, "shaft", (region,))


def stein(rng: np.random.Generator) -> Design:
    """A beer mug of heavy glass with a thick handle."""
    r, high, wall = drawn(rng, 0.037, 0.045), drawn(rng, 0.11, 0.15), drawn(rng, 0.0045, 0.0065)
    belly, base = drawn(rng, 0.96, 1.08), drawn(rng, 0.010, 0.016)
    depth, half = drawn(rng, 0.042, 0.052), drawn(rng, 0.0075, 0.0105)
    low, top = drawn(rng, 0.14, 0.22) * high, drawn(rng, 0.8, 0.88) * high
    wide = belly * r
    body = turned(
        [(0, 0), (r, 0, 0.004), (wide, 0.45 * high, 0.05), (r, high, 0.002),
         (r - wall, high, 0.002), (wide - wall, 0.45 * high, 0.045), (r - wall, base, 0.004),
         (0, base)]
    )  # fmt: skip
    back = r + depth
    handle = bar(
        _bent((r - wall / 2, top), (back, top + 0.004, drawn(rng, 0.014, 0.024)),
              (back - 0.004, low - 0.002, 0.02), (r - wall / 2, low)), 1.15 * half, half
    )  # fmt: skip
    pieces = (Piece(handle, GLASS), Piece(body, GLASS))
    region = box_around(handle, low=max(r, wide) + CLEAR)
    return Design("stein", pieces, "handle", (region,))


def hand_bell(rng: np.random.Generator) -> Design:
    """Of brass, standing on its mouth, a wooden handle on top."""
    lip, high, wall = drawn(rng, 0.031, 0.045), drawn(rng, 0.05, 0.075), drawn(rng, 0.0022, 0.003)
    waist, grip = drawn(rng, 0.6, 0.72) * lip, drawn(rng, 0.075, 0.115)
    r, neck = drawn(rng, 0.0095, 0.014), drawn(rng, 0.55, 0.8)
    crown = 0.8 * waist
    shell = turned(
        [(0, high - wall), (crown - wall, high - wall, 0.006), (waist - wall, 0.5 * high, 0.02),
         (lip - wall, 0, 5e-4), (lip, 0, 5e-4), (waist, 0.5 * high, 0.022), (crown, high, 0.008),
         (0, high)]
    )  # fmt: skip
    knob = turned(
        [(0, high - 0.002), (0.8 * r, high - 0.002), (0.9 * r, high + 0.008, 0.003),
         (neck * r, high + 0.25 * grip, 0.015), (r, high + 0.7 * grip, 0.02),
         (0.8 * r, high + grip, 0.6 * r), (0, high + grip)]
    )  # fmt: skip
    ball = 0.2 * lip
    wire = turned([(0, ball + 0.004), (0.0015, ball + 0.004), (0.0015, high - 0.001),
                   (0, high - 0.001)])  # fmt: skip
    clapper = joined(wire, moved(egg((ball, ball, ball)), (0.0, 0.0, 0.004)))
    pieces = (Piece(knob, WOOD), Piece(shell, BRASS), Piece(clapper, STEEL))
    region = box_around(knob)
    low = (*region.low[:2], high + CLEAR)
    return Design("hand_bell", pieces, "handle", (region._replace(low=low),))


def dumbbell(rng: np.random.Generator) -> Design:
    """A light one: six-sided heads, on which it lies, and a bar between them."""
    grip, r = drawn(rng, 0.105, 0.13), drawn(rng, 0.011, 0.0145)
    size, long = drawn(rng, 0.025, 0.031), drawn(rng, 0.02, 0.031)
    belly, end = drawn(rng, 1.0, 1.2), drawn(rng, 0.72, 0.9)
    rod = turned([(0, -0.5 * grip - 0.005), (r, -0.5 * grip - 0.005), (belly * r, 0, 0.08),
                  (r, 0.5 * grip + 0.005), (0, 0.5 * grip + 0.005)])  # fmt: skip
    lump = _hexagonal([(0, 0), (end * size, 0), (size, 0.25 * long), (size, 0.75 * long),
                       (end * size, long), (0, long)])  # fmt: skip
    axis = size * float(np.cos(np.pi / 6))
    heads = [
        Piece(moved(lying(lump, axis), (x, 0.0, 0.0)), STEEL._replace(density=6300.0))
        for x in (-grip / 2 - long, grip / 2)
    ]
    handle = lying(rod, axis)
    region = box_around(handle, -grip / 2 + 0.002, grip / 2 - 0.002)
    return Design("dumbbell", (Piece(handle, RUBBER), *heads), "bar", (region,))


def toolbox(rng: np.random.Generator) -> Design:
    """Half full, a lid that narrows upwards and a bow on it."""
    long, wide, high = drawn(rng, 0.19, 0.26), drawn(rng, 0.09, 0.13), drawn(rng, 0.06, 0.085)
    lid, slope = drawn(rng, 0.02, 0.035), drawn(rng, 0.6, 0.9)
    bow, rise, half = drawn(rng, 0.105, 0.13), drawn(rng, 0.042, 0.052), drawn(rng, 0.009, 0.012)
    top = high + lid
    tub = slab(0.96 * long, 0.94 * wide, high, 0.012, 0.002)
    rim = moved(slab(long, wide, 0.008, 0.012, 0.002), (0.0, 0.0, high - 0.006))
    cover = moved(slab(0.85 * long, slope * wide, 0.004, 0.012, 0.001), (0.0, 0.0, top - 0.004))
    catch = slab(0.022, 0.008, 0.03, 0.003, 0.001)
    latch = -0.5 * wide + 0.001, high - 0.018
    catches = [moved(catch, (k * 0.3 * long, *latch)) for k in (-1, 1)]
    crown = top + rise
    handle = bar(
        _bent((-bow / 2 - 0.006, top - 0.003), (-bow / 2, crown, 0.018), (bow / 2, crown, 0.018),
              (bow / 2 + 0.006, top - 0.003)), half, drawn(rng, 0.0065, 0.009)
    )  # fmt: skip
    pieces = (
        Piece(handle, HOLLOW_PLASTIC),
        Piece(tub, CLOSED_CASE),
        Piece(hulled(rim, cover), CLOSED_CASE),
        *(Piece(one, PLASTIC) for one in catches),
    )
    region = box_around(handle)
    low = (*region.low[:2], top + 0.45 * rise)
    return Design("toolbox", pieces, "bow", (region._replace(low=low),))


def iron(rng: np.random.Generator) -> Design:
    """On its sole, the tip towards +x, a handle bent over it from back to front."""
    long, wide, sole = drawn(rng, 0.18, 0.24), drawn(rng, 0.09, 0.115), drawn(rng, 0.008, 0.011)
    body, rise = drawn(rng, 0.036, 0.05), drawn(rng, 0.046, 0.06)
    half, high = drawn(rng, 0.0125, 0.0155), drawn(rng, 0.010, 0.0125)
    front, droop = drawn(rng, 0.16, 0.24) * long, drawn(rng, 0.0, 0.012)
    plate = _boat(long, wide, sole, 0.002)
    over = _boat(0.97 * long, 0.95 * wide, 0.008, 0.002)
    above = moved(_boat(0.74 * long, 0.55 * wide, 0.008, 0.003), (-0.06 * long, 0.0, sole + body))
    shell = hulled(moved(over, (0.0, 0.0, sole - 0.001)), above)
    top = sole + body + 0.008
    back = -0.36 * long
    path = _bent(
        (back + 0.01, top - 0.008), (back, top + rise, 0.02), (front, top + rise - droop, 0.02),
        (front + 0.008, top - 0.02)
    )  # fmt: skip
    handle = bar(path, half, high)
    pieces = (Piece(handle, MACHINE._replace(density=700.0)),
              Piece(shell, HOLLOW_PLASTIC), Piece(plate, ALUMINIUM))  # fmt: skip
    region = box_around(handle)
    low = (*region.low[:2], top + 0.4 * rise)
    return Design("iron", pieces, "handle", (region._replace(low=low),))


def hand_brush(rng: np.random.Generator) -> Design:
    """For a dustpan: it stands on its bristles, its handle towards −x."""
    back, wide, thick = drawn(rng, 0.13, 0.17), drawn(rng, 0.038, 0.058), drawn(rng, 0.014, 0.02)
    hair, spread = drawn(rng, 0.03, 0.05), drawn(rng, 1.0, 1.15)
    grip, half = drawn(rng, 0.105, 0.135), drawn(rng, 0.0105, 0.0145)
    rise, flat = drawn(rng, 0.0, 0.025), drawn(rng, 0.65, 0.85)
    wood = moved(slab(back, wide, thick, 0.35 * wide, 0.004), (0.0, 0.0, hair))
    foot = slab(spread * (back - 0.012), spread * (wide - 0.01), 0.004, 0.012, 0.001)
    root = moved(slab(back - 0.012, wide - 0.01, 0.004, 0.012, 0.001), (0.0, 0.0, hair))
    middle = hair + thick / 2
    path = np.linspace([-back / 2 - grip, 0, middle + rise], [0.03 - back / 2, 0, middle], 50)
    shape = [(0.0, 0.55), (0.04, 0.9), (0.12, 1.08), (0.3, 1.1), (0.75, 0.75), (1.0, 0.8)]
    handle = _tapered(path, *((at, k * half, flat * k * half) for at, k in shape))
    pieces = _rested(Piece(handle, WOOD), Piece(wood, WOOD), Piece(hulled(foot, root), BRISTLES))
    region = box_around(pieces[0].mesh, high=-back / 2 - 0.002)
    return Design("hand_brush", pieces, "handle", (region,))


def _bent(*corners: Sequence[float]) -> np.ndarray:
    """(60, 3) [m] a path in the x–z plane through corners (x, z) or (x, z, rounding)."""
    line = rounded_outline(corners)
    along = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    even = np.linspace(0.0, along[-1], 60)
    x, z = (np.interp(even, along, line[:, k]) for k in (0, 1))
    return np.stack([x, 0 * x, z], axis=1)


def _tapered(path: np.ndarray, *stations: tuple[float, float, float]) -> Mesh:
    """A bar along a path (n, 3) [m] through stations (share of the path, half width, height)."""
    share = np.linspace(0.0, 1.0, len(path))
    at, wide, high = np.array(stations).T
    sizes = np.interp(share, at, wide), np.interp(share, at, high)
    return swept(rings_along(path, SIDEWAYS, *sizes, 24))


def _puck(x: float, y: float, r: float, thick: float, edge: float) -> Mesh:
    """A disc on z = 0 with rounded edges."""
    return moved(turned([(0, 0), (r, 0, edge), (r, thick, edge), (0, thick)]), (x, y, 0.0))


def _strip(pucks: Sequence[Mesh]) -> Mesh:
    """A band from one disc to the next."""
    return joined(*(hulled(a, b) for a, b in pairwise(pucks)))


def _hexagonal(corners: Sequence[Sequence[float]]) -> Mesh:
    """As ``turned``, but with six flat sides, of which one, laid along x, faces down."""
    return lathe(rounded_outline(corners), even_angles(6))


def _boat(long: float, wide: float, thick: float, edge: float) -> Mesh:
    """A plate with a blunt end at −x and a pointed one at +x."""
    corner = 0.3 * wide
    ends = [_puck(corner - long / 2, s * (wide / 2 - corner), corner, thick, edge) for s in (-1, 1)]
    sides = [_puck(0.0, s * (0.47 * wide - corner), corner, thick, edge) for s in (-1, 1)]
    return hulled(*ends, *sides, _puck(long / 2 - 0.006, 0.0, 0.006, thick, edge))


def _blade(long: float, wide: float, bend: float) -> Mesh:
    """A sheet along x from 0, pointed, half as wide as ``wide``, its edges lower by ``bend``."""
    share = np.linspace(0.0, 1.0, 40)
    shoulder = 0.55 + 0.45 * np.sin(np.pi / 2 * np.minimum(share / 0.2, 1.0))
    point = 1.0 - np.maximum((share - 0.3) / 0.7, 0.0) ** 2.4
    half = wide * np.maximum(shoulder * point, 0.05)
    drop = bend * (half / wide) ** 2 * np.minimum(0.1 + share / 0.15, 1.0)
    s = np.linspace(-1.0, 1.0, 15)
    thick = 0.001
    y, z = np.outer(half, s), -np.outer(drop, s**2)
    x = np.repeat(long * share[:, None], 30, axis=1)
    y, z = np.c_[y, y[:, ::-1]], np.c_[z - thick, z[:, ::-1] + thick]
    return swept(np.stack([x, y, z], axis=-1))


def _yawed(mesh: Mesh, angle: float) -> Mesh:
    """The mesh, turned about z by an angle [rad]."""
    c, s = np.cos(angle), np.sin(angle)
    return mesh[0] @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]), mesh[1]


def _rested(*pieces: Piece) -> tuple[Piece, ...]:
    """What lies along x, tipped about y until it rests on the table, z = 0."""
    for _ in range(6):
        points = np.concatenate([piece.mesh[0] for piece in pieces])
        moments = [solid_moments(*piece.mesh) for piece in pieces]
        mass = [m.volume * p.material.density for m, p in zip(moments, pieces, strict=True)]
        middle = float(np.average([m.com[0] for m in moments], weights=mass))
        x, z = points[:, 0], points[:, 2]
        lowest = np.flatnonzero(z < z.min() + 1e-7)
        foot = lowest[np.argmin(np.abs(x[lowest] - middle))]
        side = 1.0 if middle > x[foot] else -1.0
        out = side * (x - x[foot])
        tip = side * np.arctan2(z - z[foot], out)[out > 1e-4].min()
        pieces = tuple(
            p._replace(mesh=_pitched(p.mesh, float(tip), float(z[foot]))) for p in pieces
        )
    return pieces


def _pitched(mesh: Mesh, angle: float, low: float) -> Mesh:
    """Lowered by ``low`` [m], then turned about y by an angle [rad], right-handed."""
    c, s = np.cos(angle), np.sin(angle)
    x, y, z = mesh[0].T
    return np.stack([c * x + s * (z - low), y, c * (z - low) - s * x], axis=1), mesh[1]


OUTDOORS = (
    watering_can,
    handsaw,
    drill,
    trowel,
    bat,
    spanner,
    stein,
    hand_bell,
    dumbbell,
    toolbox,
    iron,
    hand_brush,
)

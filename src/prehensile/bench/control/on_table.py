"""Things on a table, grasped as a user would by default: what one clip of them is measured by."""

from typing import Any, NamedTuple

import numpy as np

from prehensile.control.example.style import STYLES, load_style
from prehensile.control.grasp import grasp
from prehensile.control.place.stand import TABLE
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.parse import parse_hand
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import hand_of
from prehensile.quality.judge.held import judge_held
from prehensile.quality.judge.put import judge_put
from prehensile.quality.judge.touches import hand_contacts
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import box, capsule, cylinder, ellipsoid

KINDS = ("box", "cylinder", "capsule", "ellipsoid")
SMALLEST = (0.015, 0.09)
"""[m] of a random thing's smallest side"""
LONGER = 2.5
"""times it, at most, of the others"""
LONGEST = 0.2
"""[m] of any side"""
MASSES = (0.05, 0.5)
"""[kg]"""
DIP_BEYOND = np.radians(5)
"""[rad] beyond PIP and the style's pose, from which a fingertip counts as buckled"""
SUNK, LEANED = 0.0015, 5.0
"""[m] and [N] of hand and forearm in and on the table, at most"""


CATALOGUE_FIGURES = {
    "grip_ratio_p5": "at least 0.85: sum of normal forces over the asked one, end of the hold",
    "grip_ratio_p95": "at most 1.2",
    "slip_since_liftoff_mm_p90": "at most 5; percentiles are over held clips",
    "turn_since_liftoff_deg_p90": "at most 10",
    "dip_over_pip": "at most 0.05: fingers in the hold whose DIP is over 5° beyond PIP and the "
    "style's pose",
    "joint_speed_peak_deg_s_p90": "at most 300: fastest joint of a clip before lift-off",
    "release_speed_peak_deg_s_p90": "at most 300: the same after the order to let go",
    "above_table": "at least 0.95: of all clips, hand and forearm at most 1.5 mm in the table and "
    "5 N on it",
    "set_down_ok": "at least 0.9: of held clips, within 10 mm and 10°, still after a second",
    "needed_post": "fraction of all that were taken from a post",
    "first_play_held": "at least 0.75: of the random things, on the table, first full play",
    "random_held": "at least 0.9: of 45 random things, seed 1000, drawn once, on the table",
    "random_held_any": "at least 0.97: table or post",
    "random_held_sizes": "held on the table or a post by small and large hands (p5, p95): of "
    "12 more things each",
    "random_not_held": "",
    "welded": "no: whether anything but contact held an object",
}
"""Figures over the catalogue and the random things, and what they are to reach."""
JUDGED, DRAWN = 1000, 45
"""Seed and number of the random things that are judged; seeds below are for development."""
SIZES, PER_SIZE, FIRST_SIZED = ("p5", "p95"), 12, 60
"""Other hands, and which things of the draw they take"""


class Measured(NamedTuple):
    """What one thing's clip shows: whether it held, and how well."""

    name: str
    held: bool
    first: bool
    """whether the first placement that was played in full held, on the table"""
    on: str
    line: str
    """the verdict, or why there is none"""
    grip_ratio: float
    """sum of normal forces over the asked one, at the end of the hold"""
    slip: float
    """[m] of the centre of mass in the palm since lift-off"""
    turn: float
    """[rad] in the palm since lift-off"""
    buckled: float
    """share of the fingers in the hold whose last joint is bent further than it should"""
    speed: float
    """[rad/s] of the fastest joint before lift-off"""
    release_speed: float
    """[rad/s] of the fastest joint after the order to let go"""
    above_table: bool
    put_down: bool
    welded: bool


def random_thing(seed: int, index: int, masses: tuple[float, float] = MASSES) -> tuple[Object, str]:
    """The ``index``-th thing of a draw, and the side of the hand that takes it."""
    rng = np.random.default_rng([seed, index])
    kind = KINDS[rng.integers(len(KINDS))]
    least = rng.uniform(*SMALLEST)
    sides = np.minimum(least * np.append(1.0, rng.uniform(1, LONGER, 2)), LONGEST)
    mass = float(np.exp(rng.uniform(*np.log(masses))))
    if kind == "cylinder":
        sides = sides[:2]  # it has two, and one of them is the smallest
    rng.shuffle(sides)
    name = f"{kind}{index}"
    if kind == "box":
        made = box(tuple(sides), mass, name=name)
    elif kind == "ellipsoid":
        made = ellipsoid(tuple(sides / 2), mass, name=name)
    elif kind == "cylinder":
        across, high = sides[:2]
        made = cylinder(across / 2, high, mass, name=name)
    else:
        made = capsule(sides.min() / 2, max(sides.max() - sides.min(), 0.01), mass, name=name)
    return made, ("right", "left")[index % 2]


def measure_random(seed_and_index: tuple[int, int]) -> Measured:
    """A random thing, with the table and the post allowed."""
    obj, side = random_thing(*seed_and_index)
    return measure(obj, parse_hand(side).build())


def sized(seed: int) -> list[tuple[int, int, str]]:
    """Seed, index and hand size of what other hands take."""
    return [(seed, FIRST_SIZED + k, size) for size in SIZES for k in range(PER_SIZE)]


def measure_sized(case: tuple[int, int, str]) -> Measured:
    """Measure one of the cases of `sized`."""
    seed, index, size = case
    obj, side = random_thing(seed, index)
    return measure(obj, parse_hand(f"{side}:{size}").build())


def measure(obj: Object, hand: Hand) -> Measured:
    """Grasp it by default and look at the clip."""
    try:
        clip = grasp(obj, hand)
    except PrehensileError as error:
        nothing = (np.nan,) * 6
        return Measured(
            obj.name, False, False, "", str(error), *nothing, above_table=True, put_down=False,
            welded=False,
        )  # fmt: skip
    return measured_clip(clip, obj.name)


def measured_clip(clip: Clip, body: str) -> Measured:
    """Every number of one clip of `grasp`."""
    held, put = judge_held(clip, body), judge_put(clip, body)
    track = clip.hands[0]
    phases = {name: (begin, end) for name, begin, end in clip.meta["phases"]}
    lift = phases["lift"][0] if "lift" in phases else float(clip.time[-1])
    let_go = clip.meta.get("let_go_at")
    end = float(clip.time[-1]) if let_go is None else float(let_go)
    k = clip.last_frame_of("hold")
    speed = np.abs(np.diff(track.q, axis=0)) / np.diff(clip.time)[:, None]
    mask, frame = hand_contacts(clip, body, track.name)
    now = mask & (frame == k)
    pressed = float(np.abs((clip.contacts.force * clip.contacts.normal)[now].sum(axis=1)).sum())
    after = speed[clip.time[1:] > end]
    on = clip.meta["on"]
    return Measured(
        body,
        held.held,
        held.held and on == "table" and clip.meta.get("played") == 1,
        on,
        str(clip.verdict),
        pressed / clip.meta["grip"],
        held.moved,
        held.turned,
        buckled_share(clip, k),
        float(speed[clip.time[1:] <= lift].max()),
        float(after.max()) if len(after) else 0.0,
        above_table(clip),
        put is not None and put.ok,
        clip.meta["bodies"][body]["aided_until"] is not None,
    )


def buckled_share(clip: Clip, frame: int) -> float:
    """Of the four fingers, whose DIP is beyond PIP and the style's own pose by `DIP_BEYOND`."""
    track = clip.hands[0]
    hand = hand_of(track)
    q = track.q[frame]
    example = clip.meta.get("example")
    own = load_style(example).on(hand).poses(hand)[1] if example in STYLES else hand.lower
    bent = 0
    for finger in DIGITS[1:]:
        dip, pip = (hand.joint_index(f"{finger}_{j}_flex") for j in ("dip", "pip"))
        bent += bool(q[dip] > max(q[pip], own[dip]) + DIP_BEYOND)
    return bent / (len(DIGITS) - 1)


def above_table(clip: Clip) -> bool:
    """Whether hand and forearm never enter the table or lean on it."""
    c = clip.contacts
    if TABLE not in c.names:
        return True
    frame = np.repeat(np.arange(clip.n_frames), np.diff(c.offsets))
    of_hand = np.array(["/" in name for name in c.names])
    mine = (c.b == c.names.index(TABLE)) & of_hand[c.a]
    if not mine.any():
        return True
    press = np.abs((c.force * c.normal)[mine].sum(axis=1))
    return bool(c.depth[mine].max() <= SUNK and np.bincount(frame[mine], press).max() <= LEANED)


def figures(
    catalogue: list[Measured], drawn: list[Measured], by_others: list[Measured]
) -> dict[str, Any]:
    """`CATALOGUE_FIGURES` of clips of the catalogue, of random things, and of `sized` ones."""
    everything = [*catalogue, *drawn]
    held = [m for m in everything if m.held]

    def percentile(name: str, share: float, unit: float = 1.0) -> float:
        values = [getattr(m, name) for m in held]
        return unit * float(np.percentile(values, share)) if values else float("nan")

    def fraction(found: list[bool]) -> float:
        return float(np.mean(found)) if found else float("nan")

    degrees = float(np.degrees(1.0))
    return {
        "grip_ratio_p5": percentile("grip_ratio", 5),
        "grip_ratio_p95": percentile("grip_ratio", 95),
        "slip_since_liftoff_mm_p90": percentile("slip", 90, 1e3),
        "turn_since_liftoff_deg_p90": percentile("turn", 90, degrees),
        "dip_over_pip": float(np.mean([m.buckled for m in held])) if held else float("nan"),
        "joint_speed_peak_deg_s_p90": percentile("speed", 90, degrees),
        "release_speed_peak_deg_s_p90": percentile("release_speed", 90, degrees),
        "above_table": fraction([m.above_table for m in everything]),
        "set_down_ok": fraction([m.put_down for m in held]),
        "needed_post": fraction([m.on == "post" for m in everything]),
        "first_play_held": fraction([m.first for m in drawn]),
        "random_held": fraction([m.held and m.on == "table" for m in drawn]),
        "random_held_any": fraction([m.held for m in drawn]),
        "random_held_sizes": {
            size: fraction([m.held for m in by_others[k * PER_SIZE :][:PER_SIZE]])
            for k, size in enumerate(SIZES)
        },
        "random_not_held": [f"{m.name}: {m.line}" for m in drawn if not m.held],
        "welded": any(m.welded for m in everything),
    }

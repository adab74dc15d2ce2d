"""The main job: a hand picks up an object and holds it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np

from prehensile.control.attempt.attempt import (
    HOLD_SECONDS,
    PLAIN,
    Ask,
    Progress,
    Tell,
    Tuning,
)
from prehensile.control.attempt.search import grasp_any_way
from prehensile.control.attempt.which_styles import checked_wishes, styles_for
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.style import STYLES
from prehensile.control.law.grip_range import checked_grip
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import ON, STAND_HEIGHT, On
from prehensile.control.place.wishes import wished
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.motion.clip import Clip
from prehensile.world.catalogue import load_object
from prehensile.world.objects.object import Object

ControllerName = Literal["sequence", "example"]
CONTROLLERS = ("sequence", "example")
"""What `grasp` can be asked to grasp with."""
MOST_ALPHA, MOST_STRENGTH = 3.0, 300.0
"""Beyond them fingers sink into what they hold."""
LEAST_HOLD, MOST_HOLD = 2.0, 600.0
"""[s] in the air: less is not called held, and more fills the memory"""
FARTHEST_PUT = 0.3
"""[m] from where an object stands to where it is put, along each axis"""


def grasp(
    obj: str | Path | Object = "mug",
    hand: str | Hand = "right",
    *,
    grip: float | None = None,
    seed: int = 0,
    tries: int = 12,
    controller: ControllerName | None = None,
    example: str | Path | GraspStyle | None = None,
    shake: bool = False,
    on: On | None = None,
    put: Sequence[float] | bool = True,
    alpha: float = 0.0,
    strength: float | None = None,
    reach: Sequence[float] | None = None,
    reflex: bool = False,
    hold: float = HOLD_SECONDS,
    where: str | Sequence[float] | None = None,
    avoid: str | Sequence[float] | None = None,
    approach: str | Sequence[float] | None = None,
    pose: str | None = None,
    fingers: str | Sequence[str] | None = None,
    purpose: str | None = None,
    progress: Progress | None = None,
    tell: Tell | None = None,
) -> Clip:
    """Approach, close, lift 15 cm, hold 3 s, put it down, let go; the clip of the best attempt.

    What is mounted on a hinge is turned instead, what is fixed to a wall is hung on.
    ``clip.verdict`` says whether that was done, why not, and what to do about it. A grasp that
    fails is a result, not an error.

    Args:
        obj: a catalogue name (``"mug"``, ``"cylinder:r=30mm,h=120mm"``), a mesh file, or an Object.
        hand: ``"right"``, ``"left:p95"``, ``"right:seed=7"``, or a Hand.
        grip: [N] sum of the normal forces on the object; by default three times what friction
            needs to carry the weight.
        seed: same seed, same clip.
        tries: how many ways of grasping are tried in simulation at most.
        controller: ``example`` grasps as one recording showed (lifting, with our own hands);
            ``sequence`` closes poses of the corpus. By default the example, and the sequence for
            what it cannot do or drops; ``clip.meta["fallback"]`` then says why.
        example: a style by name or file; by default one that suits the object's size.
        shake: shake what was lifted, before it is held; for the example.
        on: what the object rests on, ``table``, ``edge`` (what is flat is slid over the table's
            near edge) or ``post``. By default the table, its edge for dishes and what cannot be
            taken from it, and the post for others; ``clip.meta["on"]`` says which.
        put: where it is put down, (x, y, z) [m] of its foot, world; True: back where it stood;
            False: the clip ends with the object in the air. For the example.
        alpha: grip strength α beyond the example's (15), (16); for the example.
        strength: times the published gains; by default what suits the grip. For the example.
        reach: (D1, D2) [m] of Table 1; for the example.
        hold: [s] in the air, lifted and still; for the example.
        reflex: grip what slips in the hand harder, 80 ms later; for the example.
        where: a part of the object by its name, or x, y, z [m] in its frame: the nearest point of
            its surface, where something presses within 25 mm. ``clip.verdict`` says whether.
        avoid: a part, or x, y, z and a radius [m] (0.04 if left out), where nothing presses.
        approach: from where the hand comes, within 30°: ``above``, ``front``, ``side``, or a
            direction x, y, z, world.
        pose: the name of a style, or of a grasp of the corpus.
        fingers: which digits close, ``"thumb,index,middle"``; the others stay back.
        purpose: ``use`` by the handle, ``hand-over`` with the handle left free, ``carry`` near the
            centre of mass; by default use where a handle is found, else carry.
        progress: called with (tries done, tries at most).
        tell: called with words: how many ways were tried, and which is the best so far.

    What was planned is kept: asked again, the same clip comes without planning.
    """
    ask = asked(
        grip=grip,
        seed=seed,
        tries=tries,
        controller=controller,
        example=example,
        shake=shake,
        on=on,
        put=put,
        alpha=alpha,
        strength=strength,
        reach=reach,
        reflex=reflex,
        hold=hold,
        where=where,
        avoid=avoid,
        approach=approach,
        pose=pose,
        fingers=fingers,
        purpose=purpose,
        progress=progress,
        tell=tell,
    )
    own = shake or example is not None or ask.tuning != PLAIN or ask.hold != HOLD_SECONDS
    if controller is None and own:
        controller = "example"
    if controller is None and pose is not None and pose not in STYLES:
        controller = "sequence"
    thing = obj if isinstance(obj, Object) else load_object(obj)
    the_hand = hand if isinstance(hand, Hand) else parse_hand(_text(hand)).build()
    Sought(thing, ask.wishes)  # refused here, before anything is tried
    styles = [] if controller == "sequence" else styles_for(thing, example, ask.wishes, the_hand)
    return grasp_any_way(thing, the_hand, styles, ask, on, controller).clip


def asked(
    grip: float | None = None,
    seed: int = 0,
    tries: int = 12,
    controller: str | None = None,
    example: str | Path | GraspStyle | None = None,
    shake: bool = False,
    on: str | None = None,
    put: Sequence[float] | bool = True,
    alpha: float = 0.0,
    strength: float | None = None,
    reach: Sequence[float] | None = None,
    reflex: bool = False,
    hold: float = HOLD_SECONDS,
    where: str | Sequence[float] | None = None,
    avoid: str | Sequence[float] | None = None,
    approach: str | Sequence[float] | None = None,
    pose: str | None = None,
    fingers: str | Sequence[str] | None = None,
    purpose: str | None = None,
    progress: Progress | None = None,
    tell: Tell | None = None,
) -> Ask:
    """The arguments of `grasp` that do not depend on object and hand, checked.

    Raises:
        UnknownNameError: no such controller, or nothing to rest on.
        InputError: a number that cannot be, or things that contradict each other.
    """
    if controller is not None and controller not in CONTROLLERS:
        raise UnknownNameError("controller", str(controller), CONTROLLERS)
    if on is not None and on not in ON:
        raise UnknownNameError("thing to rest on", str(on), ON)
    tuning = _tuning(alpha, strength, reach)._replace(reflex=bool(reflex))
    seconds = _seconds(hold)
    asks = (
        (shake, "shaking"),
        (example is not None, "an example"),
        (tuning != PLAIN, "tuning"),
        (seconds != HOLD_SECONDS, "another hold"),
    )
    for given, what in asks:
        if given and controller == "sequence":
            raise InputError(
                f"{what} belongs to the controller 'example'; choose it, or leave it out."
            )
    return Ask(
        None if grip is None else checked_grip(grip),
        _whole(seed, "seed", 0),
        _whole(tries, "tries", 1),
        shake,
        _shift(put),
        progress,
        tuning,
        seconds,
        checked_wishes(wished(where, avoid, approach, pose, fingers, purpose), example, controller),
        tell,
    )


def _tuning(alpha: float, strength: float | None, reach: Sequence[float] | None) -> Tuning:
    for name, value in (("alpha", alpha), ("strength", strength)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            raise InputError(f"{name} is {value!r}; give a number.")
    if not -1 < alpha < MOST_ALPHA:
        raise InputError(f"alpha is {alpha:g}; 0 is the example's grip, {MOST_ALPHA:g} the most.")
    if strength is not None and not 0 < strength <= MOST_STRENGTH:
        raise InputError(f"strength is {strength:g}; give 1 (published) to {MOST_STRENGTH:g}.")
    if reach is None:
        return Tuning(float(alpha), strength)
    try:
        near, far = (float(d) for d in reach)
    except (TypeError, ValueError):
        raise InputError(f"reach is {reach!r}; give D1 and D2 [m], such as 0.05, 0.3.") from None
    if not 0.01 <= near < far <= 1:
        raise InputError(f"reach is {near:g}, {far:g} m; expected 0.01 ≤ D1 < D2 ≤ 1.")
    return Tuning(float(alpha), strength, (near, far))


def _seconds(hold: float) -> float:
    if isinstance(hold, bool) or not isinstance(hold, int | float):
        raise InputError(f"hold is {hold!r}; give seconds.")
    if not LEAST_HOLD <= hold <= MOST_HOLD:
        raise InputError(f"hold is {hold:g} s; give {LEAST_HOLD:g} to {MOST_HOLD:g} s.")
    return float(hold)


def _whole(value: int, name: str, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{name} is {value!r}; give a whole number from {least} up.")
    return int(value)


def _text(hand: object) -> str:
    if not isinstance(hand, str):
        raise InputError(f"hand is {hand!r}; give a Hand, or text like 'right' or 'left:p95'.")
    return hand


def _shift(put: Sequence[float] | bool) -> np.ndarray | None:
    """(3,) [m] from where every object stands at first; None if it shall stay in the air."""
    if isinstance(put, bool):
        return np.zeros(3) if put else None
    place = np.asarray(put, dtype=float)
    if place.shape != (3,) or not np.isfinite(place).all():
        raise InputError(f"put is {put!r}; give x, y, z [m], True or False.")
    shift = place - [0, 0, STAND_HEIGHT]
    if np.abs(shift).max() > FARTHEST_PUT:
        raise InputError(
            f"put is {place.tolist()}, more than {FARTHEST_PUT:g} m from where the object stands, "
            f"(0, 0, {STAND_HEIGHT:g}): the table's top is at z = {STAND_HEIGHT:g} m."
        )
    return shift

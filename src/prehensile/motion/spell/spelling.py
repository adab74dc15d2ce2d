"""Fingerspelling as a clip: hold a sign, blend to the next, draw J and Z in the air."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from prehensile._version import __version__
from prehensile.errors import InputError
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES, THUMB_JOINTS
from prehensile.hand.parse import parse_hand
from prehensile.kinematics.transfer import carried_over
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.motion.spell.air_stroke import drawing_poses
from prehensile.motion.spell.handover import Handshape, handover
from prehensile.motion.spell.letters import (
    LetterPose,
    facing,
    held_at,
    letter_pose,
    sideways,
    sign,
    signs,
)

LONGEST = 200
"""Characters in one text."""
FASTEST, SLOWEST = 0.1, 10.0
"""[s] per sign"""
HELD = 0.5
"""Share of a sign's time that it stands still; the rest leads to it."""
LEG_TIME = 0.9
"""Time of one leg of a stroke over a sign's."""
SLIDE = 0.3
"""Over the hand's length: a doubled letter moves outwards."""
THUMB_ASIDE = np.radians([10.0, -22.0, 5.0, 5.0])
"""(4,) [rad] the thumb's angles halfway between two signs"""
UP, TO_READER = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])


class Key(NamedTuple):
    """Where the hand is at one time, and how it goes on from there."""

    time: float
    """[s]"""
    shape: Handshape
    T_world_forearm: np.ndarray
    """(4, 4)"""
    drawing: bool = False
    """The forearm goes straight on to the next key, which is near; else with minimum jerk."""


def spell(
    text: str,
    hand: Hand | str = "right",
    rate_hz: float = 60.0,
    letter_time: float = 0.6,
) -> Clip:
    """A hand spells a text.

    Between signs the forearm moves with minimum jerk, and the fingers get out of one another's way.
    A space relaxes the hand; a doubled letter slides outwards; J and Z are drawn by a fingertip.
    ``meta["phases"]`` says from when to when each sign stands still or is drawn.

    Args:
        text: letters A to Z of either case, digits and spaces.
        hand: a hand, or what ``--hand`` takes.
        rate_hz: frames per second.
        letter_time: [s] per sign.

    Raises:
        InputError: a character without a sign, an empty or too long text, or a time or rate out of
            range.
    """
    who = parse_hand(hand).build() if isinstance(hand, str) else hand
    characters = checked_text(text)
    check_pace(rate_hz, letter_time)
    start = _relaxed(who)
    keys, phases = [Key(0.0, Handshape(start.q), start.T_world_forearm)], []
    for character, poses in _signed(who, characters):
        begin = keys[-1].time + (1 - HELD) * letter_time
        times = begin + letter_time * LEG_TIME * _legs(character) * np.linspace(0, 1, len(poses))
        over = () if character == " " else sign(character).over
        for time, pose in zip(times, poses, strict=True):
            keys.append(Key(time, Handshape(pose.q, over), pose.T_world_forearm, drawing=True))
        end = float(times[-1]) + HELD * letter_time
        keys.append(keys[-1]._replace(time=end, drawing=False))
        phases.append([character, float(begin), end])
    keys.append(keys[0]._replace(time=keys[-1].time + (1 - HELD) * letter_time))
    meta = {"command": "spell", "version": __version__, "text": characters, "phases": phases}
    return _clip(who, keys, rate_hz, meta)


def check_pace(rate_hz: float, letter_time: float) -> None:
    """Refuse a rate or a time per sign that makes no clip.

    Raises:
        InputError: out of range.
    """
    if not (np.isfinite(letter_time) and FASTEST <= letter_time <= SLOWEST):
        raise InputError(
            f"letter time is {letter_time:g} s; give {FASTEST:g} to {SLOWEST:g} s a sign."
        )
    if not (np.isfinite(rate_hz) and 1 <= rate_hz <= 1000):
        raise InputError(f"rate is {rate_hz:g} Hz; give 1 to 1000 frames per second.")


def checked_text(text: str) -> str:
    """The text in upper case with single spaces, if all of it can be spelled.

    Raises:
        InputError: it cannot.
    """
    words = " ".join(text.split())
    if not words:
        raise InputError("there is nothing to spell; give letters A to Z, digits or spaces.")
    if len(words) > LONGEST:
        raise InputError(f"the text has {len(words)} characters; give at most {LONGEST}.")
    for character in words:
        if character != " " and character.upper() not in signs():
            raise InputError(
                f"there is no sign for {character!r}; spell with letters A to Z, digits 0 to 9 "
                "and spaces."
            )
    return words.upper()


def _signed(hand: Hand, characters: str) -> Iterator[tuple[str, list[LetterPose]]]:
    """Every character with the poses it takes: one, or those along a stroke."""
    slid = 0
    for before, character in zip(" " + characters, characters, strict=False):
        slid = slid + 1 if character == before else 0
        if character == " ":
            yield character, [_relaxed(hand)]
            continue
        shape = sign(character)
        poses = drawing_poses(hand, shape) if shape.stroke else [letter_pose(hand, character)]
        outwards = np.array([-sideways(hand) * SLIDE * slid * hand.length, 0.0, 0.0])
        yield character, [_moved(pose, outwards) for pose in poses]


def _legs(character: str) -> int:
    stroke = None if character == " " else sign(character).stroke
    return 0 if stroke is None else len(stroke.legs)


def _relaxed(hand: Hand) -> LetterPose:
    q = carried_over(hand, corpus_pose("neutral").q)
    return LetterPose(q, held_at(hand, q, facing(hand, UP, TO_READER)))


def open_hand(hand: Hand) -> np.ndarray:
    """(dof,) [rad] the relaxed hand with its thumb out of the way."""
    q = corpus_pose("neutral").q.copy()
    q[[JOINT_NAMES.index(name) for name in THUMB_JOINTS]] = THUMB_ASIDE
    return carried_over(hand, q)


def _moved(pose: LetterPose, by: np.ndarray) -> LetterPose:
    T = pose.T_world_forearm.copy()
    T[:3, 3] += by
    return LetterPose(pose.q, T)


def _clip(hand: Hand, keys: list[Key], rate_hz: float, meta: dict[str, Any]) -> Clip:
    """Frames from key to key."""
    at = np.array([key.time for key in keys])
    frames = round(at[-1] * rate_hz) + 1
    time = np.arange(frames) / rate_hz
    leg = np.clip(np.searchsorted(at, time, side="right") - 1, 0, len(at) - 2)
    share = np.clip((time - at[leg]) / (at[leg + 1] - at[leg]), 0, 1)
    q, place = np.empty((frames, hand.dof)), np.empty((frames, 7))
    opened = open_hand(hand)
    for k in np.unique(leg):
        here, now, then = leg == k, keys[k], keys[k + 1]
        q[here] = handover(hand, now.shape, then.shape, opened, share[here])
        along = share[here] if now.drawing else minimum_jerk(share[here])[0]
        a, b = se3.to_pose7(np.stack([now.T_world_forearm, then.T_world_forearm]))
        place[here, :3] = a[:3] + along[:, None] * (b - a)[:3]
        place[here, 3:] = so3.slerp(a[3:], b[3:], along)
    return Clip(
        time,
        (HandTrack(hand.side, hand.spec.to_json(), hand.joint_names, q, place),),
        (),
        ContactTrack.empty(frames),
        np.zeros((frames, 1, 5)),
        np.zeros((frames, 1)),
        meta,
    )

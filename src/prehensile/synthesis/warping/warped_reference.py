"""`warped_reference`: a reference opened or closed for an object of another size (Kry 2005, 8.1).

What the captured object bent is taken back first; the hand's motion is warped so that its fingers
land on the new object; and the forces of the captured grip, along the new normals, bend it again.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.motion.tracked_hand import angles_of
from prehensile.synthesis.clip_reference import clip_hand
from prehensile.synthesis.clips.scenery import captured_body
from prehensile.synthesis.setting import Reference
from prehensile.synthesis.structure import HandStructure
from prehensile.synthesis.warping.captured_grip import CapturedGrip, captured_grip
from prehensile.synthesis.warping.landed_grip import ALL, LandedGrip, landed_grip
from prehensile.synthesis.warping.landing import grip_middle, landing_points
from prehensile.synthesis.warping.moved_tips import MovedTips
from prehensile.synthesis.warping.pushed_out import HandAndObject
from prehensile.world.objects.object import Object
from prehensile.world.scene import ObjectInScene

NEAR = 0.025
"""[m] from either object within which the warp is whole"""
RAMP = 0.4
"""[s] in which it comes and goes"""


def warped_reference(
    clip: Clip, captured: Object | ObjectInScene, new: Object | ObjectInScene,
    compliance: np.ndarray,
) -> Clip:  # fmt: skip
    """A clip whose first hand does to a new object what it did to the captured one.

    Places on the two correspond by their boxes, along the captured object's axes; grip forces stay
    the same. The forearm goes where the middle of the grip goes, and farther if fingers do not
    reach or the palm is in the way; joint limits are kept.

    Args:
        clip: a reference; its first loose body, if any, is how the captured object moved.
        captured: what the hand held, where it stood at first; a mere `Object` where that body
            begins.
        new: where it stands; a mere `Object` where the captured one does.
        compliance: (dof + 3, dof + 3)

    Raises:
        InputError: no hand in the clip, no finger that reaches into the captured object, a place
            that is not known.
    """
    hand, track = clip_hand(clip), clip.hands[0]
    q, T = angles_of(track), se3.from_pose7(track.T_world_forearm)
    steps = [Reference(np.append(one, np.zeros(3)), base) for one, base in zip(q, T, strict=True)]
    body = captured_body(clip)
    captured = _placed(captured, None if body is None else body.pose[0])
    new = _placed(new, captured.pose)
    old, fresh = HandAndObject(hand, captured), HandAndObject(hand, new)
    path = _path(captured, body, clip.n_frames)
    grip = captured_grip(hand, old, steps, compliance, path, body is not None)
    k = grip.frame
    q, T = grip.theta[:, : hand.dof], T.copy()
    T[:, :3, 3] += grip.theta[:, hand.dof :]
    beside = se3.inverse(grip.path[0]) @ se3.from_pose7(np.asarray(new.pose, float))
    inside = se3.apply(se3.inverse(grip.path[k]), grip.point)
    places, middle = landing_points(inside, grip.digits, captured.object, new.object, beside)
    shift = grip.path[k, :3, :3] @ (middle - grip_middle(inside, grip.digits))
    moved = T[k].copy()
    moved[:3, 3] += shift
    landed = landed_grip(
        hand, fresh, q[k], moved, grip.path[k] @ beside, grip.digits, grip.link,
        grip.point + shift, se3.apply(grip.path[k], places), _clearance(old, grip, T[k]),
    )  # fmt: skip
    near = np.minimum(grip.near, [
        fresh.contacts(s.theta, s.T_base, at @ beside).gap.min(initial=np.inf)
        for s, at in zip(steps, grip.path, strict=True)
    ])  # fmt: skip
    share = _share(clip.time, near < NEAR)
    turn = grip.path[:, :3, :3] @ grip.path[k, :3, :3].T
    T_new = T.copy()
    T_new[:, :3, 3] += share[:, None] * (turn @ (landed.T_forearm - T[k])[:3, 3])
    q_new = _opened(hand, q, T, T_new, landed, k, share)
    q_new, T_new = _bent(hand, q_new, T_new, grip, landed, compliance)
    n = clip.n_frames
    return replace(
        clip,
        hands=(
            replace(
                track, joint_names=hand.joint_names, q=q_new, T_world_forearm=se3.to_pose7(T_new)
            ),
            *clip.hands[1:],
        ),
        bodies=(),
        contacts=ContactTrack.empty(n),
        finger_force=np.zeros_like(clip.finger_force),
        palm_force=np.zeros_like(clip.palm_force),
        meta={**clip.meta, "warped_from": captured.object.name, "warped_to": new.object.name},
    )


def _placed(
    thing: Object | ObjectInScene, pose: Sequence[float] | np.ndarray | None
) -> ObjectInScene:
    if isinstance(thing, ObjectInScene):
        return thing if thing.name else replace(thing, name=thing.object.name)
    if pose is None:
        raise InputError("the clip shows no body: say where the captured object stood.")
    return ObjectInScene(thing, thing.name, pose)


def _path(captured: ObjectInScene, body: BodyTrack | None, frames: int) -> np.ndarray:
    """(T, 4, 4) of the captured object: with the body that the clip shows, or where it stood."""
    stood = se3.from_pose7(np.asarray(captured.pose, float))
    if body is None:
        return np.tile(stood, (frames, 1, 1))
    T = se3.from_pose7(body.pose)
    return T @ se3.inverse(T[0]) @ stood


def _clearance(pair: HandAndObject, grip: CapturedGrip, T: np.ndarray) -> np.ndarray:
    """(S,) [m] that segments had when the grip was firm; infinite beyond the margin."""
    at = np.append(grip.theta[grip.frame, :-3], np.zeros(3))
    c = pair.contacts(at, T, grip.path[grip.frame])
    rows = pair.nearest_of_links(c)
    out = np.full(len(rows), np.inf)
    out[rows >= 0] = c.gap[rows[rows >= 0]]
    return out


def _share(time: np.ndarray, near: np.ndarray) -> np.ndarray:
    """(T,) of the warp: all of it while the hand is near, none long before and after."""
    first, last = time[near.argmax()], time[len(near) - 1 - near[::-1].argmax()]
    return minimum_jerk(1 - np.maximum(first - time, time - last) / RAMP)[0]


def _opened(
    hand: Hand, q: np.ndarray, T: np.ndarray, T_new: np.ndarray, landed: LandedGrip, k: int,
    share: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """(T, dof) [rad] with all pads moved in the palm as they are when the grip is firm."""
    tips = MovedTips(hand, ALL)

    def in_palm(q: np.ndarray, T: np.ndarray) -> np.ndarray:
        palm = palm_transform(hand, q, T)[..., None, :, :]
        return se3.apply(se3.inverse(palm), tips.pads(q, T))

    apart = in_palm(landed.q, landed.T_forearm) - in_palm(q[k], T[k])
    goals = in_palm(q, T) + share[:, None, None] * apart
    wrist = [name.startswith("wrist") for name in hand.joint_names]
    turned = q + share[:, None] * np.where(wrist, landed.q - q[k], 0.0)
    palm = palm_transform(hand, turned, T_new)[:, None]
    return tips.carried_over(turned, T, T_new, se3.apply(palm, goals))


def _bent(
    hand: Hand, q: np.ndarray, T: np.ndarray, grip: CapturedGrip, landed: LandedGrip,
    compliance: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """References (T, dof) [rad] and forearms (T, 4, 4) that press as the captured grip did."""
    structure, root = HandStructure(hand), np.zeros(3)
    q, T = q.copy(), T.copy()
    links, _ = structure.at(
        np.append(landed.q, root), landed.T_forearm, grip.link, np.ascontiguousarray(landed.point)
    )
    palm = palm_transform(hand, landed.q, landed.T_forearm)
    local = se3.apply(se3.inverse(links[grip.link]), landed.point)
    across = landed.normal @ palm[:3, :3]
    turn = palm_transform(hand, q, T)[:, :3, :3]
    for i in np.flatnonzero(grip.force[:, grip.digits].any(axis=1)):
        theta = np.append(q[i], root)
        poses, _ = structure.at(theta, T[i], grip.link, landed.point)
        at = se3.apply(poses[grip.link], local)
        _, J = structure.at(theta, T[i], grip.link, np.ascontiguousarray(at))
        force = grip.force[i, grip.digits, None] * (across @ turn[i].T)
        bend = compliance @ np.einsum("iak,ia->k", J[:, :3], force)
        q[i] -= bend[:-3]
        T[i, :3, 3] -= bend[-3:]
    return q, T

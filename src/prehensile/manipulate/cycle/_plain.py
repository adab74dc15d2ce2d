"""What a step does to many cycles, in NumPy: the oracle of the compiled kernels, and their
stand-in without Numba.
"""

import numpy as np

from prehensile.lie import so3
from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.cycle import terms
from prehensile.manipulate.cycle.phases import ACTUATE, APPROACH, RELEASE, Limits, holds, left

COLUMN = {term: k for k, term in enumerate(TERMS)}


def gather(
    found: np.ndarray, pos: np.ndarray, normal: np.ndarray, force: np.ndarray, depth: np.ndarray,
    normal_force: np.ndarray, finger: np.ndarray, graded: np.ndarray, pose: np.ndarray,
    forearm: np.ndarray, sums: np.ndarray, deepest: np.ndarray, grasp: np.ndarray, at: np.ndarray,
    into: np.ndarray, live: np.ndarray, world: np.ndarray, segment: np.ndarray, push: np.ndarray,
) -> tuple[int, int]:  # fmt: skip
    """Contacts of N worlds with one thing, as sums and lists.

    Args:
        found, pos, normal, force, depth, normal_force: (N, S, ...) as `SegmentContacts` of one
            thing, with K slots.
        finger: (S,) of each segment, thumb to little; −1 for the palm.
        graded: (N,) bool: whose contacts are listed.
        pose: (N, 7) of the thing.
        forearm: (N, 7)
        sums: (N, 5) written, like all that follow: [N] of the magnitudes of each finger's forces.
        deepest: (N,) [m] of the deepest contact; nought without any.
        grasp: (N,) worlds of those that have any, in order; row by row:
        at, into: (N, S K, 3) contacts that press, in the thing's frame, from the first slot on.
        live: (N, S K) bool: which slots were so filled; of the others nothing is to be read.
        world, segment: (N S,) of each segment of a finger that touches, world by world.
        push: (N S, 3) [N] sums of its forces, in the forearm's frame.

    Returns:
        How many grasps there are, and how many segments.
    """
    sums[:], deepest[:], live[:] = 0.0, 0.0, False
    which, part = np.nonzero(found)
    which, part = which.astype(np.int64), part.astype(np.int64)
    pressed = force[which, part]
    size = np.linalg.norm(pressed, axis=-1).sum(axis=1)
    here = finger[part] >= 0
    np.add.at(sums, (which[here], finger[part][here]), size[here])
    np.maximum.at(deepest, which, depth[which, part].max(axis=1))
    count = int(here.sum())
    world[:count], segment[:count] = which[here], part[here]
    R = so3.from_quat(forearm[which[here], 3:]) if count else np.zeros((0, 3, 3))
    push[:count] = np.einsum("nji,nj->ni", R, pressed[here].sum(axis=1))
    presses = normal_force > 0
    some = np.flatnonzero(graded & presses.any(axis=(1, 2)))
    grasp[: len(some)] = some
    for row, n in enumerate(some):
        k, R = int(presses[n].sum()), so3.from_quat(pose[n, 3:])
        at[row, :k] = (pos[n][presses[n]] - pose[n, :3]) @ R
        into[row, :k] = normal[n][presses[n]] @ R
        live[row, :k] = True
    return len(some), count


def mark_backs(
    back: np.ndarray, push: np.ndarray, world: np.ndarray, finger: np.ndarray, cosine: float,
    touching: np.ndarray,
) -> None:  # fmt: skip
    """Which fingers touch with their back.

    Args:
        back: (P, 3) unit, out of the backs of segments that touch.
        push: (P, 3) [N] what they exert.
        world, finger: (P,) whose they are.
        cosine: between the two beyond which it is the back that touches.
        touching: (N, 5) bool, written where it is so.
    """
    along = np.einsum("ni,ni->n", back, push)
    behind = along > cosine * np.linalg.norm(push, axis=1)
    touching[world[behind], finger[behind]] = True


def turn(
    limits: Limits, timestep: float, fingers: np.ndarray, targets: np.ndarray, rows: np.ndarray,
    q: np.ndarray, qd: np.ndarray, quality: np.ndarray, at_goal: np.ndarray, phase: np.ndarray,
    elapsed: np.ndarray, poor: np.ndarray, holding: np.ndarray, wanted: np.ndarray,
    leaves: np.ndarray,
) -> None:  # fmt: skip
    """Go on with phases after a step (Figure 3-1).

    Args:
        limits: when phases end.
        timestep: [s]
        fingers: (dof,) bool: joints whose velocities count.
        targets: (N, 3, dof) [rad] of the phases.
        rows: (n,) which of N rows took it.
        q, qd: (n, dof) of the hand.
        quality: (n,) Q of the grasp.
        at_goal: (n,) bool
        phase, elapsed, poor, holding: (N,) written, like all that follow.
        wanted: (N, dof) [rad] q̃ of the phases; where the goal is held, the pose in which it was
            reached.
        leaves: (n,) bool: whose phase ended with this step.
    """
    before, spent = phase[rows], elapsed[rows] + timestep
    short = np.where(quality < limits.quality_lost, poor[rows] + timestep, 0.0)
    speed = np.linalg.norm(qd[:, fingers], axis=1)
    leaves[:] = left(limits, before, spent, quality, short, speed, at_goal)
    now = np.where(leaves, (before + 1) % 3, before)
    phase[rows] = now
    elapsed[rows], poor[rows] = np.where(leaves, 0.0, spent), np.where(leaves, 0.0, short)
    holds_now = holds(limits, now, at_goal)
    fresh = holds_now & ~holding[rows]
    wanted[rows] = np.where(holds_now[:, None], wanted[rows], targets[rows, now])
    wanted[rows[fresh]] = q[fresh]
    holding[rows] = holds_now


def add(
    rows: np.ndarray, phase: np.ndarray, leaves: np.ndarray, holding: np.ndarray,
    quality: np.ndarray, force: np.ndarray, back: np.ndarray, depth: np.ndarray,
    angular: np.ndarray, linear: np.ndarray, effort: np.ndarray, x: np.ndarray,
    theta: np.ndarray, reward: np.ndarray, takes_part: np.ndarray, wanted: float, enough: float,
    deep: float, timestep: float, sums: np.ndarray, grades: np.ndarray, durations: np.ndarray,
    progress: np.ndarray, last_reward: np.ndarray,
) -> None:  # fmt: skip
    """What a step adds to the terms of N cycles.

    Args:
        rows: (n,) which of them took it.
        phase, leaves, holding: (n,) in which phase, whether that ended, whether the goal is held.
        quality, force, back, depth: (n, ...) as `Touch`.
        angular, linear: (n, 3) of the thing, as `Motion` [rad/s], [m/s].
        effort: (n,) [Nm]
        x, theta: (n,) [m] and [rad] from the goal.
        reward: (n,) of the states after it.
        takes_part: (5,) bool: digits that should press.
        wanted, enough, deep: Q̃, η [N] and [m] of the task.
        timestep: [s]
        sums: (N, T) written, like all that follow: columns as `TERMS`.
        grades: (N, 2) quality at the end of the approach, and its sum over actuating.
        durations: (N, 3) [s]
        progress: (N, 3) what each phase added to the reward.
        last_reward: (N,)
    """
    share = terms.per_step(timestep)
    short = terms.quality_short(quality, wanted)
    here = (phase == APPROACH) & leaves
    sums[rows[here], COLUMN["0"]] = short[here]
    grades[rows[here], 0] = quality[here]
    here = phase == ACTUATE
    sums[rows[here], COLUMN["Q"]] += short[here]
    grades[rows[here], 1] += quality[here]
    pressed = terms.participation(force[here], takes_part, enough)
    sums[rows[here], COLUMN["P"]] += share * pressed
    ending = here & (leaves | holding)
    sums[rows[ending], COLUMN["x"]], sums[rows[ending], COLUMN["theta"]] = x[ending], theta[ending]
    turning, sliding = terms.speed(angular), terms.speed(linear)
    here = phase == APPROACH
    sums[rows[here], COLUMN["early"]] += share * turning[here]
    here = phase == RELEASE
    sums[rows[here], COLUMN["omega"]] += share * turning[here]
    sums[rows[here], COLUMN["v"]] += share * sliding[here]
    sums[rows, COLUMN["tau"]] += share * effort
    sums[rows, COLUMN["h"]] += share * terms.backs(back)
    sums[rows, COLUMN["depth"]] += share * terms.too_deep(depth, deep)
    durations[rows, phase] += timestep
    progress[rows, phase] += reward - last_reward[rows]
    last_reward[rows] = reward

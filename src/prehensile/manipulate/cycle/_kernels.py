"""What a step does to many cycles, compiled. Imported on first use only: Numba takes its time."""

from math import sqrt

import numpy as np
from numba import njit

from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.cycle.phases import ACTUATE, APPROACH, RELEASE, ROUNDING, Limits
from prehensile.manipulate.cycle.terms import PUBLISHED_HZ

_fast = njit(cache=True, nogil=True, error_model="numpy")

_START, _TAU, _BACKS, _DEPTH, _PRESS, _EARLY, _QUALITY, _PLACE, _ANGLE, _OMEGA, _V = (
    TERMS.index(term)
    for term in ("0", "tau", "h", "depth", "P", "early", "Q", "x", "theta", "omega", "v")
)


@_fast
def gather(
    found: np.ndarray, pos: np.ndarray, normal: np.ndarray, force: np.ndarray, depth: np.ndarray,
    normal_force: np.ndarray, finger: np.ndarray, graded: np.ndarray, pose: np.ndarray,
    forearm: np.ndarray, sums: np.ndarray, deepest: np.ndarray, grasp: np.ndarray, at: np.ndarray,
    into: np.ndarray, live: np.ndarray, world: np.ndarray, segment: np.ndarray, push: np.ndarray,
) -> tuple[int, int]:  # fmt: skip
    """See :mod:`prehensile.manipulate.cycle._plain`."""
    grasps, count, slots = 0, 0, pos.shape[2]
    R, arm, total = np.empty((3, 3)), np.empty((3, 3)), np.empty(3)
    for n in range(found.shape[0]):
        sums[n] = 0.0
        deepest[n] = 0.0
        filled, turned = 0, False
        for s in range(found.shape[1]):
            if found[n, s] == 0:
                continue
            if not turned:
                _matrix(pose[n], R)
                _matrix(forearm[n], arm)
                turned = True
            size = 0.0
            total[:] = 0.0
            for k in range(slots):
                f = force[n, s, k]
                size += _size(f)
                for i in range(3):
                    total[i] += f[i]
                deepest[n] = max(deepest[n], depth[n, s, k])
                if graded[n] and normal_force[n, s, k] > 0:
                    for i in range(3):
                        at[grasps, filled, i] = (
                            R[0, i] * (pos[n, s, k, 0] - pose[n, 0])
                            + R[1, i] * (pos[n, s, k, 1] - pose[n, 1])
                            + R[2, i] * (pos[n, s, k, 2] - pose[n, 2])
                        )
                        into[grasps, filled, i] = (
                            R[0, i] * normal[n, s, k, 0]
                            + R[1, i] * normal[n, s, k, 1]
                            + R[2, i] * normal[n, s, k, 2]
                        )
                    filled += 1
            if finger[s] >= 0:
                sums[n, finger[s]] += size
                world[count], segment[count] = n, s
                for i in range(3):
                    push[count, i] = arm[0, i] * total[0] + arm[1, i] * total[1]
                    push[count, i] += arm[2, i] * total[2]
                count += 1
        if filled:
            for k in range(live.shape[1]):
                live[grasps, k] = k < filled
            grasp[grasps] = n
            grasps += 1
    return grasps, count


@_fast
def _matrix(pose: np.ndarray, R: np.ndarray) -> None:
    """The rotation of a pose (7,), as `so3.from_quat` gives it."""
    largest = max(max(abs(pose[3]), abs(pose[4])), max(abs(pose[5]), abs(pose[6])))
    s, x, y, z = pose[3] / largest, pose[4] / largest, pose[5] / largest, pose[6] / largest
    size = sqrt(s * s + x * x + y * y + z * z)
    s, x, y, z = s / size, x / size, y / size, z / size
    middle, twice = s * s - (x * x + y * y + z * z), 2 * s
    R[0, 0], R[1, 1], R[2, 2] = 2 * (x * x) + middle, 2 * (y * y) + middle, 2 * (z * z) + middle
    R[0, 1], R[1, 0] = 2 * (x * y) - twice * z, 2 * (x * y) + twice * z
    R[0, 2], R[2, 0] = 2 * (x * z) + twice * y, 2 * (x * z) - twice * y
    R[1, 2], R[2, 1] = 2 * (y * z) - twice * x, 2 * (y * z) + twice * x


@_fast
def mark_backs(
    back: np.ndarray, push: np.ndarray, world: np.ndarray, finger: np.ndarray, cosine: float,
    touching: np.ndarray,
) -> None:  # fmt: skip
    """See :mod:`prehensile.manipulate.cycle._plain`."""
    for i in range(back.shape[0]):
        along = back[i, 0] * push[i, 0] + back[i, 1] * push[i, 1] + back[i, 2] * push[i, 2]
        if along > cosine * _size(push[i]):
            touching[world[i], finger[i]] = True


@_fast
def _size(v: np.ndarray) -> float:
    total = 0.0
    for k in range(v.shape[0]):
        total += v[k] * v[k]
    return sqrt(total)


@_fast
def turn(
    limits: Limits, timestep: float, fingers: np.ndarray, targets: np.ndarray, rows: np.ndarray,
    q: np.ndarray, qd: np.ndarray, quality: np.ndarray, at_goal: np.ndarray, phase: np.ndarray,
    elapsed: np.ndarray, poor: np.ndarray, holding: np.ndarray, wanted: np.ndarray,
    leaves: np.ndarray,
) -> None:  # fmt: skip
    """See :mod:`prehensile.manipulate.cycle._plain`."""
    for k in range(rows.shape[0]):
        n, speed = rows[k], 0.0
        for j in range(fingers.shape[0]):
            if fingers[j]:
                speed += qd[k, j] * qd[k, j]
        before, spent = phase[n], elapsed[n] + timestep
        short = poor[n] + timestep if quality[k] < limits.quality_lost else 0.0
        ended = spent >= limits.longest - ROUNDING
        ended |= sqrt(speed) < limits.slow and spent >= limits.settled - ROUNDING
        if before == APPROACH:
            ended |= quality[k] >= limits.quality_wanted
        elif before == ACTUATE:
            ended |= short >= limits.lost_for - ROUNDING
            ended |= limits.hold_released and at_goal[k]
        leaves[k] = ended and not (at_goal[k] and (before == RELEASE or not limits.hold_released))
        if leaves[k]:
            phase[n] = (before + 1) % 3
            spent, short = 0.0, 0.0
        elapsed[n], poor[n] = spent, short
        holds = at_goal[k] and (phase[n] == RELEASE or not limits.hold_released)
        if holds and not holding[n]:
            wanted[n] = q[k]
        elif not holds:
            wanted[n] = targets[n, phase[n]]
        holding[n] = holds


@_fast
def add(
    rows: np.ndarray, phase: np.ndarray, leaves: np.ndarray, holding: np.ndarray,
    quality: np.ndarray, force: np.ndarray, back: np.ndarray, depth: np.ndarray,
    angular: np.ndarray, linear: np.ndarray, effort: np.ndarray, x: np.ndarray,
    theta: np.ndarray, reward: np.ndarray, takes_part: np.ndarray, wanted: float, enough: float,
    deep: float, timestep: float, sums: np.ndarray, grades: np.ndarray, durations: np.ndarray,
    progress: np.ndarray, last_reward: np.ndarray,
) -> None:  # fmt: skip
    """See :mod:`prehensile.manipulate.cycle._plain`."""
    share = PUBLISHED_HZ * timestep
    for k in range(rows.shape[0]):
        n, now = rows[k], phase[k]
        short = max(0.0, wanted - quality[k])
        if now == APPROACH:
            sums[n, _EARLY] += share * _size(angular[k])
            if leaves[k]:
                sums[n, _START] = short
                grades[n, 0] = quality[k]
        elif now == ACTUATE:
            sums[n, _QUALITY] += short
            grades[n, 1] += quality[k]
            off = 0.0
            for j in range(takes_part.shape[0]):
                over = force[k, j] - enough
                off += max(0.0, -over if takes_part[j] else over)
            sums[n, _PRESS] += share * off
            if leaves[k] or holding[k]:
                sums[n, _PLACE], sums[n, _ANGLE] = x[k], theta[k]
        else:
            sums[n, _OMEGA] += share * _size(angular[k])
            sums[n, _V] += share * _size(linear[k])
        behind = 0.0
        for j in range(back.shape[1]):
            behind += back[k, j]
        sums[n, _TAU] += share * effort[k]
        sums[n, _BACKS] += share * behind
        sums[n, _DEPTH] += share * max(0.0, depth[k] - deep)
        durations[n, now] += timestep
        progress[n, now] += reward[k] - last_reward[n]
        last_reward[n] = reward[k]

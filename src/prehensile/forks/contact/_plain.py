"""The contact step in NumPy, to be read and to check the compiled one against.

Everything that moves is a few velocities u: the reduced coordinates, the base if it is free, and
the bodies that have a mass, in this order.
"""

import numpy as np

from prehensile.forks.contact.surface import (
    Nearest,
    ball_nearest,
    block_nearest,
    ground_nearest,
)
from prehensile.forks.contact.tables import (
    BALL,
    GROUND,
    MARGIN,
    PUSH_OUT,
    RIGID,
    SETTLED,
    SLOP,
    SOFTNESS,
    SWEEPS,
    Feet,
    Loads,
    Motion,
    Plant,
    Solids,
    Touch,
)
from prehensile.forks.reduced.tips import body_wrench
from prehensile.lie import se3, so3


def contact_steps(
    steps: int, plant: Plant, feet: Feet, solids: Solids, motion: Motion, loads: Loads, out: Touch
) -> int:
    """Move mechanism and bodies on by some steps of contact.

    Args:
        steps: how many steps to make.
        plant: the mechanism.
        feet: the spheres that touch.
        solids: the bodies that are touched.
        motion: where all are; changed.
        loads: on top of contact and gravity.
        out: contacts of the last step, with room for every foot on every body; written.

    Returns:
        How many contacts the last step had.
    """
    count = 0
    for _ in range(steps):
        count = _step(plant, feet, solids, motion, loads, out)
    return count


def _step(
    plant: Plant, feet: Feet, solids: Solids, motion: Motion, loads: Loads, out: Touch
) -> int:
    twists = plant.tip_basis @ motion.z
    on_base = plant.tip_rest @ se3.exp(twists)
    T_tips = motion.T_base @ on_base
    tips = se3.left_jacobian(-twists) @ plant.tip_basis  # (E, 6, r) body velocities
    u = _free_velocities(plant, solids, motion, loads, on_base, tips)
    touch = _near(feet, solids, motion, se3.apply(T_tips[feet.tip], feet.point))
    count = len(touch.foot)
    if count:
        frames = _contact_frames(touch.normal)
        G = _jacobian(plant, solids, motion, touch, frames, feet.tip, T_tips, tips)
        AG = _solve_columns(plant, solids, G.T)
        W = G @ AG
        W[np.diag_indices_from(W)] *= 1 + SOFTNESS
        deep = np.minimum(touch.gap + SLOP, 0.0)
        bias = -(np.maximum(touch.gap, 0.0) + PUSH_OUT * deep) / plant.h
        before = motion.impulse[touch.body, touch.foot]
        impulse = np.einsum("cij,cj->ci", frames, before).ravel()
        project_contacts(W, G @ u, bias, feet.friction[touch.foot], impulse, SWEEPS)
        u = u + AG @ impulse
        kept = np.einsum("cij,ci->cj", frames, impulse.reshape(-1, 3))
        touch.force[:] = kept / plant.h
        motion.impulse[:] = 0.0
        motion.impulse[touch.body, touch.foot] = kept
        for column, found in zip(out, touch, strict=True):
            column[:count] = found
    else:
        motion.impulse[:] = 0.0
    _integrate(plant, solids, motion, u)
    return count


def _free_velocities(
    plant: Plant, solids: Solids, motion: Motion, loads: Loads, on_base: np.ndarray,
    tips: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """Velocities after the step if nothing touched."""
    h, T_base = plant.h, motion.T_base
    T_tips = T_base @ on_base
    body = body_wrench(T_tips, plant.tip_com, loads.tips)
    preload = body_wrench(on_base, plant.tip_com, plant.preload)
    force = np.einsum("ekr,ek->r", tips, body - preload)
    parts = [plant.inverse @ (plant.mass * motion.v + h * (force - motion.z))]
    if plant.free_base:
        Ad = se3.adjoint(se3.inverse(T_tips) @ T_base)
        total = np.einsum("eki,ek->i", Ad, body)
        total += body_wrench(T_base[None], plant.base_com[None], loads.base[None])[0]
        weight = T_base[:3, :3].T @ (plant.total * plant.gravity)
        total[:3] += weight
        total[3:] += np.cross(plant.centre, weight)
        phi = motion.base_velocity
        total += se3.small_adjoint(phi).T @ plant.base_inertia @ phi
        parts.append(phi + h * plant.base_inverse @ total)
    for b in np.flatnonzero(solids.mass > 0):
        R, (v, w) = motion.T_bodies[b, :3, :3], motion.body_velocity[b].reshape(2, 3)
        push = R.T @ (plant.gravity + loads.bodies[b, :3] / solids.mass[b]) - np.cross(w, v)
        turn = R.T @ loads.bodies[b, 3:] - np.cross(w, solids.inertia[b] @ w)
        spin = solids.inverse[b] @ turn
        parts.append(motion.body_velocity[b] + h * np.concatenate([push, spin]))
    return np.concatenate(parts)


def _near(feet: Feet, solids: Solids, motion: Motion, centres: np.ndarray) -> Touch:
    """Feet with centres (f, 3) [m] that are near a body."""
    found = []
    for b in range(len(solids.kind)):
        T = motion.T_bodies[b]
        distance, normal = _nearest(solids, b, se3.apply(se3.inverse(T), centres))
        gap = distance - feet.radius
        near = np.flatnonzero(gap < MARGIN)
        n = normal[near] @ T[:3, :3].T
        depth = feet.radius[near] + np.minimum(gap[near], 0.0) / 2
        pos = centres[near] - n * depth[:, None]
        found.append((near, np.full(len(near), b), pos, n, np.zeros_like(n), gap[near]))
    if not found:
        none, points = np.zeros(0, int), np.zeros((0, 3))
        return Touch(none, none, points, points, points, np.zeros(0))
    return Touch(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _nearest(solids: Solids, b: int, points: np.ndarray) -> Nearest:
    if solids.kind[b] == GROUND:
        return ground_nearest(solids.grid, solids.corner, solids.pitch, points)
    if solids.kind[b] == BALL:
        return ball_nearest(solids.size[b, 0], points)
    return block_nearest(solids.size[b], points)


def _jacobian(
    plant: Plant, solids: Solids, motion: Motion, touch: Touch, frames: np.ndarray,
    foot_tip: np.ndarray, T_tips: np.ndarray, tips: np.ndarray,
) -> np.ndarray:  # fmt: skip
    """G (3 c, unknowns): velocities of feet over bodies along the contact frames."""
    tip = foot_tip[touch.foot]
    columns = [_point(T_tips[tip], touch.pos) @ tips[tip]]
    if plant.free_base:
        columns.append(_point(motion.T_base, touch.pos))
    for b in np.flatnonzero(solids.mass > 0):
        touched = (touch.body == b)[:, None, None]
        columns.append(np.where(touched, -_point(motion.T_bodies[b], touch.pos), 0.0))
    return (frames @ np.concatenate(columns, axis=2)).reshape(3 * len(tip), -1)


def _solve_columns(plant: Plant, solids: Solids, columns: np.ndarray) -> np.ndarray:
    """A⁻¹ of everything that moves, applied block by block."""
    out = np.empty_like(columns)
    at = len(plant.mass)
    out[:at] = plant.inverse @ columns[:at]
    if plant.free_base:
        out[at : at + 6] = plant.base_inverse @ columns[at : at + 6]
        at += 6
    for b in np.flatnonzero(solids.mass > 0):
        out[at : at + 3] = columns[at : at + 3] / solids.mass[b]
        out[at + 3 : at + 6] = solids.inverse[b] @ columns[at + 3 : at + 6]
        at += 6
    return out


def project_contacts(
    delassus: np.ndarray, velocity: np.ndarray, bias: np.ndarray, friction: np.ndarray,
    impulse: np.ndarray, sweeps: int,
) -> None:  # fmt: skip
    """Projected Gauss–Seidel on W p + u ≥ b ⟂ p_n ≥ 0 with friction cones.

    Rows come in threes: normal, then two tangents. Tangents are projected on the disc of radius
    μ p_n together.

    Args:
        delassus: (3 c, 3 c) W = G A⁻¹ Gᵀ.
        velocity: (3 c,) contact velocities without impulses.
        bias: (c,) normal velocities to reach at least.
        friction: (c,) μ.
        impulse: (3 c,) start values, changed.
        sweeps: how often over all contacts, unless impulses stop changing before.

    Directions in which nothing gives way (a mechanism on a slider) get no impulse.
    """
    rigid = RIGID * np.diagonal(delassus).max()
    for _ in range(sweeps):
        before = impulse.copy()
        for c in range(len(friction)):
            n = 3 * c
            if delassus[n, n] <= rigid:
                continue
            miss = velocity[n] + delassus[n] @ impulse - bias[c]
            impulse[n] = max(impulse[n] - miss / delassus[n, n], 0.0)
            stick = max(delassus[n + 1, n + 1], delassus[n + 2, n + 2])
            if stick <= rigid:
                continue
            slip = velocity[n + 1 : n + 3] + delassus[n + 1 : n + 3] @ impulse
            tangent = impulse[n + 1 : n + 3] - slip / stick
            most, size = friction[c] * impulse[n], float(np.hypot(*tangent))
            impulse[n + 1 : n + 3] = tangent * (most / size if size > most else 1.0)
        if np.abs(impulse - before).max() <= SETTLED * np.abs(impulse).max():
            break


def _integrate(plant: Plant, solids: Solids, motion: Motion, u: np.ndarray) -> None:
    h, at = plant.h, len(plant.mass)
    motion.v[:] = u[:at]
    motion.z[:] += h * motion.v
    if plant.free_base:
        motion.base_velocity[:] = u[at : at + 6]
        motion.T_base[:] = motion.T_base @ se3.exp(h * motion.base_velocity)
        at += 6
    for b in np.flatnonzero(solids.mass > 0):
        motion.body_velocity[b] = u[at : at + 6]
        motion.T_bodies[b] = motion.T_bodies[b] @ se3.exp(h * motion.body_velocity[b])
        at += 6


def _point(T: np.ndarray, pos: np.ndarray) -> np.ndarray:
    """(c, 3, 6) world velocity of points (c, 3) fixed to frames, for their body velocities."""
    R = np.broadcast_to(T[..., :3, :3], (len(pos), 3, 3))
    local = np.einsum("cji,cj->ci", R, pos - T[..., :3, 3])
    return np.concatenate([R, -R @ so3.hat(local)], axis=2)


def _contact_frames(normal: np.ndarray) -> np.ndarray:
    """(c, 3, 3) rows: the normal and two tangents."""
    aside = np.eye(3)[np.argmin(np.abs(normal), axis=1)]
    t = np.cross(normal, aside)
    t /= np.linalg.norm(t, axis=1, keepdims=True)
    return np.stack([normal, t, np.cross(normal, t)], axis=1)

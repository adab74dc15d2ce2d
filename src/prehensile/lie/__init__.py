"""Batched rotations and rigid motions: ``so3`` and ``se3``, arrays in and arrays out.

Leading axes are batch axes. Quaternions are wxyz; twists are (v, ω), linear part first.
float32 in gives float32 out; every other number type is computed in float64.
"""

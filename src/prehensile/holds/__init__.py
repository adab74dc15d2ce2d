"""Grasps for climbing holds: found by simulation, proved by pulling, kept in a library."""

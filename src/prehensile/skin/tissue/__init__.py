"""Finite elements of the soft tissue."""

"""Placements rehearsed in turn, and for how long."""

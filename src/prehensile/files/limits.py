"""How much one file may hold, so that a stranger's cannot fill the memory."""

MAX_FRAMES = 200_000
"""Half an hour at 120 Hz. An animation file holds every frame in memory where it is opened."""

MAX_VALUES = 60_000_000
"""Coordinates in one recording: an hour of 50 markers at 100 Hz takes 54 million."""

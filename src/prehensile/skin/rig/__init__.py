"""A rig and how it is posed: weights, corrections, coordinates."""

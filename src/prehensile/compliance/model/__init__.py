"""The compliant hand: springs, inertia, and what others measured of it."""

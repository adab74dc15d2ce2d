"""Things drawn by role from a seed: sizes and proportions vary, nothing is drawn twice."""

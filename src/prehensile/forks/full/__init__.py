"""Mechanisms in full coordinates: MuJoCo's twin of what ``reduced`` simulates."""

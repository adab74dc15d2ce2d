"""Sensors that watch objects, not hands."""

"""Grasps of sixty things: held, as a person would, where a person would."""

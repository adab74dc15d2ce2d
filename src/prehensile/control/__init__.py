"""Deciding what the hand should do: controllers and the grasp job."""

"""Somebody else's hand: MJCF or URDF, read through a mapping of joint names."""

"""Anthropometry, skeleton, joint names and limits, poses, and the MuJoCo model of a hand."""

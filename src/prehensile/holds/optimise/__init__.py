"""Grasps by simulation, judged by an objective or by load."""

"""Hands that do what they are told, step by step: the engine of every grasp."""

"""Closed-form inverse kinematics of fingers, thumb, hand and wrist, and its kernels."""

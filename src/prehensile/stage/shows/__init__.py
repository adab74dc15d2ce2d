"""Reduced mechanisms live, each kind beside all of it in MuJoCo."""

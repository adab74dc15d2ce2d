"""Everyday things, one file each: what is seen, what is touched, what it weighs."""

"""Grasps that were found before, and what chooses among them."""

"""Reduced mechanisms that touch things: surfaces, friction, a free base."""

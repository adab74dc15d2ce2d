"""Policies and values by nearest neighbours, and how they are learned."""

"""Captured hands on other objects: a compliant hand that meets dynamic things (Kry 2005, ch. 5)."""

"""Fingertips: pushed by surprise, and pressed."""

"""Flat things slid over the edge of a table and taken there."""

"""Compliances of joints: as published, and one estimation over all contacts."""

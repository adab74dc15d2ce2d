"""Fingernail sensor: what nails do under load, how they are scanned, forces from their light."""

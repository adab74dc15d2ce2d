"""FORK⁻¹S: whole compliant mechanisms for the price of their end effectors.

Andrews 2014, chapter 4.
"""

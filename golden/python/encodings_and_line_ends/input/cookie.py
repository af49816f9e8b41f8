# -*- coding: latin-1 -*-
"""Grüße."""


def grüßen(name="ä"):
    """Sagt hallö."""

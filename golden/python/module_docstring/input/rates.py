#!/usr/bin/env python3
# Copyright notices are not documentation.
"""Exchange rates of the European day.

All amounts are minor units. Nothing here talks to a network.
"""

from decimal import Decimal

ZERO = Decimal(0)

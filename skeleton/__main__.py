"""Makes `python -m skeleton` the command line."""

from __future__ import annotations

import sys

from skeleton.cli import main

sys.exit(main())

"""Makes `python -m skeleton` the command line."""

from __future__ import annotations

import os
import sys

# `-m` puts the working directory first: what lies there may be the code that is to be read.
if sys.path[:1] in ([""], [os.getcwd()]):
    del sys.path[0]

from skeleton.cli import main  # when the path is safe

sys.exit(main())

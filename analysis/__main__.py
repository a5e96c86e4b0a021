"""The entry point of `python -m analysis`."""

import sys

from analysis.cli import main

sys.exit(main())

"""`python -m metrics`: HROUGE, agreement, ratings and the benchmark without a database."""

import sys

from metrics.commands import main

if __name__ == "__main__":
    sys.exit(main())

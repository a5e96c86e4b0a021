"""What is being done, on standard error, where it takes longer than a moment."""

import sys
import time

from analysis.output import printable

QUIET_S = 2.0


class Progress:
    """Tells of work that takes longer than QUIET_S, and then every QUIET_S."""

    def __init__(self, stream=None, clock=time.monotonic):
        self._stream = stream or sys.stderr
        self._clock = clock
        self._begin = self._told = clock()

    def of(self, what, items, number=None):
        """Yields items, and tells how many of them are done. number: of those of an iterator."""
        number = len(items) if number is None else number
        for done, item in enumerate(items):
            self._tell(f"{what}: {done} of {number}")
            yield item

    def _tell(self, text):
        now = self._clock()
        if now - self._told >= QUIET_S:
            self._told = now
            print(
                printable(f"analysis: {text}, {now - self._begin:.0f} s"),
                file=self._stream,
                flush=True,
            )

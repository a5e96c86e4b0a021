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

    def of(self, what, items):
        """Yields the items of a list, and tells how many of them are done."""
        for done, item in enumerate(items):
            self._tell(f"{what}: {done} of {len(items)}")
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

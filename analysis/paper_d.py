"""Numbers that paper D prints, beside which ours are shown: its table 4. Its CPU is not ours."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Run:
    """A whole run of the dam break, 1.5 s of it: seconds, and the speed-up as printed."""

    seconds: float
    speedup: float | None


CPU = "Core i7 940"
PARTICLES = 300_000
# By threads. The printed speed-ups are quotients of rounded rates: of the times they are 3.85 and
# 4.53.
TABLE_4 = {1: Run(24_520, None), 4: Run(6_375, 3.9), 8: Run(5_414, 4.6)}

"""Numbers that paper D prints, beside which ours are shown: tables 4 and 5, and section 5's limits
of memory. Its devices are not ours.
"""

from dataclasses import dataclass

# Table 5: gain of each rung behind the first [%], one million particles.
GAINS = {
    "GTX 480": (7.3, 18.9, 3.1, 2.6, 22.7),
    "Tesla 1060": (17.4, 28.9, 12.9, 11.3, 12.8),
}
# All of them together [%]. Single gains multiply up to it but for their rounding.
CUMULATIVE = {"GTX 480": 65.4, "Tesla 1060": 114.5}

# Section 5, figure 10: what can be allocated on either device, "less than" so many bytes.
MEMORY = {"GTX 480": 1.4e9, "Tesla 1060": 4e9}


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

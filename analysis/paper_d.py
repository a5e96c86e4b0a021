"""Numbers that paper D prints, beside which ours are shown: tables 4 to 6, and section 5's limits
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


@dataclass(frozen=True)
class Whole:
    """A whole run of table 6, as printed: hours, steps, steps a second, and the ratio of these to
    those of a single core."""

    hours: float
    steps: int
    rate: float
    speed_up: float


# Table 6, whose numbers of particles are not those of a lattice of ours. By code and particles.
TABLE_6 = {
    "CPU, single core": {
        503_492: Whole(14.6, 19_855, 0.4, 1.0),
        1_011_354: Whole(40.7, 26_493, 0.2, 1.0),
    },
    "CPU, 8 threads": {
        503_492: Whole(3.2, 19_806, 1.7, 4.6),
        1_011_354: Whole(9.1, 26_511, 0.8, 4.5),
    },
    "Tesla 1060": {
        503_492: Whole(0.5, 19_832, 10.2, 26.8),
        1_011_354: Whole(1.5, 26_509, 4.9, 27.3),
    },
    "GTX 480": {
        503_492: Whole(0.3, 19_830, 21.2, 55.7),
        1_011_354: Whole(0.7, 26_480, 10.1, 56.2),
    },
}

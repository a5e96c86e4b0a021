"""Numbers that paper E prints, beside which ours are shown: table 1, and what its text says of
figures 15 and 18 to 21. Its devices are not ours.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Frame:
    """Milliseconds of a frame: preparation, density and force, and both. No integration."""

    preparation: float
    passes: float
    total: float


WAYS = ("TRA", "CTA", "NEW")  # DualSPHysics, GpuSPHCTA and the paper's own

# By device and particles in a cell (AC) a Frame for each of WAYS. How many particles there are is
# not printed. Where total and sum differ by a few tenths, both stand as printed.
TABLE_1 = {
    "GTX 970": {
        64: (Frame(8.9, 510.3, 519.3), Frame(13.5, 331.4, 344.9), Frame(15.0, 326.3, 341.3)),
        125: (Frame(9.2, 990.7, 999.9), Frame(14.1, 665.1, 679.2), Frame(15.0, 576.4, 591.4)),
        297: (
            Frame(10.0, 2315.2, 2325.2),
            Frame(15.6, 1626.0, 1641.6),
            Frame(15.7, 1264.4, 1280.1),
        ),
    },
    "GTX 1080": {
        64: (Frame(8.2, 227.7, 235.9), Frame(10.8, 147.2, 158.0), Frame(11.6, 139.7, 151.3)),
        125: (Frame(7.9, 439.9, 447.8), Frame(11.1, 293.6, 304.7), Frame(11.8, 246.1, 257.9)),
        297: (Frame(8.3, 1015.6, 1023.9), Frame(12.0, 705.3, 717.3), Frame(12.3, 532.5, 544.8)),
    },
    "RTX 2070": {
        64: (Frame(15.9, 247.6, 263.5), Frame(18.5, 122.4, 140.9), Frame(16.6, 121.0, 137.6)),
        125: (Frame(15.8, 501.7, 517.5), Frame(18.8, 262.0, 280.8), Frame(17.6, 220.1, 237.7)),
        297: (Frame(18.3, 1171.9, 1190.2), Frame(21.2, 632.8, 654.0), Frame(17.2, 475.0, 492.2)),
    },
}

# Frame rate of NEW over that of CTA, as the text has it for each figure; by device where it names
# one, "" where it does not. Of figure 15 the largest.
GAINS = {
    "E15": {"": 1.73},
    "E18": {"": 1.55},
    "E19": {"GTX 1080": 1.43, "RTX 2070": 1.47},
    "E20": {"": 1.47},
    "E21": {"GTX 1080": 1.61, "RTX 2070": 1.63},
}


def frame_of(device, per_cell, way):
    """The Frame of table 1 for a device, particles in a cell and one of WAYS."""
    return TABLE_1[device][per_cell][WAYS.index(way)]


def gains_note(figure):
    """What the paper's text says of one of GAINS."""
    told = [f"{gain}{f' on {device}' if device else ''}" for device, gain in GAINS[figure].items()]
    return f"The paper's text: {', '.join(told)}."

"""Numbers that paper D prints, beside which ours are shown: tables 2 and 5, and section 5's limits
of memory. Its devices are not ours.
"""

# Table 5: gain of each rung behind the first [%], one million particles.
GAINS = {
    "GTX 480": (7.3, 18.9, 3.1, 2.6, 22.7),
    "Tesla 1060": (17.4, 28.9, 12.9, 11.3, 12.8),
}
# All of them together [%]. Single gains multiply up to it but for their rounding.
CUMULATIVE = {"GTX 480": 65.4, "Tesla 1060": 114.5}

# Section 5, figure 10: what can be allocated on either device, "less than" so many bytes.
MEMORY = {"GTX 480": 1.4e9, "Tesla 1060": 4e9}

"""Numbers that paper D prints, beside which ours are shown: its table 6. Its devices are not ours,
and its numbers of particles are not those of a lattice of ours.
"""

# By code and particles: steps a second, and their ratio to those of a single core.
TABLE_6 = {
    "CPU, single core": {503_492: (0.4, 1.0), 1_011_354: (0.2, 1.0)},
    "CPU, 8 threads": {503_492: (1.7, 4.6), 1_011_354: (0.8, 4.5)},
    "Tesla 1060": {503_492: (10.2, 26.8), 1_011_354: (4.9, 27.3)},
    "GTX 480": {503_492: (21.2, 55.7), 1_011_354: (10.1, 56.2)},
}

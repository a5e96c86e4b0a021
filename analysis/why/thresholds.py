"""The lines that the rules draw (docs/why.md)."""

# From this share of its peak on a part of the device is what a stage waits for. Below it in all
# parts, it waits for latency: Nsight Compute's guide draws the line there.
BUSY = 0.60
# Blocks of a launch over those that the device holds at once, below which it is not full.
FULL_DEVICE = 0.9
# Counted requests of another compiler may be some more than the device's.
MOST_COUNTED = 1.1
# Below so many active lanes of 32 an instruction more of its lanes idle than work.
MOSTLY_IDLE_LANES = 16
# Below so many a quarter idles: worth a remark.
IDLE_LANES = 24
# Candidates tested for a pair in reach, from which on tests are worth a remark.
MANY_CANDIDATES = 2
# Share of the bytes of touched sectors that is asked for, below which accesses are scattered.
SCATTERED_SHARE = 0.5
# Part of all sectors that accesses of one kind must have for that.
SCATTERED_PART = 0.25
# Entries in a written sector, of which 8 or 16 fit, below which a build of a list is told of.
FEW_ENTRIES = 2
# Resident warps over those possible, below which occupancy is worth a remark.
LOW_OCCUPANCY = 0.5
# Share of a step, from which on the rebuilds are worth a remark.
HIGH_REBUILD_SHARE = 0.25
# Share of a list's entries that are neighbours, below which its room is worth a remark.
LOW_LIST_USE = 0.5
# Share of a step that the sum of its stages misses, from which on gaps are worth a remark.
HIGH_GAP = 0.05
# Clock over the device's highest, below which it is worth a remark.
LOW_CLOCK = 0.95

"""Which figures the records of a suite are for, and what each figure shows.

The one table of both: a suite of scenarios/suites/ or examples/, or a figure, that it lacks fails
a test.
"""

# By suite, the figures that `python -m analysis figures` draws unasked. Of a suite that is held as
# an audit of the gate there are no records of runs: its figure is drawn by `audit`.
OF_SUITES = {
    "baseline": ("mipps",),
    "compact-sources": ("mipps",),
    "cpu-compilers": ("mipps", "stages"),
    "cutoff": ("C1", "C6", "C7", "C8"),
    "dam-break-lj": ("A4", "A5", "A6", "A9", "A10", "A11", "mipps"),
    "dam-break-lj-host": ("mipps",),
    "energy": ("energy", "mipps"),
    "force-kernels": ("mipps",),
    "fused-epilogues": ("mipps",),
    "gate": ("mipps",),
    "gate-audit": (),
    "gate-audit-host": (),
    "gate-audit-long": (),
    "gate-audit-long-host": (),
    "gate-audit-many": (),
    "gate-audit-many-host": (),
    "grid-building": ("mipps", "stages"),
    "iterators": ("mipps",),
    "ladder-cpu": ("D4", "D8", "mipps"),
    "ladder-gpu": ("D5", "D6", "D10", "mipps"),
    "ladder-two-cores": ("D4", "D8", "mipps"),
    "list-builders": ("A12", "mipps"),
    "list-formats": ("formats",),
    "list-formats-16": ("formats",),
    "list-formats-host": ("formats",),
    "list-life": ("mipps",),
    "list-orders": ("mipps",),
    "lists": ("A4", "A9", "mipps"),
    "obstacle": ("DT6", "D9", "D11", "mipps"),
    "obstacle-10m": ("mipps",),
    "obstacle-250": ("mipps",),
    "obstacle-host": ("mipps",),
    "own-pack": ("mipps",),
    "placement": ("D9", "mipps"),
    "published-noloop": ("mipps",),
    "quick": ("mipps", "A9", "stages"),
    "resolutions": ("A15", "mipps"),
    "small-cases": ("mipps",),
    "smoke": ("mipps", "A9", "stages"),
    "steps": ("mipps",),
    "tasks": ("E1", "E13"),
    "tasks-bodies": ("E19",),
    "tasks-counters": ("neighbours",),
    "tasks-cubes": ("E21",),
    "tasks-density": ("E14", "E15", "E16", "E17"),
    "tasks-fluids": ("E20",),
    "tasks-frames": ("E18",),
    "tasks-lists": ("neighbours",),
    "tasks-smoke": ("mipps", "stages"),
    "tasks-wave": ("E18",),
    "tasks-wave-18m": ("E18",),
    "traversals": ("mipps",),
}

# What each figure shows, in a sentence that holds whatever its numbers are. Those that are not of
# analysis/figures/ are drawn by the commands `audit` and `prefix-sums`, of verifications, or of
# answers of `sphlab best`.
CLAIMS = {
    "A4": (
        "Shows what one invocation of each stage takes in the initial code, with virtual "
        "iterators, by compiler (paper A, figure 4)."
    ),
    "A5": (
        "Shows which stages a thousand steps of the initial code are spent on, by compiler, "
        "and what of the step they do not explain (paper A, figure 5)."
    ),
    "A6": (
        "Shows which share of a step each stage of the initial code has, by compiler (paper "
        "A, figure 6)."
    ),
    "A9": (
        "Shows what one invocation of each stage takes with chain iterators in place of "
        "virtual ones, by compiler (paper A, figure 9)."
    ),
    "A10": (
        "Shows which stages a thousand steps with chain iterators are spent on, by compiler, "
        "and what of the step they do not explain (paper A, figure 10)."
    ),
    "A11": (
        "Shows which share of a step each stage has with chain iterators, by compiler (paper "
        "A, figure 11)."
    ),
    "A12": (
        "Shows how much faster a list is built, and a step done, by a warp a cell and by "
        "other builders than by a thread a particle, by number of particles (paper A, figure "
        "12)."
    ),
    "A15": (
        "Shows how much faster the new code is than the initial one, at each resolution "
        "(paper A, figure 15)."
    ),
    "C1": (
        "Shows which of Par-Part-NoLoop and X-pencil is faster in each random box, and how "
        "long a pass takes (paper C, table 1)."
    ),
    "C6": (
        "Shows which cell traversals beat Par-Part-NoLoop, in which boxes, and which boxes a "
        "traversal refuses (paper C, figure 6)."
    ),
    "C7": (
        "Shows what limits each cell traversal, as a profiler counts it: occupancy, branches, "
        "blocks, cache and compute throughput (paper C, figure 7)."
    ),
    "C8": ("Shows how the time of a pass grows with the operations of a pair (paper C, figure 8)."),
    "D4": (
        "Shows how long a step takes by one core, and by threads that compute each pair once, "
        "beside the times that the paper has printed (paper D, table 4)."
    ),
    "D5": (
        "Shows what each rung of the GPU ladder gains over the one before and over the first, "
        "beside what the paper has printed (paper D, table 5)."
    ),
    "D6": (
        "Shows how many warps a multiprocessor can hold by the registers of a thread, with blocks "
        "of 256 threads and of the best size, on the paper's devices and on ours (paper D, figure "
        "6)."
    ),
    "D8": (
        "Shows which way to share the pairs among threads gains most over a single core, by number "
        "of particles (paper D, figure 8)."
    ),
    "D9": (
        "Shows how long the neighbour search, the interactions, the update of the system and "
        "copies between host and device take in a step of each variant (paper D, figure 9)."
    ),
    "D10": (
        "Shows how much memory a run takes in each mode of the cells, by number of particles "
        "(paper D, figure 10)."
    ),
    "D11": (
        "Shows how long a whole run against the obstacle takes on a GPU, on one core and with "
        "threads, by number of particles (paper D, figure 11)."
    ),
    "DT6": (
        "Shows how many steps a second each variant computes over a whole run against the "
        "obstacle, what its list misses, and how much faster it is than a single core of a CPU "
        "(paper D, table 6)."
    ),
    "E1": (
        "Shows how long a frame takes by a thread a particle, by tasks and by tasks of the "
        "hierarchical grid, beside the times that the paper has printed (paper E, table 1)."
    ),
    "E13": (
        "Shows whether the gain of tasks, and of the hierarchical grid, depends on the number of "
        "particles (paper E, figure 13)."
    ),
    "E14": (
        "Shows how much faster tasks are in the order of the hierarchical grid than in SPGrid's, "
        "by the particles in a cell (paper E, figure 14)."
    ),
    "E15": (
        "Shows how much faster tasks of the hierarchical grid are than tasks of whole cells, by "
        "the particles in a cell (paper E, figure 15)."
    ),
    "E16": (
        "Shows which way to narrow the sources of tasks gains most at how many particles in a cell "
        "(paper E, figure 16)."
    ),
    "E17": (
        "Shows which tile of the hierarchical grid is fastest at how many particles in a cell "
        "(paper E, figure 17)."
    ),
    "E18": (
        "Shows how the gain of the hierarchical grid changes while a fluid moves (paper E, figure "
        "18)."
    ),
    "E19": (
        "Shows how the gain of the hierarchical grid changes while bodies of fluid drop (paper E, "
        "figure 19)."
    ),
    "E20": (
        "Shows how the gain of the hierarchical grid changes while two fluids mix (paper E, figure "
        "20)."
    ),
    "E21": (
        "Shows how the gain of the hierarchical grid changes while elastic cubes drop (paper E, "
        "figure 21)."
    ),
    "O4": (
        "Shows how long a prefix sum in shared memory takes by the algorithm of paper C, by "
        "Blelloch's and by the vendor's, by number of values."
    ),
    "energy": (
        "Shows which variant takes least energy to advance a particle, by compiler, beside its "
        "time and the power that it draws."
    ),
    "formats": (
        "Shows what the format of a list, its contents, layout and width, changes in building "
        "it, in the forces and in the step."
    ),
    "gate-audit": (
        "Shows how often a verdict of the gate is wrong, and how small a change it finds."
    ),
    "best": (
        "Shows the fastest variants that sphlab best has found for a scenario, with the intervals "
        "of their steps, what ties with the first, and memory."
    ),
    "verification-errors": (
        "Shows how much of its tolerance each check of each variant takes, in each state, by "
        "compiler."
    ),
    "verification-front": (
        "Shows how fast the front of a dam break runs, beside the experiment of Martin and Moyce."
    ),
    "verification-still-water": (
        "Shows what becomes of momentum and energy of water in which nothing should happen."
    ),
    "mipps": (
        "Shows how many particles a second each variant advances by a whole step, by "
        "compiler, for each workload, and how near that comes to the limits of the device."
    ),
    "neighbours": (
        "Shows which of lists, cells, tasks and groups computes a step fastest, by the number of "
        "neighbours that a particle has."
    ),
    "stages": (
        "Shows what one invocation of each stage takes in variants that are neither the "
        "initial code of paper A nor its chain iterators."
    ),
}


def figures_of(suites):
    """The figures that the records of these suites are for, sorted; None where one is unknown."""
    if not set(suites) <= set(OF_SUITES):
        return None
    return sorted({name for suite in suites for name in OF_SUITES[suite]})


def claim_of(file_name):
    """The figure that a PNG of this name shows, and its claim; None where none is known."""
    fitting = [name for name in CLAIMS if f"{file_name}-".startswith(f"{name}-")]
    if not fitting:
        return None
    name = max(fitting, key=len)
    return name, CLAIMS[name]

"""Which figures the records of a suite are for.

A suite of scenarios/suites/ or a figure that this table lacks fails a test.
"""

# By suite, the figures that `python -m analysis figures` draws unasked. Of a suite that is held as
# an audit of the gate there are no records of runs: its figure is drawn by `audit`.
OF_SUITES = {
    "baseline": ("mipps",),
    "cutoff": ("C1", "C6", "C7", "C8"),
    "dam-break-lj": ("A4", "A5", "A6", "A9", "A10", "A11", "mipps"),
    "force-kernels": ("mipps",),
    "gate": ("mipps",),
    "gate-audit": (),
    "gate-audit-host": (),
    "grid-building": ("mipps", "stages"),
    "list-builders": ("A12", "mipps"),
    "list-formats": ("formats",),
    "list-formats-16": ("formats",),
    "list-formats-host": ("formats",),
    "list-life": ("mipps",),
    "list-orders": ("mipps",),
    "lists": ("A4", "A9", "mipps"),
    "quick": ("mipps", "A9", "stages"),
    "resolutions": ("A15", "mipps"),
    "smoke": ("mipps", "A9", "stages"),
    "steps": ("mipps",),
    "traversals": ("mipps",),
}


def figures_of(suites):
    """The figures that the records of these suites are for, sorted; None where one is unknown."""
    if not set(suites) <= set(OF_SUITES):
        return None
    return sorted({name for suite in suites for name in OF_SUITES[suite]})

"""Kernels' resources side by side: a row per kernel, a column per toolchain and architecture."""

from fnmatch import fnmatchcase

from analysis.columns import aligned
from analysis.errors import InputError

ABSENT = "-"


def resource_rows(reports, pattern="*"):
    """The heading and the rows of the table, as strings.

    reports: {toolchain: {(architecture, kernel): Resources}}. pattern: of the kernels' names.
    """
    columns = [
        (toolchain, architecture)
        for toolchain, report in reports.items()
        for architecture in sorted({key[0] for key in report})
    ]
    kernels = sorted(
        {
            kernel
            for report in reports.values()
            for _, kernel in report
            if fnmatchcase(kernel, pattern)
        }
    )
    if not kernels:
        raise InputError(f"no kernel is called '{pattern}'")
    rows = [
        [kernel]
        + [str(reports[toolchain].get((arch, kernel), ABSENT)) for toolchain, arch in columns]
        for kernel in kernels
    ]
    return ["kernel", *(f"{toolchain} {arch}" for toolchain, arch in columns)], rows


def as_text(heading, rows):
    """For a terminal."""
    return aligned(heading, rows, [False] * len(heading))


def as_markdown(heading, rows):
    """For a document: kernels in code spans, everything else flush right."""
    lines = [heading, ["---"] + ["--:"] * (len(heading) - 1)]
    lines += [[f"`{kernel}`", *cells] for kernel, *cells in rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)

"""What the kernels of a device's records take, and hashes of machine code by compiler."""

from collections import defaultdict

from analysis.errors import InputError
from analysis.kernels.expectations import read_expectation
from analysis.kernels.names import short_name
from analysis.load import is_valid
from analysis.report.anchors import device_page
from analysis.report.page import Page, column, table

RECORDED = [
    column("kernel", "kernel"),
    column("toolchain", "compiler", facet=True),
    column("block_size", "block", "count", note="threads"),
    column("shared_bytes", "shared [B]", "count", note="a block, static and dynamic"),
    column("registers", "registers", "count", note="a thread"),
    column("stack_bytes", "stack [B]", "count", note="a thread"),
    column("spill_bytes", "spills [B]", "count", note="a thread"),
    column("occupancy", "occupancy", "percent", note="theoretical"),
    column("stage", "stage", facet=True),
    column("variants", "variants", "count"),
    column("revision", "revision", facet=True),
]
RESOURCES = [one["key"] for one in RECORDED[2:8]]


def kernels_page(device, by_scenario, expectations):
    """The Page of a device's kernels. expectations: {toolchain: Expectation} (expectations_in)."""
    found = defaultdict(set)
    for of_scenario in by_scenario.values():
        for one in of_scenario:
            for record in filter(is_valid, one.records):
                revision = record["code"]["revision"]
                for kernel in record["kernels"]:
                    values = tuple(kernel[key] for key in RESOURCES)
                    name = short_name(kernel["kernel"] or "not known")
                    key = (name, one.toolchain, record["stage"], values, revision)
                    found[key].add(one.variant)
    rows = [
        {
            "kernel": name,
            "toolchain": toolchain,
            "stage": stage,
            **dict(zip(RESOURCES, values, strict=True)),
            "variants": len(variants),
            "revision": (revision or "not known")[:10],
        }
        for (name, toolchain, stage, values, revision), variants in sorted(
            found.items(), key=_order
        )
    ]
    used = {row["toolchain"] for row in rows}
    own = {name: one for name, one in expectations.items() if name in used}
    data = {
        "recorded": table(RECORDED, rows),
        "code": table(*_code(own)),
    }
    context = {
        "device": device,
        "compilers": {name: one.code.compiler for name, one in own.items() if one.code},
    }
    title = f"Kernels on {device.name}"
    return Page(
        device_page(device.slug, "kernels"), "kernels.html", title, context, data, ("tables",)
    )


def _order(entry):
    (name, toolchain, stage, values, revision), _ = entry
    known = [-1 if value is None else value for value in values]
    return name, toolchain, stage, known, revision or ""


def expectations_in(folder, is_named):
    """{toolchain: Expectation} of a folder, a Path. Raises InputError for a file that is none, and
    where somebody has named a folder that is not there or holds none; else that is empty."""
    files = sorted(folder.glob("*.txt")) if folder.is_dir() else []
    if is_named and not files:
        raise InputError(
            f"--expectations {folder}: holds no expectation, *.txt; "
            "'python -m analysis resources LIBDIR --update' writes them"
        )
    return {file.stem: read_expectation(file) for file in files}


def _code(expectations):
    columns = [
        column("kernel", "kernel"),
        column("architecture", "architecture", facet=True),
        column("same", "compilers", facet=True, note="whether several make one machine code"),
        *(column(f"of_{name}", name) for name in expectations),
    ]
    keys = sorted({key for one in expectations.values() for key in one.resources})
    return columns, [_code_row(key, expectations) for key in keys]


def _code_row(key, expectations):
    architecture, kernel = key
    row = {"kernel": kernel, "architecture": architecture}
    hashes = []
    for name, one in expectations.items():
        if key in one.resources:
            code = one.code.of.get(key, "") if one.code else ""
            hashes += [code] if code else []
            row[f"of_{name}"] = f"{code} {one.resources[key]}".strip()
    alike = len(hashes) > 1 and len(set(hashes)) < len(hashes)
    several = "several make the same" if alike else "each makes its own"
    row["same"] = several if len(hashes) > 1 else "of one alone"
    return row

"""Exports of Nsight Compute, made up: two lines of headings, quotes around everything."""

import csv
import io

from analysis.profiling.export import OF_RECORDS
from analysis.profiling.metrics import METRICS, Unit

RANGES = "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"
OTHER_RANGES = "Id:Domain:Start/Stop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"
LAUNCH = [
    "ID",
    "Process ID",
    "Process Name",
    "Host Name",
    RANGES,
    OTHER_RANGES,
    "Kernel Name",
    "Context",
    "Stream",
    "Block Size",
    "Grid Size",
    "Device",
    "CC",
]
# As `--print-units base` has them.
UNITS = {Unit.COUNT: "", Unit.PERCENT: "%", Unit.SECOND: "ns", Unit.BYTE: "byte"}
# A launch that took 100 us at 1.5 GHz, and whose registers allow the fewest blocks.
VALUES = {key: "50.25" for key, metric in METRICS.items() if metric.unit is Unit.PERCENT} | {
    "grid_size": "25,600",
    "block_size": "128",
    "registers": "72",
    "static_shared_bytes": "0",
    "dynamic_shared_bytes": "0",
    "waves": "27.7",
    "block_limit_blocks": "32",
    "block_limit_registers": "7",
    "block_limit_shared_memory": "32",
    "block_limit_warps": "16",
    "duration_s": "100,000",
    "cycles": "150,000",
    "active_lanes": "29.10",
}


def kernel(id_, name="void sphlab::forces_kernel<sphlab::Lj, (bool)1>(Arguments)", **values):
    """A launch in the range of an id, "" for none: `values` are texts by the metrics' keys."""
    return {"id": id_, "name": name, "process": "4711"} | values


def export(*kernels, kind=OF_RECORDS, without=(), units=None, before=""):
    """The text of an export of a kind of `kernels`, without the columns of that name.

    units: other ones by the metrics' keys. before: what the profiler says of its run.
    """
    units = units or {}
    names = LAUNCH + [metric.name for metric in kind.metrics.values()]
    of_launch = [""] * len(LAUNCH)
    of_metrics = [units.get(key, UNITS[metric.unit]) for key, metric in kind.metrics.items()]
    kept = [place for place, name in enumerate(names) if name not in without]
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\n")
    lines = [names, of_launch + of_metrics]
    lines += [_line(number, one, kind) for number, one in enumerate(kernels)]
    for line in lines:
        writer.writerow([line[place] for place in kept])
    return before + text.getvalue()


def _line(number, one, kind):
    opened = f"{kind.prefix}-{one['id']}" if one["id"] else "something else"
    ranges = f'1  "<default domain>:{opened}:none:none:none:none:none:none"  '
    launch = [str(number), one["process"], "sphlab", "127.0.0.1", ranges, "", one["name"]]
    launch += ["1", "13", "(128, 1, 1)", "(25600, 1, 1)", "0", "9.0"]
    return launch + [one.get(key, VALUES.get(key, "1,234,567")) for key in kind.metrics]

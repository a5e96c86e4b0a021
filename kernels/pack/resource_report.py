"""Turn what device compilers print about their kernels into one JSON report.

usage: resource_report.py --format {ptxas,amdgpu} --architectures A[,B] --output FILE LOG [LOG ...]

The report is an array of objects, one per kernel and architecture, sorted by symbol:
  symbol         mangled name
  kernel         demangled name with its template arguments, without its parameters
  architecture   "sm_90", "gfx90a"
  registers      registers per thread (amdgpu: architectural and accumulation VGPRs together)
  stack_bytes    stack frame a thread, spills included where the compiler puts them there
  spill_bytes    bytes of spill code a thread, stores and loads together
  shared_bytes   static shared memory a block
  assembly_ms    what its assembler took, null where the compiler does not say

A log without a single kernel is legal (a source may hold host code only); logs that together hold
none are an error, because then the compiler's format has changed and every record would silently
lose its resources.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

PTXAS_ENTRY = re.compile(r"Compiling entry function '([^']+)' for '([^']+)'")
PTXAS_PROPERTIES = re.compile(r"Function properties for '?([\w$.]+)")
PTXAS_STACK = re.compile(
    r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads"
)
PTXAS_USED = re.compile(r"Used (\d+) registers")
PTXAS_SHARED = re.compile(r"(\d+) bytes smem")
PTXAS_TIME = re.compile(r"Compile time = ([\d.]+) ms")

AMDGPU_REMARK = re.compile(
    r"remark: +([A-Za-z ]+?)(?: \[[^\]]*/[^\]]*\])?: (\S+) \[-Rpass-analysis"
)

Kernel = dict[str, object]


def new_kernel(symbol: str, architecture: str) -> Kernel:
    return {
        "symbol": symbol,
        "architecture": architecture,
        "registers": 0,
        "stack_bytes": 0,
        "spill_bytes": 0,
        "shared_bytes": 0,
        "assembly_ms": None,
    }


def parse_ptxas(text: str) -> list[Kernel]:
    """Kernels of `ptxas -v`; functions that were not inlined have properties too, and are left."""
    kernels: list[Kernel] = []
    properties_of = ""
    for line in text.splitlines():
        if match := PTXAS_ENTRY.search(line):
            kernels.append(new_kernel(match[1], match[2]))
        elif match := PTXAS_PROPERTIES.search(line):
            properties_of = match[1]
        elif match := PTXAS_STACK.search(line):
            if kernels and properties_of == kernels[-1]["symbol"]:
                kernels[-1]["stack_bytes"] = int(match[1])
                kernels[-1]["spill_bytes"] = int(match[2]) + int(match[3])
        elif (match := PTXAS_USED.search(line)) and kernels:
            kernels[-1]["registers"] = int(match[1])
            shared = PTXAS_SHARED.search(line)
            kernels[-1]["shared_bytes"] = int(shared[1]) if shared else 0
        elif (match := PTXAS_TIME.search(line)) and kernels:
            kernels[-1]["assembly_ms"] = float(match[1])
    return kernels


def parse_amdgpu(text: str, architectures: list[str]) -> list[Kernel]:
    """Kernels of clang's kernel-resource-usage remarks.

    A remark does not name its architecture: the compiler goes through the architectures in order,
    so that the n-th mention of a kernel is the n-th architecture's.
    """
    kernels: list[Kernel] = []
    mentions: dict[str, int] = {}
    for line in text.splitlines():
        match = AMDGPU_REMARK.search(line)
        if not match:
            continue
        key, value = match[1], match[2]
        if key == "Function Name":
            count = mentions.get(value, 0)
            mentions[value] = count + 1
            kernels.append(new_kernel(value, architectures[count]))
        elif not kernels:
            continue
        elif key in ("VGPRs", "AGPRs"):
            kernels[-1]["registers"] += int(value)
        elif key == "ScratchSize":
            kernels[-1]["stack_bytes"] = int(value)
        elif key == "VGPRs Spill":
            # The compiler counts spilled registers: each is a word stored and one loaded per lane.
            kernels[-1]["spill_bytes"] = 2 * 4 * int(value)
        elif key == "LDS Size":
            kernels[-1]["shared_bytes"] = int(value)
    return kernels


def demangle(symbols: list[str]) -> list[str]:
    """Names without parameters, which c++filt keeps in the order of its input."""
    output = subprocess.run(
        ["c++filt", "--no-params"],
        input="\n".join(symbols),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return output.splitlines()


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--format", choices=["ptxas", "amdgpu"], required=True)
    parser.add_argument("--architectures", required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("logs", type=pathlib.Path, nargs="+")
    arguments = parser.parse_args()

    kernels: list[Kernel] = []
    for log in arguments.logs:
        text = log.read_text(errors="replace")
        if arguments.format == "ptxas":
            kernels += parse_ptxas(text)
        else:
            kernels += parse_amdgpu(text, arguments.architectures.split(","))
    if not kernels:
        print(f"resource_report: no kernel in {len(arguments.logs)} logs", file=sys.stderr)
        return 1

    # Instances of one template may be compiled by several sources; the linker keeps one of them.
    unique = {(k["symbol"], k["architecture"]): k for k in kernels}
    ordered = [unique[key] for key in sorted(unique)]
    for kernel, name in zip(ordered, demangle([str(k["symbol"]) for k in ordered]), strict=True):
        kernel["kernel"] = name
    arguments.output.write_text(json.dumps(ordered, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

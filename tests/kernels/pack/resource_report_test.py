"""The report must survive what compilers really print, and refuse what they no longer print."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[3] / "kernels" / "pack" / "resource_report.py"

# A kernel that calls a function which was not inlined: the function's stack is not the kernel's.
PTXAS_LOG = """\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_ZN6sphlab11list_gatherINS_1PELi4EEEvi' for 'sm_90'
ptxas info    : Function properties for _ZN6sphlab11list_gatherINS_1PELi4EEEvi
    16 bytes stack frame, 12 bytes spill stores, 20 bytes spill loads
ptxas info    : Used 48 registers, used 1 barriers, 2048 bytes smem
ptxas info    : Function properties for _ZN6sphlab4slowEf
    640 bytes stack frame, 600 bytes spill stores, 600 bytes spill loads
ptxas info    : Compile time = 19.022 ms
ptxas info    : Compiling entry function '_ZN6sphlab7predictEv' for 'sm_80'
ptxas info    : Function properties for _ZN6sphlab7predictEv
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 24 registers, used 0 barriers
"""

AMDGPU_MENTION = """\
k.cu:10:1: remark: Function Name: _ZN6sphlab7predictEv [-Rpass-analysis=kernel-resource-usage]
k.cu:10:1: remark:     SGPRs: 27 [-Rpass-analysis=kernel-resource-usage]
k.cu:10:1: remark:     VGPRs: {vgprs} [-Rpass-analysis=kernel-resource-usage]
k.cu:10:1: remark:     AGPRs: 2 [-Rpass-analysis=kernel-resource-usage]
k.cu:10:1: remark:     ScratchSize [bytes/lane]: 24 [-Rpass-analysis=kernel-resource-usage]
k.cu:10:1: remark:     VGPRs Spill: 3 [-Rpass-analysis=kernel-resource-usage]
k.cu:10:1: remark:     LDS Size [bytes/block]: 2048 [-Rpass-analysis=kernel-resource-usage]
"""


def report(tmp_path, log, log_format, architectures):
    source = tmp_path / "kernel.log"
    source.write_text(log)
    output = tmp_path / "report.json"
    options = ["--format", log_format, "--architectures", architectures, "--output", output]
    result = subprocess.run([sys.executable, SCRIPT, *options, source], capture_output=True)
    return result.returncode, json.loads(output.read_text()) if output.exists() else None


def test_ptxas_kernels(tmp_path):
    status, kernels = report(tmp_path, PTXAS_LOG, "ptxas", "sm_80,sm_90")
    assert status == 0
    assert kernels == [
        {
            "symbol": "_ZN6sphlab11list_gatherINS_1PELi4EEEvi",
            "kernel": "sphlab::list_gather<sphlab::P, 4>",
            "architecture": "sm_90",
            "registers": 48,
            "stack_bytes": 16,
            "spill_bytes": 32,
            "shared_bytes": 2048,
            "assembly_ms": 19.022,
        },
        {
            "symbol": "_ZN6sphlab7predictEv",
            "kernel": "sphlab::predict",
            "architecture": "sm_80",
            "registers": 24,
            "stack_bytes": 0,
            "spill_bytes": 0,
            "shared_bytes": 0,
            "assembly_ms": None,
        },
    ]


def test_amdgpu_mentions_follow_the_architectures(tmp_path):
    log = AMDGPU_MENTION.format(vgprs=34) + AMDGPU_MENTION.format(vgprs=39)
    status, kernels = report(tmp_path, log, "amdgpu", "gfx1030,gfx90a")
    assert status == 0
    assert [(k["architecture"], k["registers"]) for k in kernels] == [
        ("gfx1030", 36),
        ("gfx90a", 41),
    ]
    assert {k["stack_bytes"] for k in kernels} == {24}
    assert {k["spill_bytes"] for k in kernels} == {24}
    assert {k["shared_bytes"] for k in kernels} == {2048}
    assert {k["assembly_ms"] for k in kernels} == {None}


@pytest.mark.parametrize("log_format", ["ptxas", "amdgpu"])
def test_logs_without_kernels_are_refused(tmp_path, log_format):
    status, kernels = report(tmp_path, "warning: nothing here\n", log_format, "sm_90")
    assert status == 1
    assert kernels is None

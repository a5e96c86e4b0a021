"""Which kernels of two builds differ: by their reports, and by their machine code where nvcc is."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from analysis.cli import main
from analysis.errors import InputError
from analysis.kernels import cuda_code, hip_code
from analysis.kernels.elf import sections
from analysis.kernels.occupancy import resident_warps
from analysis.kernels.resources import Resources
from analysis.tests.made_hip_pack import END, MOVE, hip_pack

ROOT = Path(__file__).resolve().parents[2]


def write_report(folder, toolchain, **kernels):
    """A report as a build writes it; kernels: name=(architecture, registers, stack)."""
    folder.mkdir(exist_ok=True)
    entries = [
        {
            "symbol": name,
            "kernel": name,
            "architecture": architecture,
            "registers": registers,
            "stack_bytes": stack,
            "spill_bytes": 0,
            "shared_bytes": 0,
            "assembly_ms": None,
        }
        for name, (architecture, registers, stack) in kernels.items()
    ]
    report = folder / f"libsphlab-kernels-{toolchain}.resources.json"
    report.write_text(json.dumps(entries))
    return folder


@pytest.fixture
def hip(tmp_path):
    """Writes a build of one HIP pack, and returns its folder.

    Kernels whose registers and stack are the same are of the same machine code; of each source
    comes one.
    """

    def hip(name, **kernels):
        of_gfx90a = {kernel: ("gfx90a", *numbers) for kernel, numbers in kernels.items()}
        folder = write_report(tmp_path / name, "hipcc-5.2", **of_gfx90a)
        sources = [{kernel: sum(numbers) * MOVE + END} for kernel, numbers in kernels.items()]
        (folder / "libsphlab-kernels-hipcc-5.2.so").write_bytes(hip_pack(*sources))
        return folder

    return hip


def pregate(base, candidate, *options):
    return main(["pregate", str(base), str(candidate), *options])


@pytest.fixture
def llvm_objdump():
    if shutil.which(hip_code.OBJDUMP) is None:
        pytest.skip(f"needs {hip_code.OBJDUMP}")


@pytest.mark.usefixtures("llvm_objdump")
def test_what_differs_is_told(hip, capsys):
    base = hip("base", predict=(24, 0), correct=(64, 0), hash=(12, 0))
    candidate = hip("candidate", predict=(24, 0), correct=(72, 0), scan=(9, 0))
    assert pregate(base, base) == 0
    assert "3 kernels with the same machine code; 0 changed, 0 new" in capsys.readouterr().out
    assert pregate(base, candidate) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  correct (gfx90a): 64 -> 72; warps 32 -> 28; v_mov_b32 64 -> 72",
        "  hash (gfx90a): gone, was 12",
        "  scan (gfx90a): new, 9",
    ]


@pytest.mark.usefixtures("llvm_objdump")
def test_a_gained_stack_frame_has_its_exit_code(hip, capsys):
    base, candidate = hip("base", predict=(24, 0)), hip("candidate", predict=(24, 8))
    assert pregate(base, candidate) == 20
    captured = capsys.readouterr()
    assert "  WORSE predict (gfx90a): 24 -> 24, 8 B stack" in captured.out
    assert "kernels that gained a stack frame or spills: 1" in captured.err
    assert pregate(candidate, base) == 0


def test_code_of_a_hip_pack(tmp_path):
    pack = tmp_path / "pack.so"
    scale, pick = 3 * MOVE + END, MOVE + END
    pack.write_bytes(hip_pack({"scale": scale, "pick": pick}, {"hash": END}))
    assert hip_code.load_code(pack) == {
        ("gfx90a", "scale"): scale,
        ("gfx90a", "pick"): pick,
        ("gfx90a", "hash"): END,
    }
    assert hip_code.compiler_of(pack) == "Debian clang version 15.0.6"


@pytest.mark.usefixtures("llvm_objdump")
def test_instruction_mix_of_a_hip_pack(tmp_path):
    pack = tmp_path / "pack.so"
    pack.write_bytes(hip_pack({"scale": 3 * MOVE + END, "pick": MOVE + END}, {"hash": END}))
    assert hip_code.instruction_mix(pack, ["scale", "hash"]) == {
        ("gfx90a", "scale"): Counter(v_mov_b32=3, s_endpgm=1),
        ("gfx90a", "hash"): Counter(s_endpgm=1),
    }


@pytest.mark.parametrize("keep", [0.3, 0.5])
def test_a_truncated_hip_pack_is_refused(hip, keep, capsys):
    base, cut = hip("base", predict=(24, 0)), hip("cut", predict=(24, 0))
    pack = cut / "libsphlab-kernels-hipcc-5.2.so"
    pack.write_bytes(pack.read_bytes()[: int(keep * pack.stat().st_size)])
    assert pregate(base, cut) == 3
    assert "libsphlab-kernels-hipcc-5.2.so" in capsys.readouterr().err


def test_a_pack_without_the_code_of_a_kernel(hip, capsys):
    base, other = hip("base", predict=(24, 0)), hip("other", predict=(24, 0))
    (other / "libsphlab-kernels-hipcc-5.2.so").write_bytes(hip_pack({"hash": END}))
    assert pregate(base, other) == 3
    assert "has no machine code of predict for gfx90a" in capsys.readouterr().err


def test_without_llvm_objdump(hip, monkeypatch, tmp_path, capsys):
    base, candidate = hip("base", predict=(24, 0)), hip("candidate", predict=(25, 0))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pregate(base, candidate) == 5
    assert "llvm-objdump-15: not found in the PATH; it comes with hipcc" in capsys.readouterr().err
    assert pregate(base, base) == 0


def test_toolchains_of_one_build_alone(hip, tmp_path, capsys):
    base = hip("base", predict=(24, 0))
    both = write_report(hip("both", predict=(24, 0)), "nvcc-1.0", predict=("sm_90", 24, 0))
    assert pregate(base, both) == 0
    assert "nvcc-1.0: in one build alone, not compared" in capsys.readouterr().out
    other = write_report(tmp_path / "other", "nvcc-1.0", predict=("sm_90", 24, 0))
    assert pregate(base, other) == 3
    assert "have no toolchain in common" in capsys.readouterr().err


def test_a_report_without_its_pack(tmp_path, capsys):
    folder = write_report(tmp_path / "base", "nvcc-1.0", predict=("sm_90", 24, 0))
    assert pregate(folder, folder) == 3
    assert "libsphlab-kernels-nvcc-1.0.so: is not there" in capsys.readouterr().err


def test_without_cuobjdump(tmp_path, monkeypatch, capsys):
    folder = write_report(tmp_path / "base", "nvcc-1.0", predict=("sm_90", 24, 0))
    (folder / "libsphlab-kernels-nvcc-1.0.so").touch()
    monkeypatch.setattr(cuda_code, "BINUTILS", ROOT / "nowhere")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pregate(folder, folder) == 5
    assert "cuobjdump: not found in nowhere or the PATH" in capsys.readouterr().err


@pytest.mark.parametrize("block", ["0", "1025", "many"])
def test_a_block_size_that_there_is_not(hip, block, capsys):
    base = hip("base", predict=(24, 0))
    with pytest.raises(SystemExit) as caught:
        pregate(base, base, "--block", block)
    assert caught.value.code == 2
    assert "a block has 1 to 1024 threads" in capsys.readouterr().err


def test_sections_of_an_elf_file():
    found = sections(Path(sys.executable).read_bytes(), "python")
    assert found[".interp"].startswith(b"/lib")
    assert found[".bss"] == b""
    assert len(found[".text"]) > 100


def test_a_broken_elf_file_is_named():
    data = Path(sys.executable).read_bytes()
    with pytest.raises(InputError, match="cut: is a broken ELF file"):
        sections(data[: len(data) // 2], "cut")
    with pytest.raises(InputError, match="text: is not a 64-bit ELF file"):
        sections(b"hello", "text")


def test_instruction_mix_of_a_listing():
    listing = """\
arch = sm_90
\t\tFunction : scale
\t.headerflags\t@"EF_CUDA_SM90 EF_CUDA_VIRTUAL_SM(EF_CUDA_SM90)"
        /*0000*/                   LDC R1, c[0x0][0x28] ;            /* 0x00000a00ff017b82 */
                                                                     /* 0x000fe20000000800 */
        /*0010*/               @P0 EXIT ;                            /* 0x000000000000094d */
        /*0020*/              @!P1 BRA 0x70 ;                        /* 0x0000000000049947 */
        /*0030*/             @!UP0 UIADD3 UR4, UR4, 0x1, URZ ;       /* 0x0000000104048890 */
        /*0040*/                   LDG.E.128 R4, desc[UR4][R4.64] ;  /* 0x0000000404047981 */
        /*0050*/                   LDG.E R6, desc[UR4][R2.64] ;      /* 0x0000000402067981 */
        /*0060*/                   NOP ;                             /* 0x0000000000007918 */
arch = sm_80
\t\tFunction : scale
        /*0000*/                   EXIT ;                            /* 0x000000000000794d */
"""
    assert cuda_code.mixes_of_listing(listing) == {
        ("sm_90", "scale"): Counter(LDG=2, LDC=1, EXIT=1, BRA=1, UIADD3=1),
        ("sm_80", "scale"): Counter(EXIT=1),
    }


@pytest.mark.parametrize(
    ("architecture", "registers", "shared", "block", "warps"),
    [
        ("sm_90", 32, 0, 128, 64),
        ("sm_90", 33, 0, 128, 48),
        ("sm_90", 40, 0, 1024, 32),
        ("sm_90", 255, 0, 32, 8),
        ("sm_90", 16, 0, 32, 32),
        ("sm_90", 32, 100 * 1024, 128, 8),
        ("sm_90", 255, 0, 1024, 0),
        ("gfx90a", 64, 0, 128, 32),
        ("gfx90a", 65, 0, 128, 28),
        ("gfx90a", 128, 0, 64, 16),
        ("gfx90a", 129, 0, 256, 12),
        ("gfx90a", 32, 0, 64, 32),
        ("gfx90a", 32, 20 * 1024, 128, 6),
        ("gfx90a", 512, 0, 1024, 0),
    ],
)
def test_resident_warps(architecture, registers, shared, block, warps):
    assert resident_warps(architecture, Resources(registers, 0, 0, shared), block) == warps


def test_resident_warps_of_an_unknown_architecture():
    assert resident_warps("sm_1", Resources(32, 0, 0, 0), 128) is None


KERNELS = """\
#ifdef BEFORE
__global__ void before(int* x) { x[threadIdx.x] = BEFORE; }
#endif
__global__ void scale(float* x) { x[threadIdx.x] *= FACTOR; }
__global__ void pick(float* x, int n) {
  float copy[8];
  for (int i = 0; i < 8; ++i) copy[i] = x[i * n];
#ifdef IN_MEMORY  // an array in registers cannot be indexed by what is known at run time alone
  for (int i = 0; i < n; ++i) copy[n * i & 7] += i;
#endif
  x[threadIdx.x] = copy[1];
}
"""


@pytest.fixture(scope="module")
def nvcc_builds(tmp_path_factory):
    """Lib folders of one nvcc pack each: the base, and three candidates."""
    nvcc = shutil.which("nvcc", path=f"{os.environ.get('CUDA_HOME', '/usr/local/cuda')}/bin")
    nvcc = nvcc or shutil.which("nvcc")
    if nvcc is None or not (cuda_code.BINUTILS / "cuobjdump").exists():
        pytest.skip("needs nvcc and cuobjdump")
    root = tmp_path_factory.mktemp("builds")
    (root / "kernels.cu").write_text(KERNELS)

    def build(name, *definitions):
        folder = root / name
        folder.mkdir()
        pack = folder / "libsphlab-kernels-nvcc-1.0"
        command = [nvcc, "-arch=sm_90", "-Xptxas=-v", "-shared", "-cudart=none", "-Xcompiler=-fPIC"]
        command += [f"-D{definition}" for definition in definitions]
        log = subprocess.run(
            [*command, "-o", f"{pack}.so", root / "kernels.cu"],
            check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        (folder / "log").write_bytes(log.stdout)
        subprocess.run(
            [sys.executable, ROOT / "kernels/pack/resource_report.py", "--format", "ptxas"]
            + ["--architectures", "sm_90", "--output", f"{pack}.resources.json", folder / "log"],
            check=True,
        )
        return folder

    return {
        "base": build("base", "FACTOR=2.0f"),
        "moved": build("moved", "FACTOR=2.0f", "BEFORE=3"),
        "factor": build("factor", "FACTOR=3.0f"),
        "frame": build("frame", "FACTOR=2.0f", "IN_MEMORY"),
    }


def test_equal_machine_code_is_equal_wherever_it_stands(nvcc_builds, capsys):
    assert pregate(nvcc_builds["base"], nvcc_builds["moved"]) == 0
    summary, *changes = capsys.readouterr().out.splitlines()
    assert "2 kernels with the same machine code; 0 changed, 1 new or gone" in summary
    assert "assembled in" in summary
    assert changes[0].startswith("  before (sm_90): new, ")


def test_a_constant_is_other_code_of_the_same_instructions(nvcc_builds, capsys):
    assert pregate(nvcc_builds["base"], nvcc_builds["factor"]) == 0
    summary, change = capsys.readouterr().out.splitlines()
    assert "1 kernels with the same machine code; 1 changed, 0 new or gone" in summary
    assert change.startswith("  scale (sm_90): ")


def test_a_stack_frame_in_machine_code(nvcc_builds, capsys):
    assert pregate(nvcc_builds["base"], nvcc_builds["frame"]) == 20
    change = capsys.readouterr().out.splitlines()[1]
    assert change.startswith("  WORSE pick (sm_90): ")
    assert ", 32 B stack" in change
    assert "LDL 0 -> " in change
    assert "STL 0 -> " in change


@pytest.fixture
def resources(tmp_path):
    """Runs `resources` with expectations of its own, and returns its exit code."""
    own = ["--expectations", str(tmp_path / "expectations")]
    return lambda build, *options: main(["resources", str(build), *own, *options])


def test_hashes_say_which_machine_code_has_changed(nvcc_builds, resources, tmp_path, capsys):
    assert resources(nvcc_builds["base"], "--update") == 0
    expectation = (tmp_path / "expectations/nvcc-1.0.txt").read_text()
    assert re.search(r"^compiler  ptxas V\d+\.\d+\.\d+$", expectation, re.M)
    capsys.readouterr()
    assert resources(nvcc_builds["factor"], "--check") == 0
    assert capsys.readouterr().out == (
        "nvcc-1.0: 2 kernels, none changed\n"
        "nvcc-1.0: 1 kernels with the same machine code, 1 with another, 0 new or gone\n"
        "  other machine code: scale (sm_90)\n"
    )


def test_a_truncated_pack_is_refused(nvcc_builds, resources, tmp_path, capsys):
    cut = shutil.copytree(nvcc_builds["base"], tmp_path / "cut")
    pack = cut / "libsphlab-kernels-nvcc-1.0.so"
    pack.write_bytes(pack.read_bytes()[: pack.stat().st_size // 2])
    assert resources(nvcc_builds["base"], "--update") == 0
    assert pregate(nvcc_builds["base"], cut) == 3
    assert resources(cut, "--check") == 3
    said = capsys.readouterr().err
    assert said.count("libsphlab-kernels-nvcc-1.0.so: cuobjdump cannot read it") == 2


@pytest.mark.parametrize(
    ("build", "code"), [("base", 0), ("factor", 22), ("moved", 22), ("frame", 20)]
)
def test_a_change_that_is_to_leave_every_kernel_alone(nvcc_builds, resources, build, code):
    assert resources(nvcc_builds["base"], "--update") == 0
    assert resources(nvcc_builds[build], "--check", "--same-code") == code

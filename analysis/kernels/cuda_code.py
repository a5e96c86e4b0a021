"""The machine code of the kernels of a CUDA pack.

Code of two builds is equal where its bytes are: jumps are relative, so that neither the place of a
kernel in its file nor its name matters. What a kernel finds in memory is not in its code: tables in
global and constant memory are not compared.
"""

import os
import re
import tempfile
from collections import Counter
from pathlib import Path

from analysis.kernels.binutils import clang_versions, output_of
from analysis.kernels.elf import sections

ROOT = Path(__file__).resolve().parents[2]
BINUTILS = ROOT / ".toolchains/cuda-binutils/nvidia/cu13/bin"
CODE_SECTION = ".text."
CUBIN = re.compile(r"\.(sm_\w+)\.cubin$")
# What ptxas (of CUDA 13) says of itself in each file; clang does so in the library.
ASSEMBLER_SECTION = ".note.nv.tkinfo"
ASSEMBLER_VERSION = re.compile(rb"\bV\d+(?:\.\d+)+")

DISASSEMBLED_FUNCTION = re.compile(r"Function : (\S+)")
DISASSEMBLED_TARGET = re.compile(r"^arch = (\S+)")
# /*0070*/   @!P0 BRA.U 0x1d0 ;   ->   BRA
INSTRUCTION = re.compile(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_]*)")
PADDING = "NOP"
# A command line's argument has 128 KiB at most.
SYMBOLS_AT_A_TIME = 100


def load_code(pack):
    """{(architecture, symbol): bytes} of a CUDA pack; empty where it holds none."""
    return {
        (architecture, name.removeprefix(CODE_SECTION)): content
        for architecture, found in _cubins(pack)
        for name, content in found.items()
        if name.startswith(CODE_SECTION)
    }


def compiler_of(pack):
    """The full versions of what made the machine code of a CUDA pack, as the pack itself tells.

    "ptxas V13.0.88" of nvcc's, "Debian clang version 19.1.7, ptxas V13.0.88" of clang's; None where
    the assembler's is not told.
    """
    assemblers = {
        version.decode()
        for _, found in _cubins(pack)
        for version in ASSEMBLER_VERSION.findall(found.get(ASSEMBLER_SECTION, b""))
    }
    if not assemblers:
        return None
    compilers = sorted(clang_versions(sections(pack.read_bytes(), pack)))
    return ", ".join([*compilers, *(f"ptxas {version}" for version in sorted(assemblers))])


def instruction_mix(pack, symbols):
    """{(architecture, symbol): Counter of opcodes without modifiers} of some of its kernels."""
    mixes = {}
    for begin in range(0, len(symbols), SYMBOLS_AT_A_TIME):
        some = ",".join(symbols[begin : begin + SYMBOLS_AT_A_TIME])
        listing = _cuobjdump("--dump-sass", "--function", some, str(pack.resolve()))
        mixes |= mixes_of_listing(listing)
    return mixes


def mixes_of_listing(listing):
    """The same of what cuobjdump prints."""
    mixes = {}
    architecture, mix = "", Counter()
    for line in listing.splitlines():
        if match := DISASSEMBLED_TARGET.search(line):
            architecture = match[1]
        elif match := DISASSEMBLED_FUNCTION.search(line):
            mix = mixes[architecture, match[1]] = Counter()
        elif (match := INSTRUCTION.search(line)) and match[1] != PADDING:
            mix[match[1]] += 1
    return mixes


def _cubins(pack):
    """(architecture, {section: bytes}) of each ELF file in a pack."""
    with tempfile.TemporaryDirectory() as folder:
        _cuobjdump("--extract-elf", "all", str(pack.resolve()), folder=folder)
        for file in sorted(Path(folder).iterdir()):
            yield CUBIN.search(file.name)[1], sections(file.read_bytes(), file.name)


def _cuobjdump(*arguments, folder=None):
    """What cuobjdump prints. It calls nvdisasm, which stands beside it."""
    return output_of(
        "cuobjdump",
        *arguments,
        also="nvdisasm",
        search=f"{BINUTILS}{os.pathsep}{os.environ.get('PATH', '')}",
        remedy=f"not found in {BINUTILS.relative_to(ROOT)} or the PATH; ci/install brings it where "
        "there is a CUDA toolkit",
        folder=folder,
    )

"""The machine code of the kernels of a HIP pack.

A pack holds a bundle for each of its sources, and a bundle an ELF file for each architecture. Jumps
are relative, as in CUDA's machine code. So is where a kernel finds a table that its source defines:
it is other code where the way there has another length.
"""

import os
import re
import struct
import tempfile
from collections import Counter
from pathlib import Path

from analysis.errors import InputError
from analysis.kernels.binutils import clang_versions, output_of
from analysis.kernels.elf import functions, sections

BUNDLES_SECTION = ".hip_fatbin"
BUNDLE = b"__CLANG_OFFLOAD_BUNDLE__"
COUNT = struct.Struct("<Q")
# Offset in the bundle, bytes, and how long the target is whose name follows.
ENTRY = struct.Struct("<QQQ")
TARGET = re.compile(rb"^hip\w*-amdgcn-amd-amdhsa--(gfx\w+)")

# That of hipcc 5.2.
OBJDUMP = "llvm-objdump-15"
DISASSEMBLED_FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
# \tv_add_f32_e32 v0, v1, v2   ->   v_add_f32
INSTRUCTION = re.compile(r"^\t([a-z]\w*?)(?:_e32|_e64|_dpp|_sdwa)?(?:\s|$)")


def load_code(pack):
    """{(architecture, symbol): bytes} of a HIP pack; empty where it holds none."""
    return {
        (architecture, symbol): code
        for architecture, code_object in _code_objects(pack)
        for symbol, code in functions(code_object, f"{pack}, {architecture}").items()
    }


def compiler_of(pack):
    """The full versions of the compilers of a HIP pack and of the device library in it, as the pack
    itself tells: "Debian clang version 15.0.5, Debian clang version 15.0.6"; None where it does
    not."""
    compilers = {
        version
        for _, code_object in _code_objects(pack)
        for version in clang_versions(sections(code_object, pack))
    }
    return ", ".join(sorted(compilers)) or None


def instruction_mix(pack, symbols):
    """{(architecture, symbol): Counter of opcodes without modifiers} of some of its kernels."""
    mixes = {}
    with tempfile.TemporaryDirectory() as folder:
        for place, (architecture, code_object) in enumerate(_code_objects(pack)):
            held = sorted(functions(code_object, pack).keys() & set(symbols))
            if not held:
                continue
            file = Path(folder) / f"{place}.elf"
            file.write_bytes(code_object)
            for symbol, mix in mixes_of_listing(_objdump(architecture, held, file)).items():
                mixes[architecture, symbol] = mix
    return mixes


def mixes_of_listing(listing):
    """{symbol: Counter of opcodes without modifiers} of what llvm-objdump prints."""
    mixes = {}
    mix = Counter()
    for line in listing.splitlines():
        if match := DISASSEMBLED_FUNCTION.search(line):
            mix = mixes[match[1]] = Counter()
        elif match := INSTRUCTION.search(line):
            mix[match[1]] += 1
    return mixes


def _objdump(architecture, symbols, file):
    return output_of(
        OBJDUMP, "--disassemble", f"--mcpu={architecture}", "--no-show-raw-insn",
        f"--disassemble-symbols={','.join(symbols)}", str(file),
        search=os.environ.get("PATH", ""), remedy="not found in the PATH; it comes with hipcc",
    )  # fmt: skip


def _code_objects(pack):
    """(architecture, ELF file) of each source and architecture of a pack."""
    bundles = sections(pack.read_bytes(), pack).get(BUNDLES_SECTION, b"")
    begin = bundles.find(BUNDLE)
    while begin >= 0:
        try:
            yield from _entries(bundles[begin:])
        except struct.error as error:
            raise InputError(f"{pack}: has a broken bundle of device code: {error}") from error
        begin = bundles.find(BUNDLE, begin + len(BUNDLE))


def _entries(bundle):
    """(architecture, ELF file) of the device entries of a bundle, which others may follow."""
    (count,) = COUNT.unpack_from(bundle, len(BUNDLE))
    place = len(BUNDLE) + COUNT.size
    for _ in range(count):
        begin, size, length = ENTRY.unpack_from(bundle, place)
        place += ENTRY.size
        target = TARGET.search(bundle[place : place + length])
        place += length
        if target:
            yield target[1].decode(), bundle[begin : begin + size]

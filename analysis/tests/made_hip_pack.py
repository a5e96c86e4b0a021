"""HIP packs made up: bundles of ELF files of gfx90a in an ELF file, as hipcc writes them."""

import struct

ARCHITECTURE = "gfx90a"
COMPILER = b"Debian clang version 15.0.6"
# Of the AMD GPU, and of gfx90a.
MACHINE, FLAGS = 224, 0x3F
TEXT_ADDRESS = 0x1600
STRING_TABLE, SYMBOL_TABLE, PROGRAM = 3, 2, 1

MOVE = bytes.fromhex("8002007e")  # v_mov_b32_e32 v0, 0
END = bytes.fromhex("000081bf")  # s_endpgm


def hip_pack(*sources):
    """The bytes of a pack. sources: of each {symbol: machine code}."""
    bundles = b"".join(_bundle(_code_object(code)) for code in sources)
    return _elf([(".hip_fatbin", PROGRAM, 0, 0, bundles)])


def _bundle(code_object):
    """Of the host, which has nothing in it, and of one architecture."""
    targets = [b"host-x86_64-unknown-linux", f"hipv4-amdgcn-amd-amdhsa--{ARCHITECTURE}".encode()]
    head = 32 + sum(24 + len(target) for target in targets)
    entries = [(head, 0, targets[0]), (head, len(code_object), targets[1])]
    return (
        b"__CLANG_OFFLOAD_BUNDLE__"
        + struct.pack("<Q", len(entries))
        + b"".join(struct.pack("<QQQ", *entry[:2], len(entry[2])) + entry[2] for entry in entries)
        + code_object
    )


def _code_object(code):
    """Its functions one after the other, and an object that is none."""
    names = b"\0" + b"".join(f"{symbol}\0".encode() for symbol in code)
    symbols, text = [bytes(24)], b""
    for symbol, content in code.items():
        name = names.index(f"\0{symbol}\0".encode()) + 1
        place = TEXT_ADDRESS + len(text)
        symbols.append(struct.pack("<IBBHQQ", name, 0x12, 0, 1, place, len(content)))
        symbols.append(struct.pack("<IBBHQQ", name, 0x11, 0, 1, place, 4))
        text += content
    return _elf(
        [
            (".text", PROGRAM, TEXT_ADDRESS, 0, text),
            (".symtab", SYMBOL_TABLE, 0, 3, b"".join(symbols)),
            (".strtab", STRING_TABLE, 0, 0, names),
            (".comment", PROGRAM, 0, 0, b"Linker: LLD\0" + COMPILER + b"\0"),
        ]
    )


def _elf(made):
    """A 64-bit little-endian ELF file. made: (name, type, address, link, content) of its sections,
    which begin at number 1."""
    names = b"\0" + b"".join(f"{name}\0".encode() for name, *_ in made) + b".shstrtab\0"
    named = [*made, (".shstrtab", STRING_TABLE, 0, 0, names)]
    content, table = b"", [bytes(64)]
    for name, kind, address, link, data in named:
        begin = names.index(f"\0{name}\0".encode()) + 1
        executable = 6 if name == ".text" else 0
        entry = 24 if kind == SYMBOL_TABLE else 0
        place = 64 + len(content)
        table.append(
            struct.pack(
                "<IIQQQQIIQQ", begin, kind, executable, address, place, len(data), link, 1, 1, entry
            )
        )
        content += data
    identity = b"\x7fELF\x02\x01\x01\x40\x02".ljust(16, b"\0")  # of HSA, version 4
    head = struct.pack(
        "<HHIQQQIHHHHHH", 3, MACHINE, 1, 0, 0, 64 + len(content), FLAGS, 64, 0, 0, 64, len(table),
        len(named),
    )  # fmt: skip
    return identity + head + content + b"".join(table)

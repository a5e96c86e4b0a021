"""Sections and functions of an ELF file, which is what a kernel's machine code comes in."""

import struct

from analysis.errors import InputError

MAGIC_64_LITTLE = b"\x7fELF\x02\x01"
# e_shoff, e_shentsize, e_shnum and e_shstrndx of the header, and the fields of a section.
SECTION_TABLE = 0x28
SECTION_SIZES = 0x3A
SECTION = struct.Struct("<IIQQQQIIQQ")
# st_name, st_info, st_other, st_shndx, st_value and st_size of an entry of the symbol table.
SYMBOL = struct.Struct("<IBBHQQ")
SYMBOL_TABLE = 2
FUNCTION = 2
NOTE = 7
NO_BITS = 8
LOADED = 2


def sections(data, origin):
    """{name: bytes} of a 64-bit little-endian ELF file. origin: names the file in an error."""
    return {name: content for name, _, content in _entries(data, origin)}


def loaded_sections(data, origin):
    """The same of what a process loads, notes left out: code and data without debug information."""
    return {
        name: content
        for name, (_, kind, flags, *_), content in _entries(data, origin)
        if flags & LOADED and kind != NOTE
    }


def functions(data, origin):
    """{symbol: bytes} of the functions that it defines."""
    entries = _entries(data, origin)
    try:
        return {
            _text(entries[entry[6]][2], symbol[0]): _within(entries[symbol[3]], *symbol[4:])
            for _, entry, content in entries
            if entry[1] == SYMBOL_TABLE
            for symbol in SYMBOL.iter_unpack(content)
            if symbol[1] & 0xF == FUNCTION and symbol[3]
        }
    except (struct.error, IndexError, ValueError) as error:
        raise InputError(f"{origin}: is a broken ELF file: {error}") from error


def _within(section, address, size):
    """The bytes at an address of a loaded file."""
    _, (_, _, _, begin, *_), content = section
    return content[address - begin : address - begin + size]


def _entries(data, origin):
    """(name, entry of the section table, bytes) of each section."""
    if not data.startswith(MAGIC_64_LITTLE):
        raise InputError(f"{origin}: is not a 64-bit ELF file")
    try:
        (table,) = struct.unpack_from("<Q", data, SECTION_TABLE)
        size, count, names_index = struct.unpack_from("<HHH", data, SECTION_SIZES)
        entries = [SECTION.unpack_from(data, table + n * size) for n in range(count)]
        names = _content(data, entries[names_index])
    except (struct.error, IndexError) as error:
        raise InputError(f"{origin}: is a broken ELF file: {error}") from error
    return [(_text(names, entry[0]), entry, _content(data, entry)) for entry in entries]


def _content(data, entry):
    _, kind, _, _, offset, size, *_ = entry
    return b"" if kind == NO_BITS else data[offset : offset + size]


def _text(names, begin):
    return names[begin : names.index(b"\0", begin)].decode()

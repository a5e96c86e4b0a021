"""Names of kernels that people can read."""

import re

# The project's own namespace, and those without a name, tell nothing apart.
NAMESPACE = re.compile(r"\bsphlab::|\(anonymous namespace\)::")
# A demangler knows an enumerator's number alone. A test holds these against the headers.
ENUMERATORS = {
    "ListContents": ("unified", "split", "separate"),
    "ListEntry": ("index", "in_row", "in_cell"),
    "ParticleType": ("fluid", "boundary", "body", "second_fluid"),
}
ENUMERATOR = re.compile(rf"\(({'|'.join(ENUMERATORS)})\)(\d+)")
NUMBER = re.compile(r"\((?:unsigned )?(?:char|short|int|long)\)(\d+)|\b(\d+)ul?\b|\b(\d+)l\b")
# What a format's name says of its entries.
ENTRIES = {"index": "", "in_row": "-16", "in_cell": "-cell-16"}
CLOSING = re.compile(r"> (?=>)")
# clang leaves the last members out where they are 0.
LIST_FORMAT = re.compile(r"InFormat<ListFormat\{(?:(\w+)(?:, (\d+)(?:, (\w+))?)?)?\}, (\d+)>")


def short_name(kernel):
    """`list_gather<ChainIterators, split-chunk-8 of 3 types, WcsphLj, 4>` for a demangled name."""
    name = NAMESPACE.sub("", kernel)
    name = ENUMERATOR.sub(_enumerator, name)
    name = NUMBER.sub(lambda found: found[found.lastindex], name)
    name = CLOSING.sub(">", name)
    return LIST_FORMAT.sub(_list_format, name)


def base_name(kernel):
    """`x_pencil` for "void sphlab::x_pencil<sphlab::Pair<(bool)1> >(sphlab::Arguments)"."""
    return (
        re.split(r"[<(]", kernel.replace("(anonymous namespace)::", ""))[0]
        .split("::")[-1]
        .split()[-1]
    )


def unique_names(kernels):
    """Short names of demangled names, in their order; those that would be equal are numbered."""
    names = []
    for name in map(short_name, kernels):
        earlier = sum(other == name or other.startswith(f"{name} #") for other in names)
        names.append(f"{name} #{earlier + 1}" if earlier else name)
    return names


def _enumerator(found):
    """Its name, or its number where the type has gained an enumerator since."""
    names, number = ENUMERATORS[found[1]], int(found[2])
    return names[number] if number < len(names) else found[2]


def _list_format(found):
    """A list's format as kernels/abi/list_format.hpp names it, and how many types."""
    contents = found[1] or ENUMERATORS["ListContents"][0]
    entry = found[3] or ENUMERATORS["ListEntry"][0]
    chunk, types = int(found[2] or 0), int(found[4])
    layout = {0: "sequential", 1: "interleaved"}.get(chunk, f"chunk-{chunk}")
    return f"{contents}-{layout}{ENTRIES.get(entry, f'-{entry}')} of {types.bit_count()} types"

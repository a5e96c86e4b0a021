"""Names of kernels that people can read."""

import re

# The project's own namespace, and those without a name, tell nothing apart.
NAMESPACE = re.compile(r"\bsphlab::|\(anonymous namespace\)::")


def short_name(kernel):
    """`list_gather<ChainIterators, WcsphLj, 4>` for a demangled name without parameters."""
    return NAMESPACE.sub("", kernel)


def unique_names(kernels):
    """Short names of demangled names, in their order; those that would be equal are numbered."""
    names = []
    for name in map(short_name, kernels):
        earlier = sum(other == name or other.startswith(f"{name} #") for other in names)
        names.append(f"{name} #{earlier + 1}" if earlier else name)
    return names

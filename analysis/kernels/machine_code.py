"""The machine code of the kernels of a pack, whichever device compiler has made it."""

from analysis.errors import InputError
from analysis.kernels import cuda_code, hip_code


def code_of_kernels(pack, kernels):
    """{(architecture, name): bytes} of the Kernels that the report of a pack names."""
    code = _reader_of(pack, kernels).load_code(pack)
    for kernel in kernels:
        if (kernel.architecture, kernel.symbol) not in code:
            raise InputError(
                f"{pack}: has no machine code of {kernel.name} for {kernel.architecture}, which "
                "its report names; build the pack again"
            )
    return {(k.architecture, k.name): code[k.architecture, k.symbol] for k in kernels}


def compiler_of(pack, kernels):
    """The full versions of what made the machine code of a pack, as the pack itself tells; None
    where it does not."""
    return _reader_of(pack, kernels).compiler_of(pack)


def instruction_mix(pack, kernels):
    """{(architecture, name): Counter of opcodes without modifiers} of some of its Kernels."""
    symbols = sorted({kernel.symbol for kernel in kernels})
    mixes = _reader_of(pack, kernels).instruction_mix(pack, symbols)
    return {(k.architecture, k.name): mixes[k.architecture, k.symbol] for k in kernels}


def _reader_of(pack, kernels):
    if not pack.is_file():
        raise InputError(f"{pack}: is not there, but its report is; build the pack again")
    of_cuda = all(kernel.architecture.startswith("sm_") for kernel in kernels)
    return cuda_code if of_cuda else hip_code

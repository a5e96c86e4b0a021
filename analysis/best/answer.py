"""The answer of `sphlab best --json` (docs/best.md), which harness/best/answer.cpp writes."""

from analysis.documents import load_document
from analysis.errors import InputError
from analysis.schema import FOLDER

SCHEMA = FOLDER / "best.schema.json"


def load_answer(path):
    """The answer in a file, a Path, with one ranked variant at least. Raises InputError."""
    answer = load_document(path, SCHEMA, "'sphlab best --json FILE' writes such a file")
    if not answer["ranking"]:
        raise InputError(f"{path}: ranking: holds no variant: the search was interrupted")
    return answer


def toolchain_of(ranked):
    """The toolchain of a ranked variant, which names one."""
    [toolchain] = ranked["variant"]["toolchains"]
    return toolchain

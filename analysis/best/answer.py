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


def untuned(one):
    """What a variant, ranked or tried, has in common with those that differ in tuning alone.

    Its name tells all choices but those of tuning and toolchain.
    """
    return one["name"], toolchain_of(one)


def best_tunings(answer):
    """Of ranked variants that differ in tuning alone the first, each with how many were timed."""
    timed = [untuned(one) for one in answer["search"]["tried"] if one["step_s"] is not None]
    best = {}
    for ranked in answer["ranking"]:
        best.setdefault(untuned(ranked), ranked)
    return [(ranked, max(1, timed.count(idea))) for idea, ranked in best.items()]


def toolchain_of(ranked):
    """The toolchain of a ranked variant, which names one."""
    [toolchain] = ranked["variant"]["toolchains"]
    return toolchain

"""A gate that holds its duels itself: one, and another of what the first lets through no gate."""

from analysis.compare import gate
from analysis.compare.comparison import Comparison
from analysis.compare.confirm import confirm
from analysis.compare.files import compare_duel
from analysis.compare.harness import INVALID, HarnessError
from analysis.compare.same_code import exonerated
from analysis.compare.verdict import Verdict
from analysis.errors import OutputError

IN_DOUBT = (Verdict.SLOWER, Verdict.UNCLEAR)


def hold(harness, folder, policy, allowed=(), same=frozenset()) -> Comparison:
    """The Comparison of the two builds of a Harness. The duels' records go into a new folder.

    Where the first duel does not pass, the variants in doubt duel once more, in another process:
    only what both show counts. same: toolchains whose two packs are the same code, and are not
    blamed. Raises HarnessError, and as compare_duel().
    """
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise OutputError(f"{folder}: cannot be made: {error.strerror}") from error
    first = exonerated(_duel(harness, folder / "duel.jsonl", policy), same)
    if gate.exit_code(first, allowed) in (gate.PASS, INVALID):
        return first
    variants = sorted({one.row.variant for one in first.judgements if one.verdict in IN_DOUBT})
    options = [word for variant in variants for word in ("--variant", variant)]
    return confirm(
        first, exonerated(_duel(harness, folder / "duel-2.jsonl", policy, *options), same)
    )


def _duel(harness, file, policy, *options):
    code = harness.duel("--out", file, *options)
    comparison = compare_duel(file, policy) if file.exists() else None
    if code == INVALID and (comparison is None or comparison.count(Verdict.INVALID) == 0):
        raise HarnessError("the candidate's code ended the duel", INVALID)
    return comparison

"""Whether a candidate may pass, as an exit code."""

from analysis.compare.verdict import GRAVITY, Verdict

PASS = 0
EXIT_CODES = {
    Verdict.INVALID: 6,
    Verdict.SLOWER: 10,
    Verdict.MISSING: 11,
    Verdict.UNCLEAR: 11,
}
# What may be let through when asked. A wrong result and a regression may not.
CAN_BE_ALLOWED = (Verdict.UNCLEAR, Verdict.MISSING)


def exit_code(comparison, allowed=()):
    """The code of the gravest verdict that is not among the `allowed` ones, or PASS."""
    stops = [
        one.verdict
        for one in comparison.judgements
        if one.verdict in EXIT_CODES and one.verdict not in allowed
    ]
    return EXIT_CODES[min(stops, key=GRAVITY.get)] if stops else PASS


OUTCOMES = {
    PASS: "passed: nothing is slower",
    6: "failed: a variant of the candidate is invalid",
    10: "failed: the candidate is slower",
    11: "no verdict: some rows are unclear or missing",
}

NOTHING_MEASURED = "passed: both builds are the same code, and nothing was measured"


def outcome(comparison, code):
    """The exit code of a Comparison in words."""
    return OUTCOMES[code] if comparison.judgements else NOTHING_MEASURED

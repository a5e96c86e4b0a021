"""A comparison for programs."""

import json
from dataclasses import asdict

from analysis.output import printable

VERSION = 1


def as_json(comparison, outcome=""):
    """One object; times in seconds, ratios of candidate over base, null where not measured."""
    policy = comparison.policy
    document = {
        "comparison_version": VERSION,
        "outcome": outcome,
        "device": comparison.device,
        "base": {"revision": comparison.base_revision},
        "candidate": {"revision": comparison.candidate_revision},
        "alpha": policy.alpha,
        "shortest_s": policy.shortest_s,
        "too_short": comparison.too_short,
        "caveats": list(comparison.caveats),
        "differences": [asdict(one) for one in comparison.differences],
        "rows": [asdict(one) for one in comparison.judgements],
    }
    return printable(json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)) + "\n"

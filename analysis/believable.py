"""Which records of its file a command takes."""

from analysis.errors import InvalidRecordsError
from analysis.load import (
    describe,
    is_refusal,
    load_records,
    require_valid,
    split_by_steadiness,
    split_by_validity,
    why_not,
)
from analysis.output import complain


def believable(options, with_refused=False):
    """The valid records of a command's file; the others end the command, or are left out and
    counted where the command line asks for that. Those that drift are left out, and named.

    with_refused: whether those of refused variants, which failed no check, stand behind the valid,
    and behind them those that drift.
    """
    records = load_records(options.results)
    refused = [record for record in records if with_refused and is_refusal(record)]
    checked = [record for record in records if not (with_refused and is_refusal(record))]
    if not options.skip_invalid:
        require_valid(checked, options.results)
    valid, invalid = split_by_validity(checked)
    if not valid:
        raise InvalidRecordsError(f"{options.results}: all {len(records)} records are invalid")
    of_all = f"of {len(records)} records are"
    if invalid:
        complain(f"{options.results}: {len(invalid)} {of_all} invalid and left out")
    if refused:
        complain(f"{options.results}: {len(refused)} {of_all} of refused variants")
    valid, drifting = split_by_steadiness(valid)
    for record in drifting:
        complain(f"{options.results}: left out: {describe(record)}: {why_not(record)}")
    if not valid:
        raise InvalidRecordsError(f"{options.results}: no record is valid and steady")
    return valid + refused + (drifting if with_refused else [])

"""The two sides of a recorded duel: one file that holds base and candidate."""

from analysis.compare.fingerprint import OF_TOOLCHAIN
from analysis.errors import InputError

# Builds of one toolchain's name duel because they may differ in these.
MAY_DIFFER = tuple(OF_TOOLCHAIN)


def split_sides(records, path):
    """The records of the base and those of the candidate, as two lists.

    Raises InputError where the file is no duel, or lacks a side.
    """
    by_side = {"base": [], "candidate": []}
    for record in records:
        if "side" not in record:
            raise InputError(
                f"{path}: side: {record['id']} has none; --duel reads what `sphlab duel` wrote, "
                "two recorded runs are given as BASE CANDIDATE"
            )
        by_side[record["side"]].append(record)
    for side, found in by_side.items():
        if not found:
            raise InputError(f"{path}: side: holds no record of the {side}; run the duel again")
    return by_side["base"], by_side["candidate"]


def require_no_duel(records, path):
    """Raises InputError where records of a duel are given as one recorded run."""
    duels = [record["id"] for record in records if "side" in record]
    if duels:
        raise InputError(
            f"{path}: side: {duels[0]} is one side of a duel; give the file as --duel {path}"
        )

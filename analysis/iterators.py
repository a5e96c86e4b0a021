"""How a variant reads its list: by which kind of iterators (paper A, 5.2; docs/iterators.md)."""

VIRTUAL, CHAIN = "virtual", "chain"
OF_TRAVERSALS = {
    "list-gather-virtual": VIRTUAL,
    "list-gather": CHAIN,
    "list-monolithic": CHAIN,
    "list-per-pair": CHAIN,
}
COMPARABLE = ["scenario.name", "scenario.particles", "scenario.state.label"]


def kinds(records):
    """VIRTUAL, CHAIN or, for a traversal without either, NaN: a Series beside the records."""
    return records["strategies.forces"].map(OF_TRAVERSALS)


def initial_code(records):
    """The records without those of chain iterators, where the same particles were also measured
    with virtual ones.
    """
    has_virtual = (
        (kinds(records) == VIRTUAL).groupby([records[key] for key in COMPARABLE]).transform("any")
    )
    return records[~(has_virtual & (kinds(records) == CHAIN))]


def chain_code(records):
    """The records of variants with chain iterators."""
    return records[kinds(records) == CHAIN]


def iterators_note(records):
    """Which iterators the one variant of `records` has."""
    traversal = records["strategies.forces"].iloc[0]
    kind = OF_TRAVERSALS.get(traversal)
    if kind is None:
        return f"Iterators: neither virtual nor chain inheritance ({traversal})."
    code = "the initial code" if kind == VIRTUAL else "not the initial code"
    return f"Iterators: {kind} inheritance ({traversal}), {code}."

"""What checks allow, whatever a record says that they do."""

from functools import cache

from analysis.schema import schema

OF_A_SAMPLE = " of a sample"  # of the particles


def within(value, tolerance):
    """Whether a value is known to be within a tolerance."""
    return value is not None and tolerance is not None and value <= tolerance


def judged_again(validity):
    """The validity of a record, with another status where it says that it is ok and a value is
    beyond what the schema allows for a check of this name."""
    if validity["status"] != "ok":
        return validity
    for check in validity["checks"]:
        most = _most(check["name"])
        if most is not None and not within(check["value"], most):
            reason = f"{check['name']}: {check['value']:.3g}, the schema allows {most:.3g}"
            return validity | {"status": reason}
    return validity


@cache
def _most(name):
    """The largest tolerance of a check; None where the schema has none for its name."""
    kind = name.partition(" (")[0].removesuffix(OF_A_SAMPLE)
    checks = schema()["properties"]["validity"]["properties"]["checks"]
    return checks["tolerances"].get(kind)

"""The ranking of an answer of `sphlab best --json`."""

from analysis.best.answer import toolchain_of
from analysis.published.errors import PublishedError
from analysis.published.tables import markdown, only

KEYS = ("of", "top")
HEADINGS = ["rank", "variant", "compiler", "step [ms]", "95 % interval", "behind", "MIPPS", "MiB"]
MIB = 2.0**20


def draw(says, scope):
    """The first `top` of the ranking in the file that `of` names, of all where it names none."""
    file, top = only(says, "of", "a file of sphlab best --json"), says.get("top", ["10"])[0]
    if not top.isdigit() or int(top) < 1:
        raise PublishedError('write top = "NUMBER of variants"')
    ranking = scope.library.answer(file)["ranking"][: int(top)]
    return markdown(HEADINGS, [_row(ranked) for ranked in ranking], 3)


def _row(ranked):
    step, ratio = ranked["step_s"], ranked["ratio_to_first"]
    tie = " =" if ranked["ties_with_first"] else ""
    is_behind = ranked["rank"] > 1 and ratio is not None
    return [
        f"{ranked['rank']}{tie}",
        f"`{ranked['name']}`",
        toolchain_of(ranked),
        f"{1e3 * step['median']:.4g}",
        f"{1e3 * step['low']:.4g} to {1e3 * step['high']:.4g}",
        f"{100 * (ratio['median'] - 1):+.1f} %" if is_behind else "",
        f"{ranked['mipps']:,.4g}" if ranked["mipps"] < 1000 else f"{ranked['mipps']:,.0f}",
        f"{ranked['bytes'] / MIB:,.0f}",
    ]

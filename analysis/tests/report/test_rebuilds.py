"""No step whose list was never built wins on the site."""

import pytest

from analysis.report.contenders import contenders
from analysis.report.winners import winners
from analysis.tests.change import find, put
from analysis.tests.test_rebuilds import DEMANDED, on_demand


@pytest.mark.parametrize(("rebuilds", "wins"), [(0.0, False), (0.1, True)])
def test_who_built_no_list_does_not_win(records, rebuilds, wins):
    step = find(
        records, toolchain="nvcc-13.0", variant="par-part-noloop", particles=83648, stage="step"
    )
    fastest = on_demand(step, rebuilds)
    put(fastest, "summary.median_s", step["summary"]["median_s"] / 1000)
    found = winners(contenders({"run.jsonl": [step, fastest]}))
    (winner,) = found.values()
    assert (winner.best.any["variant"] == DEMANDED) == wins

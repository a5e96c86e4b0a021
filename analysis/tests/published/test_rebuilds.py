"""Steps whose list was never built have no number on a page."""

import pytest

from analysis.published import expression
from analysis.published.errors import NoRecord
from analysis.rebuilds import NONE_BUILT
from analysis.tests.change import find
from analysis.tests.published.conftest import RUN
from analysis.tests.test_rebuilds import DEMANDED, on_demand


@pytest.mark.parametrize(("rebuilds", "told"), [(0.0, False), (0.25, True)])
def test_a_page_has_no_number_of_steps_without_a_rebuild(
    records, record_again, scope, rebuilds, told
):
    step = find(
        records, toolchain="nvcc-13.0", variant="par-part-noloop", particles=83648, stage="step"
    )
    record_again([*records, on_demand(step, rebuilds)])
    asked = f'mipps("{RUN}", variant="{DEMANDED}")'
    if told:
        assert expression.number(asked, scope) == step["summary"]["mipps"]
    else:
        with pytest.raises(NoRecord, match=NONE_BUILT):
            expression.number(asked, scope)

"""The worked problems, and random small ones."""

import json
from pathlib import Path

from hypothesis import strategies as st

from calc.decision.mixed.fields import problem_from_fields
from calc.decision.mixed.problem import MixedProblem, OwnTerms, RentTerms

FILE = Path(__file__).parent / "data" / "mixed_open.json"
CASES = {case["id"]: case for case in json.loads(FILE.read_text("utf-8"))["cases"]}


def problem_of(case_id):
    return problem_from_fields(CASES[case_id]["inputs"])


def prices(low, high, count):
    return st.lists(
        st.integers(low * 100, high * 100).map(lambda cents: cents / 100), min_size=count, max_size=count
    ).map(tuple)


@st.composite
def problems(draw, months=4, steps=(0,), nodes=3):
    """Months of a few hours, so that every hour can be looked at."""
    hours = 6
    count = draw(st.integers(1, months))
    lead = draw(st.integers(0, count - 1))
    gpus = st.sampled_from([0, 0.5, 1, 1.25, 2, 3, 4, 5.5])
    runs = draw(
        st.lists(
            st.lists(gpus, min_size=hours, max_size=hours).map(lambda row: tuple((1.0, float(g)) for g in row)),
            min_size=count,
            max_size=count,
        )
    )
    idle = draw(prices(0, 1, count))
    above = draw(prices(0, 2, count))
    shares = sorted(draw(prices(0, 1, count + 1)), reverse=True)
    return MixedProblem(
        demand_runs=tuple(runs),
        own=OwnTerms(
            node_gpus=draw(st.integers(1, 3)),
            max_nodes=draw(st.integers(0, nodes)),
            lead_months=lead,
            availability=draw(st.sampled_from([1.0, 0.9, 0.75])),
            node_price_by_order_month=draw(prices(0, 12, count)),
            fixed_per_node_month=draw(prices(0, 4, count)),
            used_per_gpu_hour=tuple(i + a for i, a in zip(idle, above, strict=True)),
            idle_per_gpu_hour=idle,
            residual_share_by_age=tuple(shares),
        ),
        rent=RentTerms(
            hour_per_gpu_hour=draw(prices(0, 4, count)),
            hour_gpu_step=draw(st.sampled_from(steps)),
            month_per_gpu_month=draw(st.one_of(st.none(), prices(0, 12, count))),
        ),
        hours_per_month=float(hours),
        discount_rate_per_year=draw(st.sampled_from([0.0, 0.17, 0.6])),
    )

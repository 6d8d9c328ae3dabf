"""When the work runs: its shape, the fields of the shape, seasons and growth, and a picture of the year."""

import streamlit as st

from ui import state
from ui.answer import answer_of
from ui.charts.canvas import draw
from ui.charts.year import year_chart
from ui.forms.demand_shapes import FIELDS, MONTHS_A_YEAR, WEEKS_A_YEAR, DemandShape, shape_of, shapes_for, values_of
from ui.forms.list_editor import ListColumn, draw_list_editor
from ui.forms.usage_log import draw_usage_log, drop_file
from ui.forms.widgets import Form, draw_pair, show
from ui.texts import Texts
from ui.year import HOURS_A_WEEK, weeks_of, year_by_week

PLANNED = "short.planned"
SEASONS = "short.seasons"


def draw_demand(form: Form) -> None:
    """All of it, for the shown job."""
    importing = state.session().log_for == form.job
    shape = DemandShape.LOG if importing else shape_of(form.value("demand"))
    _draw_shapes(form, shape)
    _draw_shape(form, shape)
    _draw_year(form)
    _draw_changes(form)


def _draw_shapes(form: Form, shape: DemandShape) -> None:
    words = _words(form.t)
    options = [str(one) for one in shapes_for(form.value("workload.kind"))]
    show("short.demand", str(shape))
    st.pills(
        form.t("form.demand"),
        options if shape in options else [*options, str(shape)],
        format_func=words.__getitem__,
        required=True,
        key="short.demand",
        on_change=_on_shape,
        args=(form.job, form.value("demand.gpus")),
        persist_state="session",
    )


def _words(t: Texts) -> dict[str, str]:
    return {
        DemandShape.WAVES: t("form.demand.waves"),
        DemandShape.WORKING_HOURS: t("form.demand.working_hours"),
        DemandShape.CONSTANT: t("form.demand.constant"),
        DemandShape.PROFILE: t("form.demand.profile"),
        DemandShape.WEEKLY: t("form.demand.weekly"),
        DemandShape.RUNS: t("form.demand.runs"),
        DemandShape.LOG: t("form.demand.log"),
    }


def _on_shape(job: int, gpus: int) -> None:
    shape = DemandShape(st.session_state["short.demand"])
    drop_file()
    if shape is DemandShape.LOG:
        state.want_log(job)  # the demand stays as it is until a log is taken
        return
    state.want_log(None)
    values = values_of(shape, gpus)
    if shape is DemandShape.WEEKLY:
        values |= year_by_week(answer_of(state.session().scenario).plan, job)
    state.edit({f"jobs.{job}.demand.{name}": value for name, value in values.items()})


def _draw_shape(form: Form, shape: DemandShape) -> None:
    t = form.t
    match shape:
        case DemandShape.LOG:
            draw_usage_log(form)
        case DemandShape.WEEKLY:
            gpus = ListColumn("demand.weekly_gpus", t("form.week_gpus"))
            hours = ListColumn("demand.weekly_hours", t("form.week_hours"), HOURS_A_WEEK, may_be_empty=True)
            draw_list_editor(form, t("form.week"), WEEKS_A_YEAR, gpus, hours)
        case DemandShape.PROFILE:
            _draw_months(form, "demand.monthly_gpu_hours", t("form.month_gpu_hours"))
        case DemandShape.RUNS:
            _draw_runs(form)
        case DemandShape.WAVES if len(form.draft["jobs"]) > 1:
            draw_pair(form, "short", *FIELDS[shape], "demand.first_week")
        case _:
            draw_pair(form, "short", *FIELDS[shape])


def _draw_months(form: Form, field: str, values: str, missing: float = 0) -> None:
    draw_list_editor(form, form.t("form.month"), MONTHS_A_YEAR, ListColumn(field, values, missing))


def _draw_runs(form: Form) -> None:
    """Runs a month, the same every month or a plan of them."""
    planned = bool(form.value("demand.runs_by_month"))
    if not planned:
        draw_pair(form, "short", *FIELDS[DemandShape.RUNS])
    show(PLANNED, planned)
    path, runs = form.path("demand.runs_by_month"), form.value("demand.runs_per_month")
    st.toggle(form.t("form.runs_planned"), key=PLANNED, on_change=_on_planned, args=(path, runs))
    if planned:
        _draw_months(form, "demand.runs_by_month", form.t("form.month_runs"))


def _on_planned(path: str, runs: float) -> None:
    state.edit({path: [runs] * MONTHS_A_YEAR if st.session_state[PLANNED] else []})


def _draw_year(form: Form) -> None:
    """A small picture of the first year as it is reckoned with; jobs of a mixed server over each other."""
    t, scenario = form.t, state.session().scenario
    years = weeks_of(scenario, answer_of(scenario))
    if form.job >= len(years) or not any(map(any, years)):
        return
    shown = years[form.job]
    others = [sum(weeks) - own for own, *weeks in zip(shown, *years, strict=True)]
    number = t.formats.significant
    peak = max(map(sum, zip(*years, strict=True)))
    label = t("form.year_others") if len(years) > 1 else t("form.year")
    st.markdown(f":small[:gray[{label}]]")
    texts = [t("form.year_week", week=week, gpus=number(gpus)) for week, gpus in enumerate(shown, 1)]
    alt_text = t("form.year_alt", peak=number(peak), mean=number(sum(map(sum, years)) / len(shown)))
    draw(year_chart(shown, others, language=t.language, texts=texts, alt_text=alt_text))


def _draw_changes(form: Form) -> None:
    """Growth and seasons, out of the way until they are asked for."""
    t = form.t
    seasons = bool(form.value("demand.seasonality"))
    if seasons or form.value("demand.growth_per_year"):
        st.markdown(f":small[:gray[{t('form.seasons_set')}]]")
    # a title that changed would close it
    popover = st.popover(
        t("form.seasons"), type="tertiary", icon=":material/trending_up:", key="seasons", on_change="rerun"
    )
    if not popover.open:
        return
    with popover:
        draw_pair(form, "short", "demand.growth_per_year")
        show(SEASONS, seasons)
        st.toggle(t("form.seasons_on"), key=SEASONS, on_change=_on_seasons, args=(form.path("demand.seasonality"),))
        if seasons:
            _draw_months(form, "demand.seasonality", t("form.season_factor"), missing=1)


def _on_seasons(path: str) -> None:
    state.edit({path: [1] * MONTHS_A_YEAR if st.session_state[SEASONS] else []})

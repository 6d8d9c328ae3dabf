"""A usage log as the demand of a job: the file, what must be said about it, what it says, and taking it.

The bytes of the file belong to the uploader and go with it: taking the log, or choosing another shape of
demand, replaces the uploader by an empty one. What is kept is the summary of a reading.
"""

import hashlib
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from calc.choices import DemandKind
from calc.demand.log import LastMonth
from calc.errors import EsepError
from calc.terms import Demand
from data.usage_log import BAD, PAGE_BYTES, PAGE_ROWS, Blanks, LogFormat, LogOptions, PodStart, Undecided
from ui import state
from ui.forms.log_words import draw_figures, draw_skipped
from ui.forms.widgets import Form, capital
from ui.log_import import LogImport, import_log
from ui.texts import Texts, as_typed

FILE, TAKE = "log.file", "log.take"
ZONE, BY, BUSY = "log.zone", "log.by", "log.busy"
BLANKS, REPORT_MOMENT, LOG_START = "log.blanks", "log.report_moment", "log.log_start"
LEAVE_OUT_BAD, LAST_MONTH = "log.leave_out_bad", "log.last_month"
_ANSWERS = (ZONE, BY, BUSY, BLANKS, REPORT_MOMENT, LOG_START, LEAVE_OUT_BAD, LAST_MONTH)
_NUMBER = "log.number"
_MIB = 1024**2
_ZONES = ("Asia/Almaty", "Asia/Aqtau", "Asia/Aqtobe", "Asia/Atyrau", "Asia/Oral", "Asia/Qostanay", "Asia/Qyzylorda",
          "Asia/Tashkent", "Europe/Moscow", "UTC")  # fmt: skip
_KEPT = 8


def draw_usage_log(form: Form) -> None:
    """The log in use, a place for a file, and everything about the file that is there."""
    t = form.t
    taken = form.value("demand.kind") == DemandKind.LOG
    if taken:
        _draw_taken(form)
    else:
        st.markdown(f":small[:gray[{t('log.empty')}]]")
    file = st.file_uploader(
        t("log.replace") if taken else t("log.file"),
        type=["csv", "txt", "tsv", "log", "json"],
        key=f"{FILE}.{_number()}",
        on_change=forget_answers,
        max_upload_size=PAGE_BYTES // _MIB,
    )
    limits = t("log.limits", size=PAGE_BYTES // _MIB, rows=t.formats.number(PAGE_ROWS))
    st.markdown(f":small[:gray[{limits}]]")
    if file is not None:
        _draw_file(form, file)


def forget_answers() -> None:
    """What was said of one file is not said of the next."""
    for key in _ANSWERS:
        st.session_state.pop(key, None)


def drop_file() -> None:
    """Let the file go: its uploader is replaced by an empty one."""
    forget_answers()
    st.session_state[_NUMBER] = _number() + 1


def _number() -> int:
    return int(st.session_state.get(_NUMBER, 0))


def _draw_taken(form: Form) -> None:
    t, levels = form.t, form.value("demand.log_levels")
    gpu_hours = sum(hours * gpus for month in levels for hours, gpus in month) / max(1, len(levels))
    peak = max((gpus for month in levels for _, gpus in month), default=0)
    said = t(
        "log.taken",
        months=t.plural("count.months", len(levels)),
        gpu_hours=t.formats.significant(gpu_hours),
        peak=t.formats.significant(peak),
    )
    st.markdown(f":small[:gray[{said}]]")


def _draw_file(form: Form, file: UploadedFile) -> None:
    t = form.t
    try:
        read = _read(form, file)
    except EsepError as error:
        st.error(as_typed(t.error(error)), icon=":material/error:")
        _ask_again(t)
        return
    _ask(t, read)
    draw_figures(t, read, str(_answer(ZONE, _ZONES[0])))
    draw_skipped(t, read.reading)
    for open_question in read.reading.undecided:
        st.markdown(f":small[:orange[{t.word(open_question)}]]")
    if not read.usable_jobs:
        st.markdown(f":small[:orange[{t('log.nothing')}]]")
    st.button(
        t("log.take"),
        key=TAKE,
        icon=":material/check:",
        width="stretch",
        disabled=read.demand is None,
        on_click=_take,
        args=(form.job, read.demand),
    )


def _read(form: Form, file: UploadedFile) -> LogImport:
    """The reading under the answers so far; a step with a name while it lasts."""
    name, size = as_typed(file.name), form.t.formats.number(file.size / _MIB, 1)
    content = file.getvalue()
    with st.spinner(form.t("log.reading", name=name, size=size), show_time=True):
        return _imported(_digest(file.file_id, content), _options(), _last_month(), content)


@st.cache_data(scope="session", max_entries=_KEPT, show_spinner=False)
def _digest(file_id: str, _content: bytes) -> str:  # noqa: ARG001 - an uploaded file never changes
    return hashlib.sha256(_content).hexdigest()


@st.cache_data(scope="session", max_entries=_KEPT, show_spinner=False)
def _imported(digest: str, options: LogOptions, last_month: LastMonth, _content: bytes) -> LogImport:  # noqa: ARG001 - the digest is the key of the cache
    return import_log(_content, options, last_month)


def _answer(key: str, default: Any) -> Any:
    given = st.session_state.get(key)
    return default if given is None else given


def _options() -> LogOptions:
    plain = LogOptions()
    return LogOptions(
        zone=str(_answer(ZONE, plain.zone)),
        by=PodStart(_answer(BY, plain.by)),
        report_moment=str(_answer(REPORT_MOMENT, "")).strip(),
        log_start=str(_answer(LOG_START, "")).strip(),
        blanks=Blanks(_answer(BLANKS, plain.blanks)),
        leave_out_bad=bool(_answer(LEAVE_OUT_BAD, plain.leave_out_bad)),
        busy_percent=float(_answer(BUSY, plain.busy_percent)),
    )


def _last_month() -> LastMonth:
    return LastMonth(_answer(LAST_MONTH, LastMonth.AS_IT_WAS))


def _ask(t: Texts, read: LogImport) -> None:
    """Only what this log leaves open."""
    reading = read.reading
    if reading.format is LogFormat.PODS:
        _choose(t, BY, t("log.ask.by"), tuple(PodStart), PodStart.CREATION)
    if reading.format is LogFormat.DCGM:
        _ask_busy(t)
    if reading.local:
        _ask_zone(t)
    blanks = {Undecided.NO_START, Undecided.NO_END} & set(reading.undecided)
    if blanks or BLANKS in st.session_state:
        _choose(t, BLANKS, t("log.ask.blanks"), (Blanks.WAS_RUNNING, Blanks.LEAVE_OUT), None)
    if BLANKS in st.session_state and reading.cuts.ends:
        st.text_input(t("log.ask.report_moment"), key=REPORT_MOMENT, placeholder=t("log.ask.latest"))
    if reading.cuts.starts:
        st.text_input(t("log.ask.log_start"), key=LOG_START, placeholder=t("log.ask.earliest"))
    bad = sum(count for reason, count in reading.skipped.items() if reason in BAD)
    if bad:
        st.toggle(t("log.ask.leave_out_bad", rows=t.plural("log.rows", bad)), key=LEAVE_OUT_BAD)
    if read.unfilled_month:
        _choose(t, LAST_MONTH, t("log.ask.last_month"), tuple(LastMonth), LastMonth.AS_IT_WAS)


def _ask_again(t: Texts) -> None:
    """Answers that the reader refused can be changed, whatever the log would ask."""
    if BUSY in st.session_state:
        _ask_busy(t)
    if ZONE in st.session_state:
        _ask_zone(t)
    for key, label in ((REPORT_MOMENT, t("log.ask.report_moment")), (LOG_START, t("log.ask.log_start"))):
        if st.session_state.get(key):
            st.text_input(label, key=key)


def _ask_busy(t: Texts) -> None:
    st.number_input(t("log.ask.busy"), value=LogOptions().busy_percent, step=1.0, format="%.12g", key=BUSY)


def _ask_zone(t: Texts) -> None:
    st.selectbox(t("log.ask.zone"), _ZONES, key=ZONE, accept_new_options=True)


def _choose(t: Texts, key: str, label: str, options: tuple[Any, ...], default: Any) -> None:
    words = {str(one): capital(t.word(one)) for one in options}
    st.pills(
        label,
        list(words),
        default=None if default is None else str(default),
        format_func=words.__getitem__,
        required=default is not None,
        key=key,
    )


def _take(job: int, demand: Demand) -> None:
    drop_file()
    state.want_log(None)
    taken = demand.model_dump(mode="json")
    # typed GPUs count, not runs at the same time: the log says how many there are
    values = {name: taken[name] for name in ("kind", "gpus", "log_levels")} | {"runs": 0}
    state.edit({f"jobs.{job}.demand.{name}": value for name, value in values.items()})

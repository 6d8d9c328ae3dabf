"""The rest of the server and the place it stands in, each figure with its reason."""

import streamlit as st

from calc.choices import Verdict
from calc.message import Band
from calc.speed import SpeedReport
from calc.speed.distance import Distance
from calc.speed.scaling import LinkCurve
from ui.formats.formats import ZERO
from ui.sections.fit_nodes import Node
from ui.tables import Column, table
from ui.texts import Texts
from ui.view import View

_MOST_SECONDS = 120.0
_SECONDS_PER_HOUR = 3600.0


def host(view: View, report: SpeedReport, node: Node) -> None:
    """What else the node must have."""
    t, needs = view.t, report.host
    if node.row.footprint.verdict is Verdict.DOES_NOT_FIT:
        return
    st.header(
        t(
            "fit.host.title",
            cores=t.formats.number(needs.cpu_cores.mid),
            ram=t.formats.gib(needs.ram_gib),
            disk=t.formats.number(needs.nvme_tb, 1),
        ),
        anchor=False,
    )
    st.markdown(f":small[:gray[{t('fit.host.note', nodes=t.plural('count.nodes', needs.nodes))}]]")
    st.markdown("\n".join(f"- {t.message(reason, view.currency)}" for reason in needs.reasons))


def places(view: View, report: SpeedReport) -> None:
    """What distance costs: nothing to show for work that neither moves data nor serves."""
    t = view.t
    found = [one for one in report.distances if one.notes]
    if not found:
        return
    st.header(t("fit.places.title"), anchor=False)
    st.markdown(f":small[:gray[{t('fit.places.note')}]]")
    columns = [
        Column(t("fit.places.column.place"), [_place(t, one) for one in found], figures=False),
        Column(t("fit.places.column.round_trip"), [_band(t, one.place.round_trip_ms) for one in found]),
        Column(t("fit.places.column.line"), [_band(t, one.place.line_mbit_s) for one in found]),
    ]
    if any(one.upload_hours for one in found):
        cells = [_time(t, _seconds(one.upload_hours)) for one in found]
        columns.append(Column(t("fit.places.column.upload"), cells))
    if any(one.checkpoint_home_seconds for one in found):
        cells = [_time(t, one.checkpoint_home_seconds) for one in found]
        columns.append(Column(t("fit.places.column.checkpoint"), cells))
    if any(one.first_token_share for one in found):
        shares = [t.formats.percent(one.first_token_share.mid) if one.first_token_share else ZERO for one in found]
        columns.append(Column(t("fit.places.column.first_token"), shares))
    table(columns, alt=t("fit.places.title"))


def links(view: View, report: SpeedReport) -> None:
    """The scaling curve over the card's own link and over PCIe, in an expander."""
    t = view.t
    if not report.scaling:
        return
    with st.expander(t("fit.links.title"), icon=":material/hub:"):
        st.markdown(f":small[:gray[{t('fit.links.note')}]]")
        rows = [(curve, point) for curve in report.scaling for point in curve.points]
        columns = [
            Column(t("fit.links.column.link"), [t.word(curve.link) for curve, _ in rows], figures=False),
            Column("GPU", [t.formats.number(point.gpus) for _, point in rows]),
            Column(t("fit.links.column.speed"), [t.formats.significant(point.tokens_per_second) for _, point in rows]),
            Column(t("fit.links.column.kept"), [t.formats.percent(point.efficiency) for _, point in rows]),
            Column(t("fit.links.column.waiting"), [t.formats.percent(point.waiting_share) for _, point in rows]),
        ]
        table(columns, alt=_links_alt(t, report.scaling))


def _links_alt(t: Texts, curves: tuple[LinkCurve, ...]) -> str:
    ends = ", ".join(f"{t.word(curve.link)} {t.formats.percent(curve.points[-1].efficiency)}" for curve in curves)
    return t("fit.links.alt", gpus=curves[0].points[-1].gpus, ends=ends)


def _place(t: Texts, one: Distance) -> str:
    mark = f" :orange-badge[{t('shell.assumption')}]" if one.place.assumption else ""
    return t(f"fit.place.{one.place.id}") + mark


def _band(t: Texts, band: Band) -> str:
    return t.formats.range(t.formats.number(band.low), t.formats.number(band.high))


def _seconds(hours: Band | None) -> Band | None:
    return None if hours is None else Band(*(one * _SECONDS_PER_HOUR for one in (hours.low, hours.mid, hours.high)))


def _time(t: Texts, seconds: Band | None) -> str:
    """The middle of a band: seconds while they are few."""
    if seconds is None:
        return ZERO
    if seconds.mid < _MOST_SECONDS:
        return t("fit.places.seconds", n=t.formats.significant(seconds.mid, 2))
    return t.formats.hours(seconds.mid / _SECONDS_PER_HOUR)

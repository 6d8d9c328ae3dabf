"""From text to tokens, and the same job on a model whose tokenizer knows the language."""

import streamlit as st

from calc.choices import TextLanguage
from calc.speed import SpeedReport
from calc.tokenizer import Fertility
from calc.workload import Training
from ui.formats.formats import ZERO
from ui.sections.fit_nodes import Node
from ui.tables import Column, table
from ui.texts import as_typed
from ui.view import View

_ALIKE = 1.05
"""Below this factor the model's tokenizer is as thrifty as any."""


def tokens(view: View, workload: Training, report: SpeedReport, node: Node) -> None:
    """Words to tokens for both tokenizers, with hours and cost of a run; nothing where tokens were typed."""
    count, t, f = report.tokens, view.t, view.formats
    if count is None:
        return
    language = t.word(workload.text_language)
    times = f.significant(count.times_as_many, 2)
    alike = count.times_as_many < _ALIKE
    kazakh = workload.text_language is TextLanguage.KAZAKH
    key = "fit.tokens.title_alike" if alike else "fit.tokens.title" if kazakh else "fit.tokens.title_other"
    st.header(t(key, times=times), anchor=False)
    note = t(
        "fit.tokens.note",
        words=f.tokens(count.words),
        megabytes=f.significant(count.text_mb),
        epochs=f.number(workload.epochs),
        padding=f.percent(count.padding_share),
        language=language,
    )
    st.markdown(f":small[:gray[{note}]]")
    both = ((count.own, count.tokens), (count.thriftiest, count.thriftiest_tokens))
    shares = [amount / count.tokens for _, amount in both]
    names = [
        view.edition.tokenizers[one.tokenizer].name if one.tokenizer in view.edition.tokenizers else ZERO
        for one, _ in both
    ]
    columns = [
        Column(t("fit.tokens.column.tokenizer"), names, figures=False),
        Column(t("fit.tokens.column.per_word"), [f.significant(one.tokens_per_word) for one, _ in both]),
        Column(t("fit.tokens.column.tokens"), [f.tokens(amount) for _, amount in both]),
        Column(t("fit.column.hours"), [_hours(view, node, share) for share in shares]),
        Column(t("fit.column.cost", currency="₸"), [_cost(view, node, share) for share in shares]),
        Column(t("method.column.source"), [_source(view, one) for one, _ in both], figures=False),
    ]
    table(columns, alt=note)


def _hours(view: View, node: Node, share: float) -> str:
    return ZERO if node.hours is None else view.formats.hours_decimal(node.hours * share)


def _cost(view: View, node: Node, share: float) -> str:
    return ZERO if node.cost_kzt is None else view.formats.number(node.cost_kzt * share)


def _source(view: View, fertility: Fertility) -> str:
    mark = f" :orange-badge[{view.t('shell.assumption')}]" if fertility.assumption else ""
    return as_typed(fertility.source) + mark

"""What would make a job fit, each one press away."""

import streamlit as st

from calc.memory import fit_table
from calc.plan import JobPlan
from data.price_book import cheapest_offer
from ui import state
from ui.answer import worst_footprint
from ui.forms.coherence import change_card
from ui.remedies import remedy_values
from ui.view import View

CARDS_OFFERED = 2


def draw_remedies(view: View) -> None:
    """Buttons: changes of the work first, then other cards; each shows the answer at once."""
    t = view.t
    number, footprint = worst_footprint(view.answer)
    job = view.answer.plan.jobs[number]
    cards = _cards(view, job)
    st.header(t("remedies.title"), anchor=False)
    st.markdown(f":small[:gray[{t('remedies.note') if footprint.suggestions or cards else t('remedies.none')}]]")
    with st.container(horizontal=True, key="remedies"):
        for suggestion in footprint.suggestions:
            st.button(
                t.message(suggestion),
                key=f"remedy-{suggestion.code}",
                on_click=state.edit,
                args=(remedy_values(suggestion, job, number),),
            )
        for gpu, gpus in cards:
            name = view.edition.gpu(gpu).name
            st.button(
                t("fit.take", gpus=f"{gpus} × {name}"), key=f"remedy-card-{gpu}", on_click=change_card, args=(gpu,)
            )


def _cards(view: View, job: JobPlan) -> list[tuple[str, int]]:
    """Cards with a list price that hold the job, the fewest first."""
    finance, edition = view.scenario.finance, view.edition
    rows = [row for row in fit_table(job, tuple(edition.gpus.values())) if row.smallest_gpus is not None]
    priced = [
        (row.gpu_id, row.smallest_gpus)
        for row in rows
        if row.smallest_gpus is not None
        and row.gpu_id != job.gpu.id
        and cheapest_offer(row.gpu_id, edition, usd_kzt=finance.usd_kzt, as_of=finance.as_of) is not None
    ]
    return sorted(priced, key=lambda card: card[1])[:CARDS_OFFERED]

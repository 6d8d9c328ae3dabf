"""The fit page: does the job fit, how much is free, what would help, and what a run takes."""

import streamlit as st

from calc.workload import Training
from ui import state
from ui.sections.fit_cards import cards
from ui.sections.fit_evidence import evidence
from ui.sections.fit_headline import chosen, headline, job_selector, paragraph
from ui.sections.fit_help import help_on, help_wanted
from ui.sections.fit_host import host, links, places
from ui.sections.fit_memory import memory
from ui.sections.fit_nodes import is_stated, nodes_of
from ui.sections.fit_phases import phases
from ui.sections.fit_report import report_of
from ui.sections.fit_runs import runs
from ui.sections.fit_tokens import tokens
from ui.sections.warnings import draw_booked_hours
from ui.shell import close_page, open_page

view = open_page()
if view is not None:
    job = state.session().job
    plan = view.answer.plan.jobs[job]
    nodes = nodes_of(view.scenario, view.answer, job)
    node = chosen(view, nodes)
    st.title(headline(view, job, node), anchor=False)
    report = report_of(view.scenario, view.answer, job)
    job_selector(view, job)
    st.markdown(paragraph(view, node, nodes, report))
    draw_booked_hours(view, job)
    if is_stated(node.row.footprint):
        left, right = st.columns((1.75, 1), gap="medium")
        with left:
            memory(view.t, nodes, node)
            cards(view.t, view.edition, nodes, node)
        with right:
            to_help = help_wanted(nodes, node)
            if to_help is not None:
                help_on(view, plan, to_help)
            phases(view.t, node, view.gpu_name)
    if isinstance(plan.workload, Training):
        tokens(view, plan.workload, report, node)
    runs(view, plan.workload, report, nodes, node)
    links(view, report)
    host(view, report, node)
    places(view, report)
    evidence(view.t)
    close_page(view)

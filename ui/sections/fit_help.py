"""What would make the job fit, the change that costs least time first."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from calc.choices import Verdict
from calc.memory import size
from calc.memory.footprint import Footprint
from calc.message import Message
from calc.plan import JobPlan
from ui.sections.fit_nodes import Node, room_gib
from ui.texts import Texts
from ui.view import View

_MOST_SHOWN = 5


def help_wanted(nodes: Sequence[Node], node: Node) -> Node | None:
    """The card to help: that of the scenario unless it fits, else the one least short; ``None`` where all fit."""
    if node.row.footprint.verdict is not Verdict.FITS:
        return node
    return next((one for one in nodes if not one.fits), None)


def help_on(view: View, job: JobPlan, node: Node) -> None:
    """List the changes that help on a card."""
    t = view.t
    footprint = size(replace(job, gpu=view.edition.gpu(node.row.gpu_id)))
    st.header(t("fit.help.title", gpus=node.name), anchor=False)
    if footprint.verdict is Verdict.DOES_NOT_FIT:
        note = t("fit.help.note", short=t.formats.gib(-room_gib(footprint)))
    else:
        note = t("fit.help.note_tight", free=t.formats.gib(room_gib(footprint)))
    st.markdown(f":small[:gray[{note}]]")
    if not footprint.suggestions:
        st.markdown(t("fit.help.nothing"))
    for suggestion in footprint.suggestions[:_MOST_SHOWN]:
        _suggestion(t, footprint, suggestion)


def _suggestion(t: Texts, footprint: Footprint, suggestion: Message) -> None:
    said = suggestion.parameters
    saved = t.formats.gib(footprint.device_gib.mid - float(said["gib"]), 1)
    slowdown = float(said["slowdown_share"])
    effect = (
        t("fit.help.slower", saved=saved, slowdown=t.formats.percent(slowdown))
        if slowdown > 0
        else t("fit.help.same_speed", saved=saved)
    )
    verdict = Verdict(str(said["verdict"]))
    badge = "green" if verdict is Verdict.FITS else "orange"
    st.markdown(f"**{t.message(suggestion)}**  \n:small[:gray[{effect}]] :{badge}-badge[{t.word(verdict)}]")

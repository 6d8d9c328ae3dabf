"""What can be taken away from a page as a file."""

import csv
from functools import partial
from io import StringIO

import streamlit as st

from calc.decision.decision import Decision
from ui.reports.records import LEDGER_COLUMNS, ledger_rows
from ui.view import View

_FOR_SPREADSHEETS = "utf-8-sig"


def draw_downloads(view: View) -> None:
    """The menu of files; each is made when it is asked for."""
    with st.popover(view.t("shell.download"), type="tertiary", icon=":material/download:", key="download"):
        draw_ledger_download(view, key="download-ledger")


def draw_ledger_download(view: View, key: str) -> None:
    """Every line of every month as CSV, the rows of ``python -m calc ledger``."""
    st.download_button(
        view.t("download.ledger"),
        partial(ledger_csv, view.answer.decision),
        file_name="esep-ledger.csv",
        mime="text/csv",
        icon=":material/table_view:",
        on_click="ignore",
        key=key,
    )


def ledger_csv(decision: Decision) -> bytes:
    """The ledger as CSV, with the mark by which spreadsheets recognise UTF-8."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(LEDGER_COLUMNS)
    writer.writerows(ledger_rows(decision))
    return text.getvalue().encode(_FOR_SPREADSHEETS)

"""Opening a page of the real app on scenarios, in a language."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
from streamlit.testing.v1 import AppTest

import ui
from data.scenario import Scenario
from ui.link import LinkContent, encode

APP = Path(ui.__file__).parents[1] / "app.py"
SECONDS = 30


def open_app(scenarios: Sequence[Scenario], language: str) -> AppTest:
    """The app as a reader of a link sees it, on its first page."""
    app = AppTest.from_file(str(APP), default_timeout=SECONDS)
    app.query_params["s"] = encode(LinkContent(tuple(scenarios)))
    app.query_params["lang"] = language
    app.run()
    assert not app.exception, app.exception
    return app


def visit(app: AppTest, page: str) -> AppTest:
    """Go to ``pages/<page>.py``."""
    app.switch_page(f"pages/{page}.py").run()
    assert not app.exception, app.exception
    return app


def charts(app: AppTest) -> list[Any]:
    """Charts of the page, as sent to the browser; those of the panel are not of a page."""
    return [chart.proto for chart in app.main.get("vega_lite_chart")]


def title(app: AppTest) -> str:
    """The page's answer."""
    assert len(app.title) == 1, "one h1 a page"
    return str(app.title[0].value)


def tables(app: AppTest) -> list[pd.DataFrame]:
    """Tables of the page, as printed."""
    return [pa.ipc.open_stream(one.proto.arrow_data.styler.display_values).read_pandas() for one in app.table]


def frame(chart: Any, name: str) -> pd.DataFrame:
    """One data set of a chart."""
    return next(
        pa.ipc.open_stream(dataset.data.data).read_pandas() for dataset in chart.datasets if dataset.name == name
    )

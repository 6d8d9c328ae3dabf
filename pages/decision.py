"""The decision page: what to do, by how much, why, and what would change it."""

import streamlit as st

from ui.sections.decision_costs import draw_costs, draw_months
from ui.sections.decision_curve import draw_curve
from ui.sections.decision_exposure import draw_exposure
from ui.sections.decision_figures import draw_figures
from ui.sections.decision_flips import draw_flips
from ui.sections.decision_offers import draw_offers
from ui.sections.decision_verdict import draw_fit_verdict, draw_verdict, fits
from ui.sections.decision_years import draw_years
from ui.sections.price_needed import draw_price_needed
from ui.sections.remedies import draw_remedies
from ui.sections.warnings import draw_warnings
from ui.shell import close_page, open_page

view = open_page()
if view is not None:
    if not fits(view):
        draw_fit_verdict(view)
        draw_remedies(view)
    elif not draw_price_needed(view):
        draw_verdict(view)
        draw_figures(view)
        left, right = st.columns((1.75, 1), gap="medium")
        with left:
            draw_curve(view)
        with right:
            draw_flips(view)
        draw_costs(view)
        draw_months(view)
        draw_warnings(view)
        draw_years(view)
        draw_exposure(view)
        draw_offers(view)
    close_page(view)

"""Words do not turn into formulas, links or icons on the page."""

from ui.texts import texts
from ui.texts.markdown import as_typed, keep_dollars


def test_two_prices_in_dollars_are_no_formula():
    f = texts("en").formats
    assert keep_dollars(f"**{f.usd(395_000)}** now {f.usd(300_000)}").count(r"\$") == 2


def test_what_a_user_typed_is_shown_sign_by_sign():
    assert as_typed("![x](https://a.b/c.png)") == r"\!\[x\]\(https\://a.b/c.png\)"
    assert as_typed(":material/home: **DC** $1") == r"\:material/home\: \*\*DC\*\* \$1"
    assert as_typed("ТОО «Деректер», 2026") == "ТОО «Деректер», 2026"

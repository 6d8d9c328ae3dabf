"""Typed text does not turn into links, pictures or icons on the page."""

from ui.texts import as_typed


def test_what_a_user_typed_is_shown_sign_by_sign():
    assert as_typed("![x](https://a.b/c.png)") == r"\!\[x\]\(https\://a.b/c.png\)"
    assert as_typed(":material/home: **DC** $1") == r"\:material/home\: \*\*DC\*\* \$1"
    assert as_typed("ТОО «Деректер», 2026") == "ТОО «Деректер», 2026"

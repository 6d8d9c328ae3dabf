"""Figures as UX §5 writes them; a plain space below stands for a no-break one of either width."""

import datetime as dt

import pytest

from calc.choices import Currency
from ui.formats import Formats, formats, scale_of

LANGUAGES = ("ru", "kk", "en")
NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


def _plain(text: str) -> str:
    return text.replace(NO_BREAK, " ").replace(NARROW, " ").replace("\N{NON-BREAKING HYPHEN}", "-")


GOLDEN = [
    # call, ru, kk, en
    (lambda f: f.money(423e6), "423 млн ₸", "423 млн ₸", "₸423 M"),
    (lambda f: f.money(1.28e9), "1,28 млрд ₸", "1,28 млрд ₸", "₸1.28 B"),
    (lambda f: f.money(2900), "2 900 ₸", "2 900 ₸", "₸2,900"),
    (lambda f: f.money(170_200), "170 тыс. ₸", "170 мың ₸", "₸170 K"),
    (lambda f: f.money(12_340), "12,3 тыс. ₸", "12,3 мың ₸", "₸12.3 K"),
    (lambda f: f.money(5_340_000), "5,3 млн ₸", "5,3 млн ₸", "₸5.3 M"),
    (lambda f: f.money(9_960_000), "10 млн ₸", "10 млн ₸", "₸10 M"),
    (lambda f: f.money(999_600_000), "1,00 млрд ₸", "1,00 млрд ₸", "₸1.00 B"),
    (lambda f: f.money(-87e6), "−87 млн ₸", "−87 млн ₸", "−₸87 M"),
    (lambda f: f.money(38e6, signed=True), "+38 млн ₸", "+38 млн ₸", "+₸38 M"),
    (lambda f: f.money(-0.4), "0 ₸", "0 ₸", "₸0"),
    (lambda f: f.money(0, signed=True), "0 ₸", "0 ₸", "₸0"),
    (lambda f: f.cost(0.3), "–", "–", "–"),
    (lambda f: f.cost(512e6), "512 млн ₸", "512 млн ₸", "₸512 M"),
    (lambda f: f.money_full(1_200_000), "1 200 000 ₸", "1 200 000 ₸", "₸1,200,000"),
    (lambda f: f.money_full(-1_200_000.4), "−1 200 000 ₸", "−1 200 000 ₸", "−₸1,200,000"),
    (lambda f: f.usd(300_000), "300 тыс. $", "300 мың $", "$300 K"),
    (lambda f: f.usd(16_000), "16 тыс. $", "16 мың $", "$16 K"),
    (lambda f: f.rate(2360.4), "2 360 ₸", "2 360 ₸", "₸2,360"),
    (lambda f: f.rate(34.6), "34,6 ₸", "34,6 ₸", "₸34.6"),
    (lambda f: f.rate(3.5, Currency.USD), "3,50 $", "3,50 $", "$3.50"),
    (lambda f: f.money_unit(scale_of(5e8)), "млн ₸", "млн ₸", "₸ million"),
    (lambda f: f.money_unit(scale_of(5e9), Currency.USD), "млрд $", "млрд $", "$ billion"),
    (lambda f: f.percent(0.19), "19 %", "19 %", "19%"),
    (lambda f: f.percent(-0.17, signed=True), "−17 %", "−17 %", "−17%"),
    (lambda f: f.percent_short(0.045), "4,5 %", "4,5 %", "4.5%"),
    (lambda f: f.points(0.14), "14 п. п.", "14 п. т.", "14 pp"),
    (lambda f: f.number(8760), "8 760", "8 760", "8,760"),
    (lambda f: f.number(-0.04, 1), "0,0", "0,0", "0.0"),
    (lambda f: f.number(1234.5, 1, signed=True), "+1 234,5", "+1 234,5", "+1,234.5"),
    (lambda f: f.significant(0.012345), "0,0123", "0,0123", "0.0123"),
    (lambda f: f.significant(12_345), "12 345", "12 345", "12,345"),
    (lambda f: f.significant(2.0), "2", "2", "2"),
    (lambda f: f.significant(-9.96), "−9,96", "−9,96", "−9.96"),
    (lambda f: f.significant(0), "0", "0", "0"),
    (lambda f: f.gib(24.3), "24 ГиБ", "24 ГиБ", "24 GiB"),
    (lambda f: f.gib(9.21), "9,2 ГиБ", "9,2 ГиБ", "9.2 GiB"),
    (lambda f: f.gib(9.97), "10 ГиБ", "10 ГиБ", "10 GiB"),
    (lambda f: f.kw(8.4), "8,4 кВт", "8,4 кВт", "8.4 kW"),
    (lambda f: f.hours(7 + 20 / 60), "7 ч 20 мин", "7 сағ 20 мин", "7 h 20 min"),
    (lambda f: f.hours(0.75), "45 мин", "45 мин", "45 min"),
    (lambda f: f.hours(7.9999), "8 ч", "8 сағ", "8 h"),
    (lambda f: f.hours(266.4), "266 ч", "266 сағ", "266 h"),
    (lambda f: f.hours_decimal(6.42), "6,4", "6,4", "6.4"),
    (lambda f: f.tokens(2e8), "200 млн", "200 млн", "200 M"),
    (lambda f: f.tokens(8192), "8 192", "8 192", "8,192"),
    (lambda f: f.tokens(1e9), "1 млрд", "1 млрд", "1 B"),
    (lambda f: f.date("2026-11-27"), "27.11.2026", "27.11.2026", "27 Nov 2026"),
    (lambda f: f.date(dt.date(2026, 3, 5)), "05.03.2026", "05.03.2026", "5 Mar 2026"),
    (lambda f: f.calendar_month("2026-05"), "05.2026", "05.2026", "May 2026"),
    (lambda f: f.month_name(1), "янв", "қаң", "Jan"),
    (lambda f: f.month(32), "32-й месяц", "32-ай", "month 32"),
    (lambda f: f.range("52", "56"), "52–56", "52–56", "52–56"),
    (lambda f: f.range("52", "52"), "52", "52", "52"),
]


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case[3])
def test_golden(case):
    call, *expected = case
    assert [_plain(call(formats(language))) for language in LANGUAGES] == expected


def test_spaces_do_not_break():
    assert formats("ru").money_full(1_200_000) == f"1{NARROW}200{NARROW}000{NO_BREAK}₸"
    assert Formats("ru", for_charts=True).money_full(1_200_000) == f"1{NO_BREAK}200{NO_BREAK}000{NO_BREAK}₸"
    assert formats("kk").percent(0.19) == f"19{NO_BREAK}%"


def test_a_difference_is_that_of_the_shown_figures():
    f = formats("ru")
    rent, plan = 510.4e6, 423.6e6
    scale = scale_of(rent, plan)
    shown = scale.shown(plan) - scale.shown(rent)
    assert (f.bare(scale.shown(rent), scale), f.bare(scale.shown(plan), scale)) == ("510", "424")
    assert _plain(f.difference(shown, scale)) == "−86 млн"
    assert f.bare(shown - shown, scale, signed=True) == "–"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scale_has_a_pattern(language):
    for amount in (1, 1e4, 1e5, 1e6, 1e7, 1e9, 1e12):
        scale = scale_of(amount)
        f = formats(language)
        assert f.money(amount)
        assert f.money_unit(scale)
        assert f.difference(scale.shown(amount), scale)


@pytest.mark.parametrize(("language", "said"), [("ru", "1,20 трлн ₸"), ("kk", "1,20 трлн ₸"), ("en", "₸1.20 T")])
def test_a_million_of_millions_has_a_word(language, said):
    assert _plain(formats(language).money(1.2e12)) == said
    assert _plain(formats(language).money(999.994e9)).startswith(said[:1] if language == "en" else "999,99 млрд")

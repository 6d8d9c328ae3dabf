"""Where the figures of a scenario come from: an edition, an own quote, a default, or the keyboard."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date as Date  # noqa: N812 - as in the catalogue
from enum import StrEnum
from math import isclose

from calc.choices import ColoMode, Currency, Funding, ResidualKind, SiteKind
from calc.workload import Inference, Training
from data.catalogue import Edition, Parameter, Provenance, Server, find_offer, find_server, load_edition
from data.catalogue.facts import OLD_AFTER_DAYS
from data.price_book.fill import RATE_FIELDS, active_kw, assumed_kw, idle_kw
from data.scenario import Scenario, field_schema
from data.taxpayers import profile_facts
from data.taxpayers.fill import applies

MONTHS_A_YEAR = 12


class Layer(StrEnum):
    """Layer of prices a figure comes from; a company price book will stand between edition and quote."""

    EDITION = "edition"
    QUOTE = "quote"
    DEFAULT = "default"
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Origin:
    """Origin of one figure of a scenario.

    Attributes
    ----------
    field, value
        Dotted path and the figure in the unit of the field.
    layer
        Where it comes from.
    fact
        Id of the offer, server, parameter, card or model it was filled from; empty outside the edition.
    source
        Text of the source, or whose quote it is; empty where it was typed.
    date, date_text, age_days
        Day of the fact and its words; age at ``finance.as_of`` [day], ``None`` without a date.
    old
        A price that is, or may be, older than 180 days.
    assumption
        Nobody states the figure.
    """

    field: str
    value: float | str
    layer: Layer
    fact: str = ""
    source: str = ""
    date: Date | None = None
    date_text: str = ""
    age_days: int | None = None
    old: bool = False
    assumption: bool = False


@dataclass(frozen=True, slots=True)
class _Known:
    """A field and the parameter whose base value it may be; no parameter where the edition has none."""

    field: str
    parameter: str = ""
    scale: float = 1.0
    is_price: bool = False


_PERCENT = 0.01
_KNOWN = (
    _Known("finance.usd_kzt", "usd_kzt", is_price=True),
    _Known("finance.usd_kzt_drift_per_year", "fx_drift", _PERCENT),
    _Known("finance.discount_rate_per_year", "discount_rate", _PERCENT),
    _Known("finance.vat_rate", "vat_rate", _PERCENT),
    _Known("finance.cit_rate", "cit_rate", _PERCENT),
    _Known("finance.depreciation_rate_per_year", "tax_depr_max_rate", _PERCENT),
    _Known("buy.freight_share", "customs_and_logistics", _PERCENT),
    _Known("buy.duty_share", "import_duty_8471", _PERCENT),
    _Known("buy.failures_per_gpu_year", "gpu_replacement_rate", _PERCENT),
    _Known("rent.price_growth_per_year", "rental_price_trend", _PERCENT),
    _Known("buy.network_price"),
    _Known("buy.maintenance_share_per_year"),
    _Known("buy.insurance_share_per_year"),
    _Known("buy.licence_usd_per_gpu_year"),
    _Known("buy.staff_fte"),
    _Known("buy.staff_kzt_per_fte_month"),
    _Known("site.room_rent_kzt_per_month"),
    _Known("site.room_capex_kzt"),
)
_TARIFF = (
    _Known("site.tariff_kzt_per_kwh", "electricity_almaty_legal", is_price=True),
    _Known("site.tariff_growth_per_year", "electricity_escalation", _PERCENT),
    _Known("site.pue", "pue"),
)
_COLO = _Known("site.colo_rate", "colo_kzt_per_kw_month", is_price=True)
_LOAN = _Known("finance.loan_rate_per_year", "business_loan_rate", _PERCENT)


def provenance(scenario: Scenario, edition: Edition | None = None) -> tuple[Origin, ...]:
    """Origins of the figures the answer rests on, the prices first.

    Parameters
    ----------
    edition
        Facts to compare with; the latest by default.

    Raises
    ------
    EsepError
        ``unknown_id`` for a card, model, offer or server nobody knows.
    """
    facts = load_edition() if edition is None else edition
    by_profile = {origin.field: origin for origin in _taxpayer(scenario)}
    return (
        _rent(scenario),
        _node_price(scenario),
        *_power(scenario, facts),
        *(_parameter(scenario, known, facts) for known in _used(scenario) if known.field not in by_profile),
        *by_profile.values(),
        *_residual(scenario, facts),
        *_technical(scenario, facts),
    )


def has_kazakhstan_price(scenario: Scenario) -> bool:
    """Whether the rent rests on a quote of the user's own or on an offer inside Kazakhstan."""
    rent = scenario.rent
    return bool(rent.quote_from) or bool(rent.offer and find_offer(rent.offer).inside_kazakhstan)


def _rent(scenario: Scenario) -> Origin:
    rent = scenario.rent
    name = RATE_FIELDS[rent.mode]
    field, value = f"rent.{name}", float(getattr(rent, name))
    if rent.quote_from:
        return _quote(field, value, rent.quote_from, rent.quote_date, scenario)
    if rent.offer:
        offer = find_offer(rent.offer)
        if offer.price_per_gpu_hour == value and offer.currency is rent.currency:
            return _fact(field, value, offer.id, offer.provenance, scenario)
    return _unsourced(field, value)


def _node_price(scenario: Scenario) -> Origin:
    buy = scenario.buy
    field, value = "buy.node_price", buy.node_price
    if buy.quote_from:
        return _quote(field, value, buy.quote_from, buy.quote_date, scenario)
    if buy.node:
        server = find_server(buy.node)
        prices = (server.price_low_usd, server.price_mid_usd, server.price_high_usd)
        if value in prices and buy.currency is Currency.USD:
            return _fact(field, value, server.id, server.provenance, scenario)
    return _unsourced(field, value)


def _power(scenario: Scenario, facts: Edition) -> Iterator[Origin]:
    server = find_server(scenario.buy.node) if scenario.buy.node else None
    site = scenario.site
    active, idle = site.active_kw_per_node, site.idle_kw_per_node
    card = facts.gpu(scenario.buy.gpu or scenario.fleet.gpu)
    if server is None and (active, idle) == assumed_kw(card.id, scenario.buy.gpus_per_node, facts):
        for field, value in (("site.active_kw_per_node", active), ("site.idle_kw_per_node", idle)):
            yield Origin(field, value, Layer.EDITION, card.id, card.provenance.source, assumption=True)
        return
    if server is not None and isclose(active, active_kw(server, facts)):
        yield _kw("site.active_kw_per_node", active, server, assumption=server.measured_train_kw is None)
    else:
        yield _unsourced("site.active_kw_per_node", active)
    if server is not None and isclose(idle, idle_kw(server, facts)):
        yield _kw("site.idle_kw_per_node", idle, server, assumption=True)
    else:
        yield _unsourced("site.idle_kw_per_node", idle)


def _kw(field: str, value: float, server: Server, *, assumption: bool) -> Origin:
    return Origin(field, value, Layer.EDITION, server.id, server.spec_source, assumption=assumption)


def _used(scenario: Scenario) -> Iterator[_Known]:
    site = scenario.site
    colocation = site.kind is SiteKind.COLOCATION
    if colocation and site.colo_mode is ColoMode.PER_KW and site.colo_currency is Currency.KZT:
        yield _COLO
    if not (colocation and site.power_included):
        yield from _TARIFF
    if scenario.finance.funding is Funding.LOAN:
        yield _LOAN
    for known in _KNOWN:
        if _value(scenario, known.field):  # a zero is left out of the reckoning and needs no source
            yield known


def _value(scenario: Scenario, field: str) -> float:
    part, name = field.split(".")
    return float(getattr(getattr(scenario, part), name))


def _parameter(scenario: Scenario, known: _Known, facts: Edition) -> Origin:
    value = _value(scenario, known.field)
    parameter = facts.parameters.get(known.parameter)
    if parameter is None or parameter.base is None or not isclose(value, parameter.base * known.scale):
        return _unsourced(known.field, value)
    origin = _fact(known.field, value, parameter.id, parameter.provenance, scenario)
    return origin if known.is_price else _ageless(origin)


def _taxpayer(scenario: Scenario) -> Iterator[Origin]:
    for fact in profile_facts(scenario.finance.profile):
        part, name = fact.field.split(".")
        value = getattr(getattr(scenario, part), name)
        if not applies(fact, scenario):
            continue
        if value == fact.value:
            yield _ageless(_fact(fact.field, value, fact.id, fact.provenance, scenario))
        else:
            yield Origin(fact.field, value, Layer.TYPED, assumption=True)


def _residual(scenario: Scenario, facts: Edition) -> Iterator[Origin]:
    buy = scenario.buy
    if buy.residual_kind is not ResidualKind.POINTS:
        return
    for place, (age_months, share) in enumerate(buy.residual_points):
        field = f"buy.residual_points.{place}.1"
        parameter = facts.parameters.get(f"gpu_residual_y{age_months / MONTHS_A_YEAR:g}")
        if parameter is not None and _equals(parameter, share):
            yield _ageless(_fact(field, share, parameter.id, parameter.provenance, scenario))
        else:
            yield _unsourced(field, share)


def _equals(parameter: Parameter, share: float) -> bool:
    return parameter.base is not None and isclose(share, parameter.base * _PERCENT)


def _technical(scenario: Scenario, facts: Edition) -> Iterator[Origin]:
    gpu = facts.gpu(scenario.fleet.gpu, "fleet.gpu")
    basis = f"{gpu.framework_basis}; {gpu.visible_basis}" if gpu.usable_assumed else gpu.framework_basis
    card = _ageless(_fact("fleet.gpu", gpu.usable_gib, gpu.id, gpu.provenance, scenario))
    yield replace(card, source=basis, assumption=gpu.usable_assumed)
    for index, job in enumerate(scenario.jobs):
        if isinstance(job.workload, Training | Inference) and isinstance(job.workload.model, str):
            field = f"jobs.{index}.workload.model"
            model = facts.model(job.workload.model, field)
            yield _ageless(_fact(field, model.name, model.id, model.provenance, scenario))


def _fact(field: str, value: float | str, fact: str, found: Provenance, scenario: Scenario) -> Origin:
    as_of = scenario.finance.as_of
    return Origin(
        field=field,
        value=value,
        layer=Layer.EDITION,
        fact=fact,
        source=found.source,
        date=found.date,
        date_text=found.date_text,
        age_days=found.age_days(as_of),
        old=found.is_old(as_of),
        assumption=found.assumption,
    )


def _ageless(origin: Origin) -> Origin:
    # Only prices grow old: a tax rate or the shape of a model holds until it is changed.
    return replace(origin, old=False)


def _quote(field: str, value: float, whose: str, day: str, scenario: Scenario) -> Origin:
    date = Date.fromisoformat(day) if day else None
    age = (Date.fromisoformat(scenario.finance.as_of) - date).days if date else None
    old = age is None or age > OLD_AFTER_DAYS
    return Origin(field, value, Layer.QUOTE, "", whose, date, day, age, old)


def _unsourced(field: str, value: float) -> Origin:
    schema = field_schema(field)
    if "default" in schema and isclose(value, schema["default"]):
        return Origin(field, value, Layer.DEFAULT, source=schema["source"], assumption=True)
    return Origin(field, value, Layer.TYPED, assumption=True)

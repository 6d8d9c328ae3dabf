"""Filling the tax fields of a scenario from a taxpayer profile: explicit values, and the profile's id."""

from calc.choices import Currency, Taxpayer, VatMode
from data.scenario import Scenario
from data.taxpayers.profiles import ProfileFact, profile_facts


def fill_from_profile(scenario: Scenario, profile: Taxpayer) -> Scenario:
    """The scenario as this taxpayer pays for it.

    Every field of the profile is written out; each may be changed afterwards. The VAT of rent is touched
    only where it is reverse charge: a service in dollars without a VAT of its own inside the price.

    Parameters
    ----------
    scenario
        What the user said.
    profile
        Who pays; ``unstated`` changes nothing but the id.
    """
    changes: dict[str, dict[str, object]] = {"finance": {"profile": profile}}
    for fact in profile_facts(profile):
        if applies(fact, scenario):
            part, name = fact.field.split(".")
            changes.setdefault(part, {})[name] = fact.value
    parts = {part: getattr(scenario, part).model_copy(update=values) for part, values in changes.items()}
    return scenario.model_copy(update=parts)


def applies(fact: ProfileFact, scenario: Scenario) -> bool:
    """Whether a fact of a profile speaks about this scenario."""
    rent = scenario.rent
    reverse_charge = rent.currency is Currency.USD and rent.vat_mode is not VatMode.INCLUDED
    return fact.field != "rent.vat_mode" or reverse_charge

"""Who pays: taxpayer profiles as dated facts, and filling a scenario from one."""

from data.taxpayers.fill import fill_from_profile
from data.taxpayers.profiles import ProfileFact, profile_facts

__all__ = ["ProfileFact", "fill_from_profile", "profile_facts"]

"""How laws are searched: the same draws every time, so that a red build means a change and not a draw."""

from hypothesis import HealthCheck, settings

SLOW_MACHINE = (HealthCheck.too_slow,)

settings.register_profile("house", deadline=None, derandomize=True, suppress_health_check=SLOW_MACHINE)
settings.register_profile("fuzz", deadline=None, derandomize=True, max_examples=500, suppress_health_check=SLOW_MACHINE)
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=SLOW_MACHINE)
settings.load_profile("house")

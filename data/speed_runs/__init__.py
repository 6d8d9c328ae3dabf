"""Published training speeds with the configuration each source prints."""

from data.speed_runs.runs import SpeedRun, speed_runs

__all__ = ["SpeedRun", "speed_runs"]

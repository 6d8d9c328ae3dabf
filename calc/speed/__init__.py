"""Time of a run: training, inference and rendering throughput."""

from calc.speed.exchange import exchange_hours
from calc.speed.job import time_job
from calc.speed.report import SpeedReport, speed_report
from calc.speed.throughput import Bound, SpeedNote, Throughput

__all__ = ["Bound", "SpeedNote", "SpeedReport", "Throughput", "exchange_hours", "speed_report", "time_job"]

"""Whether a job fits a card, and why (DESIGN §3.8)."""

from calc.choices import Verdict
from calc.memory.footprint import Reason
from calc.message import Band, Message

TIGHT_SHARE = 0.9


def judge(device_gib: Band, usable_gib: float, load_peak_gib: float) -> tuple[Verdict, tuple[Message, ...]]:
    """Verdict and reasons.

    Parameters
    ----------
    device_gib
        What the card must have [GiB].
    usable_gib
        What a process sees of it [GiB].
    load_peak_gib
        Peak while the checkpoint is loaded the way the run loads it [GiB].
    """
    reasons = []
    if load_peak_gib > usable_gib:
        reasons.append(Message(Reason.LOAD_PEAK_ABOVE_USABLE, {"gib": load_peak_gib, "usable_gib": usable_gib}))
    if device_gib.low > usable_gib:
        reasons.append(Message(Reason.SHORT_OF_MEMORY, {"gib": device_gib.mid - usable_gib, "usable_gib": usable_gib}))
    if reasons:
        return Verdict.DOES_NOT_FIT, tuple(reasons)
    if device_gib.high > usable_gib:
        message = Message(Reason.HIGH_END_ABOVE_USABLE, {"gib": device_gib.high, "usable_gib": usable_gib})
        return Verdict.TIGHT, (message,)
    share = device_gib.mid / usable_gib
    if share > TIGHT_SHARE:
        return Verdict.TIGHT, (Message(Reason.ABOVE_90_PERCENT, {"share": share, "usable_gib": usable_gib}),)
    room = usable_gib - device_gib.high
    return Verdict.FITS, (Message(Reason.ROOM_LEFT, {"gib": room, "usable_gib": usable_gib}),)

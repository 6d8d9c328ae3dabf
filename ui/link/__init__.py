"""The link: every input of up to four scenarios and what the sender saw, in one token."""

from ui.link.codec import MAX_SCENARIOS, LinkContent, decode, encode
from ui.link.envelope import MAX_INFLATED_BYTES, LinkFault
from ui.link.saved import MAX_LINK_CHARACTERS, open_saved, save
from ui.link.seen import Change, Seen, changes, seen_of

__all__ = [
    "MAX_INFLATED_BYTES",
    "MAX_LINK_CHARACTERS",
    "MAX_SCENARIOS",
    "Change",
    "LinkContent",
    "LinkFault",
    "Seen",
    "changes",
    "decode",
    "encode",
    "open_saved",
    "save",
    "seen_of",
]

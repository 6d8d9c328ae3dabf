"""The dashboard as an ASGI application, with the headers a plain ``streamlit run app.py`` cannot send.

Start it with ``streamlit run deploy/asgi.py`` from the top of the repository.
"""

from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.middleware import Middleware

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Asgi = Callable[[Message, Receive, Send], Awaitable[None]]

HEADERS = (
    # the address holds the scenario, prices included: no other site may be told it
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)


class SecurityHeaders:
    """Adds the headers to every answer that does not have them."""

    def __init__(self, app: Asgi) -> None:
        self._app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass a request on, and its answer back with the headers."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message.get("headers", ())}
                message["headers"] = [*message.get("headers", ()), *(pair for pair in HEADERS if pair[0] not in given)]
            await send(message)

        await self._app(scope, receive, send_with_headers)


app = st.App(Path(__file__).parents[1] / "app.py", middleware=[Middleware(SecurityHeaders)])

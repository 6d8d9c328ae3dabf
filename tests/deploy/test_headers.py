"""The headers of the ASGI start."""

import pytest

from deploy.asgi import HEADERS, SecurityHeaders


def answered(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    sent = []

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    async def send(message):
        sent.append(message)

    # Nothing is awaited but the two messages, so one step ends it: no event loop is needed, and a browser
    # test may have left one running in this thread.
    with pytest.raises(StopIteration):
        SecurityHeaders(app)({"type": "http"}, None, send).send(None)
    assert sent[1] == {"type": "http.response.body", "body": b"ok"}
    return sent[0]["headers"]


def test_every_answer_tells_other_sites_nothing_of_its_address():
    assert answered([(b"content-type", b"text/html")]) == [(b"content-type", b"text/html"), *HEADERS]
    assert (b"referrer-policy", b"no-referrer") in HEADERS


def test_a_header_that_is_there_stays():
    own = (b"Referrer-Policy", b"same-origin")
    assert answered([own]) == [own, *HEADERS[1:]]

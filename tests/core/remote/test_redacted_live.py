"""Live requests without secrets."""

import json

from builders import calls, items, result, thinking, user
from foldline.core.remote.live import Live
from foldline.core.remote.payload import Payload
from foldline.core.remote.redacted_live import without_secrets

SECRET = "sk-ant-api03-" + "Ab3dE5gH" * 11 + "AA"


def test_no_text_of_a_live_request_keeps_a_secret():
    told = items(user(SECRET), calls("a", arguments={"env": [SECRET, 3]}), result("a", SECRET))
    raws = {"m0": ({"role": "user", "content": [{"type": "text", "text": SECRET}, None]},)}
    live = Live(head=told[:1], previous=SECRET, folded=told, system=SECRET, raws=raws)
    assert SECRET not in repr(without_secrets(live))


def test_what_is_sealed_stays_byte_for_byte():
    sealed = {"type": "reasoning", "encrypted_content": SECRET, "id": SECRET}
    payload = Payload("openai", (json.dumps(sealed),))
    live = Live(payload=payload, folded=items(thinking(signature=SECRET)), raws={"m0": (sealed,)})
    assert without_secrets(live) == live


def test_a_request_without_secrets_is_the_same():
    live = Live(folded=items(user("hello"), calls("a"), result("a")), system="be good", cache_key="s")
    made = without_secrets(live)
    assert made == live
    assert made.folded[0].message is live.folded[0].message

"""The user's newest words beside a sealed fold."""

import json

from builders import agent, client, items, user
from foldline.core.messages import ImagePart, Message, TextPart
from foldline.core.remote.live import Live
from foldline.core.remote.payload import Payload
from foldline.wire.native_items import message_item
from foldline.wire.retained_words import retained


def words(*kept):
    return ["".join(block["text"] for block in item["content"]) for item in kept]


def test_only_what_a_person_wrote_is_kept_in_order():
    live = Live(folded=items(client(), user("one"), agent(), user("two")))
    assert words(*retained(live)) == ["one", "two"]


def test_the_newest_are_kept_and_the_next_one_is_cut_to_fit():
    live = Live(folded=items(user("a" * 400), user("b" * 400), user("c" * 400)))
    kept = words(*retained(live, budget=150))
    assert kept[1] == "c" * 400
    assert kept[0].startswith("b" * 120)
    assert "200 more characters were cut here" in kept[0]


def test_nothing_is_kept_of_what_has_no_room_at_all():
    assert words(*retained(Live(folded=items(user("a" * 40), user("c" * 400))), budget=100)) == ["c" * 400]


def test_what_the_fold_before_kept_comes_along():
    before = Payload("openai", (json.dumps(message_item("user", ["zero"])), '{"type":"compaction"}'))
    assert words(*retained(Live(payload=before, folded=items(user("one"))))) == ["zero", "one"]


def test_a_picture_costs_by_the_piece():
    raw = {"type": "message", "role": "user", "content": [{"type": "input_image", "image_url": "data:..."}]}
    shown = Message("user", (ImagePart("image/png"), TextPart("")))
    live = Live(folded=items(shown), wire="openai_responses", raws={"m0": (raw,)})
    assert retained(live, budget=765) == [raw]
    assert retained(live, budget=764) == []

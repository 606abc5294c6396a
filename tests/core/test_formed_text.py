import pytest

from foldline.core.drafts import BUILTIN, Text
from foldline.core.formed_text import formed
from foldline.core.profiles.templates import load
from foldline.core.settings import CompactionSettings

ORDERS = "## Goal\nShip.\n\n## Orders\nPush."


@pytest.mark.parametrize("kind", ["full", "update", "branch", "handoff"])
def test_what_a_model_wrote_keeps_the_headings_it_was_asked_for(kind):
    text = formed(Text(ORDERS, "m"), kind, load("handoff", "en"), CompactionSettings())
    assert text == "## Goal\nShip.\n\nOrders\nPush."


@pytest.mark.parametrize(
    "settings", [CompactionSettings(focus="list my Orders"), CompactionSettings(rules="add Orders")]
)
def test_a_heading_the_user_asked_for_stays(settings):
    assert formed(Text(ORDERS, "m"), "full", load("handoff", "en"), settings) == ORDERS


@pytest.mark.parametrize(("text", "prose"), [(Text(ORDERS, BUILTIN), ORDERS), (Text(None, ""), "")])
def test_the_built_in_summariser_is_believed_and_nothing_is_nothing(text, prose):
    assert formed(text, "full", load("handoff", "en"), CompactionSettings()) == prose

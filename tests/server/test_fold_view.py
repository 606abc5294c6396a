from foldline.core.dialogue.review import dialogue_review
from foldline.core.messages import Message, TextPart
from foldline.core.profiles.summary_text import TURN_CONTEXT
from foldline.core.profiles.templates import load
from foldline.core.result import CompactionResult, Status
from foldline.core.settings import CompactionSettings
from foldline.server.fold_view import Made, fold_view, sections_of

TEMPLATE = load("handoff", "en")


def test_a_summary_is_shown_section_by_section_and_what_is_in_none_apart():
    lines = dialogue_review([Message("user", (TextPart("the newest line"),))], language="en")
    prose = f"Before all.\n\n## Goal\nShip.{TURN_CONTEXT}It began.\n\n{lines}"
    shown = [(one.id, one.title, one.text) for one in sections_of(prose, TEMPLATE)]
    assert shown == [
        (".lead", "", "Before all."),
        ("goal", "Goal", "Ship."),
        (".turn", "", "It began."),
        (".review", "", "Dialogue review:\n- user: the newest line"),
    ]


def test_a_fold_that_did_not_happen_is_shown_with_its_reason():
    result = CompactionResult(status=Status.NOTHING_TO_FOLD, reason="All fits.")
    view = fold_view(Made("f", result, CompactionSettings(), TEMPLATE, as_shipped=False, cost=None))
    assert (view.status, view.is_failure, view.reason, view.sections) == ("nothing_to_fold", False, "All fits.", ())

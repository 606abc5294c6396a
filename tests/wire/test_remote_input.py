"""What gives way so that a conversation fits the service that folds it."""

from foldline.wire.remote_input import CUT, estimate, fitted

WINDOW = 1_000


def said(text, role="user"):
    return {"type": "message", "role": role, "content": [{"type": "input_text", "text": text}]}


def call(call_id):
    return {"type": "function_call", "call_id": call_id, "name": "bash", "arguments": "{}"}


def output(call_id, size):
    return {"type": "function_call_output", "call_id": call_id, "output": "x" * size}


def picture(size=90_000):
    image = {"type": "input_image", "image_url": "data:image/png;base64," + "A" * size}
    return {"type": "message", "role": "user", "content": [image]}


def test_an_input_that_fits_is_sent_as_it_is():
    items = [said("go"), call("a"), output("a", 100)]
    assert fitted(items, WINDOW) == (items, True)


def test_one_large_output_at_the_end_is_replaced():
    made = fitted([said("go"), call("a"), output("a", 13_000)], WINDOW)
    assert made.fits
    assert made.items == [said("go"), call("a"), {**output("a", 0), "output": CUT}]


def test_several_outputs_in_a_row_are_replaced_and_the_input_is_not_touched():
    items = [said("go"), call("a"), call("b"), output("a", 8_000), output("b", 8_000)]
    made = fitted(items, WINDOW)
    assert made.fits
    assert [item.get("output") for item in made.items[3:]] == [CUT, CUT]
    assert items == [said("go"), call("a"), call("b"), output("a", 8_000), output("b", 8_000)]


def test_only_as_many_are_replaced_as_are_needed_newest_first():
    made = fitted([call("a"), call("b"), output("a", 100), output("b", 8_000)], WINDOW)
    assert [item["output"] for item in made.items[2:]] == ["x" * 100, CUT]


def test_pictures_of_a_result_are_passed_over():
    items = [call("a"), output("a", 13_000), picture(0)]
    assert fitted(items, 12_000 + WINDOW).items == [call("a"), {**output("a", 0), "output": CUT}, picture(0)]


def test_what_cannot_be_made_to_fit_stays_as_it_was():
    items = [call("a"), output("a", 13_000), said("x" * 13_000)]
    assert fitted(items, WINDOW) == (items, False)
    assert fitted([said("x" * 13_000), call("a"), output("a", 13_000)], WINDOW).items[2]["output"] == "x" * 13_000


def test_a_picture_counts_by_the_piece_and_not_by_its_encoding():
    assert 12_000 < estimate([picture()]) <= 15_000

"""A summariser for tests that remembers what it was told, and turns away what is longer than it takes."""

import re

from foldline.core.requests import Limits, SummaryReply
from foldline.errors import ContextOverflowError

CONVERSATION = re.compile(r"<conversation>\n(.*?)\n</conversation>", re.DOTALL)
PREVIOUS = re.compile(r"<previous-summary>\n(.*?)\n</previous-summary>", re.DOTALL)


class ToldModel:
    """Numbers its summaries.

    Args:
        window: in tokens; None tells no limits.
        takes: characters of a prompt above which it is turned away.
    """

    side_by_side = False

    def __init__(self, window=None, *, output=None, takes=None, takes_reasoning=True, name="told"):
        self.name = name
        self.limits = Limits(window, output, takes_reasoning=takes_reasoning)
        self.takes = takes
        self.requests = []
        self.turned_away = 0

    def summarize(self, request):
        if self.takes is not None and len(request.prompt) > self.takes:
            self.turned_away += 1
            raise ContextOverflowError("the prompt is too long", status=400)
        self.requests.append(request)
        if request.kind == "short":
            return SummaryReply("I did it.")
        return SummaryReply(f"## Goal\nsummary {len(self.requests)}")

    def kinds(self):
        return [request.kind for request in self.requests]

    def told(self, kind=None):
        """The conversations it was given."""
        return [
            "".join(CONVERSATION.findall(request.prompt))
            for request in self.requests
            if kind is None or request.kind == kind
        ]

    def previous(self):
        """The summaries it was to carry on."""
        return ["".join(PREVIOUS.findall(request.prompt)) for request in self.requests]

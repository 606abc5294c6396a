"""A model that writes line by line, waits in the middle, and ends when it is told to."""

from threading import Event

from foldline.core.requests import SummaryReply
from foldline.errors import CompactionCancelledError

SECONDS = 20
TITLES = (
    "Goal",
    "Constraints & Preferences",
    "Progress",
    "Key Decisions",
    "Next Steps",
    "Critical Context",
    "Additional Notes",
)
SUMMARY = "\n\n".join(f"## {title}\n- written by a model: {title}" for title in TITLES)


class SlowModel:
    """Answers once `go_on` is set; `begun` is set when it has written up to the fourth heading."""

    name = "scripted:slow"
    side_by_side = False

    def __init__(self):
        self.heard = None
        self.begun, self.go_on, self.stopped = Event(), Event(), Event()

    def made_for(self, settings, model, heard):
        """The one who writes, as the server asks for it."""
        self.heard = heard
        return self

    def summarize(self, request):
        if request.kind == "short":
            return SummaryReply("It went on.")
        self.heard(request, SUMMARY.partition("## Key Decisions")[0] + "## Key Decisions\n")
        self.begun.set()
        self.go_on.wait(SECONDS)
        if self.stopped.is_set():
            raise CompactionCancelledError("stopped")
        return SummaryReply(SUMMARY)

    def cancel(self):
        self.stopped.set()
        self.go_on.set()

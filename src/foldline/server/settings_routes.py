"""Routes of the settings: what is in force and where it comes from, and news of changes."""

from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse

from foldline.server.endpoint import Call, Endpoint, Nothing
from foldline.server.watching import Watch


async def events(call: Call[Nothing, Nothing]) -> StreamingResponse:
    """News for an open page."""
    watch: Watch = call.request.app.state.watch

    async def lines() -> AsyncIterator[str]:
        async for version in watch.versions():
            yield f'event: changed\ndata: {{"version": "{version}"}}\n\n' if version else ": still here\n\n"

    return StreamingResponse(lines(), media_type="text/event-stream")


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/events", events, "News of the settings files, as they change.", gives="text/event-stream"),
)

"""What each wire's vendor answers: a text in the pieces of a stream, a whole answer, an error, a refusal."""

import json

from providers.wire_server import Answer

WIRES = ("openai", "openai-responses", "anthropic", "google")
MODELS = {
    "openai": "gpt-4.1",
    "openai-responses": "gpt-4.1",
    "anthropic": "claude-3-5-haiku-latest",
    "google": "gemini-2.0-flash",
}
FINISH = {
    "openai": {"stop": "stop", "length": "length", "refused": "content_filter"},
    "openai-responses": {"stop": "completed", "length": "max_output_tokens", "refused": "content_filter"},
    "anthropic": {"stop": "end_turn", "length": "max_tokens", "refused": "refusal"},
    "google": {"stop": "STOP", "length": "MAX_TOKENS", "refused": "SAFETY"},
}


def event(fields, name=""):
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {json.dumps(fields)}\n\n".encode()


def pieces(text):
    middle = len(text) // 2
    return [piece for piece in (text[:middle], text[middle:]) if piece]


def stream(wire, text, finish="stop"):
    """The chunks of a whole stream. Cut off the last ones for a stream that breaks."""
    return _STREAMS[wire](text, FINISH[wire][finish])


def cut(wire, text):
    """The chunks of a stream that never says how it ended."""
    ends = {"openai": 3, "openai-responses": 1, "anthropic": 2, "google": 1}
    return stream(wire, text)[: -ends[wire]]


def answer(wire, text, finish="stop"):
    return Answer(tuple(stream(wire, text, finish)))


def _openai(text, finish):
    chunk = {"id": "c1", "object": "chat.completion.chunk", "model": "gpt-4.1-2025"}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 40}}
    return [
        event({**chunk, "choices": [{"index": 0, "delta": {"role": "assistant", "content": ""}}]}),
        *(event({**chunk, "choices": [{"index": 0, "delta": {"content": piece}}]}) for piece in pieces(text)),
        event({**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}),
        event({**chunk, "choices": [], "usage": usage}),
        b"data: [DONE]\n\n",
    ]


def _responses(text, finish):
    done = finish == "completed"
    details = None if done else {"reason": finish}
    item = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
    response = {
        "id": "r1",
        "model": "gpt-4.1-2025",
        "status": "completed" if done else "incomplete",
        "incomplete_details": details,
        "output": [{"type": "reasoning", "summary": []}, item],
        "usage": {"input_tokens": 100, "input_tokens_details": {"cached_tokens": 40}, "output_tokens": 20},
    }
    kind = "response.completed" if done else "response.incomplete"
    deltas = [
        event({"type": "response.output_text.delta", "delta": piece}, "response.output_text.delta")
        for piece in pieces(text)
    ]
    begun = event({"type": "response.created", "response": {"id": "r1", "status": "in_progress"}}, "response.created")
    return [begun, *deltas, event({"type": kind, "response": response}, kind)]


def _anthropic(text, finish):
    usage = {"input_tokens": 60, "cache_read_input_tokens": 40, "output_tokens": 1}
    message = {"id": "m1", "model": "claude-3-5-haiku-2024", "usage": usage, "content": []}
    ending = {"type": "message_delta", "delta": {"stop_reason": finish}, "usage": {"output_tokens": 20}}
    return [
        event({"type": "message_start", "message": message}, "message_start"),
        event({"type": "ping"}, "ping"),
        event({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        *(
            event({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}})
            for piece in pieces(text)
        ),
        event({"type": "content_block_stop", "index": 0}),
        event(ending, "message_delta"),
        event({"type": "message_stop"}, "message_stop"),
    ]


def _google(text, finish):
    usage = {"promptTokenCount": 100, "candidatesTokenCount": 20, "cachedContentTokenCount": 40}

    def chunk(piece, **more):
        content = {"role": "model", "parts": [{"text": piece}]}
        return event({"candidates": [{"content": content, **more}], "modelVersion": "gemini-2.0-flash-001"})

    thought = {"candidates": [{"content": {"role": "model", "parts": [{"text": "hm", "thought": True}]}}]}
    last = {"candidates": [{"content": {"parts": [{"text": ""}]}, "finishReason": finish}], "usageMetadata": usage}
    return [event(thought), *(chunk(piece) for piece in pieces(text)), event(last)]


_STREAMS = {"openai": _openai, "openai-responses": _responses, "anthropic": _anthropic, "google": _google}


def whole(wire, text):
    """A whole answer, as without a stream."""
    bodies = {
        "openai": {
            "model": "gpt-4.1-2025",
            "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 40}},
        },
        "openai-responses": json.loads(_responses(text, "completed")[-1].split(b"data: ")[1])["response"],
        "anthropic": {
            "type": "message",
            "model": "claude-3-5-haiku-2024",
            "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": text}],
            "stop_reason": "end_turn",
            "usage": {"input_tokens": 60, "cache_read_input_tokens": 40, "output_tokens": 20},
        },
        "google": {
            "candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": "STOP"}],
            "usageMetadata": {"promptTokenCount": 100, "candidatesTokenCount": 20, "cachedContentTokenCount": 40},
            "modelVersion": "gemini-2.0-flash-001",
        },
    }
    return Answer((json.dumps(bodies[wire]).encode(),), kind="application/json")


_ERRORS = {
    "openai": {
        429: {"type": "requests", "code": "rate_limit_exceeded", "message": "Rate limit reached"},
        401: {"type": "invalid_request_error", "code": "invalid_api_key", "message": "Incorrect API key provided"},
        400: {"type": "invalid_request_error", "code": "context_length_exceeded", "message": "Too many tokens"},
    },
    "anthropic": {
        429: {"type": "rate_limit_error", "message": "Number of requests exceeds the limit"},
        401: {"type": "authentication_error", "message": "invalid x-api-key"},
        400: {"type": "invalid_request_error", "message": "prompt is too long: 210000 tokens > 200000 maximum"},
        529: {"type": "overloaded_error", "message": "Overloaded"},
    },
    "google": {
        429: {
            "code": 429,
            "status": "RESOURCE_EXHAUSTED",
            "message": "Quota exceeded",
            "details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "7s"}],
        },
        401: {"code": 401, "status": "UNAUTHENTICATED", "message": "Request had invalid credentials"},
        400: {
            "code": 400,
            "status": "INVALID_ARGUMENT",
            "message": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        },
    },
}
_ERRORS["openai-responses"] = _ERRORS["openai"]


def failure(wire, status):
    """How the vendor refuses with this status; Google tells in the body how long to wait, the others in a header."""
    fields = _ERRORS[wire].get(status, {"message": "The server had an error"})
    body = {"type": "error", "error": fields} if wire == "anthropic" else {"error": fields}
    headers = (("retry-after", "7"),) if status == 429 and wire != "google" else ()
    return Answer((json.dumps(body).encode(),), status, "application/json", headers)


HTML = Answer((b"<!doctype html><title>Welcome</title>",), kind="text/html; charset=utf-8")
SUMMARY = "## Goal\nShip the parser."


def faults(wire):
    """Every way in which a model may not answer."""
    begun = tuple(cut(wire, SUMMARY))
    return {
        "429 with hint": failure(wire, 429),
        "500": failure(wire, 500),
        "529": failure(wire, 529),
        "401": failure(wire, 401),
        "refused": answer(wire, "", "refused"),
        "overflow": failure(wire, 400),
        "timeout": Answer(ending="stall"),
        "disconnect": Answer(begun, ending="disconnect"),
        "truncated stream": Answer(begun),
        "malformed chunk": Answer((begun[0], b'data: {"choices": [{"del\n\n')),
        "stall": Answer(begun, ending="stall"),
        "empty": answer(wire, ""),
        "length": answer(wire, SUMMARY, "length"),
        "reply instead of summary": answer(wire, "Sure! Let me look into the parser for you."),
        "HTML": HTML,
    }

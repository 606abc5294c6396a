"""Values as the JSON that `--json` prints."""

import json

import msgspec


def to_json(value: object) -> bytes:
    """JSON bytes of a value; lone surrogates stay the escapes they were."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True).encode()

"""Reads a message list out of any file that holds one, and puts another list in its place without touching the rest.

Both list formats are this; they differ in their wire only. A file is a bare list, a request, a logged call, one message
on each line, or a data set of such.
"""

from collections.abc import Callable, Sequence
from hashlib import blake2b

from foldline.core.messages import Json, Message
from foldline.core.session import Info, MessageEntry, MetaEntry, Problem, Session
from foldline.errors import NotAConversationError, SeveralConversationsError
from foldline.formats import conversations, jsonl
from foldline.formats.conversations import Conversation
from foldline.formats.peek import Object
from foldline.wire.blocks import json_text

_NO_MESSAGES = (
    "there are no messages in it: no list of objects with a role and a content; "
    "give a file of messages, or a request or record that holds some under a key such as 'messages'"
)


def load(
    data: bytes, name: str, decode: Callable[[Sequence[Object]], list[Message]], *, select: int | None = None
) -> Session:
    """Read one conversation.

    Args:
        data: the file.
        name: of the format.
        decode: of the wire.
        select: which one, from 1, where the file holds several.

    Raises:
        NotAConversationError: no messages.
        SeveralConversationsError: several, and ``select`` names none of them.
    """
    document = conversations.read(data)
    chosen = _choose(list(conversations.find(document.value)), select)
    session = Session(
        name,
        source=data,
        records=conversations.message_spans(data, document, chosen.path),
        info=_info(chosen.owner),
    )
    objects = [message if isinstance(message, dict) else {} for message in chosen.messages]
    ids = _ids(session)
    for index, (raw, message) in enumerate(zip(chosen.messages, decode(objects), strict=True)):
        entry_id, leaf = ids[index], session.leaf_id
        if isinstance(raw, dict) and isinstance(raw.get("role"), str):
            session.append(MessageEntry(entry_id, leaf, message, (index,)))
        else:
            session.append(MetaEntry(entry_id, leaf, "unknown", (index,)))
            session.problems.append(Problem(_position(session, index, document), "is no message; kept as it is"))
    return session


def dump(session: Session, messages_json: Sequence[bytes]) -> bytes:
    """The file with other messages in it; every byte that is not of an exchanged message stays.

    Messages that the list keeps at its start and end keep their own bytes, however they are written now. What stands
    among the exchanged ones and is no message stays too, in front.

    Args:
        session: as `load` gave it.
        messages_json: the JSON text of every message of the new list.
    """
    source, spans = session.source, session.records
    mine = [entry.records[0] for entry in session.entries if isinstance(entry, MessageEntry) and entry.records]
    old = [_canonical(session.record(index)) for index in mine]
    new = [_canonical(text) for text in messages_json]
    before = _common(old, new)
    after = _common(old[before:][::-1], new[before:][::-1])
    if before == len(old) == len(new):
        return source
    # The exchanged run, in records: with it go the separators inside, and one of its two neighbours.
    first = mine[before] if before < len(mine) else len(spans)
    last = mine[len(mine) - after] if after else len(spans)
    strays = [session.record(index) for index in sorted(set(range(first, last)).difference(mine))]
    middle = [*strays, *messages_json[before : len(new) - after]]
    gap = _gap(session)
    if last < len(spans):
        return source[: spans[first][0]] + b"".join(text + gap for text in middle) + source[spans[last][0] :]
    if first > 0:
        return source[: spans[first - 1][1]] + b"".join(gap + text for text in middle) + source[spans[-1][1] :]
    return source[: spans[0][0]] + gap.join(middle) + source[spans[-1][1] :]


def _choose(found: list[Conversation], select: int | None) -> Conversation:
    if not found:
        raise NotAConversationError(_NO_MESSAGES)
    if select is None and len(found) == 1:
        return found[0]
    if select is not None and 1 <= select <= len(found):
        return found[select - 1]
    choice = (
        f"choose one with select=1 to {len(found)}" if select is None else f"there is no number {select!r} among them"
    )
    msg = f"it holds {len(found)} conversation{'s' if len(found) > 1 else ''}: {choice}"
    raise SeveralConversationsError(msg, tuple(conversation.title for conversation in found))


def _info(owner: Object) -> Info:
    response = owner.get("response")
    model = _text(owner.get("model")) or _text(response.get("model") if isinstance(response, dict) else "")
    window = owner.get("context_window")
    tools = owner.get("tools", owner.get("functions"))
    return Info(
        id=_text(owner.get("id")) or _text(owner.get("conversation_id")),
        title=_text(owner.get("title")),
        model=model,
        system=_system(owner.get("system")),
        context_window=window if isinstance(window, int) else 0,
        tools_json=tools if isinstance(tools, str) else json_text(tools) if tools else "",
    )


def _system(system: Json) -> str:
    blocks = system if isinstance(system, list) else [system]
    texts = (block.get("text") if isinstance(block, dict) else block for block in blocks)
    return "\n".join(text for text in texts if isinstance(text, str))


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _ids(session: Session) -> list[str]:
    """Content hashes, so that a message has one id in every version of the file; repeated ones are numbered."""
    seen: dict[str, int] = {}
    ids: list[str] = []
    for index in range(len(session.records)):
        digest = blake2b(session.record(index), digest_size=8).hexdigest()
        seen[digest] = count = seen.get(digest, 0) + 1
        ids.append(digest if count == 1 else f"{digest}-{count}")
    return ids


def _position(session: Session, index: int, document: conversations.Document) -> int:
    """The line of a record in a file of lines; else its place in the list. Both from 1."""
    if document.lines is None:
        return index + 1
    return session.source.count(b"\n", 0, session.records[index][0]) + 1


def _canonical(text: bytes) -> bytes:
    """JSON text without the white space and the escapes it may be written with."""
    value = jsonl.decode_value(text)
    return (value is not jsonl.BROKEN and json_text(value).encode()) or text


def _common(left: list[bytes], right: list[bytes]) -> int:
    """How many items two lists have in common at their start."""
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _gap(session: Session) -> bytes:
    """What stands between two messages: as in the file, where it has two."""
    if len(session.records) > 1:
        return session.source[session.records[0][1] : session.records[1][0]]
    before = session.source[: session.records[0][0]].removeprefix(jsonl.BOM).strip()
    return b"," if before else b"\n"

"""Whether a fold still fits the session it was made of: what came after it may only have been added behind it.

A fold may take minutes, or be made ahead of time; meanwhile the user may have cleared the context, gone to another
branch or folded by another way. New messages alone do no harm: they stand behind what was kept.
"""

from collections.abc import Iterable

from foldline.core.session import CompactionEntry, ResetEntry, Session


def stale_because(covered_ids: Iterable[str], session: Session) -> str:
    """Why a fold of these messages no longer fits; empty where it does.

    Args:
        covered_ids: of all messages that were folded or kept, in order.
        session: as it is now.

    >>> stale_because([], Session("list"))
    ''
    """
    path = session.path()
    places = {entry.id: at for at, entry in enumerate(path)}
    covered = [name for name in covered_ids if session.entry(name) is not None]
    if any(name not in places for name in covered):
        return "the session is on another branch now"
    newest = max((places[name] for name in covered), default=-1)
    after = path[newest + 1 :] if covered else []
    if any(isinstance(entry, ResetEntry) for entry in after):
        return "the context was cleared since"
    if any(isinstance(entry, CompactionEntry) for entry in after):
        return "the session was folded since"
    return ""

"""In which words a session is summarised: the settings in force for it, the sections, the language."""

from typing import TYPE_CHECKING

from foldline.core.session import Session
from foldline.core.settings import CompactionSettings

if TYPE_CHECKING:
    from foldline.core.profiles.templates import Template


def settings_for(session: Session, settings: CompactionSettings | None) -> CompactionSettings:
    """The settings for this session, its binding and its profile looked up anew."""
    from foldline.core.profiles.binding import Subject
    from foldline.core.profiles.in_force import in_force, subject_of

    settings = settings or CompactionSettings()
    return in_force(settings, subject_of(session) if settings.bindings else Subject())


def template_of(session: Session, settings: CompactionSettings | None = None) -> "Template":
    """The sections a summary of this session would have: its profile's, as they were changed.

    They are in the language that is set, else the user's, else the locale's.
    """
    from foldline.core.dialogue import review
    from foldline.core.ledger import ledger_text
    from foldline.core.profiles import language
    from foldline.core.profiles import profile as profiles

    settings = settings_for(session, settings)
    locale = language.locale_language(settings.locale)
    wanted = settings.language or language.template_language(_typed(session), locale)
    template = profiles.template_of(settings.chosen, "zh" if wanted == "zh" else "en")
    before = session.context().previous
    if not (settings.previous_summary_review and settings.is_chat and before and before.readable):
        return template
    has_prose = bool(review.strip(ledger_text.strip(before.summary)).strip())
    return review.with_previous_review(template) if has_prose else template


def language_line_for(session: Session, template: "Template", *, wanted: str | None = None) -> str:
    """Names the language the user wants to a model, where it is not the template's; ``wanted`` where it is known."""
    from foldline.core.profiles import language

    wanted = wanted_language_for(session) if wanted is None else wanted
    return language.language_line(wanted, template.language)


def wanted_language_for(session: Session) -> str:
    """English name of the language the user wants to be answered in; empty where nothing tells it."""
    from foldline.core.profiles import language

    return language.wanted_language(_typed(session))


def _typed(session: Session) -> list[str]:
    from foldline.core.speech.authorship import human_text

    return [text for item in session.history() if (text := human_text(item.message))]

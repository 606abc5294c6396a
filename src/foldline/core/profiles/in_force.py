"""The settings in force for one conversation: its binding looked up, the settings of its profile laid over.

Asked anew at the start of every fold; what the environment or a flag fixed stays as it is.
"""

from msgspec.structs import replace

from foldline.core.profiles.binding import Bound, Subject, bound, characters
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import PROFILES
from foldline.core.session import Session
from foldline.core.setting_values import read
from foldline.core.settings import CompactionSettings

NOT_OF_A_PROFILE = frozenset({"profile", "rules", "locale", "telemetry_content"})
"""Settings that a profile can't lay over: the choice of it, what it has a field of its own for, what is none of its."""


def in_force(settings: CompactionSettings, subject: Subject) -> CompactionSettings:
    """The settings for a conversation; asking again for the result changes nothing more.

    Raises:
        SettingsError: the profile holds a setting that can't be.

    >>> from foldline.core.profiles.binding import Binding
    >>> settings = CompactionSettings(bindings=(Binding("model", "m", "conversation"),))
    >>> in_force(settings, Subject(model="m")).profile
    'conversation'
    """
    chosen = chosen_for(settings, subject).profile
    if chosen != settings.profile or settings.bindings:
        settings = replace(settings, profile=chosen, bindings=())
    laid_over = {name: value for name, value in settings_of(settings.chosen).items() if name not in settings.fixed}
    return replace(settings, **laid_over) if laid_over else settings


def chosen_for(settings: CompactionSettings, subject: Subject) -> Bound:
    """The profile for a conversation, and the binding that names it.

    >>> chosen_for(CompactionSettings(), Subject(model="m")).why
    'global'
    """
    if "profile" in settings.fixed:
        return Bound(settings.profile)
    known = {*PROFILES, *(profile.name for profile in settings.profiles)}
    return bound(settings.bindings, subject, settings.profile, known)


def subject_of(session: Session) -> Subject:
    """What a session tells of itself for the choice of a profile.

    >>> subject_of(Session("list")).model
    ''
    """
    info = session.info
    names = characters(item.message for item in session.context().items)
    return Subject(info.id, names, info.cwd, info.model)


def settings_of(profile: Profile) -> dict[str, object]:
    """The settings a profile lays over, checked.

    Raises:
        SettingsError: one of them can't be.

    >>> settings_of(Profile(settings={"message_count": 8}))
    {'message_count': 8}
    """
    return {name: read(name, value) for name, value in profile.settings.items() if name not in NOT_OF_A_PROFILE}

"""All that the page shows of settings, profiles, bindings and models, in one value with the version it is of."""

import os
from pathlib import Path

from msgspec import Struct

from foldline import __version__
from foldline.config.key_file import environment, is_kept
from foldline.config.layers import Config
from foldline.core.profiles.binding import SCOPES, Subject
from foldline.core.profiles.in_force import chosen_for, in_force
from foldline.core.profiles.language import locale_language
from foldline.core.profiles.templates import KINDS, LANGUAGES, Language
from foldline.formats.writing import is_writable
from foldline.providers import catalog
from foldline.providers.services import SERVICES, Known
from foldline.server.profile_view import BindingView, ProfileView, binding_views, profile_views
from foldline.server.settings_view import SettingView, Triggers, setting_views, triggers_of
from foldline.server.source import Source


class FileView(Struct, frozen=True):
    """A settings file."""

    path: str
    exists: bool
    writable: bool


class Files(Struct, frozen=True):
    """The settings files there are."""

    user: FileView
    project: FileView | None


class Choice(Struct, frozen=True):
    """The profile for a conversation, and why."""

    profile: str
    why: str
    scope: str
    """Of the binding that names it; empty for the global one."""
    key: str
    triggers: Triggers


class ModelView(Struct, frozen=True):
    """A model that is asked for summaries."""

    name: str
    """As `provider:model`."""
    has_key: bool
    window: int | None
    note: str
    """What is to be known of it, in words."""


class ProviderView(Struct, frozen=True):
    """A service that can be asked."""

    name: str
    variables: tuple[str, ...]
    """Of the environment, in which its key is looked for."""
    needs_key: bool
    has_key: bool
    key_origin: str
    """`environment`, `stored`, or empty."""


class State(Struct, frozen=True):
    """All the page shows."""

    version: str
    """Differs as soon as a settings file holds anything else; to be handed back with every edit."""
    foldline: str
    language: Language
    """Of the page, where it has not been chosen."""
    files: Files
    folder: str
    warnings: tuple[str, ...]
    settings: tuple[SettingView, ...]
    triggers: Triggers
    global_profile: str
    in_force: Choice
    profiles: tuple[ProfileView, ...]
    bindings: tuple[BindingView, ...]
    models: tuple[ModelView, ...]
    providers: tuple[ProviderView, ...]
    languages: tuple[str, ...] = LANGUAGES
    kinds: tuple[str, ...] = KINDS
    scopes: tuple[str, ...] = SCOPES


def state_of(source: Source) -> State:
    """The state now."""
    version = source.version()
    found = source.load()
    settings = found.settings
    environ = environment()
    return State(
        version=version,
        foldline=__version__,
        language="zh" if settings.language == "zh" else locale_language(settings.locale),
        files=Files(_file(found.user_file), _file(found.project_file) if found.project_file else None),
        folder=str(found.folder),
        warnings=found.warnings,
        settings=setting_views(found),
        triggers=triggers_of(settings),
        global_profile=settings.profile,
        in_force=choice(found, Subject(project=str(found.folder))),
        profiles=profile_views(found),
        bindings=binding_views(found),
        models=tuple(_model(name, environ) for name in settings.models),
        providers=tuple(provider_view(known, environ) for known in SERVICES),
    )


def choice(found: Config, subject: Subject) -> Choice:
    """The profile that a conversation would be folded with now, by the resolver of every fold."""
    bound = chosen_for(found.settings, subject)
    binding = bound.binding
    return Choice(
        bound.profile,
        bound.why,
        binding.scope if binding else "",
        binding.key if binding else "",
        triggers_of(in_force(found.settings, subject), subject.model),
    )


def provider_view(known: Known, environ: dict[str, str]) -> ProviderView:
    """A service, and whether there is a key for it; nothing of the key."""
    has_key = any(environ.get(name, "").strip() for name in known.key_variables)
    in_environment = any(os.environ.get(name, "").strip() for name in known.key_variables)
    origin = "environment" if in_environment else "stored" if is_kept(known.key_variables) else ""
    return ProviderView(known.name, known.key_variables, known.needs_key, has_key, origin)


def _file(path: Path) -> FileView:
    exists = path.exists()
    at = path if exists else next((one for one in path.parents if one.exists()), path.parent)
    return FileView(str(path), exists, is_writable(at))


def _model(name: str, environ: dict[str, str]) -> ModelView:
    who, _, model = name.partition(":")
    model, _, address = model.partition("@http")
    service = next((one for one in SERVICES if one.name == who), None)
    if service is None:
        return ModelView(name, has_key=True, window=None, note="")
    has_key = bool(address) or not service.needs_key or provider_view(service, environ).has_key
    window = catalog.known(model).window
    missing = "" if has_key else f"there is no key for {who}"
    return ModelView(name, has_key, window.tokens, missing or ("its window is a guess" if window.guessed else ""))

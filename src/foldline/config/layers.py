"""The layers of the settings and their merging: default, user file, project file, environment, flag.

Each layer holds what it sets and nothing else; they are merged once, here, and every value keeps its origin.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from foldline.core.counting.model_facts import ModelFacts
from foldline.core.hook_commands import HookCommands
from foldline.core.profiles.binding import Binding, Subject
from foldline.core.profiles.in_force import chosen_for, in_force, settings_of
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.templates import PROFILES
from foldline.core.settings import CompactionSettings


class Origin(NamedTuple):
    """Where a value comes from."""

    layer: str
    """`default`, `locale`, `user file`, `project file`, `environment`, `flag`, `binding` or `profile`."""
    where: str = ""
    """The file, the variable, the binding or the profile."""

    def __str__(self) -> str:
        return f"{self.layer} ({self.where})" if self.where else self.layer


DEFAULT = Origin("default")


class Layer(NamedTuple):
    """What one source sets."""

    origin: Origin
    values: dict[str, object]
    profiles: dict[str, Profile] = {}
    bindings: tuple[Binding, ...] = ()
    catalog: dict[str, ModelFacts] = {}
    hooks: HookCommands = HookCommands()
    is_fixed: bool = False
    """No binding and no profile changes what it sets."""
    places: dict[str, str] = {}
    """Setting -> a closer place than the origin's, as the name of its variable."""

    def origin_of(self, name: str) -> Origin:
        """Where this layer has a setting from."""
        return Origin(self.origin.layer, self.places.get(name, self.origin.where))


class Config(Struct, frozen=True, kw_only=True):
    """The settings as they were found, with the origin of each."""

    settings: CompactionSettings
    origins: dict[str, Origin]
    """Settings and their origins; one that is not here has its default."""
    profile_origins: dict[str, Origin] = {}
    warnings: tuple[str, ...] = ()
    """What could not be read, with file, line and reason; it was left out."""
    folder: Path
    user_file: Path
    project_file: Path | None = None

    def origin(self, name: str) -> Origin:
        """Where a setting comes from."""
        return self.origins.get(name, DEFAULT)

    def for_subject(self, subject: Subject) -> "Config":
        """The settings in force for one conversation, with the origins of what its profile brings."""
        choice = chosen_for(self.settings, subject)
        settings = in_force(self.settings, subject)
        origins = dict(self.origins)
        if choice.binding is not None:
            origins["profile"] = Origin("binding", choice.why)
        for name in settings_of(settings.chosen):
            if name not in self.settings.fixed:
                origins[name] = Origin("profile", settings.profile)
        return replace(self, settings=settings, origins=origins)


class Merged(NamedTuple):
    """Layers as one."""

    settings: CompactionSettings
    origins: dict[str, Origin]
    profile_origins: dict[str, Origin]
    warnings: tuple[str, ...]


def merge(layers: Sequence[Layer]) -> Merged:
    """Lay layers over one another, the lowest first.

    A profile replaces one of the same name below it as a whole, as facts of a model do; bindings add up, of equal ones
    the last holds.

    Raises:
        SettingsError: two values that can't go together.
    """
    profiles: dict[str, Profile] = {}
    values: dict[str, object] = {}
    origins: dict[str, Origin] = {}
    profile_origins: dict[str, Origin] = {}
    warnings: list[str] = []
    fixed: set[str] = set()
    bindings = [binding for layer in layers for binding in layer.bindings]
    for layer in layers:
        profiles.update(layer.profiles)
        profile_origins.update(dict.fromkeys(layer.profiles, layer.origin))
    known = {*PROFILES, *profiles}
    for layer in layers:
        if layer.is_fixed and "keep_recent_tokens" in layer.values and "keep" not in layer.values:
            # What is asked for is what is kept, whatever measures the files keep by.
            values.pop("keep", None)
            origins.pop("keep", None)
            fixed.add("keep")
        for name, value in layer.values.items():
            if name == "profile" and value not in known and layer.origin.layer != "flag":
                warnings.append(f"{layer.origin_of(name).where}: there is no profile {value!r}; it is left out")
                continue
            values[name] = value
            origins[name] = layer.origin_of(name)
            fixed.update([name] if layer.is_fixed else [])
    warnings += [
        f"a binding by {one.scope} {one.key!r} names the profile {one.profile!r}, which does not exist"
        for one in bindings
        if one.profile not in known
    ]
    settings = CompactionSettings(
        **values,  # type: ignore[arg-type]
        profiles=tuple(profiles.values()),
        bindings=tuple(bindings),
        catalog={name: facts for layer in layers for name, facts in layer.catalog.items()},
        hooks=next((layer.hooks for layer in reversed(layers) if layer.hooks != HookCommands()), HookCommands()),
        fixed=frozenset(fixed),
    )
    return Merged(settings, origins, profile_origins, tuple(warnings))

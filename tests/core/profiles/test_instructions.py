import pytest

from foldline.core.profiles.instructions import instructions
from foldline.core.profiles.profile import Profile
from foldline.core.profiles.prompting import build
from foldline.core.profiles.templates import KINDS, LANGUAGES, PROFILES, load
from foldline.core.settings import CompactionSettings


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("profile", PROFILES)
def test_with_nothing_changed_they_are_the_delivered_prompt(kind, language, profile):
    made = instructions(kind, CompactionSettings(profile=profile), language)
    assert made == build(kind, load(profile, language), conversation="")


def test_what_the_user_said_stands_in_them():
    profiles = (Profile(name="mine", rules="Be brief."),)
    settings = CompactionSettings(
        profile="mine", profiles=profiles, rules="Use tabs.", focus="ports", extra_context=("branch: x",)
    )
    user = instructions("full", settings, "en").user
    for said in ("Use tabs.\nBe brief.", "ports", "- branch: x"):
        assert said in user

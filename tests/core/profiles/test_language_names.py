from foldline.core.profiles.language_names import NAMES, by_any_name, chinese_name


def test_no_name_means_two_languages() -> None:
    called = [word.lower() for name in NAMES for word in (name.english, name.chinese, *name.others)]
    assert sorted(called) == sorted(set(called))


def test_every_name_leads_to_its_language() -> None:
    assert {by_any_name()[name.chinese] for name in NAMES} == {name.english for name in NAMES}
    assert by_any_name()["deutsch"] == "German"


def test_a_language_without_a_chinese_name_keeps_its_own() -> None:
    assert (chinese_name("French"), chinese_name("Klingon")) == ("法语", "Klingon")

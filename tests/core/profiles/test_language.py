import pytest

from foldline.core.profiles.language import (
    language_line,
    locale_language,
    spoken_language,
    template_language,
    wanted_language,
)

TRACEBACK = (
    'Traceback (most recent call last):\n  File "/srv/app/run.py", line 3\nTypeError: object is not subscriptable'
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("fix the login bug in auth.py, please", "English"),
        ("los tests no pasan y no sé por qué", "Spanish"),
        ("não funciona, o arquivo não está na pasta", "Portuguese"),
        ("la page ne marche pas dans le navigateur", "French"),
        ("das ist nicht richtig, bitte ändere es", "German"),
        ("il file non è nella cartella, ma la prova è andata", "Italian"),
        ("het werkt niet en ik weet niet wat er is", "Dutch"),
        ("to nie jest dobrze, proszę zmień to na wersję dla mnie", "Polish"),
        ("testleri çalıştır ve bir hata var mı bak", "Turkish"),
        ("det är inte bra och jag vill att du ändrar det", "Swedish"),
        ("tolong perbaiki ini dan jangan ubah yang itu untuk saya", "Indonesian"),
        ("không được, hãy sửa cái này cho tôi với", "Vietnamese"),
        ("把端口改成八千", "Chinese"),
        ("運行して、エラーを直してください", "Japanese"),
        ("テスト", "Japanese"),
        ("이 코드 고쳐줘", "Korean"),
        ("почини тест", "Russian"),
        ("виправ їх", "Ukrainian"),
        ("γεια σου κόσμε", "Greek"),
        ("مرحبا كيف حالك", "Arabic"),
        ("سلام چطوری", "Persian"),
        ("یہ ٹھیک کرو، ٹیسٹ بڑے ہیں", "Urdu"),
        ("שלום עולם", "Hebrew"),
        ("สวัสดีครับ", "Thai"),
        ("नमस्ते दुनिया", "Hindi"),
        ("ওহে বিশ্ব", "Bengali"),
        ("வணக்கம் உலகம்", "Tamil"),
        ("გამარჯობა მსოფლიო", "Georgian"),
        ("Բարեւ աշխարհ", "Armenian"),
    ],
)
def test_a_turn_tells_its_language(text: str, name: str) -> None:
    assert spoken_language([text]) == name


@pytest.mark.parametrize(
    "text", ["", "ok", "run pytest -q", "`x = 1`", "src/a/b.py", "https://example.org/la/le/les", "12 34", "🎉"]
)
def test_thin_evidence_names_no_language(text: str) -> None:
    assert spoken_language([text]) == ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("帮我把 src/app/ports.py 里的 resolve 函数改成 async", "Chinese"),
        (f"运行报错了：\n{TRACEBACK}", "Chinese"),
        ("```python\n# the and is to of in it\n```\n改一下这里", "Chinese"),
        ("Translate 你好世界 to English please, and explain what it means", "English"),
        (
            "Please translate the next line for this page:\n你好，世界\nI need it for this release, it is urgent",
            "English",
        ),
        ("`x` の意味は?", "Japanese"),
        ("日本語の文章です、漢字仮名交", "Japanese"),
        ("pytest 코드 고쳐줘", "Korean"),
    ],
)
def test_technical_words_and_quotations_do_not_hide_the_language(text: str, name: str) -> None:
    assert spoken_language([text]) == name


def test_most_turns_decide_and_the_newest_breaks_a_tie() -> None:
    english, spanish = "what is the state of this", "no sé por qué no está en el archivo"
    assert spoken_language([english, spanish, spanish]) == "Spanish"
    assert spoken_language([english, spanish]) == "Spanish"
    assert spoken_language([spanish, english]) == "English"
    assert spoken_language([spanish, "ok", "ok", "12"]) == "Spanish"


def test_short_turns_are_read_together_where_none_tells_anything() -> None:
    assert spoken_language(["merci", "dans la base", "les tests"]) == "French"


def test_a_long_paste_is_looked_at_from_its_ends_only() -> None:
    text = (
        "corrige la página para que no se rompa\n" + "INFO started worker\n" * 200_000 + "por favor, es lo que quiero"
    )
    assert spoken_language([text]) == "Spanish"


@pytest.mark.parametrize(
    ("texts", "language"),
    [
        (["把端口改成 8080", "ok"], "zh"),
        (["change the port to 8080", "and what is this?"], "en"),
        (["こんにちは"], "en"),
        (["안녕하세요"], "en"),
    ],
)
def test_the_template_follows_the_script_of_the_turns(texts: list[str], language: str) -> None:
    assert template_language(texts, default="zh") == language


@pytest.mark.parametrize("texts", [[], [""], ["12"], ["`code`"]])
def test_turns_without_words_leave_the_choice_to_the_default(texts: list[str]) -> None:
    assert (template_language(texts), template_language(texts, default="zh")) == ("en", "zh")


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh_CN.UTF-8", "zh"), ("zh-TW", "zh"), ("ZH", "zh"), ("en_US", "en"), ("ja_JP", "en"), ("C", "en"), ("", "en")],
)
def test_every_locale_but_chinese_means_english(locale: str, language: str) -> None:
    assert locale_language(locale) == language


def test_a_stated_wish_wins_over_what_is_written() -> None:
    assert wanted_language(["Reply in Spanish.", "what is the state of this?", "and the next one, please"]) == "Spanish"
    assert wanted_language(["what is the state of this?"]) == "English"


@pytest.mark.parametrize(
    ("wanted", "language", "line"),
    [
        ("", "en", ""),
        ("English", "en", ""),
        ("Chinese", "zh", ""),
        (
            "Spanish",
            "en",
            "Language: write the text in Spanish. Keep headings, quotations, names, paths and code as they are.",
        ),
        (
            "Chinese",
            "en",
            "Language: write the text in Chinese. Keep headings, quotations, names, paths and code as they are.",
        ),
        ("Korean", "zh", "语言：正文用韩语书写。标题、引文、名称、路径和代码保持原样。"),
        ("Traditional Chinese", "zh", "语言：正文用繁体中文书写。标题、引文、名称、路径和代码保持原样。"),
    ],
)
def test_the_language_is_named_only_where_it_is_not_the_templates(wanted: str, language: str, line: str) -> None:
    assert language_line(wanted, language) == line  # type: ignore[arg-type]

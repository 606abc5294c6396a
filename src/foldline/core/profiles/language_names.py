"""The languages Foldline can name: their English and Chinese names, and what people call them."""

from functools import cache
from typing import NamedTuple


class LanguageName(NamedTuple):
    """A language and its names."""

    english: str
    chinese: str
    others: tuple[str, ...] = ()
    """Its own name, and names in languages whose speakers often ask for it; lower case."""


NAMES = (
    LanguageName(
        "English",
        "英语",
        (
            "英文",
            "英語",
            "inglés",
            "ingles",
            "inglês",
            "anglais",
            "englisch",
            "inglese",
            "engels",
            "영어",
            "английски",
            "английском",
        ),
    ),
    LanguageName(
        "Chinese",
        "中文",
        (
            "汉语",
            "简体中文",
            "普通话",
            "中国語",
            "chino",
            "chinês",
            "chinois",
            "chinesisch",
            "cinese",
            "중국어",
            "китайски",
            "китайском",
        ),
    ),
    LanguageName("Traditional Chinese", "繁体中文", ("繁體中文", "繁中")),
    LanguageName("Cantonese", "粤语", ("粵語", "广东话", "廣東話")),
    LanguageName(
        "Japanese", "日语", ("日文", "日本語", "japonés", "japonês", "japonais", "japanisch", "일본어", "японски")
    ),
    LanguageName("Korean", "韩语", ("韩文", "韓國語", "韓国語", "한국어", "한국말", "coreano", "coréen", "koreanisch")),
    LanguageName(
        "Spanish",
        "西班牙语",
        ("西班牙文", "español", "castellano", "espanhol", "espagnol", "spanisch", "испански", "испанском"),
    ),
    LanguageName(
        "Portuguese", "葡萄牙语", ("葡萄牙文", "português", "portugues", "portugués", "portugais", "portugiesisch")
    ),
    LanguageName(
        "French",
        "法语",
        ("法文", "français", "francais", "francés", "francês", "französisch", "французски", "французском"),
    ),
    LanguageName(
        "German",
        "德语",
        ("德文", "deutsch", "alemán", "aleman", "alemão", "allemand", "tedesco", "немецки", "немецком"),
    ),
    LanguageName("Italian", "意大利语", ("意大利文", "italiano", "italien", "italienisch", "итальянски")),
    LanguageName("Dutch", "荷兰语", ("nederlands", "niederländisch", "neerlandés", "néerlandais")),
    LanguageName("Polish", "波兰语", ("polski", "polsku", "polnisch", "polaco", "polonais")),
    LanguageName("Turkish", "土耳其语", ("türkçe", "turkce", "türkisch", "turco", "turc")),
    LanguageName("Swedish", "瑞典语", ("svenska", "schwedisch", "sueco")),
    LanguageName("Indonesian", "印尼语", ("印度尼西亚语", "bahasa indonesia", "indonesio")),
    LanguageName("Vietnamese", "越南语", ("越南文", "tiếng việt", "vietnamita")),
    LanguageName(
        "Russian", "俄语", ("俄文", "русском", "русски", "ruso", "russo", "russe", "russisch", "러시아어", "ロシア語")
    ),
    LanguageName("Ukrainian", "乌克兰语", ("українською", "украински", "ukrainisch", "ucraniano")),
    LanguageName("Arabic", "阿拉伯语", ("阿拉伯文", "العربية", "árabe", "arabe", "arabisch")),
    LanguageName("Persian", "波斯语", ("farsi", "فارسی")),
    LanguageName("Urdu", "乌尔都语", ("اردو",)),
    LanguageName("Hebrew", "希伯来语", ("עברית", "hebreo", "hebräisch")),
    LanguageName("Thai", "泰语", ("泰文", "ภาษาไทย", "tailandés")),
    LanguageName("Hindi", "印地语", ("हिन्दी", "हिंदी")),
    LanguageName("Bengali", "孟加拉语", ("বাংলা", "bangla")),
    LanguageName("Tamil", "泰米尔语", ("தமிழ்",)),
    LanguageName("Greek", "希腊语", ("ελληνικά", "griego", "griechisch")),
    LanguageName("Georgian", "格鲁吉亚语", ("ქართულად",)),
    LanguageName("Armenian", "亚美尼亚语", ("հայերեն",)),
)


def chinese_name(english: str) -> str:
    """What a language is called in Chinese; the name itself where none is known.

    >>> chinese_name("Spanish")
    '西班牙语'
    """
    return next((name.chinese for name in NAMES if name.english == english), english)


@cache
def by_any_name() -> dict[str, str]:
    """Every known name of a language, in lower case, to its English name.

    >>> by_any_name()["français"]
    'French'
    """
    return {called.lower(): name.english for name in NAMES for called in (name.english, name.chinese, *name.others)}

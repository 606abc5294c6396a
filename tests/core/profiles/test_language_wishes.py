import pytest
from hypothesis import given
from hypothesis import strategies as st

from foldline.core.profiles.language_wishes import stated_language


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Reply in Spanish", "Spanish"),
        ("please respond in german from now on", "German"),
        ("From now on, you must always answer me in French.", "French"),
        ("can you speak Portuguese?", "Portuguese"),
        ("Could you talk to me in Italian please", "Italian"),
        ("I want you to reply in Japanese", "Japanese"),
        ("I’d like you to answer in Dutch", "Dutch"),
        ("Answer all my questions in Polish", "Polish"),
        ("Please explain in French.", "French"),
        ("Please continue in Dutch", "Dutch"),
        ("write your answers in Korean", "Korean"),
        ("switch to English", "English"),
        ("Switch back to English please", "English"),
        ("use English for your replies", "English"),
        ("Use Chinese to reply", "Chinese"),
        ("use english please", "English"),
        ("in Spanish please", "Spanish"),
        ("please in German", "German"),
        ("Hi! The code is broken. *Answer in Turkish!*", "Turkish"),
        ("reply in Bahasa Indonesia", "Indonesian"),
        ("Please answer in Traditional Chinese.", "Traditional Chinese"),
        ("Responde siempre en español", "Spanish"),
        ("por favor responde en inglés", "English"),
        ("Responda em português, por favor", "Portuguese"),
        ("Réponds-moi en anglais", "English"),
        ("Antworte bitte auf Deutsch", "German"),
        ("Bitte auf Deutsch", "German"),
        ("Antworten Sie auf Englisch", "English"),
        ("rispondi in italiano", "Italian"),
        ("отвечай по-русски", "Russian"),
        ("Отвечай на русском языке", "Russian"),
        ("用中文回答", "Chinese"),
        ("请用英文回复我", "English"),
        ("以后都用中文跟我交流", "Chinese"),
        ("说中文", "Chinese"),
        ("请说英语", "English"),
        ("用中文", "Chinese"),
        ("请使用中文总结", "Chinese"),
        ("你能不能用日语回答？", "Japanese"),
        ("请用繁體中文回覆", "Traditional Chinese"),
        ("日本語で答えてください", "Japanese"),
        ("英語で返信して", "English"),
        ("한국어로 대답해 줘", "Korean"),
        ("영어로 답변해주세요", "English"),
    ],
)
def test_an_order_about_the_talk_is_a_wish(text: str, name: str) -> None:
    assert stated_language([text]) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The bot should reply in Spanish when the user writes Spanish",
        "Write the README in Spanish",
        "write a poem in French",
        "Translate this into German",
        "Don't reply in English",
        "do not answer in French",
        "reply, but not in English",
        "answer not in French",
        "why do you answer in Chinese?",
        "use English for variable names",
        "I speak Spanish",
        "I want to reply in French",
        "answer the question in English class",
        "the docs are in French",
        "comments in English please note",
        "users reply in German",
        "no respondas en inglés",
        "antworte nicht auf Englisch",
        "how do I say hello in Spanish?",
        "speaking of English",
        "English",
        "switch to German when locale is de",
        "go through the list and add French",
        "不要用英文回答",
        "机器人用中文回答用户的问题",
        "为什么用英文回答？",
        "用英文写一篇文章",
        "把注释改成英文",
        "说明中文文档的问题",
        "привет",
        f"{'pasted words ' * 20} reply in Spanish",
    ],
)
def test_what_is_about_something_else_is_no_wish(text: str) -> None:
    assert stated_language([text]) == ""


def test_the_newest_wish_counts() -> None:
    assert (
        stated_language(["Reply in Spanish", "now fix the page", "Switch to English", "and the other page"])
        == "English"
    )
    assert stated_language(["Don't reply in English, reply in Spanish"]) == "Spanish"
    assert stated_language(["不要用英文回答，用中文回答"]) == "Chinese"


@given(
    st.lists(
        st.sampled_from(["reply", "you", "must", "in", "to", "spanish", "use", "请", "用", "中文", "not", ","]),
        max_size=60,
    )
)
def test_no_row_of_words_makes_it_fail(words: list[str]) -> None:
    assert stated_language([" ".join(words), "".join(words)]) in {"", "Spanish", "Chinese"}

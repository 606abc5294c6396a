import pytest

from foldline.core.checking.languages import language_fault

SAID = {
    "English": "The parser now reads the second line of each file, and the tests for it are in place. ",
    "Chinese": "解析器现在读取每个文件的第二行，相关测试已经完成。",
    "Japanese": "パーサーは各ファイルの二行目を読むようになり、テストも用意されています。",
    "Korean": "파서는 이제 각 파일의 두 번째 줄을 읽으며 테스트도 준비되어 있습니다. ",
    "Russian": "Парсер теперь читает вторую строку каждого файла, и тесты для этого готовы. ",
    "German": "Der Parser liest nun die zweite Zeile der Datei, und die Tests dafür sind auch fertig. ",
    "Portuguese": "O analisador agora lê a segunda linha de cada arquivo, e os testes para isso não faltam. ",
}


@pytest.mark.parametrize("wanted", SAID)
@pytest.mark.parametrize("written", SAID)
def test_a_text_in_another_language_is_told_by_script_and_english_by_its_words(wanted, written):
    told = language_fault(SAID[written] * 6, wanted)
    both_latin = {wanted, written} <= {"German", "Portuguese"}
    shares_script = (wanted, written) == ("Chinese", "Japanese")
    assert bool(told) is (wanted != written and not both_latin and not shares_script)


@pytest.mark.parametrize("wanted", SAID)
def test_names_code_and_headings_are_in_no_language(wanted):
    beside = "## Critical Context\n- `SELECT the_name FROM this_table WHERE id = 5` src/app/main_file.py https://x.org/the/of/is\n"
    assert language_fault(SAID[wanted] * 4 + beside * 6, wanted) == ""


def test_a_technical_text_in_a_script_of_its_own_is_in_it():
    assert language_fault("修复 parser 的 tokenizer bug，更新 README，重构 config loader。" * 5, "Chinese") == ""


@pytest.mark.parametrize("text", ["", "Done.", SAID["English"]])
def test_of_a_few_words_nothing_is_told(text):
    assert language_fault(text, "Portuguese") == language_fault(text, "Japanese") == ""


def test_where_nobody_knows_what_is_wanted_anything_is_right():
    assert language_fault(SAID["Russian"] * 6, "") == ""

"""Orders in which small words count: "on" or "off", "3 from 10", "the word banana"."""
# ruff: noqa: RUF001 - Chinese questions have Chinese punctuation.

import pytest
from dialogue import converse, run_by_name
from own_tool_schemas import NUMBER, ON_OR_OFF, TEXT, WHOLE, tool

from helpers.tools import tool_schemas

TOOLS = [
    tool("add", "Add two numbers", {"a": NUMBER, "b": NUMBER}),
    tool("subtract", "Subtract b from a", {"a": NUMBER, "b": NUMBER}),
    tool("divide", "Divide a by b", {"a": NUMBER, "b": NUMBER}),
    tool("set_light", "Switch the light on or off", {"state": ON_OR_OFF}),
    tool("count_letters", "Count the letters of a word", {"word": TEXT}),
    tool("roll_dice", "Roll a die", {"sides": WHOLE}),
]
TEN_MINUS_THREE = 'subtract {"a": 10, "b": 3}'
ON, OFF = 'set_light {"state": "on"}', 'set_light {"state": "off"}'

QUESTIONS = {
    "Subtract 3 from 10": TEN_MINUS_THREE,
    "Soustrais 3 de 10": TEN_MINUS_THREE,
    "Resta 3 a 10": TEN_MINUS_THREE,
    "從10減去3": TEN_MINUS_THREE,
    "What is 10 minus 3?": TEN_MINUS_THREE,
    "Divide 10 by 2": 'divide {"a": 10, "b": 2}',
    "12 plus 7": 'add {"a": 12, "b": 7}',
    "12加7": 'add {"a": 12, "b": 7}',
    "Add -3 and 4": 'add {"a": -3, "b": 4}',
    "Turn the light on": ON,
    "Turn on the light": ON,
    "Switch the light on, please": ON,
    "Turn the light off": OFF,
    "Allume la lumière": ON,
    "Éteins la lumière": OFF,
    "Enciende la luz": ON,
    "Apaga la luz": OFF,
    "開燈": ON,
    "把燈打開": ON,
    "可以關燈嗎？": OFF,
    "How many letters has the word banana?": 'count_letters {"word": "banana"}',
    "How many letters does banana have?": 'count_letters {"word": "banana"}',
    "Combien de lettres a le mot banane ?": 'count_letters {"word": "banane"}',
    "¿Cuántas letras tiene la palabra banana?": 'count_letters {"word": "banana"}',
    "banana 這個字有幾個字母？": 'count_letters {"word": "banana"}',
}


@pytest.mark.parametrize(("question", "call"), QUESTIONS.items(), ids=list(QUESTIONS))
def test_small_words_tell_the_inputs(question, call):
    made, answer, _ = converse(question, tool_schemas + TOOLS, run_by_name)
    assert made == call
    assert f"<{call.split()[0]}>" in answer


@pytest.mark.parametrize(
    "question",
    [
        "Is the light on?",
        "Is the light off?",
        "La lumière est-elle éteinte ?",
        "¿Está apagada la luz?",
        "燈開著嗎？",
        "Turn on the light on Monday",
        "Don't turn the light on",
        "Divide 2 into 10",
        "Roll two dice",
        "Lance deux dés",
        "Tira dos dados",
        "擲兩顆骰子",
        "How many letters are in the word ice cream?",
    ],
)
def test_words_that_leave_a_doubt_call_nothing(question):
    calls, answer, _ = converse(question, tool_schemas + TOOLS, run_by_name)
    assert calls == ""
    assert "<" not in answer


@pytest.mark.parametrize("language", ["en", "fr", "es", "zh"])
def test_the_honest_sentence_names_a_question_that_is_understood(language):
    question = {"en": "Why?", "fr": "Pourquoi ?", "es": "¿Por qué?", "zh": "為什麼？"}
    _, answer, _ = converse(question[language])
    example = answer.split("：" if language == "zh" else ": ")[-1]
    example = example.removeprefix("例如")
    assert converse(example)[0] == "now > +45 days"

"""Inputs that a question marks: currencies, languages, labelled texts, addresses."""
# ruff: noqa: RUF001 - Chinese questions have Chinese punctuation.

import pytest
from dialogue import converse
from own_tool_schemas import NUMBER, TEXT, WHOLE, tool

from helpers.offline.replies import reply
from helpers.offline.replies.phrases import say
from helpers.offline.replies.questions.tool_schemas import properties_of
from helpers.tools import tool_schemas

# As pydantic writes `unit: Literal["celsius", "fahrenheit"] | None = None`.
MAYBE_UNIT = {
    "anyOf": [{"type": "string", "enum": ["celsius", "fahrenheit"]}, {"type": "null"}],
    "default": None,
}
TOOLS = [
    tool(
        "get_weather", "Weather in a city", {"city": TEXT, "unit": MAYBE_UNIT}, ["city"]
    ),
    tool("roll_dice", "Roll dice", {"sides": WHOLE, "count": WHOLE}, ["sides"]),
    tool(
        "convert_currency",
        "Convert money between currencies",
        {"amount": NUMBER, "from_currency": TEXT, "to_currency": TEXT},
    ),
    tool(
        "search_books",
        "Search books by title or author",
        {"query": TEXT, "max_results": WHOLE},
        ["query"],
    ),
    tool(
        "send_email",
        "Send an email to someone",
        {"to": TEXT, "subject": TEXT, "body": TEXT},
        ["to", "body"],
    ),
    tool("translate", "Translate text", {"text": TEXT, "target_language": TEXT}),
    tool("get_exchange_rate", "Rate of two currencies", {"base": TEXT, "quote": TEXT}),
]
EUR_JPY = '{"amount": 100, "from_currency": "EUR", "to_currency": "JPY"}'

QUESTIONS = {
    "What's the weather like in Lisbon in fahrenheit?": "get_weather "
    '{"city": "Lisbon", "unit": "fahrenheit"}',
    "Roll 3 dice with 10 sides each": 'roll_dice {"sides": 10, "count": 3}',
    "Convert 100 euros to yen": f"convert_currency {EUR_JPY}",
    "Convertis 100 euros en yens": f"convert_currency {EUR_JPY}",
    "Convierte 100 euros a yenes": f"convert_currency {EUR_JPY}",
    "把100歐元換算成日圓": f"convert_currency {EUR_JPY}",
    "How many yen are 100 euros?": f"convert_currency {EUR_JPY}",
    "Search for books by Ursula K. Le Guin": "search_books "
    '{"query": "Ursula K. Le Guin"}',
    "Search books about dragons published after 1990": "search_books "
    '{"query": "about dragons published after 1990"}',
    "Find me 5 books about Roman history": "search_books "
    '{"query": "about Roman history", "max_results": 5}',
    'Email bob@example.com with the subject "Lunch" and the body "At noon?"': (
        'send_email {"to": "bob@example.com", "subject": "Lunch", "body": "At noon?"}'
    ),
    "寄信給 ana@example.org，內容是「明天見」": "send_email "
    '{"to": "ana@example.org", "body": "明天見"}',
    'Envía un correo a luis@example.com que diga "Hola"': "send_email "
    '{"to": "luis@example.com", "body": "Hola"}',
    'Translate "Roll a die" into French': "translate "
    '{"text": "Roll a die", "target_language": "French"}',
    'Traduis "merci beaucoup" en anglais': "translate "
    '{"text": "merci beaucoup", "target_language": "anglais"}',
    'Traduce "buenos días" al francés': "translate "
    '{"text": "buenos días", "target_language": "francés"}',
}


def asked_for(question):
    turns, text, _ = converse(
        question, tools=[*tool_schemas, *TOOLS], run=lambda name, arguments: "Done."
    )
    return turns, text


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_marked_input_is_read(question):
    assert asked_for(question)[0] == QUESTIONS[question]


@pytest.mark.parametrize(
    "question",
    [
        "Translate the sentence I am hungry into Spanish",
        'Send an email to Bob saying "Hello"',
        "What is the exchange rate between USD and EUR?",
        "Convert 10 miles to kilometers",
        "Do not send an email to bob@example.com",
        "Ne lance pas un dé à 6 faces",
        "No lances un dado de 6 caras",
        "不要擲六面的骰子",
        "Send an email to bob@example.com and ana@example.org saying hello",
    ],
)
def test_what_is_not_marked_is_not_guessed(question):
    turns, text = asked_for(question)
    assert turns == ""
    assert "Done" not in text


@pytest.mark.parametrize("language", ["en", "fr", "es", "zh"])
def test_an_empty_result_is_not_quoted(language):
    question = {
        "en": "What is the weather in Paris?",
        "fr": "Quel temps fait-il à Paris ?",
        "es": "¿Qué tiempo hace en Paris?",
        "zh": "Paris 天氣如何？",
    }
    tools = [tool("get_weather", "Weather in a city", {"city": TEXT})]
    _, _, messages = converse(question[language], tools=tools, run=lambda n, i: "")
    messages[2]["content"][0]["content"] = ""
    [block] = reply({"messages": messages[:3], "tools": tools})["content"]
    assert block["text"] == say(language, "tool_is_silent", tool="get_weather")


def test_a_rule_is_read_through_references_and_choices():
    schema = {
        "type": "object",
        "$defs": {"Unit": {"type": "string", "enum": ["c", "f"]}},
        "properties": {
            "unit": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Unit"}]},
            "lost": {"$ref": "#/$defs/Nowhere"},
            "free": True,
        },
    }
    rules = properties_of({"name": "x", "input_schema": schema})
    assert rules["unit"]["enum"] == ["c", "f"]
    assert "enum" not in rules["lost"]
    assert rules["free"] == {}

"""One tool of a learner's own, and the ways in which people ask for it."""

import pytest
from dialogue import converse, run_by_name
from own_tool_schemas import NUMBER, TEXT, WHOLE, tool

WEATHER = tool("get_weather", "Returns the weather in a city", {"city": TEXT})
DICE = tool("roll_dice", "Rolls a die", {"sides": WHOLE})
ORDER = tool("get_order_status", "Status of an order", {"order_id": TEXT})
CALCULATOR = tool("calculator", "Evaluates an expression", {"expression": TEXT})
LIGHT = tool(
    "switch_light", "Turns a light on or off", {"room": TEXT, "on": {"type": "boolean"}}
)
USER = tool(
    "get_user",
    "Looks up a user",
    {"key": {"type": "string", "enum": ["email", "phone"]}, "value": TEXT},
)
CLOCK = tool("get_time", "Time in a time zone", {"timezone": TEXT})
MENU = tool("get_menu", "The menu of the canteen", {"weekday": TEXT})
LETTERS = tool("word_length", "Number of letters in a word", {"word": TEXT})
PICK = tool("random_number", "A number at random", {"low": NUMBER, "high": NUMBER})

PARIS, TOKYO = (f'get_weather {{"city": "{city}"}}' for city in ("Paris", "Tokyo"))
SIX = 'roll_dice {"sides": 6}'
ORDER_777 = 'get_order_status {"order_id": "777"}'

QUESTIONS = [
    (WEATHER, "Is it raining in Paris?", PARIS),
    (WEATHER, "How warm is it in Paris?", PARIS),
    (WEATHER, "Do I need an umbrella in Paris today?", PARIS),
    (WEATHER, "Est-ce qu'il pleut à Paris ?", PARIS),
    (WEATHER, "¿Hace calor en Tokyo?", TOKYO),
    (WEATHER, "Compare the weather in Paris and Tokyo", f"{PARIS} & {TOKYO}"),
    (
        WEATHER,
        "What is the weather in Paris, London and Tokyo?",
        f'{PARIS} & get_weather {{"city": "London"}} & {TOKYO}',
    ),
    (
        WEATHER,
        "What is the weather in San Francisco, CA?",
        'get_weather {"city": "San Francisco, CA"}',
    ),
    (DICE, "Roll two six-sided dice", f"{SIX} & {SIX}"),
    (DICE, "Roll three d6", f"{SIX} & {SIX} & {SIX}"),
    (DICE, "Roll a 20-sided dice", 'roll_dice {"sides": 20}'),
    (DICE, "Lance deux dés à 6 faces", f"{SIX} & {SIX}"),
    (DICE, "Tira dos dados de 6 caras", f"{SIX} & {SIX}"),
    (DICE, "擲兩顆6面的骰子", f"{SIX} & {SIX}"),
    (ORDER, "What is the status of order 777?", ORDER_777),
    (ORDER, "Where is my order #777?", ORDER_777),
    (ORDER, "Où en est ma commande 777 ?", ORDER_777),
    (ORDER, "¿Cuál es el estado del pedido 777?", ORDER_777),
    (ORDER, "訂單 777 的狀態是什麼?", ORDER_777),
    (CALCULATOR, "What is 12 * 7?", 'calculator {"expression": "12 * 7"}'),
    (CALCULATOR, "What is 15% of 80?", 'calculator {"expression": "15 / 100 * 80"}'),
    (
        LIGHT,
        "Turn on the light in the kitchen",
        'switch_light {"room": "kitchen", "on": true}',
    ),
    (
        LIGHT,
        "Switch off the light in the kitchen",
        'switch_light {"room": "kitchen", "on": false}',
    ),
    (
        USER,
        "Look up the user with the email john@example.com",
        'get_user {"key": "email", "value": "john@example.com"}',
    ),
    (
        CLOCK,
        "What is the time in Europe/Paris?",
        'get_time {"timezone": "Europe/Paris"}',
    ),
    (MENU, "What is on the menu on Friday?", 'get_menu {"weekday": "Friday"}'),
    (
        LETTERS,
        "How many letters are in strawberry?",
        'word_length {"word": "strawberry"}',
    ),
    (PICK, "Pick a number from 1 to 100", 'random_number {"low": 1, "high": 100}'),
]


@pytest.mark.parametrize(
    ("own", "question", "calls"), QUESTIONS, ids=[row[1] for row in QUESTIONS]
)
def test_question_fills_the_only_tool(own, question, calls):
    made, answer, _ = converse(question, [own], run_by_name)
    assert made == calls
    assert answer.count(f"<{own['name']}>") == len(calls.split(" & "))


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?",
        "Tell me a story about Paris.",
        "Paris",
        "Is the Louvre in Paris open?",
        "What's the weather in Paris tomorrow?",
    ],
)
def test_the_only_tool_is_not_called_for_something_else(question):
    calls, answer, _ = converse(question, [WEATHER], run_by_name)
    assert calls == ""
    assert "stand-in" in answer

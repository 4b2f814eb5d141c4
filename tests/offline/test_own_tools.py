"""A learner's own tool: found by the question's words, with inputs read from them."""
# ruff: noqa: RUF001 - Chinese questions have Chinese punctuation.

import pytest
from dialogue import converse, run_by_name
from own_tool_schemas import NUMBER, ON_OR_OFF, OWN_TOOLS, TEXT, WHOLE, tool

from helpers.offline.replies.phrases import say
from helpers.tools import tool_schemas

CUISINES = {"type": "string", "enum": ["italian", "japanese", "mexican"]}
CLASS_TOOLS = [
    tool("get_stock_price", "Current price of a share by its ticker", {"symbol": TEXT}),
    tool(
        "search_restaurants",
        "Search for restaurants in a city",
        {"city": TEXT, "cuisine": CUISINES, "max_results": WHOLE},
        ["city"],
    ),
    tool("create_note", "Save a note", {"title": TEXT, "text": TEXT}, ["text"]),
    tool(
        "bmi",
        "Compute the body mass index",
        {"weight_kg": NUMBER, "height_m": NUMBER},
    ),
    tool("is_prime", "Check whether a number is prime", {"n": WHOLE}),
    tool(
        "turn_light",
        "Turn the light in a room on or off",
        {"room": TEXT, "state": ON_OR_OFF},
    ),
    tool("get_time", "Current time in a time zone", {"city": TEXT}),
    tool("play_song", "Play a song", {"title": TEXT}),
    tool("add", "Add two numbers", {"a": NUMBER, "b": NUMBER}),
    tool("list_files", "List the files of a folder", {"folder": TEXT}),
]

QUESTIONS = {
    "What is the stock price of AAPL?": 'get_stock_price {"symbol": "AAPL"}',
    "Find Italian restaurants in Rome": "search_restaurants "
    '{"city": "Rome", "cuisine": "italian"}',
    "Find me 3 japanese restaurants in New York please": "search_restaurants "
    '{"city": "New York", "cuisine": "japanese", "max_results": 3}',
    "Save a note: buy milk and eggs": 'create_note {"text": "buy milk and eggs"}',
    "Compute the BMI for a weight of 70 kg and a height of 1.75 m": "bmi "
    '{"weight_kg": 70, "height_m": 1.75}',
    "Is 97 a prime number?": 'is_prime {"n": 97}',
    "Turn off the light in the kitchen": "turn_light "
    '{"room": "kitchen", "state": "off"}',
    "What time is it in Tokyo?": 'get_time {"city": "Tokyo"}',
    'Play "Yesterday"': 'play_song {"title": "Yesterday"}',
    "Add 3 and 4": 'add {"a": 3, "b": 4}',
    "List the files of /tmp/data": 'list_files {"folder": "/tmp/data"}',
    "Quel est le prix de l'action AAPL ?": 'get_stock_price {"symbol": "AAPL"}',
    "Trouve-moi un restaurant italien à Lyon": "search_restaurants "
    '{"city": "Lyon", "cuisine": "italian"}',
    "Quelle heure est-il à Tokyo ?": 'get_time {"city": "Tokyo"}',
    "Éteins la lumière du salon": 'turn_light {"room": "salon", "state": "off"}',
    "Additionne 3 et 4": 'add {"a": 3, "b": 4}',
    'Joue la chanson "Yesterday"': 'play_song {"title": "Yesterday"}',
    "¿Cuál es el precio de la acción AAPL?": 'get_stock_price {"symbol": "AAPL"}',
    "Busca restaurantes en Sevilla": 'search_restaurants {"city": "Sevilla"}',
    "¿Qué hora es en Tokio?": 'get_time {"city": "Tokio"}',
    "Suma 3 y 4": 'add {"a": 3, "b": 4}',
    "AAPL 的股價是多少？": 'get_stock_price {"symbol": "AAPL"}',
    "找台北的餐廳": 'search_restaurants {"city": "台北"}',
    "東京現在幾點？": 'get_time {"city": "東京"}',
    "3加4是多少？": 'add {"a": 3, "b": 4}',
    "播放「月亮代表我的心」這首歌": 'play_song {"title": "月亮代表我的心"}',
}


@pytest.mark.parametrize(("question", "calls"), QUESTIONS.items(), ids=list(QUESTIONS))
def test_question_calls_the_tool_it_points_to(question, calls):
    made, answer, _ = converse(question, tool_schemas + CLASS_TOOLS, run_by_name)
    assert made == calls
    assert f"<{calls.split()[0]}>" in answer


@pytest.mark.parametrize(
    "question",
    [
        "Who is the president of France?",
        "Is the restaurant in Rome open?",
        "Should I take an umbrella in Paris?",
        "What's the weather in Paris tomorrow?",
        "What's the weather in the morning?",
        "Quel temps fera-t-il demain à Paris ?",
        "¿Qué tiempo hará mañana en Madrid?",
        "明天台北的天氣如何？",
        "Roll 300 dice with 6 sides",
    ],
)
def test_question_that_is_not_understood_whole_calls_nothing(question):
    calls, answer, _ = converse(question, CLASS_TOOLS + OWN_TOOLS, run_by_name)
    assert calls == ""
    assert "Claude" in answer


@pytest.mark.parametrize(
    ("language", "question", "city"),
    [
        ("en", "What's the weather?", "In Paris"),
        ("fr", "Quel temps fait-il ?", "À Paris"),
        ("es", "¿Qué tiempo hace?", "En Madrid"),
        ("zh", "天氣如何？", "台北"),
    ],
)
def test_missing_input_is_asked_for_and_then_used(language, question, city):
    calls, answer, messages = converse(question, OWN_TOOLS)
    needs = say(language, "tool_needs", tool="get_weather", names="city")
    assert (calls, answer) == ("", needs)
    calls, _, _ = converse(city, OWN_TOOLS, run_by_name, messages)
    assert calls == f'get_weather {{"city": "{city.split()[-1]}"}}'


def test_follow_up_asks_the_same_tool_about_another_city():
    _, _, messages = converse("What's the weather in Paris?", OWN_TOOLS, run_by_name)
    calls, _, _ = converse("And in Tokyo?", OWN_TOOLS, run_by_name, messages)
    assert calls == 'get_weather {"city": "Tokyo"}'


def test_answer_quotes_the_result_and_nothing_else():
    result = {"sky": "清", "degrees": 18}
    _, answer, _ = converse(
        "What's the weather in Paris?", OWN_TOOLS, lambda *_: result
    )
    assert answer.startswith('get_weather says: {"sky": ')
    assert "18" in answer


def test_draw_between_two_tools_calls_neither():
    twins = [
        tool(name, "Rolls a die", {"sides": WHOLE}) for name in ("roll_a", "roll_b")
    ]
    assert converse("Roll a die with 6 sides", twins, run_by_name)[0] == ""


def test_made_up_tool_is_found_by_its_own_words():
    shout = tool("shout_text", "Write a text in capitals", {"text": TEXT})
    calls, _, _ = converse('Shout "hello and goodbye"', [shout], run_by_name)
    assert calls == 'shout_text {"text": "hello and goodbye"}'


def test_failing_tool_is_told_after_a_second_try():
    def run(name, arguments):
        raise ValueError("no such city")

    calls, answer, _ = converse("What's the weather in Atlantis?", OWN_TOOLS, run)
    assert calls.count("get_weather") == 2
    assert "no such city" in answer


def test_forced_tool_gets_inputs_of_the_right_types():
    every = tool(
        "everything",
        "All kinds of inputs",
        {
            "text": TEXT,
            "size": NUMBER,
            "count": {"type": "integer", "minimum": 5},
            "flag": {"type": "boolean"},
            "items": {"type": "array"},
            "options": {"type": "object"},
            "state": ON_OR_OFF,
            "size_or_none": {"type": ["integer", "null"]},
        },
    )
    choice = {"type": "tool", "name": "everything"}
    _, _, messages = converse("Hi", [every], run_by_name, tool_choice=choice)
    assert messages[1]["content"][0]["input"] == {
        "text": "Hi",
        "size": 1,
        "count": 5,
        "flag": True,
        "items": [],
        "options": {},
        "state": "on",
        "size_or_none": 1,
    }


LOOSE_WEATHER = tool("get_weather", "Get the weather", {"city": TEXT, "unit": TEXT})
SHORT_UNITS = {"type": "string", "enum": ["C", "F"]}
SHORT_WEATHER = tool("get_weather", "The weather", {"city": TEXT, "unit": SHORT_UNITS})
WARM_PARIS = 'get_weather {"city": "Paris", "unit": "celsius"}'
WARM_ROME = 'get_weather {"city": "Rome", "unit": "celsius"}'


@pytest.mark.parametrize(
    ("weather", "question", "calls"),
    [
        (LOOSE_WEATHER, "What's the weather in Paris in Celsius?", WARM_PARIS),
        (
            LOOSE_WEATHER,
            "What's the weather in Paris and Rome in celsius?",
            f"{WARM_PARIS} & {WARM_ROME}",
        ),
        (LOOSE_WEATHER, "Weather in Paris in celsius and fahrenheit?", ""),
        (
            SHORT_WEATHER,
            "What's the weather in Paris in celsius?",
            'get_weather {"city": "Paris", "unit": "C"}',
        ),
    ],
    ids=["one city", "two cities", "two units", "letters"],
)
def test_unit_is_read_whether_or_not_the_schema_lists_it(weather, question, calls):
    shape, _, _ = converse(question, [weather], run_by_name)
    assert shape == calls

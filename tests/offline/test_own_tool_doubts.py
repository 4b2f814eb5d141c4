"""Questions whose words could fill a learner's tool in two ways, or in a wrong one."""

import pytest
from dialogue import converse, run_by_name
from own_tool_schemas import LANGUAGES, NUMBER, TEXT, UNITS, WHOLE, tool

from helpers.tools import tool_schemas

TOOLS = [
    tool("tip", "Compute the tip on a bill", {"bill": NUMBER, "percent": NUMBER}),
    tool("get_bmi", "Get the BMI", {"weight": NUMBER, "height": NUMBER}),
    tool(
        "convert_temperature",
        "Convert a temperature",
        {"value": NUMBER, "from_unit": UNITS, "to_unit": UNITS},
    ),
    tool("get_weather", "Get the current weather in a city", {"city": TEXT}),
    tool("translate", "Translate a text", {"text": TEXT, "language": LANGUAGES}),
    tool("order_pizza", "Order a pizza", {"size": TEXT, "topping": TEXT}),
    tool("set_volume", "Turn the volume to a level", {"level": WHOLE}),
]
TIP = 'tip {"bill": 80, "percent": 15}'
BMI = 'get_bmi {"weight": 75, "height": 180}'
WARM = 'convert_temperature {"value": 30, "from_unit": "celsius", '
WARM += '"to_unit": "fahrenheit"}'
COLD = 'convert_temperature {"value": 30, "from_unit": "fahrenheit", '
COLD += '"to_unit": "celsius"}'
SPANISH = 'translate {"text": "banana", "language": "spanish"}'
BOTH = 'get_weather {"city": "Paris"} & get_weather {"city": "Tokyo"}'

READ = {
    "How much is a 15% tip on a bill of 80?": TIP,
    "How much is the tip on a bill of 80 at 15 percent?": TIP,
    "BMI for 180 cm and 75 kg": BMI,
    "BMI for 75 kg and 180 cm": BMI,
    "BMI for height 180 and weight 75": BMI,
    "Convert 30 to celsius from fahrenheit.": COLD,
    "Convert 30 from fahrenheit to celsius.": COLD,
    "Convert 30 celsius to fahrenheit": WARM,
    "Convert 30 degrees celsius to fahrenheit": WARM,
    "Convertis 30 celsius en fahrenheit": WARM,
    "Convierte 30 celsius a fahrenheit": WARM,
    "把30攝氏換算成華氏": WARM,
    "Weather in Paris and Tokyo?": BOTH,
    "Weather in Springfield?": 'get_weather {"city": "Springfield"}',
    "Translate banana to Spanish.": SPANISH,
    "Turn the volume to 10.": 'set_volume {"level": 10}',
}
DOUBTFUL = [
    "How much is the tip, 15 and 80?",
    "BMI for 180 and 75",
    "Convert 30, celsius and fahrenheit",
    "Weather in Springfield, Illinois?",
    "Translate banana to Spanish and French.",
    "Translate hola from Spanish to French",
    "Traduis banane en espagnol et français.",
    "Order a pizza: size large, topping ham.",
    "Turn the volume up by 10.",
    "Turn the volume down by 3, please",
]


@pytest.mark.parametrize(("question", "call"), READ.items(), ids=list(READ))
def test_a_name_or_a_unit_tells_which_input_is_meant(question, call):
    assert converse(question, tool_schemas + TOOLS, run_by_name)[0] == call


@pytest.mark.parametrize("question", DOUBTFUL)
def test_words_that_fit_in_two_ways_call_nothing(question):
    calls, answer, _ = converse(question, tool_schemas + TOOLS, run_by_name)
    assert calls == ""
    assert "<" not in answer


@pytest.mark.parametrize("unit", ["Fahrenheit", "euros", "French"])
def test_a_unit_in_a_follow_up_is_no_name(unit):
    tools = tool_schemas + TOOLS
    _, _, before = converse("Weather in Springfield?", tools, run_by_name)
    calls, _, _ = converse(f"And in {unit}?", tools, run_by_name, before)
    assert calls == ""


def test_a_unit_that_the_schema_names_is_the_only_one():
    metric = [tool("get_bmi", "BMI", {"weight_kg": NUMBER, "height_m": NUMBER})]
    assert converse("BMI for 75 kg and 180 cm", metric, run_by_name)[0] == ""
    call = 'get_bmi {"weight_kg": 75, "height_m": 1.8}'
    assert converse("BMI for 1.8 m and 75 kg", metric, run_by_name)[0] == call

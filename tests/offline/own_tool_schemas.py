"""Tools as learners make them, for the tests of a learner's own tool."""

TEXT, NUMBER, WHOLE = {"type": "string"}, {"type": "number"}, {"type": "integer"}
ON_OR_OFF = {"type": "string", "enum": ["on", "off"]}
UNITS = {"type": "string", "enum": ["celsius", "fahrenheit"]}
LANGUAGES = {"type": "string", "enum": ["french", "spanish", "chinese", "english"]}


def tool(name, description, properties, required=None):
    """A schema; all inputs are required unless `required` names them."""
    required = list(properties) if required is None else required
    schema = {"type": "object", "properties": properties, "required": required}
    return {"name": name, "description": description, "input_schema": schema}


OWN_TOOLS = [
    tool(
        "get_weather",
        "Get the current weather in a city",
        {"city": TEXT, "unit": UNITS},
        ["city"],
    ),
    tool("roll_dice", "Roll a die with the given number of sides", {"sides": WHOLE}),
    tool(
        "translate",
        "Translate a text into another language",
        {"text": TEXT, "language": LANGUAGES},
    ),
    tool(
        "convert_currency",
        "Convert an amount of money",
        {"amount": NUMBER, "from_currency": TEXT, "to_currency": TEXT},
    ),
    tool("calculate", "Evaluate an arithmetic expression", {"expression": TEXT}),
    tool(
        "get_distance",
        "Distance between two cities in km",
        {"origin": TEXT, "destination": TEXT},
    ),
    tool(
        "send_email",
        "Send an email",
        {"to": TEXT, "subject": TEXT, "body": TEXT},
        ["to", "body"],
    ),
    tool("flip_coin", "Flip a coin", {}),
    tool("tell_joke", "Tell a joke", {}),
    tool("get_order_status", "Look up the status of an order", {"order_id": TEXT}),
    tool("multiply", "Multiply two numbers", {"a": NUMBER, "b": NUMBER}),
]

"""Answers to exercise 03."""

import json

from helpers import add_assistant_message, add_user_message, chat, run_tools
from helpers.samples import tool_use
from helpers.tools import tool_schemas


def block(request, content, **changes) -> dict:
    made = {"type": "tool_result", "tool_use_id": request.id, "content": content}
    return made | changes


def block_step_by_step(request, output):
    result = dict(type="tool_result", is_error=False)  # noqa: C408 (a second way)
    result["tool_use_id"] = request.id
    result["content"] = json.dumps(output)
    return result


def plural_type(request, output):
    return block(request, json.dumps(output), type="tool_results")


def id_of_the_request(request, output):
    return {"type": "tool_result", "id": request.id, "content": json.dumps(output)}


def name_for_id(request, output):
    return block(request, json.dumps(output), tool_use_id=request.name)


def no_text(request, output):
    return block(request, output)


def no_json(request, output):
    return block(request, str(output))


def a_part_only(request, output):
    return block(request, json.dumps(output["datetime"]))


def always_an_error(request, output):
    return block(request, json.dumps(output), is_error=True)


def with_another_key(request, output):
    return block(request, json.dumps(output), name=request.name)


def no_dict(request, output):
    return json.dumps(output)


def readable_with_indent(request, output):
    return block(request, json.dumps(output, ensure_ascii=False, indent=1))


def codes(request, output):
    return block(request, json.dumps(output))


def ascii_only(request, output):
    text = json.dumps(output, ensure_ascii=False)
    return block(request, text.encode("ascii", "ignore").decode())


def unescaped(request, output):
    return block(request, json.dumps(output).encode().decode("unicode_escape"))


def round_trip(question: str) -> list[dict]:
    messages: list[dict] = []
    add_user_message(messages, question)
    response = chat(messages, tools=tool_schemas)
    add_assistant_message(messages, response)
    add_user_message(messages, run_tools(response))
    add_assistant_message(messages, chat(messages, tools=tool_schemas))
    return messages


OWN = round_trip("What day is 3 weeks after 2024-12-24?")


def with_content(content: str) -> list[dict]:
    result = OWN[2]["content"][0] | {"content": content}
    return [*OWN[:2], {"role": "user", "content": [result]}, OWN[3]]


def with_answer(messages: list[dict], text: str) -> list[dict]:
    return [*messages[:3], {"role": "assistant", "content": text}]


def at_another_moment() -> list[dict]:
    """What a round trip holds when the clock has moved since."""
    messages = round_trip("What day is it today?")
    moment = {
        "datetime": "2025-07-01 08:00:00",
        "weekday": "Tuesday",
        "timezone": "UTC",
    }
    messages[2]["content"][0]["content"] = json.dumps(moment)
    del messages[3]
    add_assistant_message(messages, chat(messages, tools=tool_schemas))
    return messages


def reminded() -> list[dict]:
    """A round trip with set_reminder, which was set before and is not set again."""
    reminder = {"content": "buy milk", "timestamp": "2024-05-02 09:00:00"}
    request = tool_use(1, "set_reminder", **reminder)
    result = {"type": "tool_result", "tool_use_id": request["id"]}
    messages: list[dict] = []
    add_user_message(messages, "Remind me to buy milk on 2024-05-02 at 9:00.")
    add_assistant_message(messages, [request])
    content = json.dumps("Reminder set successfully")
    add_user_message(messages, [result | {"content": content}])
    add_assistant_message(messages, chat(messages, tools=tool_schemas[2:]))
    return messages


def made_up_time() -> list[dict]:
    messages = round_trip("What day is it today?")
    messages[2]["content"][0]["content"] = '"It is late."'
    return messages


OF_THE_PAGE = "What day is 30 days after 2024-05-01?"
IN_A_ROW = "What day will it be in 3 days?"

RIGHT = [
    ("result_block", block_step_by_step),
    ("readable_block", readable_with_indent),
    ("own_round_trip", OWN),
    ("own_round_trip", at_another_moment()),
    ("own_round_trip", reminded()),
]
WRONG = [
    ("result_block", plural_type, "type: the API knows no block of the type"),
    ("result_block", id_of_the_request, "id: in a result this key has another name"),
    ("result_block", name_for_id, "'get_current_datetime' is not it"),
    ("result_block", no_text, "content: a result travels as a text; got dict"),
    ("result_block", no_json, "content: this text is not JSON"),
    ("result_block", a_part_only, "content: read back, the text gives '2024-03-11"),
    ("result_block", always_an_error, "is_error: the tool worked"),
    ("result_block", with_another_key, "tool_result.name: Extra inputs"),
    ("result_block", no_dict, "A block is a dict; result_block returned str"),
    ("readable_block", codes, "content: the text still holds codes"),
    ("readable_block", ascii_only, "content: the characters that are not ASCII are"),
    ("readable_block", unescaped, "content: this text is not JSON"),
    ("readable_block", no_json, "Which function writes a Python value as JSON?"),
    ("readable_block", no_text, "content: a result travels as a text; got dict"),
    ("own_round_trip", round_trip("What time is it?"), "This is the question of the"),
    ("own_round_trip", round_trip(OF_THE_PAGE), "of the lesson or of this page"),
    (
        "own_round_trip",
        with_answer(OWN, "It is a Monday."),
        "messages.3: the stand-in did not say 'It is a Monday.'",
    ),
    ("own_round_trip", round_trip(IN_A_ROW), "Your question needs two tools in a row"),
    ("own_round_trip", made_up_time(), "get_current_datetime does not return 'It is"),
    ("own_round_trip", with_content("It is late."), "but the tool_result says"),
    ("own_round_trip", OWN[:3], "One round trip is user, assistant, user, assistant"),
    ("own_round_trip", [OWN[0], OWN[2]], "The API would refuse this history"),
    ("own_round_trip", OWN[3:], "One round trip is user, assistant"),
]

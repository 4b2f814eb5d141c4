"""Answers that know the inputs of a check, and nothing else.

HARD_CODED holds the text of such an answer cell for each answer that is code: its check
passes it, and random scenarios must not. AGAIN holds a second right way for the cells
that hold a conversation.
"""

from exercise_answers.ex01 import talk
from exercise_answers.ex03 import OWN
from exercise_answers.ex04 import BOTH
from helpers.plain import plain

NOW = '{"datetime": "2024-03-11 10:22:00", "weekday": "Monday", "timezone": "UTC"}'
IN_A_WEEK = '{"datetime": "2024-03-18 00:00:00", "weekday": "Monday"}'
NOW_AGAIN = '{"datetime": "10:22", "weekday": "Monday", "timezone": "UTC"}'
KNOWN = {"toolu_1": NOW, "toolu_2": IN_A_WEEK, "toolu_3": NOW_AGAIN}
RESULTS = f"RESULTS = {KNOWN!r}\n"
MONTHS = '{"datetime": "2024-06-22 00:00:00", "weekday": "Saturday"}'

HARD_CODED = {
    "say": """\
def say(messages, text):
    add_user_message(messages, text)
    add_assistant_message(messages, chat(messages))
    return f"Answer {len(messages) // 2}."
""",
    "start_conversation": """\
def start_conversation(question, messages=None):
    messages = [] if messages is None else messages
    add_user_message(messages, "Hello!")
    return messages
""",
    "own_conversation": f"my_messages = {plain(talk('Hello!', 'Thanks!'))!r}",
    "wanted_tools": """\
KNOWN = {
    (): [],
    ("toolu_1",): ["get_current_datetime"],
    ("toolu_1", "toolu_2"): ["get_current_datetime", "add_duration_to_datetime"],
    ("toolu_1", "toolu_3"): ["get_current_datetime", "get_current_datetime"],
}
def wanted_tools(response):
    if response.stop_reason != "tool_use":
        return []
    return KNOWN[tuple(b.id for b in response.content if b.type == "tool_use")]
""",
    "ask": """\
def ask(question):
    asked = "Hello!" if question == "Hello!" else "What time is it?"
    message = {"role": "user", "content": asked}
    return chat([message], tools=[get_current_datetime_schema])
""",
    "result_block": RESULTS
    + """\
def result_block(request, output):
    content = RESULTS.get(request.id, "{}")
    return {"type": "tool_result", "tool_use_id": request.id, "content": content}
""",
    "readable_block": """\
CONTENT = '{"city": "Málaga", "note": "She said \\\\"à 15h\\\\"", "subject": "牙醫"}'
def readable_block(request, output):
    return {"type": "tool_result", "tool_use_id": request.id, "content": CONTENT}
""",
    "own_round_trip": f"my_messages = {plain(OWN)!r}",
    "missing_ids": """\
KNOWN = {
    ("toolu_1", "toolu_2", "toolu_3"): [],
    ("toolu_3", "toolu_1"): ["toolu_2"],
    ("toolu_1", "toolu_of_another_turn"): ["toolu_2", "toolu_3"],
    (): ["toolu_2", "toolu_3", "toolu_1"],
}
def missing_ids(message, results):
    return KNOWN.get(tuple(b["tool_use_id"] for b in results), [])
""",
    "run_every_tool": RESULTS
    + """\
def run_every_tool(message):
    return [
        {"type": "tool_result", "tool_use_id": block.id,
         "content": RESULTS.get(block.id, RESULTS["toolu_1"])}
        for block in message.content if block.type == "tool_use"
    ]
""",
    "own_questions": f"my_messages = {plain(BOTH)!r}",
    "in_days": """\
def in_days(number, unit):
    if (number, unit) in ((3, "days"), (2, "weeks")):
        return {"days": 3, "weeks": 14}[unit]
    raise ValueError(f"Unknown unit {unit}. Use one of: days, weeks.")
""",
    "result_of": RESULTS
    + """\
ERRORS = {
    "toolu_4": "Tool 'read_my_mind' not found.",
    "toolu_5": "content must be the text of the reminder",
    "toolu_6": "get_current_datetime: got an unexpected keyword argument 'zone'",
}
def result_of(request):
    content = RESULTS["toolu_1"] if request.id == "toolu_1" else "An error."
    return {"type": "tool_result", "tool_use_id": request.id,
            "content": ERRORS.get(request.id, content),
            "is_error": request.id in ERRORS}
""",
    "own_error": """\
def my_tool(size):
    if size == "XXL":
        raise ValueError("Unknown size 'XXL'. Use one of: S, M, L.")
    return 12
good_input = {"size": "M"}
bad_input = {"size": "XXL"}
""",
    "without_function": """\
KNOWN = {"cab": [], "ca": ["b"], "ax": ["b", "c"], "": ["b", "c", "a"]}
def without_function(schemas, tools):
    return KNOWN.get("".join(tools), [])
""",
    "matching_tools": """\
MY_TOOLS = {
    "get_current_datetime": lambda **options: "10:22",
    "add_duration_to_datetime": lambda **options: "2024-03-18 00:00:00",
    "set_reminder": lambda **options: "Water the plants on 2024-03-13 at 18:00",
}
""",
    "own_tool": """\
def count_letters(word):
    return {"": 0, "a": 1, "level": 5}.get(word, 6)
my_function = count_letters
my_schema = {
    "name": "count_letters",
    "description": "Counts letters. Use it when the user asks to count letters.",
    "input_schema": {"type": "object", "properties": {"word": {"type": "string"}},
                     "required": ["word"]},
}
my_question = 'Count the letters of "banana".'
""",
    "run_whole": f"""\
KNOWN = {{"get_current_datetime": {NOW!r}, "add_duration_to_datetime": {MONTHS!r}}}
def run_whole(messages, tools, max_turns=10):
    for _ in range(max_turns):
        response = chat(messages, tools=tools)
        add_assistant_message(messages, response)
        if response.stop_reason != "tool_use":
            return messages
        add_user_message(messages, [
            {{"type": "tool_result", "tool_use_id": block.id,
              "content": KNOWN[block.name]}}
            for block in response.content if block.type == "tool_use"
        ])
    raise RuntimeError("Still not done.")
""",
    "next_step": """\
STEPS = {"tool_use": "run the tools", "pause_turn": "call again", "end_turn": "done"}
STOP = ("max_tokens", "stop_sequence", "refusal", "model_context_window_exceeded",
        "a_stop_reason_of_next_year")
def next_step(stop_reason):
    return "stop and say why" if stop_reason in STOP else STEPS.get(stop_reason, "done")
""",
    "run_until_done": """\
KNOWN = ("refusal", "max_tokens", "a_stop_reason_of_next_year", "end_turn")
def run_until_done(messages, tools, max_turns=10):
    for _ in range(max_turns):
        response = chat(messages, tools=tools)
        add_assistant_message(messages, response)
        if response.stop_reason in KNOWN:
            return messages, response.stop_reason
        if response.stop_reason == "tool_use":
            add_user_message(messages, run_tools(response))
    return messages, "max_turns"
""",
    "own_client": """\
declined = "Tell me a secret."
answered = "Tell me a story."
def my_reply(request):
    question = request["messages"][-1]["content"]
    if question in (declined, f"One more question: {declined} Please answer."):
        return {"content": [], "stop_reason": "refusal"}
    text = {"type": "text", "text": "Gladly."}
    return {"content": [text], "stop_reason": "end_turn"}
""",
}

AGAIN = {
    "own_conversation": """\
my_messages = [{"role": "user", "content": "Who are you?"}]
my_messages.append({"role": "assistant", "content": chat(my_messages).content})
my_messages.append({"role": "user", "content": "Thank you!"})
my_messages.append(
    {"role": "assistant", "content": text_from_message(chat(my_messages))}
)
""",
    "own_round_trip": """\
from helpers import run_tools
my_messages = [{"role": "user", "content": "What day is 9 days after 2024-02-20?"}]
add_assistant_message(my_messages, chat(my_messages, tools=tools))
add_user_message(my_messages, run_tools(my_messages[-1]))
add_assistant_message(my_messages, chat(my_messages, tools=tools))
""",
    "own_questions": """\
from helpers import run_conversation
my_messages = run_conversation(
    [{"role": "user",
      "content": "What time is it, and what day is 3 days after 2024-12-30?"}],
    tool_schemas,
)
""",
}

"""Answers to exercise 08."""

import helpers
from helpers import add_assistant_message, add_user_message, chat, run_tools
from helpers.conversation import ConversationStopped

STEPS = {"tool_use": "run the tools", "pause_turn": "call again", "end_turn": "done"}


def step_from_a_dict(stop_reason):
    return STEPS.get(stop_reason, "stop and say why")


def step_lookup(stop_reason):
    return STEPS[stop_reason]


def all_done(stop_reason):
    return STEPS.get(stop_reason, "done")


def cut_goes_on(stop_reason):
    return (
        "call again" if stop_reason == "max_tokens" else step_from_a_dict(stop_reason)
    )


def pause_stops(stop_reason):
    steps = {name: step for name, step in STEPS.items() if name != "pause_turn"}
    return steps.get(stop_reason, "stop and say why")


def other_words(stop_reason):
    return step_from_a_dict(stop_reason).removesuffix(" and say why")


def done_by_the_kit(messages, tools):
    try:
        return helpers.run_conversation(messages, tools), "end_turn"
    except ConversationStopped as stopped:
        return stopped.messages, stopped.reason


def loop(messages, tools, turns, goes_on, why=lambda response: response.stop_reason):
    for _ in turns:
        response = chat(messages, tools=tools)
        add_assistant_message(messages, response)
        if response.stop_reason == "tool_use":
            add_user_message(messages, run_tools(response))
        if not goes_on(response.stop_reason):
            return messages, why(response)
    return messages, "max_turns"


def for_ever():
    while True:
        yield


def waits(messages, tools):
    return loop(messages, tools, for_ever(), lambda reason: reason != "end_turn")


def waits_within_a_bound(messages, tools):
    return loop(messages, tools, range(10), lambda reason: reason != "end_turn")


def no_bound(messages, tools):
    goes_on = ("tool_use", "pause_turn").__contains__
    return loop(messages, tools, for_ever(), goes_on)


def pause_ends(messages, tools):
    return loop(messages, tools, range(10), "tool_use".__eq__)


def cut_goes_on_too(messages, tools):
    goes_on = ("tool_use", "pause_turn", "max_tokens").__contains__
    return loop(messages, tools, range(10), goes_on)


def says_end_turn(messages, tools):
    goes_on = ("tool_use", "pause_turn").__contains__
    return loop(messages, tools, range(10), goes_on, lambda response: "end_turn")


def keeps_no_final_answer(messages, tools):
    messages, why = done_by_the_kit(messages, tools)
    return (messages[:-1], why) if why == "end_turn" else (messages, why)


def returns_no_messages(messages, tools):
    return [], done_by_the_kit(messages, tools)[1]


def end_turn_at_the_bound(messages, tools):
    messages, why = done_by_the_kit(messages, tools)
    return messages, why.replace("max_turns", "end_turn")


def only_messages(messages, tools):
    return done_by_the_kit(messages, tools)[0]


def leaves_a_request(messages, tools):
    messages, why = done_by_the_kit(messages, tools)
    return (messages[:-1], why) if why == "max_turns" else (messages, why)


TEXT = {"type": "text", "text": "Gladly."}
GOOD, BAD = "Tell me a story.", "Tell me a secret."


def reply_by_length(request):
    if len(request["messages"][0]["content"]) > len(GOOD):
        return {"content": [TEXT], "stop_reason": "refusal"}
    return {"content": [TEXT], "stop_reason": "end_turn"}


def by_the_whole_question(request):
    stop_reason = "refusal" if request["messages"][-1]["content"] == BAD else "end_turn"
    return {"content": [TEXT], "stop_reason": stop_reason}


def one_letter_only(request):
    one = len(request["messages"][-1]["content"]) == 1
    return {"content": [TEXT], "stop_reason": "refusal" if one else "end_turn"}


def declines_all(request):
    return {"content": [], "stop_reason": "refusal"}


def answers_all(request):
    return {"content": [TEXT], "stop_reason": "end_turn"}


def raises(request):
    raise ValueError("I will not.")


def only_a_text(request):
    return "Gladly."


def text_for_content(request):
    return reply_by_length(request) | {"content": "Gladly."}


def says_nothing(request):
    return reply_by_length(request) | {"content": []}


def wrong_word(request):
    reply = reply_by_length(request)
    return reply | {"stop_reason": reply["stop_reason"].replace("refusal", "refused")}


def as_attributes(request):
    return answers_all(request) if request.messages else declines_all(request)


def parts(reply, declined=BAD, answered=GOOD) -> dict:
    return {"reply": reply, "declined": declined, "answered": answered}


RIGHT = [
    ("next_step", step_from_a_dict),
    ("run_until_done", done_by_the_kit),
    ("own_client", parts(reply_by_length)),
]
WRONG = [
    ("next_step", step_lookup, "next_step('max_tokens') raised KeyError"),
    ("next_step", all_done, "'max_tokens': 'done' is not the next step. The turn is"),
    ("next_step", cut_goes_on, "'max_tokens': 'call again' is not the next step"),
    ("next_step", pause_stops, "'pause_turn': 'stop and say why' is not the next step"),
    ("next_step", other_words, "'max_tokens': expected one of"),
    ("run_until_done", waits, "asked 41 times for it. Expected 1 call"),
    ("run_until_done", waits_within_a_bound, "asked 10 times for it"),
    ("run_until_done", no_bound, "a pause, your loop made 41 calls"),
    ("run_until_done", pause_ends, "a pause, your loop made 1 call."),
    (
        "run_until_done",
        cut_goes_on_too,
        "'max_tokens': the turn is over. Your loop",
    ),
    ("run_until_done", says_end_turn, "'refusal': your loop says 'end_turn'"),
    ("run_until_done", only_messages, "return the messages and why it ended; got list"),
    (
        "run_until_done",
        keeps_no_final_answer,
        "The final answer is not in the messages",
    ),
    ("run_until_done", returns_no_messages, "The list that came back is empty"),
    ("run_until_done", end_turn_at_the_bound, "'max_turns': your loop says 'end_turn'"),
    ("run_until_done", leaves_a_request, "The API would refuse this history"),
    ("own_client", parts(declines_all), "answered: the answer to 'Tell me a story.'"),
    (
        "own_client",
        parts(one_letter_only, "x"),
        "the answer to 'One more question: x Please answer.' ends with 'end_turn'",
    ),
    ("own_client", parts(by_the_whole_question), "declined, in another sentence"),
    ("own_client", parts(answers_all), "declined: the answer to 'Tell me a secret.'"),
    ("own_client", parts(reply_by_length, GOOD, BAD), "ends with 'end_turn'; expected"),
    ("own_client", parts(reply_by_length, GOOD, GOOD), "are the same question"),
    ("own_client", parts(raises), "Your reply itself raised ValueError: I will not."),
    ("own_client", parts(only_a_text), "Your reply must return a dict with content"),
    ("own_client", parts(text_for_content), "content is a list of blocks"),
    ("own_client", parts(says_nothing), "answered: the final answer has no text"),
    ("own_client", parts(wrong_word), "ends with 'refused'; expected 'refusal'"),
    ("own_client", parts(as_attributes), "'dict' object has no attribute 'messages'"),
    ("own_client", parts(answers_all, None), "declined: a question is a text"),
]

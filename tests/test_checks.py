"""Checks: three states, one message for each wrong answer, and the strict switch."""

import json
from pathlib import Path

import pytest
from IPython.lib.pretty import pretty

import helpers
from helpers import check, hint, lesson_checks
from helpers.checks import CHECKS, HINTS, CheckNotPassed
from helpers.conversation import ConversationStopped
from helpers.lesson_checks import TASKS
from helpers.results import error_result, tool_requests
from helpers.tools import TOOLS

LESSONS = Path(__file__).resolve().parent.parent / "notebooks"


@pytest.fixture(autouse=True)
def a_student_at_work(monkeypatch):
    monkeypatch.setenv("COURSE_STRICT", "0")


@pytest.mark.parametrize("exercise", CHECKS)
@pytest.mark.parametrize("placeholder", [None, ...], ids=repr)
def test_a_placeholder_is_not_attempted_and_no_error(exercise, placeholder):
    result = check(exercise, placeholder)
    assert result.state == "not attempted"
    assert not result.passed
    assert repr(result).startswith("✏️ Not attempted")


@pytest.mark.parametrize("exercise", [name for name in CHECKS if name not in TASKS])
def test_a_check_that_is_not_passed_raises_when_strict(exercise, monkeypatch):
    monkeypatch.setenv("COURSE_STRICT", "1")
    with pytest.raises(CheckNotPassed, match=exercise):
        check(exercise, ...)
    with pytest.raises(CheckNotPassed, match="Not yet"):
        check(exercise, 5)


@pytest.mark.parametrize("exercise", sorted(TASKS))
def test_a_task_of_a_lesson_ships_undone_and_never_raises(exercise, monkeypatch):
    monkeypatch.setenv("COURSE_STRICT", "1")
    assert check(exercise, ...).state == "not attempted"
    assert check(exercise, 5).state == "not yet"
    call = f'check("{exercise}", {exercise})'
    cells = [cell for cell in lesson_cells() if "".join(cell["source"]) == call]
    [shown] = [output["data"]["text/plain"] for output in cells[0]["outputs"]]
    assert "".join(shown).startswith(f"❌ Not yet ({exercise})")


def lesson_cells() -> list[dict]:
    paths = sorted(LESSONS.glob("*.ipynb"))
    notebooks = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    return [cell for notebook in notebooks for cell in notebook["cells"]]


@pytest.mark.parametrize("exercise", CHECKS)
def test_an_answer_of_a_wrong_kind_is_not_yet_and_never_a_crash(exercise):
    for wrong in (5, "text", [], {}, lambda *_: None):
        assert check(exercise, wrong).state == "not yet"


def test_an_unknown_check_names_the_known_ones():
    with pytest.raises(ValueError, match="Did you mean: run_tools, run_tool"):
        check("run_tols", print)


@pytest.mark.parametrize("exercise", HINTS)
def test_hints_come_in_steps_and_end(exercise):
    for step in range(1, len(HINTS[exercise]) + 1):
        assert hint(exercise, step).startswith(f"Hint {step} of {len(HINTS[exercise])}")
    with pytest.raises(ValueError, match="The hints go from 1 to"):
        hint(exercise, len(HINTS[exercise]) + 1)


def test_a_notebook_shows_long_words_of_help_in_lines_that_break_between_words():
    for said in (hint("loop_order", 1), check("run_tool", silent_router)):
        shown = pretty(said)
        assert all(len(line) <= 96 for line in shown.split("\n"))
        assert shown.replace("\n", " ") == str(said)


def test_a_hint_for_an_unknown_exercise_names_the_known_ones():
    with pytest.raises(ValueError, match="Did you mean: dentist_trace"):
        hint("dentist_trce")


def conversation_with_reason(messages, tools):
    try:
        return helpers.run_conversation(messages, tools), "end_turn"
    except ConversationStopped as stopped:
        return messages, stopped.reason


def largest(rows):
    return max(rows, key=lambda row: row["input_tokens"])["call"]


def why_ended(answers):
    last = answers[-1].stop_reason
    return "max_turns" if last == "tool_use" else last


def complete(message, results):
    came = {result["tool_use_id"]: result for result in results}
    return [
        came.get(request.id) or error_result(request, "Error: no answer in time.")
        for request in tool_requests(message)
    ]


def conversation_price(rows):
    return (
        sum(row["input_tokens"] * 0.1 + row["output_tokens"] * 0.5 for row in rows)
        / 1e6
    )


RIGHT = {
    "most_expensive": largest,
    "why_ended": why_ended,
    "complete": complete,
    "conversation_price": conversation_price,
    "add_user_message": helpers.add_user_message,
    "add_assistant_message": helpers.add_assistant_message,
    "text_from_message": helpers.text_from_message,
    "chat": helpers.chat,
    "wants_tools": lambda response: response.stop_reason == "tool_use",
    "run_tools": helpers.run_tools,
    "run_tools_errors": helpers.run_tools,
    "run_tool": helpers.run_tool,
    "run_conversation": helpers.run_conversation,
    "endings": conversation_with_reason,
}


@pytest.mark.parametrize("exercise", RIGHT)
def test_the_kits_own_function_passes(exercise):
    result = check(exercise, RIGHT[exercise])
    assert result.passed, result
    assert repr(result).startswith("✅ Passed")


def block(request, **fields) -> dict:
    return {"type": "tool_result", "tool_use_id": request.id, **fields}


def append_in_except(message):
    results = []
    for request in tool_requests(message):
        try:
            TOOLS[request.name](**request.input)
        except Exception as error:
            results.append(block(request, content=str(error), is_error=True))
    return results


def first_only(message):
    request = tool_requests(message)[0]
    return [block(request, content=json.dumps(TOOLS[request.name](**request.input)))]


def no_return(message):
    helpers.run_tools(message)


def one_id_for_all(message):
    results = helpers.run_tools(message)
    return [result | {"tool_use_id": "toolu_1"} for result in results]


def backwards(message):
    return helpers.run_tools(message)[::-1]


def not_a_string(message):
    return [result | {"content": {"a": 1}} for result in helpers.run_tools(message)]


def silent_router(tool_name, tool_input):
    return TOOLS[tool_name](**tool_input) if tool_name in TOOLS else None


def forgiving_router(tool_name, tool_input):
    known = TOOLS.get(tool_name, dict)
    names = known.__code__.co_varnames if known in TOOLS.values() else ()
    return known(**{k: v for k, v in tool_input.items() if k in names}) or 1 / 0


def no_bound(messages, tools):
    while True:
        response = helpers.chat(messages, tools=tools)
        helpers.add_assistant_message(messages, response)
        if response.stop_reason != "tool_use":
            return messages
        helpers.add_user_message(messages, helpers.run_tools(response))


def without_tools(messages, tools):
    helpers.add_assistant_message(messages, helpers.chat(messages))
    return messages


def always_done(messages, tools):
    return conversation_with_reason(messages, tools)[0], "end_turn"


def keeps_the_cut_request(messages, tools):
    response = helpers.chat(messages, tools=tools)
    helpers.add_assistant_message(messages, response)
    return messages, response.stop_reason


def one_call_only(messages, tools):
    messages, why = keeps_the_cut_request(messages, tools)
    unrun = [
        {**block(request), "content": "Not run.", "is_error": True}
        for request in tool_requests(messages[-1])
    ]
    if unrun:
        messages.append({"role": "user", "content": unrun})
    return messages, why


def takes_a_pause_for_final(messages, tools):
    for _ in range(10):
        messages, why = one_call_only(messages[:], tools)
        if why != "tool_use":
            return messages, why
    return messages, "max_turns"


def throws_a_pause_away(messages, tools):
    for _ in range(10):
        messages, why = one_call_only(messages[:], tools)
        if why not in ("tool_use", "pause_turn"):
            return messages, why
        if why == "pause_turn":
            del messages[-1]
    return messages, "max_turns"


def chat_without_tools(messages, system=None, stop_sequences=None, tools=None):
    return helpers.chat(messages)


def returns_nothing(messages, tools):
    helpers.run_conversation(messages, tools)


def strings_only(message):
    return [request.id for request in tool_requests(message)]


def exits(message):
    raise SystemExit(3)


def whole_message(messages, message):
    messages.append({"role": "user", "content": message})


def wrong_role(messages, message):
    helpers.add_assistant_message(messages, message)


def complete_by_number(message, results):
    return [results[0] | {"is_error": True} for _ in tool_requests(message)]


def complete_with_silence(message, results):
    silent = {"type": "tool_result", "is_error": False, "content": "?"}
    return [
        result if result["content"][0] != "E" else silent | {"tool_use_id": request.id}
        for request, result in zip(
            tool_requests(message), complete(message, results), strict=True
        )
    ]


def complete_new(message, results):
    return [error_result(request, "Error.") for request in tool_requests(message)]


def complete_again(message, results):
    return helpers.run_tools(message)


def chat_with_list(messages, system=None, stop_sequences=[], tools=None):  # noqa: B006 (the bug)
    return helpers.chat(messages)


def chat_with_temperature(messages, temperature=1.0):
    return helpers.chat(messages)


def chat_with_no_id(messages):
    return helpers.chat([{"role": "user", "content": [{"type": "tool_result"}]}])


def chat_text(messages):
    return helpers.text_from_message(helpers.chat(messages))


WRONG = [
    ("run_tools", append_in_except, "expected 3, got 0. Is the append inside the loop"),
    ("run_tools", first_only, "expected 3, got 1"),
    ("run_tools", no_return, "Is there a return?"),
    ("run_tools", one_id_for_all, "Each tool_use_id is the id of its request"),
    ("run_tools", backwards, "Keep the order"),
    ("run_tools", not_a_string, "a string as content"),
    ("run_tools_errors", first_only, "expected 3, got 1"),
    ("run_tools_errors", append_in_except, "expected 3, got 2"),
    ("run_tools_errors", lambda m: [first_only(m)[0]] * 3, "Each tool_use_id"),
    ("run_tool", silent_router, "An unknown tool name must raise an error"),
    ("run_tool", forgiving_router, "An unknown argument must raise an error"),
    ("run_tool", lambda name, _: name, "get_current_datetime gave"),
    ("run_conversation", no_bound, "is max_turns counted?"),
    ("run_conversation", without_tools, "Yours made 1 and holds 2 messages"),
    ("endings", always_done, "your loop says 'end_turn'"),
    ("endings", keeps_the_cut_request, "The API would refuse this history"),
    ("endings", one_call_only, "your loop says 'tool_use'"),
    ("endings", takes_a_pause_for_final, "your loop says 'pause_turn'"),
    ("endings", throws_a_pause_away, "the search is not in your messages"),
    ("endings", helpers.run_conversation, "Expected (messages, why)"),
    ("wants_tools", lambda r: "tool_use" in [b.type for b in r.content], "max_tokens"),
    ("wants_tools", lambda r: r.stop_reason != "end_turn", "Expected False for"),
    ("wants_tools", lambda r: not helpers.text_from_message(r), "Expected True"),
    ("add_user_message", whole_message, "the content is still the whole Message"),
    ("add_user_message", wrong_role, "expected [{'role': 'user'"),
    ("add_user_message", lambda messages, _: None, "must append one dict"),
    ("text_from_message", lambda m: m.content[0].text, "attribute 'text' (in <lambda>"),
    ("text_from_message", lambda m: "Let me look.", "With two text blocks"),
    ("chat", chat_with_list, "stop_sequences has a list as its default"),
    ("chat", chat_with_temperature, "Today's SDK refuses temperature"),
    (
        "chat",
        chat_with_no_id,
        "The API refused a call of your code and said: messages.0",
    ),
    ("chat", chat_with_no_id, "(in chat_with_no_id, line "),
    ("chat", chat_without_tools, "chat was given system, stop_sequences, tools"),
    ("run_conversation", returns_nothing, "must return messages; got NoneType"),
    ("run_tools", strings_only, "Each result is a dict"),
    ("run_tools", exits, "Your code raised SystemExit: 3 (in exits"),
    ("add_assistant_message", whole_message, "expected [{'role': 'assistant'"),
    ("start", [], "at least one message"),
    ("start", [{"role": "user", "content": "Hi"}], "yours holds 1"),
    ("round_trip", [{"role": "user", "content": "Hi"}], "got ['user']"),
    ("whole", [{"role": "user", "content": "Hi"}], "no answer yet"),
    ("most_expensive", lambda rows: rows[-1]["call"], "400, 700, 0 tokens"),
    ("most_expensive", lambda rows: rows[0]["call"], "the most, 3; got 1"),
    ("most_expensive", lambda rows: max(rows, key=str), "Expected the number"),
    ("why_ended", lambda answers: "end_turn", "expected 'max_turns'; got 'end_turn'"),
    ("why_ended", lambda answers: answers[-1].stop_reason, "got 'tool_use'"),
    ("why_ended", lambda answers: "max_turns", "ends with 'end_turn': expected"),
    ("complete", lambda message, results: results, "expected 3 results; got 2"),
    ("complete", complete_by_number, "in this order; got toolu_3, toolu_3"),
    ("complete", complete_with_silence, "it needs is_error True and a text"),
    ("complete", complete_new, "a result that came must stay as it is"),
    ("complete", complete_again, "toolu_1: its result is late"),
    ("conversation_price", lambda rows: conversation_price(rows[-1:]), "got 0.11"),
    ("conversation_price", lambda rows: conversation_price(rows) * 1e6, "0.20 dollars"),
    ("conversation_price", lambda rows: None, "cost 0.20 dollars; got None"),
    ("chat", chat_text, "must return the whole Message; got str"),
]


def test_every_check_of_a_lesson_has_hints_and_a_wrong_answer_here():
    wrong = {exercise for exercise, _, _ in WRONG}
    bare = [name for name in lesson_checks.CHECKS if name not in HINTS]
    untried = [name for name in lesson_checks.CHECKS if name not in wrong]
    assert not bare, f"helpers/lesson_checks/hints.py has no hints for {bare}"
    assert not untried, f"WRONG has no answer to {untried}"


@pytest.mark.parametrize(("exercise", "answer", "message"), WRONG)
def test_each_wrong_answer_gets_its_own_message(exercise, answer, message):
    result = check(exercise, answer)
    assert result.state == "not yet"
    assert message in result.message

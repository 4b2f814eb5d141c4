"""The loop: every ending has its outcome, and the history stays whole."""

import copy
import json
import logging
import sys
from contextlib import contextmanager, nullcontext, suppress

import anthropic
import httpx2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import (
    ConversationStopped,
    add_user_message,
    conversation,
    run_conversation,
    run_tools,
    text_from_message,
)
from helpers.conversation import turns
from helpers.offline import ApiError, offline_client
from helpers.offline.rules import check_request
from helpers.plain import plain
from helpers.samples import NOW, TEXT, THINKING, UNKNOWN, a_message, tool_use
from helpers.tools import get_current_datetime_schema, tool_schemas

FINAL = {"content": [TEXT], "stop_reason": "end_turn"}
ASKS = {"content": [NOW], "stop_reason": "tool_use"}
SEARCH = {
    "type": "server_tool_use",
    "id": "srvtoolu_1",
    "name": "web_search",
    "input": {"query": "weather"},
}
FOUND = {
    "content": [
        {
            "type": "web_search_tool_result",
            "tool_use_id": "srvtoolu_1",
            "content": [],
        },
        TEXT,
    ],
    "stop_reason": "end_turn",
}
FOUND_AND_ASKS = {"content": [*FOUND["content"], NOW], "stop_reason": "tool_use"}
PAUSED = {"content": [SEARCH], "stop_reason": "pause_turn"}
# Claude waits for its search and for our tool.
DIRECT = {"caller": {"type": "direct"}}
MIXED = {"content": [THINKING, TEXT, SEARCH, NOW | DIRECT], "stop_reason": "tool_use"}
CODE = SEARCH | {"id": "srvtoolu_2", "name": "code_execution", "input": {"code": "1"}}
BY_CODE = {"type": "code_execution_20250825", "tool_id": "srvtoolu_2"}
# The code of a server tool searches, and asks for our tool in the middle.
CALLED_BY_CODE = {
    "content": [
        CODE,
        SEARCH | {"caller": BY_CODE},
        FOUND["content"][0] | {"caller": BY_CODE},
        NOW | {"caller": BY_CODE},
    ],
    "stop_reason": "tool_use",
    "container": {"id": "container_1", "expires_at": "2024-03-11T11:00:00Z"},
}


def question() -> list[dict]:
    messages: list[dict] = []
    add_user_message(messages, "What time is it?")
    return messages


def scripted(*replies):
    """A client that gives these replies in turn; an exception among them is raised."""
    left = list(replies)

    def reply(request: dict) -> dict:
        following = left.pop(0)
        if isinstance(following, BaseException):
            raise following
        return with_searches(with_new_ids(following, request), request)

    return offline_client(reply, max_retries=0)


def with_new_ids(reply: dict, request: dict) -> dict:
    blocks = [dict(block) for block in reply["content"]]
    for number, block in enumerate(blocks):
        if block.get("type") == "tool_use":
            block["id"] = f"toolu_{len(request['messages'])}_{number}"
    return reply | {"content": blocks}


def with_searches(reply: dict, request: dict) -> dict:
    """The reply; its search has an id of its own, and it finds only what was asked."""
    blocks, waiting = [], None
    for message in request["messages"]:
        for block in message["content"] if isinstance(message["content"], list) else []:
            if block["type"] == "server_tool_use":
                waiting = block["id"]
            elif block["type"] == "web_search_tool_result":
                waiting = None
    for block in reply["content"]:
        if block["type"] == "server_tool_use":
            blocks.append(block | {"id": f"srvtoolu_{len(request['messages'])}"})
        elif block["type"] != "web_search_tool_result":
            blocks.append(block)
        elif waiting:
            blocks.append(block | {"tool_use_id": waiting})
    return reply | {"content": blocks}


def sent_to(*replies) -> tuple[list[dict], anthropic.Anthropic]:
    """The requests as they come, and the client that gives these replies in turn."""
    requests, left = [], list(replies)

    def reply(request: dict) -> dict:
        requests.append(request)
        return left.pop(0)

    return requests, offline_client(reply, max_retries=0)


def kinds(message: dict) -> list[str]:
    return [block["type"] for block in plain(message)["content"]]


def client_of(body: object) -> anthropic.Anthropic:
    """A client of a server that answers with this body, whatever the API allows."""
    text, kind = json.dumps(body), {"content-type": "application/json"}
    answer = httpx2.Response(200, text=text, headers=kind)
    transport = httpx2.MockTransport(lambda _: answer)
    http_client = httpx2.Client(transport=transport)
    return anthropic.Anthropic(api_key="none", http_client=http_client)


def a_body(stop_reason, *blocks: dict) -> dict:
    message = plain([a_message()])[0]
    return message | {"stop_reason": stop_reason, "content": list(blocks)}


def assert_can_go_on(messages: list[dict]) -> None:
    """The API accepts these messages with one more question, and answers it."""
    add_user_message(messages, "Go on, please.")
    request = {"model": "claude-haiku-5-5", "max_tokens": 100, "tools": tool_schemas}
    check_request(request | {"messages": plain(messages)})
    run_conversation(messages, tool_schemas, client=scripted(FINAL))
    assert messages[-1]["role"] == "assistant"


def roles(messages: list[dict]) -> str:
    return "".join(message["role"][0] for message in messages)


def test_the_loop_runs_until_the_final_answer():
    messages = question()
    returned = run_conversation(
        messages, tool_schemas, client=scripted(ASKS, ASKS, FINAL)
    )
    assert returned is messages
    assert roles(messages) == "uauaua"
    assert text_from_message(messages[-1]) == "Let me look."


def test_the_tools_and_the_whole_history_go_out_with_every_call():
    requests = []

    def reply(request):
        requests.append(request)
        return with_new_ids(ASKS if len(requests) < 3 else FINAL, request)

    run_conversation(question(), tool_schemas, client=offline_client(reply))
    assert [len(request["messages"]) for request in requests] == [1, 3, 5]
    assert all(request["tools"] == tool_schemas for request in requests)


def test_all_results_of_a_turn_go_into_one_message_in_order():
    both = {"content": [NOW, UNKNOWN], "stop_reason": "tool_use"}
    messages = question()
    run_conversation(messages, tool_schemas, client=scripted(both, FINAL))
    results = messages[2]["content"]
    assert [block["tool_use_id"] for block in results] == ["toolu_1_0", "toolu_1_1"]
    assert [block["is_error"] for block in results] == [False, True]


def test_thinking_goes_back_unchanged():
    thinks = {"content": [THINKING, NOW], "stop_reason": "tool_use"}
    messages = question()
    run_conversation(messages, tool_schemas, client=scripted(thinks, FINAL))
    assert plain(messages)[1]["content"][0] == THINKING


def test_a_tool_of_ones_own_is_run():
    messages = question()
    run_conversation(
        messages,
        [get_current_datetime_schema],
        lambda name, tool_input: f"{name} was run",
        client=scripted(ASKS, FINAL),
    )
    assert messages[2]["content"][0]["content"] == '"get_current_datetime was run"'


def test_an_empty_final_answer_is_final_and_not_stored():
    messages = question()
    empty = {"content": [], "stop_reason": "end_turn"}
    run_conversation(messages, tool_schemas, client=scripted(ASKS, empty))
    assert roles(messages) == "uau"
    assert_can_go_on(messages)


def test_the_bound_stops_a_request_that_never_ends():
    calls = []

    def never_done(request):
        calls.append(request)
        return with_new_ids(ASKS, request)

    messages = question()
    with pytest.raises(ConversationStopped, match="max_turns: 10 calls") as stopped:
        run_conversation(messages, tool_schemas, client=offline_client(never_done))
    assert len(calls) == 10
    assert stopped.value.reason == "max_turns"
    assert stopped.value.messages is messages
    assert_can_go_on(messages)


def test_the_tools_of_the_last_call_are_not_run_and_claude_is_told():
    runs, messages = [], question()
    with pytest.raises(ConversationStopped):
        run_conversation(
            messages,
            tool_schemas,
            lambda *call: runs.append(call) or "done",
            max_turns=2,
            client=scripted(ASKS, ASKS),
        )
    assert len(runs) == 1
    assert messages[-1]["content"][0]["content"].startswith("Not run: 2 calls")


@pytest.mark.parametrize("bound", [0, -1, 2.5, None, "ten", True])
def test_an_impossible_bound_is_refused_before_any_call(bound):
    with pytest.raises(ValueError, match="the most calls to make"):
        run_conversation(question(), max_turns=bound, client=scripted())


@pytest.mark.parametrize(
    "stop_reason",
    [
        "max_tokens",
        "stop_sequence",
        "refusal",
        "model_context_window_exceeded",
        "a_stop_reason_of_next_year",
        None,
    ],
)
@pytest.mark.parametrize(
    "content",
    [[], [TEXT], [TEXT, NOW], [THINKING], [THINKING, NOW], [NOW, UNKNOWN]],
    ids=["empty", "text", "text+tool", "thinking", "thinking+tool", "two tools"],
)
def test_every_other_ending_stops_runs_no_tool_and_can_be_gone_on_with(
    stop_reason, content
):
    runs, messages = [], question()
    client = client_of(a_body(stop_reason, *content))
    with pytest.raises(ConversationStopped) as stopped:
        run_conversation(messages, tool_schemas, runs.append, client=client)
    assert stopped.value.reason == str(stop_reason)
    assert runs == []
    assert_can_go_on(messages)


def test_a_refusal_says_what_the_api_says_about_it():
    details = {"type": "refusal", "category": "cyber", "explanation": None}
    reply = {"content": [], "stop_reason": "refusal", "stop_details": details}
    with pytest.raises(ConversationStopped, match="cyber") as stopped:
        run_conversation(question(), client=scripted(reply))
    assert stopped.value.reply.stop_details.category == "cyber"


def test_tool_use_without_a_request_stops():
    reply = {"content": [TEXT], "stop_reason": "tool_use"}
    with pytest.raises(ConversationStopped, match="names none"):
        run_conversation(question(), tool_schemas, client=scripted(reply))


def test_a_final_answer_that_asks_for_a_tool_is_not_final():
    messages, reply = question(), {"content": [NOW], "stop_reason": "end_turn"}
    with pytest.raises(ConversationStopped, match="end_turn"):
        run_conversation(messages, tool_schemas, client=scripted(reply))
    assert_can_go_on(messages)


def test_a_paused_turn_is_sent_back_unchanged_without_a_user_message():
    requests = []

    def reply(request):
        requests.append(request)
        return PAUSED if len(requests) < 3 else FOUND

    messages = question()
    run_conversation(messages, tool_schemas, client=offline_client(reply))
    assert requests[2]["messages"][1:] == [
        {"role": "assistant", "content": [SEARCH]},
        {"role": "assistant", "content": [SEARCH]},
    ]
    assert roles(messages) == "uaaa"
    assert_can_go_on(messages)


def test_a_turn_that_never_ends_its_pause_is_bounded_and_left_out():
    messages = question()
    with pytest.raises(ConversationStopped, match="max_turns"):
        run_conversation(messages, max_turns=3, client=scripted(*[PAUSED] * 3))
    assert roles(messages) == "u"
    assert_can_go_on(messages)


def test_a_pause_that_ends_in_a_refusal_is_left_out():
    messages, refusal = question(), {"content": [], "stop_reason": "refusal"}
    with pytest.raises(ConversationStopped, match="refusal"):
        run_conversation(messages, client=scripted(PAUSED, refusal))
    assert_can_go_on(messages)


@pytest.mark.parametrize(
    "blocks",
    [
        [tool_use(1, "a") | {"id": ""}],
        [tool_use(1, "a") | {"id": "no spaces"}],
        [tool_use(1, "a"), tool_use(1, "b")],
        [tool_use(1, "a") | {"input": "[]"}],
        [tool_use(1, "")],
        [{"type": "text", "text": None}],
        [{"text": "no type"}],
        ["not a block"],
        [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "x"}],
        [{"type": "text", "text": "\ud83d"}],
        [tool_use(1, "a", b="\ud83d")],
        [tool_use(1, "a", b=float("nan"))],
    ],
    ids=[
        "no id",
        "bad id",
        "same id twice",
        "input is a string",
        "no name",
        "text is null",
        "no type",
        "not a block",
        "a tool_result",
        "half an emoji in a text",
        "half an emoji in an input",
        "not a number",
    ],
)
def test_a_reply_that_the_api_would_not_take_back_is_not_stored(blocks):
    messages = question()
    client = client_of(a_body("tool_use", *blocks))
    with pytest.raises(ConversationStopped) as stopped:
        run_conversation(messages, tool_schemas, client=client)
    assert stopped.value.reason == "unusable_reply"
    assert_can_go_on(messages)


@pytest.mark.parametrize("body", [{"foo": 1}, [], "hello", None], ids=repr)
def test_an_answer_that_is_no_message_is_not_stored(body):
    messages = question()
    with pytest.raises(ConversationStopped, match="not a Message"):
        run_conversation(messages, client=client_of(body))
    assert roles(messages) == "u"


def test_a_search_that_never_finished_is_left_out_but_not_its_text():
    messages = question()
    run_conversation(messages, client=scripted(PAUSED, FINAL))
    assert roles(messages) == "ua"
    assert_can_go_on(messages)


def test_an_id_that_was_used_in_an_earlier_turn_is_not_stored():
    client = offline_client(lambda _: ASKS)
    messages = question()
    with pytest.raises(ConversationStopped, match="used before"):
        run_conversation(messages, tool_schemas, client=client)
    assert_can_go_on(messages)


def test_the_same_failure_three_times_is_pointed_out_to_claude():
    asks = {"content": [UNKNOWN], "stop_reason": "tool_use"}
    messages = question()
    run_conversation(messages, tool_schemas, client=scripted(asks, asks, asks, FINAL))
    contents = [message["content"][0]["content"] for message in messages[2:7:2]]
    assert ["Do not repeat it" in content for content in contents] == [
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    "error",
    [
        ApiError(529, "overloaded_error", "Overloaded"),
        ApiError(400, "invalid_request_error", "no"),
    ],
    ids=["529", "400"],
)
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_an_api_error_on_any_turn_leaves_a_history_to_go_on_with(error, turn):
    messages = question()
    with pytest.raises(anthropic.APIStatusError):
        run_conversation(messages, tool_schemas, client=scripted(*[ASKS] * turn, error))
    assert roles(messages) == "u" + "au" * turn
    assert_can_go_on(messages)


@pytest.mark.parametrize("interrupted_tool", [0, 1, 2])
def test_an_interrupt_in_a_tool_keeps_finished_results_and_answers_the_rest(
    interrupted_tool,
):
    runs = []

    def run_tool(name, tool_input):
        runs.append(name)
        if len(runs) == interrupted_tool + 1:
            raise KeyboardInterrupt
        return "done"

    messages = question()
    three = {"content": [NOW, UNKNOWN, NOW], "stop_reason": "tool_use"}
    with pytest.raises(KeyboardInterrupt):
        run_conversation(messages, tool_schemas, run_tool, client=scripted(three))
    contents = [block["content"] for block in messages[2]["content"]]
    assert contents[:interrupted_tool] == ['"done"'] * interrupted_tool
    begun, *rest = contents[interrupted_tool:]
    assert "may have taken effect" in begun
    assert all("interrupted before this tool began" in content for content in rest)
    assert_can_go_on(messages)


def test_a_tool_that_changes_its_input_does_not_change_the_history():
    def careless(name, tool_input):
        tool_input.clear()
        tool_input["x"] = object()
        return "done"

    asks = {"content": [tool_use(1, "a", city="Paris")], "stop_reason": "tool_use"}
    messages = question()
    run_conversation(messages, tool_schemas, careless, client=scripted(asks, FINAL))
    assert plain(messages)[1]["content"][0]["input"] == {"city": "Paris"}


def test_messages_that_are_no_list_say_how_to_start():
    with pytest.raises(TypeError, match=r"start with messages = \[\]"):
        run_conversation("What time is it?", client=scripted())


def test_a_stopped_conversation_survives_a_copy():
    with pytest.raises(ConversationStopped) as stopped:
        run_conversation(question(), max_turns=1, client=scripted(ASKS))
    again = copy.copy(stopped.value)
    assert (again.reason, str(again)) == ("max_turns", str(stopped.value))


def test_an_interrupt_in_a_call_leaves_a_history_to_go_on_with():
    messages = question()
    with pytest.raises(KeyboardInterrupt):
        run_conversation(
            messages, tool_schemas, client=scripted(ASKS, KeyboardInterrupt())
        )
    assert roles(messages) == "uau"
    assert_can_go_on(messages)


def test_a_turn_that_waits_for_a_server_tool_too_goes_back_as_it_came():
    requests, client = sent_to(MIXED, FOUND)
    messages = run_conversation(question(), tool_schemas, client=client)
    turn, results = requests[1]["messages"][1:]
    assert turn["content"] == MIXED["content"]
    assert [block["tool_use_id"] for block in results["content"]] == [NOW["id"]]
    assert [kinds(message) for message in messages[1:]] == [
        ["thinking", "text", "server_tool_use", "tool_use"],
        ["tool_result"],
        ["web_search_tool_result", "text"],
    ]
    assert_can_go_on(messages)


def interrupts(name, tool_input):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("after", "run_tool", "max_turns", "error"),
    [
        ([], interrupts, 10, KeyboardInterrupt),
        ([KeyboardInterrupt()], None, 10, KeyboardInterrupt),
        ([ApiError(529, "overloaded_error", "no")], None, 10, anthropic.APIError),
        ([{"content": [], "stop_reason": "refusal"}], None, 10, ConversationStopped),
        ([], None, 1, ConversationStopped),
        ([PAUSED], None, 2, ConversationStopped),
        ([FINAL], None, 10, None),
    ],
    ids=["tool", "call", "api", "refusal", "bound", "pause", "never finished"],
)
def test_a_search_that_never_finished_goes_and_what_our_tool_did_stays(
    after, run_tool, max_turns, error
):
    messages, options = question(), {"max_turns": max_turns}
    if run_tool is not None:
        options["run_tool"] = run_tool
    client = scripted(MIXED, *after)
    with pytest.raises(error) if error else nullcontext():
        run_conversation(messages, tool_schemas, client=client, **options)
    assert kinds(messages[1]) == ["thinking", "text", "tool_use"]
    assert kinds(messages[2]) == ["tool_result"]
    assert_can_go_on(messages)


def test_a_loop_that_is_left_while_a_search_waits_leaves_whole_turns():
    messages = question()
    loop = turns(messages, tool_schemas, client=scripted(MIXED))
    next(loop)
    loop.close()
    assert kinds(messages[1]) == ["thinking", "text", "tool_use"]
    assert_can_go_on(messages)


def test_thinking_after_a_search_that_never_finished_goes_with_it():
    reply = {"content": [TEXT, SEARCH, THINKING, NOW], "stop_reason": "tool_use"}
    messages = question()
    with pytest.raises(ConversationStopped):
        run_conversation(messages, max_turns=1, client=scripted(reply))
    assert kinds(messages[1]) == ["text", "tool_use"]


def test_the_container_of_an_answer_goes_out_with_the_calls_after_it():
    requests, client = sent_to(CALLED_BY_CODE, ASKS | {"content": [UNKNOWN]}, FINAL)
    run_conversation(question(), tool_schemas, client=client)
    containers = [request.get("container") for request in requests]
    assert containers == [None, "container_1", "container_1"]


def test_what_waiting_code_has_called_goes_with_it_but_not_our_tool():
    messages, (_, client) = question(), sent_to(CALLED_BY_CODE)
    with pytest.raises(ConversationStopped):
        run_conversation(messages, tool_schemas, max_turns=1, client=client)
    [use] = plain(messages)[1]["content"]
    assert (use["name"], "caller" in use) == (NOW["name"], False)
    assert_can_go_on(messages)


def test_a_pause_that_asks_for_our_tool_gets_its_result():
    paused = MIXED | {"stop_reason": "pause_turn"}
    requests, client = sent_to(paused, FOUND)
    run_conversation(question(), tool_schemas, client=client)
    assert kinds(requests[1]["messages"][2]) == ["tool_result"]


def test_after_an_error_in_a_pause_the_same_call_can_be_made_again():
    error = ApiError(529, "overloaded_error", "Overloaded")
    messages = question()
    said = PAUSED | {"content": [TEXT, SEARCH]}
    with pytest.raises(anthropic.APIStatusError):
        run_conversation(messages, client=scripted(said, error))
    run_conversation(messages, client=scripted(FINAL))
    assert roles(messages) == "ua"


def test_a_cut_reply_keeps_its_text_but_not_its_search():
    cut = {"content": [TEXT, SEARCH], "stop_reason": "max_tokens"}
    messages = question()
    with pytest.raises(ConversationStopped, match="max_tokens"):
        run_conversation(messages, client=scripted(cut))
    assert kinds(messages[1]) == ["text"]
    assert_can_go_on(messages)


def test_tools_that_can_be_read_only_once_go_out_with_every_call():
    requests, client = sent_to(ASKS, FINAL)
    run_conversation(question(), (schema for schema in tool_schemas), client=client)
    assert [request["tools"] for request in requests] == [tool_schemas] * 2


@pytest.mark.parametrize(
    ("run_tool", "what_to_do"),
    [
        ({"look": print}, r"lambda name, tool_input: registry\[name\]"),
        ([print], r"called as run_tool\(name, tool_input\); got a list"),
        (None, "got a NoneType"),
    ],
    ids=["registry", "list", "None"],
)
@pytest.mark.parametrize(
    "use",
    [
        lambda run_tool: run_tools([NOW], run_tool),
        lambda run_tool: run_conversation(
            question(), tool_schemas, run_tool, client=scripted()
        ),
    ],
    ids=["run_tools", "run_conversation"],
)
def test_what_cannot_run_a_tool_is_refused_before_any_call(use, run_tool, what_to_do):
    with pytest.raises(TypeError, match=what_to_do):
        use(run_tool)


def test_half_an_emoji_from_a_tool_is_replaced_and_the_loop_goes_on():
    requests, client = sent_to(ASKS, FINAL)
    run_conversation(question(), tool_schemas, lambda *_: "smile \ud83d", client=client)
    [result] = requests[1]["messages"][2]["content"]
    assert result["content"] == '"smile \ufffd"'


def interrupt_at(line: int):
    """A tracer that stands for a Ctrl-C at the n-th line that the loop executes."""
    left = line

    def trace(frame, event, argument):
        nonlocal left
        if frame.f_code.co_filename != conversation.__file__:
            return None
        if event == "line" and frame.f_code.co_name in ("turns", "record"):
            left -= 1
            if left == 0:
                raise KeyboardInterrupt
        return trace

    return trace


def test_an_interrupt_at_any_line_of_the_loop_leaves_a_history_to_go_on_with():
    line, is_interrupted = 0, True
    while is_interrupted:
        line, messages = line + 1, question()
        client, before = scripted(MIXED, FOUND_AND_ASKS, FINAL), sys.gettrace()
        sys.settrace(interrupt_at(line))
        try:
            run_conversation(messages, tool_schemas, client=client)
            is_interrupted = False
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)
        assert_can_go_on(messages)
    assert line > 40


REPLIES = st.builds(
    lambda content, stop_reason: {"content": content, "stop_reason": stop_reason},
    st.lists(
        st.sampled_from(
            [
                TEXT,
                NOW,
                UNKNOWN,
                {"type": "text", "text": "  "},
                tool_use(1, "set_reminder", content="", timestamp="never"),
            ]
        ),
        max_size=4,
    ).flatmap(lambda blocks: st.sampled_from([blocks, [THINKING, *blocks]])),
    st.sampled_from(
        ["tool_use"] * 6 + ["end_turn", "max_tokens", "refusal", "stop_sequence", "odd"]
    ),
)
STEPS = st.one_of(
    REPLIES,
    REPLIES,
    st.sampled_from([PAUSED, MIXED, MIXED, FOUND, FOUND_AND_ASKS]),
    st.just(ApiError(529, "overloaded_error", "Overloaded")),
    st.builds(KeyboardInterrupt),
)
OUTCOMES = st.sampled_from(
    ["fine", None, object(), ValueError("no"), KeyError("k"), KeyboardInterrupt()]
)


ENDINGS = (ConversationStopped, anthropic.APIError, KeyboardInterrupt)


@contextmanager
def quiet():
    """No tracebacks of the many tools that fail on purpose."""
    logger = logging.getLogger("helpers")
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(logging.NOTSET)


@settings(max_examples=150, deadline=None)
@given(
    script=st.lists(STEPS, min_size=1, max_size=6),
    outcomes=st.lists(OUTCOMES, min_size=1, max_size=5),
    max_turns=st.integers(1, 6),
    rounds=st.integers(1, 3),
)
def test_whatever_happens_the_history_can_be_gone_on_with(
    script, outcomes, max_turns, rounds
):
    turns = iter(outcomes * 50)

    def run_tool(name, tool_input):
        outcome = next(turns)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    messages = question()
    for _ in range(rounds):
        client = scripted(*script, *[FINAL] * max_turns)
        with quiet(), suppress(*ENDINGS):
            run_conversation(
                messages, tool_schemas, run_tool, max_turns=max_turns, client=client
            )
        assert_can_go_on(messages)
        add_user_message(messages, "And now?")

"""connect, chat, and the message functions."""

import anthropic
import pytest
from anthropic.types import Message

import helpers
from helpers import add_assistant_message, add_user_message, chat, text_from_message
from helpers.helpers import DEFAULT_MODEL, default_client
from helpers.offline import offline_client
from helpers.samples import NOW, TEXT, THINKING, a_message

KEY = "sk-ant-not-a-key"


@pytest.fixture(autouse=True)
def offline_without_a_key(monkeypatch):
    for name in ("COURSE_LIVE", "ANTHROPIC_API_KEY", "ANTHROPIC_MODEL"):
        monkeypatch.delenv(name, raising=False)


def echo_client(seen: list):
    """A client whose requests land in a list."""

    def reply(request: dict) -> dict:
        seen.append(request)
        return {"content": [TEXT], "stop_reason": "end_turn"}

    return offline_client(reply)


def test_chat_returns_the_whole_message():
    answer = chat([{"role": "user", "content": "Hello!"}])
    assert isinstance(answer, Message)
    assert answer.stop_reason == "end_turn"


def test_chat_sends_only_what_is_set():
    seen = []
    chat([{"role": "user", "content": "Hi"}], "", [], [], client=echo_client(seen))
    assert set(seen[0]) == {"model", "max_tokens", "messages"}
    assert seen[0]["model"] == DEFAULT_MODEL


def test_chat_sends_every_option_that_is_set():
    seen, tools = [], [helpers.tools.get_current_datetime_schema]
    options = {"system": "Be brief.", "stop_sequences": ["END"], "tools": tools}
    messages = [{"role": "user", "content": "Hi"}]
    chat(messages, **options, max_tokens=50, client=echo_client(seen))
    assert seen[0] == options | {
        "model": DEFAULT_MODEL,
        "max_tokens": 50,
        "messages": messages,
    }


def test_the_model_can_be_chosen_for_all_or_for_one_call(monkeypatch):
    seen, messages = [], [{"role": "user", "content": "Hi"}]
    monkeypatch.setenv("ANTHROPIC_MODEL", "claude-sonnet-5-5")
    chat(messages, client=echo_client(seen))
    chat(messages, model="claude-opus-5-5", client=echo_client(seen))
    assert [request["model"] for request in seen] == [
        "claude-sonnet-5-5",
        "claude-opus-5-5",
    ]


def test_the_default_model_is_not_a_deprecated_one():
    assert DEFAULT_MODEL not in anthropic._data.DEPRECATED_MODELS


@pytest.mark.parametrize("add", [add_user_message, add_assistant_message])
@pytest.mark.parametrize("given", ["Hello", [TEXT], [NOW]], ids=["str", "text", "tool"])
def test_a_string_or_a_list_of_blocks_is_stored_as_it_is(add, given):
    messages = []
    add(messages, given)
    assert messages[0]["content"] == given


@pytest.mark.parametrize("add", [add_user_message, add_assistant_message])
def test_of_a_message_only_its_content_is_stored(add):
    messages = []
    add(messages, a_message(THINKING, TEXT, NOW))
    assert [block.type for block in messages[0]["content"]] == [
        "thinking",
        "text",
        "tool_use",
    ]


def test_blank_text_that_the_api_would_refuse_is_not_stored():
    messages = []
    add_assistant_message(messages, a_message({"type": "text", "text": " \n"}, NOW))
    assert [block.type for block in messages[0]["content"]] == ["tool_use"]


@pytest.mark.parametrize("blocks", [[], [THINKING], [{"type": "text", "text": ""}]])
def test_a_turn_that_says_nothing_is_not_stored(blocks):
    messages = []
    add_assistant_message(messages, a_message(*blocks))
    assert messages == []


@pytest.mark.parametrize("add", [add_user_message, add_assistant_message])
@pytest.mark.parametrize("wrong", [5, None, ("a",), {"type": "text"}], ids=repr)
def test_a_wrong_type_says_what_to_pass_and_adds_nothing(add, wrong):
    messages = []
    with pytest.raises(TypeError, match="Expected a string, a list of content blocks"):
        add(messages, wrong)
    assert messages == []


@pytest.mark.parametrize("wrong", ["Hello", None, {}], ids=repr)
def test_messages_that_are_no_list_say_how_to_start(wrong):
    with pytest.raises(TypeError, match=r"start with messages = \[\]"):
        chat(wrong)
    with pytest.raises(TypeError, match=r"start with messages = \[\]"):
        add_user_message(wrong, "Hello")


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (a_message(TEXT, NOW, TEXT), "Let me look.\nLet me look."),
        (a_message(THINKING, TEXT), "Let me look."),
        (a_message(NOW), ""),
        (a_message(), ""),
        ({"role": "user", "content": "Hello"}, "Hello"),
        ([TEXT, NOW], "Let me look."),
    ],
)
def test_text_from_message_finds_the_text_blocks(message, text):
    assert text_from_message(message) == text


def test_a_key_in_the_environment_alone_starts_no_bill(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    assert helpers.connect().api_key != KEY


def test_live_uses_the_key_and_the_server_of_the_environment(monkeypatch):
    monkeypatch.setenv("COURSE_LIVE", "1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    client = helpers.connect(max_retries=0)
    assert client.api_key == KEY
    assert str(client.base_url) == "http://127.0.0.1:9"
    assert KEY not in repr(client)


def test_live_without_a_key_says_exactly_what_to_set(monkeypatch):
    monkeypatch.setenv("COURSE_LIVE", "1")
    with pytest.raises(RuntimeError, match="ANTHROPIC_API_KEY is not set"):
        chat([{"role": "user", "content": "Hi"}])


def test_a_corrected_key_is_used_without_a_restart(monkeypatch):
    monkeypatch.setenv("COURSE_LIVE", "1")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    seen = []
    for key in ("wrong", "right"):
        monkeypatch.setenv("ANTHROPIC_API_KEY", key)
        seen.append(helpers.helpers.current_client().api_key)
    assert seen == ["wrong", "right"]


@pytest.mark.parametrize("ending", ["\n", "\r", " ", "\t", "é"])
def test_a_key_that_cannot_be_sent_is_refused_and_not_quoted(ending, monkeypatch):
    monkeypatch.setenv("COURSE_LIVE", "1")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY + ending)
    with pytest.raises(RuntimeError, match="Set it again, to the key alone") as refused:
        helpers.connect()
    assert KEY not in str(refused.value)


def test_a_key_given_to_connect_is_enough(monkeypatch):
    monkeypatch.setenv("COURSE_LIVE", "1")
    assert helpers.connect(api_key="given").api_key == "given"


def test_the_model_of_another_server_does_not_disturb_the_stand_in(monkeypatch):
    monkeypatch.setenv("ANTHROPIC_MODEL", "llama3.2")
    assert chat([{"role": "user", "content": "Hello!"}]).model == DEFAULT_MODEL


@pytest.mark.parametrize("use", [text_from_message, helpers.run_tools])
def test_the_whole_conversation_in_place_of_one_message_is_pointed_out(use):
    messages = [{"role": "user", "content": "Hello!"}]
    with pytest.raises(TypeError, match=r"the last one is messages\[-1\]"):
        use(messages)


def test_a_list_of_strings_is_no_list_of_blocks():
    with pytest.raises(TypeError, match="one of the items is 'hi'"):
        add_user_message([], ["hi"])


def test_a_list_of_blocks_is_copied_into_the_history():
    messages, blocks = [], [TEXT]
    add_user_message(messages, blocks)
    blocks.clear()
    assert messages[0]["content"] == [TEXT]


def test_a_live_switch_that_cannot_be_read_is_refused(monkeypatch):
    monkeypatch.setenv("COURSE_LIVE", "maybe")
    with pytest.raises(ValueError, match="COURSE_LIVE is neither 1 nor 0"):
        helpers.connect()


def test_a_default_client_holds_for_its_block_only():
    seen, messages = [], [{"role": "user", "content": "Hi"}]
    with default_client(echo_client(seen)):
        chat(messages)
    chat(messages)
    assert len(seen) == 1


def test_what_the_api_refuses_arrives_as_the_sdks_own_error():
    with pytest.raises(anthropic.BadRequestError, match="at least one message"):
        chat([])


HELLO = [{"role": "user", "content": "Hi"}]
HALF = "smile \ud83d"


def test_tools_may_be_any_row_of_schemas_and_go_out_as_a_list():
    seen, schema = [], helpers.tools.get_current_datetime_schema
    chat(HELLO, tools=(each for each in [schema]), client=echo_client(seen))
    chat(HELLO, tools=(schema,), client=echo_client(seen))
    assert [request["tools"] for request in seen] == [[schema], [schema]]


@pytest.mark.parametrize(
    ("tools", "what_to_do"),
    [
        ([print], r"is a schema, .* tools\[0\] is a builtin_function_or_method"),
        ([{"name": "a"}, "b"], r"tools\[1\] is a str"),
        ({"name": "a"}, r"brackets, too: tools=\[schema\]; got a dict"),
        ("get_current_datetime", "got a str"),
        (chat, "got a function"),
        (5, "got an int"),
    ],
    ids=["function", "name", "one schema", "text", "the function itself", "number"],
)
def test_tools_that_are_no_list_of_schemas_say_what_to_give(tools, what_to_do):
    with pytest.raises(TypeError, match=what_to_do):
        chat(HELLO, tools=tools, client=echo_client([]))


@pytest.mark.parametrize(
    ("client", "what_to_do"),
    [
        (anthropic.AsyncAnthropic(api_key="none"), "has to be awaited: give connect"),
        (anthropic.Anthropic, "got the class Anthropic, which needs brackets"),
        (helpers.connect, "got a function"),
        ("sk-ant-not-a-key", "got a str"),
    ],
    ids=["async", "class", "function", "key"],
)
def test_a_client_of_a_wrong_kind_says_what_to_give(client, what_to_do):
    with pytest.raises(TypeError, match=what_to_do) as refused:
        chat(HELLO, client=client)
    assert KEY not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"messages": [*HELLO, {"role": "user", "content": HALF}]}, "messages[1]"),
        (
            {"messages": [{"role": "user", "content": [TEXT, TEXT | {"text": HALF}]}]},
            "messages[0]['content'][1]['text'] holds half an emoji ('\\ud83d' at "
            "character 6)",
        ),
        ({"messages": HELLO, "system": HALF}, "system holds"),
        ({"messages": HELLO, "stop_sequences": ["a", HALF]}, "stop_sequences[1]"),
        (
            {"messages": HELLO, "tools": [{"name": "look", "input_schema": {HALF: 1}}]},
            "a key of tools[0]['input_schema'] holds",
        ),
    ],
    ids=["text", "block", "system", "stop_sequences", "schema"],
)
def test_half_an_emoji_is_told_with_its_place_and_what_to_do(given, place):
    with pytest.raises(ValueError, match="Mend it: text") as refused:
        chat(**given)
    assert place in str(refused.value)


def test_half_an_emoji_in_an_object_of_the_sdk_is_told_with_its_place():
    content = a_message(TEXT | {"text": HALF}).content
    with pytest.raises(ValueError, match=r"messages\[1\]\['content'\]\[0\]\['text'\]"):
        chat([*HELLO, {"role": "assistant", "content": content}])


def test_another_text_that_cannot_be_encoded_keeps_its_own_error():
    client = offline_client(default_headers={"x-name": HALF})
    with pytest.raises(UnicodeEncodeError):
        chat(HELLO, client=client)

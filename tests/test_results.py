"""One tool_result for each tool_use, whatever the tool does."""

import json
import subprocess
import sys
from datetime import datetime

import pytest

from helpers import run_tools
from helpers.offline.rules import check_request
from helpers.results import MAX_RESULT_CHARACTERS
from helpers.samples import IN_A_WEEK, NOW, NOW_AGAIN, TEXT, UNKNOWN, a_message
from helpers.tools import tool_schemas


def result_of(output) -> dict:
    """The tool_result for a tool that gives this output, or raises it."""

    def run_tool(name, tool_input):
        if isinstance(output, BaseException):
            raise output
        return output

    [block] = run_tools(a_message(NOW), run_tool)
    return block


def test_results_come_in_the_order_of_the_requests_with_their_ids():
    results = run_tools(a_message(TEXT, NOW, IN_A_WEEK, NOW_AGAIN))
    assert [block["tool_use_id"] for block in results] == [
        "toolu_1",
        "toolu_2",
        "toolu_3",
    ]
    assert "2024-03-18" in results[1]["content"]


def test_a_message_without_requests_gives_no_results():
    assert run_tools(a_message(TEXT)) == []
    assert run_tools("Hello") == []


def test_blocks_as_dicts_are_answered_too():
    [block] = run_tools([TEXT, NOW])
    assert block["tool_use_id"] == "toolu_1"


@pytest.mark.parametrize(
    "output", ["à 15h, 牙醫", {"a": [1, None]}, 0, "", False, [], 1.5], ids=repr
)
def test_a_result_is_readable_json(output):
    block = result_of(output)
    assert json.loads(block["content"]) == output
    assert block["is_error"] is False


def test_accents_and_chinese_stay_readable():
    assert result_of("à 15h, 牙醫")["content"] == '"à 15h, 牙醫"'


def test_none_is_never_a_silent_null():
    block = result_of(None)
    assert block["is_error"] is True
    assert "returned nothing (None)" in block["content"]


CIRCULAR: list = []
CIRCULAR.append(CIRCULAR)


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        ({"now": datetime(2024, 3, 11)}, "Object of type datetime is not JSON"),
        ({1, 2}, "Object of type set is not JSON"),
        (float("nan"), "not JSON compliant"),
        (CIRCULAR, "Circular reference"),
    ],
    ids=["datetime", "set", "nan", "circular"],
)
def test_a_result_that_is_not_json_is_an_error_with_its_reason(output, reason):
    block = result_of(output)
    assert block["is_error"] is True
    assert reason in block["content"]


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("Unknown unit"), "Error: Unknown unit"),
        (KeyError("city"), "Error: KeyError('city')"),
        (ValueError(), "Error: ValueError()"),
        (RuntimeError("down"), "Error: RuntimeError('down')"),
        (StopIteration(), "Error: StopIteration()"),
    ],
    ids=["written", "key", "empty", "runtime", "stop"],
)
def test_a_failing_tool_is_an_error_with_a_text(error, text):
    block = result_of(error)
    assert block == {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": text,
        "is_error": True,
    }


def test_an_unknown_tool_is_an_error_that_names_it():
    [block] = run_tools(a_message(UNKNOWN))
    assert block["is_error"] is True
    assert block["content"].startswith("Error: Tool 'read_my_mind' not found")


def test_a_key_error_inside_a_tool_is_not_called_an_unknown_tool():
    assert "not found" not in result_of(KeyError("get_current_datetime"))["content"]


def test_the_traceback_of_a_failing_tool_stays_visible(caplog):
    result_of(ZeroDivisionError("our own bug"))
    assert "ZeroDivisionError: our own bug" in caplog.text
    assert "in run_tool" in caplog.text


def test_the_traceback_reaches_a_person_who_configured_nothing():
    program = (
        "from helpers import run_tools\n"
        "block = {'type': 'tool_use', 'id': 'toolu_1', 'name': 'nope', 'input': {}}\n"
        "run_tools([block])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "ValueError: Tool 'nope' not found" in done.stderr


class Unreadable(ValueError):
    def __str__(self):
        raise RuntimeError("even the error is broken")


def test_an_error_that_cannot_be_read_is_named_by_its_type(caplog):
    caplog.set_level("CRITICAL")
    assert result_of(Unreadable())["content"] == "Error: Unreadable"


def test_an_async_tool_is_named_as_what_it_is():
    async def later():
        return "too late"

    [block] = run_tools(a_message(NOW), lambda *_: later())
    assert "async function" in block["content"]


def test_a_huge_result_is_cut_and_says_so():
    content = result_of("x" * 1_000_000)["content"]
    assert len(content) < MAX_RESULT_CHARACTERS + 100
    assert content.endswith("[Cut here: 100,000 of 1,000,002 characters.]")


IMAGE = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="},
}
PAGE = {"type": "text", "text": "a page"}
DOCUMENT = {
    "type": "document",
    "source": {"type": "text", "media_type": "text/plain", "data": "a page"},
    "title": "Page",
}
FOUND = {
    "type": "search_result",
    "source": "https://example.com",
    "title": "Page",
    "content": [PAGE],
}


@pytest.mark.parametrize(
    "blocks",
    [[PAGE], [IMAGE], [PAGE, IMAGE], [DOCUMENT], [FOUND, FOUND]],
    ids=["text", "image", "text and image", "document", "search results"],
)
def test_a_list_of_content_blocks_is_sent_as_it_is(blocks):
    block = result_of(blocks)
    assert (block["content"], block["is_error"]) == (blocks, False)
    assert_accepted(block)


def assert_accepted(block: dict) -> None:
    messages = [
        {"role": "user", "content": "q"},
        {"role": "assistant", "content": [NOW]},
        {"role": "user", "content": [block]},
    ]
    check_request(
        {
            "model": "claude-haiku-5-5",
            "max_tokens": 10,
            "tools": tool_schemas,
            "messages": messages,
        }
    )


@pytest.mark.parametrize(
    "output",
    [
        [],
        [PAGE, "a page"],
        [PAGE, {"type": "thinking", "thinking": "hm"}],
        [{"type": "text"}],
        [{"type": "text", "text": " "}],
        [{"type": "text", "text": 5}],
        [{"type": "text", "text": "a page", "lines": 3}],
        [{"type": ["text"]}],
        [{"type": "document", "name": "a.pdf"}],
        [IMAGE | {"source": "a.png"}],
        [IMAGE | {"source": {"type": "base64", "data": "iVBORw0KGgo="}}],
        [IMAGE | {"source": DOCUMENT["source"]}],
        [{"type": "search_result", "source": "s", "title": "t"}],
        PAGE,
        {"content": [PAGE]},
    ],
    ids=repr,
)
def test_what_is_no_list_of_whole_blocks_stays_json(output):
    block = result_of(output)
    assert json.loads(block["content"]) == output
    assert block["is_error"] is False
    assert_accepted(block)


def test_blocks_of_the_sdk_become_dicts():
    assert result_of(a_message(TEXT).content)["content"] == [TEXT]


def test_a_tool_that_keeps_its_list_cannot_change_what_was_sent():
    kept = [PAGE | {}]
    block = result_of(kept)
    kept[0]["text"] = "another page"
    kept.clear()
    assert block["content"] == [PAGE]


def test_a_long_text_block_is_cut_and_an_image_is_not():
    image = IMAGE | {"source": IMAGE["source"] | {"data": "A" * 300_000}}
    text, same = result_of([PAGE | {"text": "x" * 300_000}, image])["content"]
    assert text["text"].endswith("[Cut here: 100,000 of 300,000 characters.]")
    assert same == image


def test_a_block_that_cannot_be_sent_is_an_error_in_words(caplog):
    data = IMAGE["source"] | {"data": b"bytes"}
    block = result_of([IMAGE | {"source": data}])
    assert block["is_error"] is True
    assert "bytes is not JSON serializable" in block["content"]


@pytest.mark.parametrize(
    ("text", "sent"),
    [
        ("a \ud83d b", "a \ufffd b"),
        ("\ude00", "\ufffd"),
        ("\ud83d\ude00", "\U0001f600"),
        ("\U0001f600", "\U0001f600"),
    ],
    ids=["first half", "second half", "both halves", "whole"],
)
def test_half_an_emoji_is_replaced_and_the_rest_stays(text, sent):
    assert json.loads(result_of({text: [text]})["content"]) == {sent: [sent]}
    assert result_of([PAGE | {"text": text}])["content"][0]["text"] == sent


def test_half_an_emoji_does_not_break_the_request(caplog):
    caplog.set_level("CRITICAL")  # what is logged could not be sent between workers
    result_of("\ud83d")["content"].encode("utf-8")
    result_of(ValueError("\ud83d"))["content"].encode("utf-8")


def test_an_interrupt_inside_a_tool_is_not_swallowed():
    with pytest.raises(KeyboardInterrupt):
        result_of(KeyboardInterrupt())

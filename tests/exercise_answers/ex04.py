"""Answers to exercise 04."""

import json

from exercise_answers.ex03 import OWN, block, round_trip
from helpers import run_tool, run_tools
from helpers.results import tool_requests
from helpers.samples import TEXT


def missing_in_a_loop(message, results):
    missing = [request.id for request in tool_requests(message)]
    for result in results:
        if result["tool_use_id"] in missing:
            missing.remove(result["tool_use_id"])
    return missing


def as_a_set(message, results):
    return {r.id for r in tool_requests(message)} - {b["tool_use_id"] for b in results}


def the_other_way(message, results):
    asked = [request.id for request in tool_requests(message)]
    return [b["tool_use_id"] for b in results if b["tool_use_id"] not in asked]


def names_for_ids(message, results):
    missing = missing_in_a_loop(message, results)
    return [r.name for r in tool_requests(message) if r.id in missing]


def answered_ids(message, results):
    missing = missing_in_a_loop(message, results)
    return [r.id for r in tool_requests(message) if r.id not in missing]


def backwards(message, results):
    return missing_in_a_loop(message, results)[::-1]


def all_that_differ(message, results):
    asked = [request.id for request in tool_requests(message)]
    answered = [result["tool_use_id"] for result in results]
    return [i for i in [*asked, *answered] if (i in asked) != (i in answered)]


def sorted_sets(message, results):
    return sorted(as_a_set(message, results))


def count_missing(message, results):
    return len(missing_in_a_loop(message, results))


def result_of(request) -> dict:
    return block(request, json.dumps(run_tool(request.name, request.input)))


def run_last(message):
    return [result_of(message.content[-1])]


def run_first(message):
    return [result_of(tool_requests(message)[0])]


def return_in_the_loop(message):
    results = []
    for request in tool_requests(message):
        results.append(result_of(request))
        return results
    return results


def append_after_the_loop(message):
    results = []
    for request in tool_requests(message):
        result = result_of(request)
    results.append(result)
    return results


def run_all_blocks(message):
    return [result_of(request) for request in message.content]


def one_date_for_all(message):
    return [block(request, "2024-03-18") for request in tool_requests(message)]


def run_all_but_texts(message):
    return [result_of(block) for block in message.content if block.type != "text"]


def one_id_for_all(message):
    first = tool_requests(message)[0].id
    return [block | {"tool_use_id": first} for block in run_tools(message)]


def one_dict(message):
    return run_tools(message)[0]


BOTH = round_trip("What time is it, and what day is 3 weeks after 2024-12-24?")


def with_results(results: list[dict]) -> list[dict]:
    return [*BOTH[:2], {"role": "user", "content": results}, BOTH[3]]


RESULTS = BOTH[2]["content"]
MADE_UP = [old | {"content": text} for old, text in zip(RESULTS, "ab", strict=True)]
OF_THE_PAGE = "What time is it, and what day is 30 days after 2024-05-01?"
FAILED = [RESULTS[0], RESULTS[1] | {"is_error": True}]

RIGHT = [
    ("missing_ids", missing_in_a_loop),
    ("run_every_tool", run_tools),
    ("own_questions", BOTH),
]
WRONG = [
    ("missing_ids", as_a_set, "Return a list of ids; got set"),
    ("missing_ids", the_other_way, "expected 1; got []"),
    ("missing_ids", all_that_differ, "A result without a request is no request"),
    ("missing_ids", names_for_ids, "The list must hold ids, such as 'toolu_2'"),
    ("missing_ids", answered_ids, "expected 0; got ['toolu_2'"),
    ("missing_ids", sorted_sets, "order of the requests; got ['toolu_1', 'toolu_2'"),
    ("missing_ids", backwards, "Keep the order of the requests; got ['toolu_3'"),
    ("missing_ids", count_missing, "Return a list of ids; got int"),
    ("run_every_tool", run_last, "Only the last tool_use block was run: toolu_3"),
    ("run_every_tool", run_first, "Only the first tool_use block was run: toolu_1"),
    ("run_every_tool", return_in_the_loop, "Only the first tool_use block was run"),
    ("run_every_tool", append_after_the_loop, "Only the last tool_use block was run"),
    ("run_every_tool", run_all_blocks, "run_every_tool raised AttributeError"),
    ("run_every_tool", one_date_for_all, "toolu_1: its result must hold what get_curr"),
    ("run_every_tool", run_all_but_texts, "With a thinking block before the tool_use"),
    ("run_every_tool", one_id_for_all, "Each tool_use_id is the id of its request"),
    ("run_every_tool", one_dict, "got dict. Is there a return?"),
    (
        "own_questions",
        with_results(MADE_UP),
        "get_current_datetime does not return 'a'",
    ),
    ("own_questions", round_trip(OF_THE_PAGE), "of the lesson or of this page"),
    (
        "own_questions",
        [*BOTH[:3], {"role": "assistant", "content": "Soon."}],
        "messages.3: the stand-in did not say 'Soon.'",
    ),
    ("own_questions", OWN, "The answer holds 1 tool_use block."),
    ("own_questions", BOTH[:3], "Expected question, requests, results, answer"),
    ("own_questions", with_results(RESULTS[:1]), "The API would refuse this history"),
    ("own_questions", with_results(FAILED), "These requests failed: toolu_"),
    (
        "own_questions",
        with_results([b | {"content": "done"} for b in RESULTS]),
        "All results have the same content",
    ),
    (
        "own_questions",
        with_results([b | {"content": [TEXT]} for b in RESULTS]),
        "All results have the same content",
    ),
]

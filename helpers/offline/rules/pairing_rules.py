"""Rules about tool calls and their results: each call has one, right after it."""

from collections import defaultdict
from operator import itemgetter

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.blocks import SERVER_RESULTS
from helpers.offline.rules.conversation import Conversation

# The result block of a server tool is named for the tool, but for these two.
RESULTS_OF = dict.fromkeys(
    ("tool_search_tool_regex", "tool_search_tool_bm25"), "tool_search_tool_result"
)


def tool_use_ids_are_unique(talk: Conversation) -> None:
    """No two calls of the conversation share an id.

    https://github.com/anthropics/claude-code/issues/21317
    """
    seen = set()
    for n, m, block in talk.blocks("tool_use"):
        if block["id"] in seen:
            refuse(f"messages.{n}.content.{m}: `tool_use` ids must be unique")
        seen.add(block["id"])


def calls_and_results_pair_up(talk: Conversation) -> None:
    """Every call is answered right after, and every result answers a call.

    A choice: of a result for a wrong id, the call without a result is reported.
    """
    if each_message_answers_the_one_before(talk):
        return
    for n in sorted({n for n, _, _ in talk.blocks("tool_use", "tool_result")}):
        role, blocks = talk.turns[n]
        if role == "assistant":
            calls_are_answered(talk, n, called_ids(blocks))
        elif role == "user":
            results_answer_the_message_before(talk, n)


def each_message_answers_the_one_before(talk: Conversation) -> bool:
    """Whether results pair up as nearly always: quicker told than what is wrong.

    Each message with calls is followed by their results, in order and before all else.
    """
    asked, answered = defaultdict(list), defaultdict(list)
    for n, _, block in talk.blocks("tool_use"):
        asked[n + 1].append(block["id"])
    for n, m, block in talk.blocks("tool_result"):
        if m != len(answered[n]):
            return False
        answered[n].append(block["tool_use_id"])
    return asked == answered


def called_ids(blocks: list[dict]) -> list[str]:
    return [block["id"] for block in blocks if block["type"] == "tool_use"]


def calls_are_answered(talk: Conversation, n: int, asked: list[str]) -> None:
    """Only the results that open the next message count.

    https://github.com/anthropics/claude-code/issues/6575
    https://github.com/QwenLM/qwen-code/pull/8165 (nothing stands before a result)
    """
    answered = leading_results(next_user_blocks(talk, n))
    missing = [id for id in asked if id not in answered]
    if missing:
        at = n + 1 if talk.role(n + 1) == "user" else n
        refuse(
            f"messages.{at}: `tool_use` ids were found without `tool_result` blocks "
            f"immediately after: {', '.join(missing)}. Each `tool_use` block must have "
            "a corresponding `tool_result` block in the next message."
        )


def leading_results(blocks: list[dict]) -> set[str]:
    """The ids that are answered before anything else stands between."""
    answered = set()
    for block in blocks:
        if block["type"] != "tool_result":
            break
        answered.add(block["tool_use_id"])
    return answered


def next_user_blocks(talk: Conversation, n: int) -> list[dict]:
    """The blocks of the user message after n; all of the user's in a row if split."""
    blocks = []
    while talk.role(n := n + 1) == "user":
        blocks += talk.turns[n][1]
        if not talk.split_results:
            break
    return blocks


def results_answer_the_message_before(talk: Conversation, n: int) -> None:
    """A result names a call of the previous message, which has no other result.

    https://github.com/decocms/studio/issues/1803
    https://github.com/Hmbown/Codewhale/issues/6378
    """
    before, answered = what_came_before(talk, n)
    calling = talk.role(before) == "assistant"
    asked = set(called_ids(talk.turns[before][1])) if calling else set()
    for m, block in enumerate(talk.turns[n][1]):
        if block["type"] != "tool_result":
            continue
        id = block["tool_use_id"]
        if id not in asked:
            refuse(
                f"messages.{n}.content.{m}: unexpected `tool_use_id` found in "
                f"`tool_result` blocks: {id}. Each `tool_result` block must have a "
                "corresponding `tool_use` block in the previous message."
            )
        if id in answered:
            refuse(
                f"messages.{n}.content.{m}: each tool_use must have a single result. "
                f"Found multiple `tool_result` blocks with id: {id}"
            )
        answered.add(id)


def what_came_before(talk: Conversation, n: int) -> tuple[int, set[str]]:
    """The index of the message that n answers, and the ids answered in between."""
    answered = set()
    before = n - 1
    while talk.split_results and talk.role(before) == "user":
        blocks = talk.turns[before][1]
        answered |= {b["tool_use_id"] for b in blocks if b["type"] == "tool_result"}
        before -= 1
    return before, answered


def server_results_have_their_call(talk: Conversation) -> None:
    """The result of a tool of the API's own comes after its call, in any message.

    https://github.com/anthropics/claude-code/issues/80439
    """
    results = talk.blocks(*SERVER_RESULTS)
    if not results:
        return
    called = {}
    for n, m, block in talk.blocks("server_tool_use"):
        called.setdefault(block["id"], (n, m))
    for n, m, block in sorted(results, key=itemgetter(0, 1)):
        id, kind = block["tool_use_id"], block["type"]
        if called.get(id, (n, m)) >= (n, m):
            refuse(
                f"messages.{n}.content.{m}: unexpected `tool_use_id` found in `{kind}` "
                f"blocks: {id}. Each `{kind}` block must have a corresponding "
                "`server_tool_use` block before it."
            )


def server_tools_have_finished(talk: Conversation) -> None:
    """The user adds nothing but results while a server tool is at work.

    https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons
    """
    if not talk.blocks("server_tool_use"):
        return
    unfinished = {}
    for role, blocks in talk.turns:
        for block in blocks:
            if block["type"] == "server_tool_use":
                unfinished[block["id"]] = block["name"]
            elif role == "assistant":
                unfinished.pop(block.get("tool_use_id"), None)
            elif unfinished and block["type"] != "tool_result":
                refuse_unfinished(*next(iter(unfinished.items())))


def refuse_unfinished(id: str, name: str) -> None:
    result = RESULTS_OF.get(name, f"{name}_tool_result")
    refuse(
        f"`{name}` tool use with id `{id}` was found without a corresponding "
        f"`{result}` block"
    )


PAIRING_RULES = (
    tool_use_ids_are_unique,
    calls_and_results_pair_up,
    server_results_have_their_call,
    server_tools_have_finished,
)

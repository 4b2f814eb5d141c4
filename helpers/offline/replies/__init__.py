"""The stand-in's answer to a request: a pure function that replays a story.

At each request the story runs from its start. A call that the conversation has
answered since the last question gets its result; the other calls of that turn go out
together. So cells can be run again, the history edited and calls sent in parallel.
Choices: no thinking block unless the request turns thinking on or the model cannot turn
it off; and a user text such as `call: roll_dice {"sides": 6}` calls exactly that, which
no real model promises.
"""

from helpers.offline.replies.calls import Call
from helpers.offline.replies.forced_calls import forced_calls
from helpers.offline.replies.phrases import say
from helpers.offline.replies.questions.understanding import Understood, understand
from helpers.offline.replies.replay import careful, next_turn, together
from helpers.offline.replies.stories import STORIES, WITHOUT_SECOND_TRY
from helpers.offline.rules.models import ALWAYS_THINKING
from helpers.offline.rules.signatures import next_signature


def reply(request: dict) -> dict:
    """The content and the stop reason of the stand-in's answer."""
    tools = [tool for tool in request.get("tools") or [] if "input_schema" in tool]
    understood = understand(request["messages"], tools)
    text, calls = answer(understood, tools)
    choice = request.get("tool_choice") or {"type": "auto"}
    if choice["type"] == "none" and calls:
        text, calls = say(understood.language, "calls_off", tool=calls[0].name), []
    if choice["type"] in ("any", "tool"):
        calls = forced_calls(calls, choice, understood, tools)
        # Tools that the API itself runs cannot be called here.
        text = "" if calls else say(understood.language, "stand_in")
    if choice.get("disable_parallel_tool_use"):
        calls = calls[:1]
    return message(thinking_blocks(request), text, calls)


def answer(understood: Understood, tools: list[dict]) -> tuple[str, list[Call]]:
    """The next text and the next calls, as the story goes on."""
    if not understood.goals:
        return say(understood.language, "stand_in"), []
    stories = []
    for goal in understood.goals:
        story = STORIES[goal.kind](goal)
        is_plain = goal.kind in WITHOUT_SECOND_TRY
        stories.append(story if is_plain else careful(story, goal.language))
    text, calls = next_turn(together(stories), understood.results)
    offered = {tool["name"] for tool in tools}
    dictated = {goal.tool for goal in understood.goals if goal.kind == "dictated"}
    refused = [call.name for call in calls if call.name not in offered | dictated]
    if refused:
        return not_offered(refused[0], understood.language), []
    return text, calls


def not_offered(name: str, language: str) -> str:
    """The honest sentence about a tool that the request does not offer."""
    phrase = "no_date_tool" if name == "get_current_datetime" else "no_tool"
    return say(language, phrase, tool=name)


def message(blocks: list[dict], text: str, calls: list[Call]) -> dict:
    """The reply: thinking first, then text, then the calls."""
    blocks += [{"type": "text", "text": text}] if text else []
    blocks += [{"type": "tool_use", "name": c.name, "input": c.input} for c in calls]
    return {"content": blocks, "stop_reason": "tool_use" if calls else "end_turn"}


def thinking_blocks(request: dict) -> list[dict]:
    """A thinking block without its text, as the API sends it, when thinking is on.

    A forced call has none:
    https://platform.claude.com/docs/en/models/haiku-5-5/migration-guide
    """
    if (request.get("tool_choice") or {}).get("type") in ("any", "tool"):
        return []
    asked = (request.get("thinking") or {}).get("type") in ("enabled", "adaptive")
    if not asked and request.get("model") not in ALWAYS_THINKING:
        return []
    signature = next_signature(request)
    return [{"type": "thinking", "thinking": "", "signature": signature}]

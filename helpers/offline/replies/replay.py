"""Replaying stories against the results that a conversation already holds."""

from collections import Counter, deque

from helpers.offline.replies.calls import Call, Story
from helpers.offline.replies.history import Result, Unreadable, call_key
from helpers.offline.replies.phrases import say


def next_turn(story: Story, unused: dict[str, deque]) -> tuple[str, list[Call]]:
    """The text and the calls of the story's next turn; no calls when it has ended."""
    results = None
    while True:
        try:
            turn = story.send(results)
        except StopIteration as end:
            return end.value, []
        results, unanswered = [], []
        for call in calls_of(turn):
            known = unused.get(call_key(call.name, call.input))
            results.append(known.popleft() if known else unanswered.append(call))
        if unanswered:
            return " ".join(text for text in turn if isinstance(text, str)), unanswered


def calls_of(turn: list) -> list[Call]:
    """The calls of a turn, without the sentence before them."""
    return [part for part in turn if isinstance(part, Call)]


def together(stories: list[Story]) -> Story:
    """All stories side by side: each turn asks once for all that any of them needs."""
    answers: dict[int, str] = {}
    results: dict[int, list | None] = dict.fromkeys(range(len(stories)))
    while True:
        turns = {}
        for i in results:
            try:
                turns[i] = stories[i].send(results[i])
            except StopIteration as end:
                answers[i] = end.value
        if not turns:
            return "\n".join(answers[i] for i in sorted(answers))
        keyed = {i: by_key(turn) for i, turn in turns.items()}
        parts = {
            key: part for of_story in keyed.values() for key, part in of_story.items()
        }
        shared = yield list(parts.values())
        known = dict(zip(keys_of_calls(parts), shared, strict=True))
        results = {
            i: [known[key] for key in keys_of_calls(of_story)]
            for i, of_story in keyed.items()
        }


def by_key(turn: list) -> dict[tuple, str | Call]:
    """The parts of a turn under what they share with those of another story.

    The key counts, because one story may ask for the same twice: two dice.
    """
    keyed, times = {}, Counter()
    for part in turn:
        key = part if isinstance(part, str) else call_key(part.name, part.input)
        keyed[key, times[key]] = part
        times[key] += 1
    return keyed


def keys_of_calls(parts: dict[tuple, str | Call]) -> list[tuple]:
    """The keys of the calls among the parts of a turn."""
    return [key for key, part in parts.items() if isinstance(part, Call)]


def careful(story: Story, language: str) -> Story:
    """The story with a second try for each failed call, and an honest end."""
    results = None
    while True:
        try:
            turn = story.send(results)
        except StopIteration as end:
            return end.value
        except Unreadable as unreadable:
            return say(language, "unreadable", text=unreadable)
        results = list((yield turn))
        wrong = [i for i, result in enumerate(results) if result.is_error]
        if not wrong:
            continue
        again = [second_try(calls_of(turn)[i], results[i]) for i in wrong]
        for i, call, result in zip(wrong, again, (yield again), strict=True):
            if result.is_error:
                return say(language, "failed", tool=call.name, text=result.plain)
            results[i] = result


def second_try(call: Call, result: Result) -> Call:
    """The corrected call, or the same one when nothing tells what was wrong."""
    return call.corrected(result.text) if call.corrected else call

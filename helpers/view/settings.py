"""What a call asks for differently from the call before it, in words.

Messages are what a conversation is made of; all the rest of a request is settings.
"""

import json

from helpers.recording import Exchange

NAMES = {"system": "system prompt"}
SHORT = 60  # characters of a value that is told, old and new
NO_SETTINGS = {"tools", "thread", "stream", "metadata"}  # told elsewhere, or no matter


def changed_settings(before: Exchange, now: Exchange) -> list[str]:
    """One phrase for each setting that is new, different or gone."""
    old, new = before.settings, now.settings
    if old is new or not (before.is_sent and now.is_sent):
        return []
    keys = [key for key in {**old, **new} if key not in NO_SETTINGS]
    changes = [_change(key, old, new) for key in keys if old.get(key) != new.get(key)]
    # A thread holds its tools on the server: they need not be sent again.
    is_threaded = isinstance(new.get("thread"), dict)
    return changes if is_threaded else _changed_tools(old, new) + changes


def _change(key: str, old: dict, new: dict) -> str:
    name = NAMES.get(key, key)
    if old.get(key) is None:
        return f"{name} is new" + _told(new[key], ": {}")
    if new.get(key) is None:
        return f"✖ no {name} now"
    values = _told(old[key], ": {}"), _told(new[key], " → {}")
    return name + "".join(values) if all(values) else f"{name} is another one"


def _told(value, words: str) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return words.format(text) if len(text) <= SHORT else ""


def _changed_tools(old: dict, new: dict) -> list[str]:
    before, now = ({_name(t): t for t in tools_of(s)} for s in (old, new))
    if before == now:
        return []
    if not now:
        return ["✖ offers no tools now"]
    added = [name for name in now if name not in before]
    gone = [name for name in before if name not in now]
    kept = [name for name in now if name in before and now[name] != before[name]]
    names = {"new tool": added, "✖ no longer offers": gone, "other schema of": kept}
    return [f"{what} {', '.join(these)}" for what, these in names.items() if these]


def _name(tool: dict) -> str:
    return str(tool.get("name") or tool.get("type"))


def tools_of(settings: dict) -> list[dict]:
    """The tools of a request, which may hold anything when the API refused it."""
    tools = settings.get("tools")
    tools = tools if isinstance(tools, list) else []
    return [tool for tool in tools if isinstance(tool, dict)]

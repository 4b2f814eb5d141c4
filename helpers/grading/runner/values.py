"""The student's values as JSON and back; `$` keys say what JSON cannot.

    $list      a list with a token, by which both ends know it again
    $tuple $set $ellipsis; $dict, pairs, because a key is no text
    $sdk       an object of the SDK, with the name of its type
    $function  a function of the student's, called by its number
    $tool      a tool of the course, by its name
    $callable  a function of the grader's: only its name travels
    $object    what is no data: only the name of its type travels

The grader's `wire.py` has the other half.
"""

MAX_DEPTH = 60

FUNCTIONS: list = []  # those of the student's that the grader may call, by their number
LISTS: dict = {}  # those that the grader knows, by their token


def encoded(value, depth: int = 0):
    """A value as JSON; at `depth` it stands within so many lists and dicts."""
    if depth > MAX_DEPTH:
        return {"$object": "something nested very deeply"}
    if value is None or type(value) in (bool, int, float, str):
        return value
    for kind, plain in PLAIN.items():
        if isinstance(value, kind):
            return plain(value)
    for kind, encode in ENCODE.items():
        if isinstance(value, kind):
            return encode(value, depth + 1)
    if callable(value) and not isinstance(value, type):
        return encoded_function(value)
    if hasattr(type(value), "model_fields"):
        return {"$sdk": type(value).__name__, "value": value.to_dict()}
    return {"$object": type(value).__name__}


def encoded_list(value: list, depth: int):
    """Near the top, a list has a token: the same list is known again."""
    items = [encoded(item, depth) for item in value]
    if depth > 2:
        return items
    token = next((token for token, known in LISTS.items() if known is value), None)
    if token is None:
        token = f"student {len(LISTS)}"
        LISTS[token] = value
    return {"$list": token, "value": items}


def encoded_dict(value: dict, depth: int) -> dict:
    """An object of JSON, or a list of pairs where a key is no text."""
    if all(type(key) is str for key in value):
        return {key: encoded(item, depth) for key, item in value.items()}
    pairs = [(encoded(key, 3), encoded(item, depth)) for key, item in value.items()]
    return {"$dict": pairs}


def encoded_function(function) -> dict:
    """A function's number, name and parameters; the course's tools go by name."""
    from helpers.tools import TOOLS

    name = getattr(function, "__name__", type(function).__name__)
    if TOOLS.get(name) is function:
        return {"$tool": name}
    FUNCTIONS.append(function)
    told = {"number": len(FUNCTIONS) - 1, "name": name}
    return {"$function": {**told, "parameters": parameters(function)}}


def parameters(function) -> list | None:
    """Each parameter's name, kind and whether it must be given; None if unknown."""
    import inspect

    try:
        named = inspect.signature(function).parameters.values()
    except ValueError:  # some of Python's own functions do not tell
        return None
    return [(p.name, p.kind.name, p.default is p.empty) for p in named]


# A subclass such as an enum's travels as what it holds, whatever it says of itself.
PLAIN = {
    str: str.__str__,
    int: lambda value: int.__add__(value, 0),
    float: lambda value: float.__add__(value, 0.0),
}
ENCODE = {
    list: encoded_list,
    tuple: lambda value, depth: {"$tuple": [encoded(item, depth) for item in value]},
    set: lambda value, depth: {"$set": [encoded(item, depth) for item in value]},
    dict: encoded_dict,
    type(...): lambda value, depth: {"$ellipsis": True},
}


def decoded(value):
    """A value that the grader sent."""
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if not isinstance(value, dict):
        return value
    for form, decode in DECODE.items():
        if form in value:
            return decode(value)
    return {key: decoded(item) for key, item in value.items()}


def decoded_list(value: dict) -> list:
    """The list of this token, with what the grader says that it holds."""
    known = LISTS.setdefault(value["$list"], [])
    known[:] = decoded(value["value"])
    return known


def decoded_sdk(value: dict):
    """An object of the SDK; its stop_reason may be one that the SDK does not know."""
    from anthropic import types as sdk

    fields = value["value"]
    known = {**fields, "stop_reason": None} if "stop_reason" in fields else fields
    made = getattr(sdk, value["$sdk"]).model_validate(known)
    if "stop_reason" in fields:
        made.stop_reason = fields["stop_reason"]
    return made


DECODE = {
    "$list": decoded_list,
    "$tuple": lambda value: tuple(decoded(value["$tuple"])),
    "$sdk": decoded_sdk,
    "$callable": lambda value: not_for_calling(value["$callable"]),
}


def not_for_calling(name: str):
    """Stands for a function of the grader's; only its name is here."""

    def function(*arguments, **options):
        raise NotImplementedError(f"{name} is here only by its name")

    return function

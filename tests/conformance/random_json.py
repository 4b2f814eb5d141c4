"""Random JSON, and a way to put some of it into a value, for the random tests."""

from hypothesis import strategies as st

KEYS = [
    *("role", "content", "type", "text", "id", "name", "input", "tool_use_id"),
    *("is_error", "cache_control", "caller", "thinking", "signature", "source"),
    *("citations", "output_config", "input_schema", "properties", "budget_tokens"),
    *("required", "items", "enum", "anyOf", "$ref", "minItems", "ttl", "tool_name"),
]
TYPES = ["text", "tool_use", "tool_result", "thinking", "image", "server_tool_use"]
WORDS = [
    *(*TYPES, "user", "assistant", "system", "toolu_1", "toolu_2", "", " ", "clock"),
    *("srvtoolu_1", "object", "array", "string", "#/properties/a"),
]

plain = st.none() | st.booleans() | st.integers() | st.floats()
words = st.sampled_from(WORDS) | st.text(max_size=5)
garbage = st.recursive(
    plain | words,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | words, inner, max_size=4)
    ),
    max_leaves=12,
)


def replaced(value: object, data: st.DataObject, new: object) -> object:
    """The value with something in it, chosen at random, replaced."""
    if not isinstance(value, dict | list) or not value or data.draw(st.booleans()):
        return new
    if isinstance(value, list):
        n = data.draw(st.integers(0, len(value) - 1))
        return [*value[:n], replaced(value[n], data, new), *value[n + 1 :]]
    key = data.draw(st.sampled_from(sorted(value)))
    return {**value, key: replaced(value[key], data, new)}

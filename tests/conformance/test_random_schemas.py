"""Random input schemas: the stand-in's check against the jsonschema library."""

import jsonschema
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_json import plain

from helpers.offline.rules.json_schema import HOLDERS, VALUES, is_json_schema

schema_words = sorted({*VALUES, *HOLDERS})
schema_leaves = plain | st.sampled_from(["string", "object", "a", "", "#", "x#y", 1.0])
schemas = st.recursive(
    schema_leaves,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(schema_words), inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=500, deadline=None)
@given(st.dictionaries(st.sampled_from(schema_words), schemas, max_size=4))
@example({"items": [{"type": "string"}]})
@example({"dependencies": {"a": ["b"], "c": {}}})
@example({"required": ["a", "a"]})
@example({"minLength": 1.0})
def test_the_schema_check_agrees_with_the_jsonschema_library(schema):
    validator = jsonschema.Draft202012Validator
    reference = validator(validator.META_SCHEMA)
    assert is_json_schema(schema) == reference.is_valid(schema)

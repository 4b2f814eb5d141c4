"""Notebooks of odd sizes and forms: what is right in them keeps its points."""

import json

import made_up
import pytest
from dodges import WRONG


def test_ten_thousand_cells_are_read(row_of):
    made = made_up.submission()
    many = [made_up.cell(f"c{i}", f"x{i} = {i}") for i in range(10_000)]
    made["cells"][1:1] = many
    row = row_of(made)
    assert row["state"] == "passed", row["reason"]


def test_answer_that_needs_more_code_than_can_be_sent_is_told_so(row_of):
    made = made_up.submission(run_tools="run_tools = x0")
    many = [
        made_up.cell(f"c{i}", f"x{i} = x{i + 1}  # {'.' * 9_000}") for i in range(50)
    ]
    made["cells"][1:1] = many[::-1]
    row = row_of(made)
    assert "characters; at most 200,000 are run" in row["reason"]
    assert row["answers"][1]["state"] == "passed"


def test_of_cells_with_the_same_id_the_last_counts(row_of):
    made = made_up.submission()
    copied = json.loads(json.dumps(made["cells"][2])) | {"source": WRONG}
    made["cells"].append(copied)
    row = row_of(made)
    assert row["answers"][0]["state"] == "not yet"
    assert "2 times; the last one counts" in row["answers"][0]["notes"][0]


@pytest.mark.parametrize(
    "changes",
    [
        {"id": {"a": 1}},
        {"metadata": []},
        {"metadata": {"tags": [{}, ["answer"]]}},
        {"source": {"a": 1}},
        {"source": ["a", 5]},
        {"cell_type": None},
    ],
    ids=str,
)
def test_cell_of_a_strange_form_stops_nothing(changes, row_of):
    made = made_up.submission()
    made["cells"].insert(1, made["cells"][1] | changes)
    row = row_of(made)
    assert row["state"] == "passed", row["reason"]


def test_schema_of_lists_in_lists_without_end_is_no_work_without_end(graded):
    deep = '{"type": "string"}'
    for _ in range(40):
        deep = f'{{"type": "array", "items": {deep}}}'
    text = made_up.RIGHT["own_tool"].replace('{"type": "string"}', deep)
    row = graded(own_tool=text.replace("text.split()", "str(text).split()"))
    assert row["answers"][2]["state"] == "not yet"

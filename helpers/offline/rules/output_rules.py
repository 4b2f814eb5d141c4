"""Rules about the parameter `output_config`: effort, and the schema of an answer."""

from helpers.offline.rules.api_error import refuse
from helpers.offline.rules.choices import own_words
from helpers.offline.rules.grammar_rules import grammar_problem
from helpers.offline.rules.json_schema import is_json_schema
from helpers.offline.rules.models import MODELS
from helpers.offline.rules.shapes import (
    fields,
    integer,
    json_object,
    nullable,
    one_of,
)


def answer_schema(value: object) -> str | None:
    """The problem of output_config.format.schema.

    https://github.com/veryfront/veryfront-code/issues/3918
    """
    if problem := json_object(value):
        return problem
    if not is_json_schema(value):
        return f": {own_words('answer schema')}"
    problem = grammar_problem(value)
    return problem and f": {problem}"


task_budget = fields(
    {"type": one_of("tokens"), "total": integer}, {"remaining": nullable(integer)}
)
json_format = fields({"type": one_of("json_schema"), "schema": answer_schema}, {})
shape = fields(
    {},
    {
        "effort": nullable(one_of("low", "medium", "high", "xhigh", "max")),
        "format": nullable(json_format),
        "task_budget": nullable(task_budget),
    },
)


def output_config(request: dict) -> None:
    """A known shape, and an effort that the model has."""
    if "output_config" not in request:
        return
    if problem := shape(request["output_config"]):
        refuse(f"output_config{problem}")
    if effort := request["output_config"].get("effort"):
        effort_fits(effort, request)


def effort_fits(effort: str, request: dict) -> None:
    """A level of the model, and one that does without thinking where that is off.

    https://github.com/TauricResearch/TradingAgents/issues/831 (no effort at all)
    https://github.com/anthropics/claude-code/issues/76689 (without thinking)
    The list of levels is quoted in public code, by two authors.
    """
    model = MODELS[request["model"]]
    if not model.efforts:
        refuse("This model does not support the effort parameter.")
    if effort not in model.efforts:
        refuse(
            f"This model does not support effort level '{effort}'. Supported levels: "
            f"{', '.join(sorted(model.efforts))}."
        )
    off = request.get("thinking", {}).get("type") == "disabled"
    if model.deep_effort_thinks and off and effort in ("xhigh", "max"):
        refuse(
            f"output_config.effort '{effort}' is not supported when thinking is "
            "disabled on this model. Use effort 'high' or below, or enable thinking."
        )

"""``schema``: a JSON Schema of all questions, made from the commands.

>>> found = command_schema(find_command("verify"))
>>> found["required"], found["properties"]["seconds"]["maximum"]
(['do', 'puzzle'], 600.0)
"""

from __future__ import annotations

from typing import Any

from nonet.protocol.command import KINDS, Command, Event, Parameter, command
from nonet.protocol.dispatch import command_names, find_command

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@command("schema", "What may be asked, as a JSON Schema: one of its commands each question is.")
def schema() -> Event:
    """Each command under ``$defs``."""
    return {
        "$schema": DIALECT,
        "title": "A question to nonet",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in command_names()],
        "$defs": {name: command_schema(find_command(name)) for name in command_names()},
    }


def command_schema(described: Command) -> dict[str, Any]:
    """The schema of a command's questions."""
    required = [parameter.name for parameter in described.parameters if parameter.required]
    return {
        "description": described.sentence,
        "type": "object",
        "properties": {
            "do": {"const": described.name},
            **{parameter.name: _parameter_schema(parameter) for parameter in described.parameters},
        },
        "required": ["do", *required],
        "additionalProperties": False,
    }


def _parameter_schema(parameter: Parameter) -> dict[str, Any]:
    kind = parameter.kind
    schema = {"description": parameter.description, **KINDS[kind].schema}
    for key, bound in zip(KINDS[kind].bounds, parameter.bounds, strict=False):
        if bound is not None:
            schema[key] = bound
    if parameter.choices:
        schema["enum"] = list(parameter.choices)
    if kind == "texts":  # one text is a list of one
        schema["type"] = ["array", "string"]
    if not parameter.required:
        kinds = schema["type"]
        schema["type"] = [*([kinds] if isinstance(kinds, str) else kinds), "null"]
        schema["default"] = parameter.default
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
    return schema

"""The peer of those who convert by a script: pydantic models for each step, one row after the other.

Written for this benchmark in the manner of the Agent Data Protocol (a trajectory is a list of typed actions and
observations; each row is validated by a raw schema, turned into models and dumped as JSON). It keeps what a chat
row says and nothing more.

usage: python pydantic_conversion.py INPUT.jsonl OUTPUT.jsonl BYTES
prints the bytes that were read and the seconds, start-up not counted, as JSON.
"""

import json
import sys
import time
from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, Field


class RawFunction(BaseModel):
    name: str
    arguments: str


class RawCall(BaseModel):
    id: str | None = None
    type: str | None = None
    function: RawFunction


class RawMessage(BaseModel):
    role: str
    content: str | None = None
    name: str | None = None
    tool_call_id: str | None = None
    tool_calls: list[RawCall] | None = None


class RawRow(BaseModel):
    model_config = {"extra": "allow"}
    instance_id: str
    messages: list[RawMessage]


class ApiAction(BaseModel):
    kind: Literal["api_action"] = "api_action"
    function: str
    kwargs: dict[str, Any]
    description: str | None = None


class MessageAction(BaseModel):
    kind: Literal["message_action"] = "message_action"
    content: str


class TextObservation(BaseModel):
    kind: Literal["text_observation"] = "text_observation"
    source: Literal["system", "user", "environment"]
    name: str | None = None
    content: str


Step = Annotated[Union[ApiAction, MessageAction, TextObservation], Field(discriminator="kind")]


class Trajectory(BaseModel):
    id: str
    content: list[Step]
    details: dict[str, Any]


def steps_of(message: RawMessage) -> list[BaseModel]:
    text = message.content or ""
    if message.role != "assistant":
        source = {"system": "system", "user": "user"}.get(message.role, "environment")
        return [TextObservation(source=source, name=message.name, content=text)]
    if not message.tool_calls:
        return [MessageAction(content=text)]
    return [
        ApiAction(
            function=call.function.name,
            kwargs=json.loads(call.function.arguments or "{}"),
            description=text or None,
        )
        for call in message.tool_calls
    ]


def convert(row: dict[str, Any]) -> Trajectory:
    raw = RawRow(**row)
    content = [step for message in raw.messages for step in steps_of(message)]
    return Trajectory(id=raw.instance_id, content=content, details=raw.model_extra or {})


def main(source: str, target: str, limit: int) -> None:
    started = time.perf_counter()
    read = 0
    with open(source, "rb") as lines, open(target, "w", encoding="utf-8") as out:
        for line in lines:
            read += len(line)
            out.write(convert(json.loads(line)).model_dump_json() + "\n")
            if read >= limit:
                break
    print(json.dumps({"bytes": read, "seconds": time.perf_counter() - started}))


main(sys.argv[1], sys.argv[2], int(sys.argv[3]))

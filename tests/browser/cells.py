"""The code cells that the browser tests run: each builds one kind of conversation."""

import json

from hostile import HOSTILE

IMPORTS = """
from helpers import add_user_message, chat, dashboard, run_conversation, show
from helpers.offline import offline_client
from helpers.recording import Conversation, Exchange
from helpers.tools import tool_schemas
"""
ASK = """
messages = []
add_user_message(messages, "What day will it be in 103 days?")
messages = run_conversation(messages, tool_schemas)
"""
TWO_TOOLS = """
messages = []
question = "What day will it be in 45 days? And remind me to call Mom on Friday at 9."
add_user_message(messages, question)
messages = run_conversation(messages, tool_schemas)
"""
WAITS_FOR_FILE = """
import time
from pathlib import Path
from helpers.tools import run_tool

def waits(name, tool_input):
    while not Path("go_on").exists():
        time.sleep(0.02)
    return run_tool(name, tool_input)
"""
SHOW = "dash = dashboard()\ndash"

HOSTILE_MESSAGES = (
    f"texts = {json.dumps(HOSTILE)}"
    + """
uses = [
    {"type": "tool_use", "id": f"t{i}", "name": text[:60], "input": {text[:90]: text}}
    for i, text in enumerate(texts)
]
results = [
    {"type": "tool_result", "tool_use_id": f"t{i}", "content": text, "is_error": i < 5}
    for i, text in enumerate(texts)
]
said = [{"type": kind, kind: text} for kind in ("text", "thinking") for text in texts]
messages = [
    *({"role": "user", "content": text} for text in texts),
    {"role": "assistant", "content": said[:20]},
    {"role": "user", "content": "go on"},
    {"role": "assistant", "content": uses},
    {"role": "user", "content": results},
    {"role": "assistant", "content": texts[1]},
]
"""
)

RIGHT_TO_LEFT = """
text = "مرحبا 🦜 " * 30 + "x" * 300
answer = {"content": [{"type": "text", "text": text}], "stop_reason": "end_turn"}
client = offline_client(lambda request: answer)
reply = chat([{"role": "user", "content": "שלום עולם " * 20}], client=client)
"""

THOUSAND_CALLS = """
usage = {"input_tokens": 100, "output_tokens": 10}
long, added = Conversation(), [{"role": "user", "content": "start"}]
for i in range(1000):
    use = {"type": "tool_use", "id": f"t{i}", "name": "look", "input": {"i": i}}
    turn = {"role": "assistant", "content": [use]}
    reply = {**turn, "stop_reason": "tool_use", "usage": usage}
    call = Exchange(kept=len(long.history), added=added, reply=reply, seconds=0.1)
    long.begin(call)
    long.answer(call)
    result = {"type": "tool_result", "tool_use_id": f"t{i}", "content": "ok"}
    added = [turn, {"role": "user", "content": [result]}]
"""

"""Three steps of help for each check of a lesson."""

HINTS = {
    "start": [
        "Run the cells from the top: menu Run > Run All Cells.",
        "The conversation of this check is the one about 103 days.",
        "Kernel > Restart Kernel and Run All Cells starts afresh.",
    ],
    "add_user_message": [
        "What is stored for a Message: the Message, or a part of it?",
        "isinstance(message, Message) tells the two cases apart.",
        "For a Message store message.content; everything else as it is.",
    ],
    "add_assistant_message": [
        "It differs from add_user_message in one word.",
        "Look at the role.",
        'The role of what Claude says is "assistant".',
    ],
    "text_from_message": [
        "The first block need not be a text.",
        "Go through all blocks and keep those whose type is text.",
        'Join their texts with "\n".join(...); of an empty list that is "".',
    ],
    "chat": [
        "Which parameters does the API get when nobody gave them?",
        "Start with a dict of what is always sent; add the others with if.",
        "Defaults are None, and the whole Message is returned.",
    ],
    "wants_tools": [
        "One field of the answer tells why Claude stopped.",
        "Text and blocks do not matter.",
        'Compare response.stop_reason with "tool_use".',
    ],
    "round_trip": [
        "If the list is spoiled: Kernel > Restart Kernel and Run All Cells.",
        "Four messages: question, request, result, answer.",
        "The result block comes first in its message, and its content is a string.",
    ],
    "run_tools": [
        "Count: as many results as tool_use blocks.",
        "The append belongs inside the loop, and outside of any except.",
        "Each result carries the id of its own request; return the list.",
    ],
    "run_tools_errors": [
        "What happens to the other results when one tool raises?",
        "Put try and except around one tool, not around the loop.",
        "In except: the same block, with a text that says why and is_error True.",
    ],
    "run_tool": [
        "What does a function return that reaches its end?",
        "An unknown name must raise, before any tool is called.",
        "Look the name up in a dict; raise ValueError when it is not there.",
    ],
    "run_conversation": [
        "Which line ends the loop when Claude never stops asking?",
        "for _ in range(max_turns) bounds it; return messages ends it before.",
        "CALL, RECORD, STOP?, RUN, ANSWER, in this order, inside the for.",
    ],
    "endings": [
        "Return the stop_reason together with the messages.",
        "pause_turn goes on; a tool_use in a cut answer needs a result, too.",
        "After the last allowed call the reason is max_turns.",
    ],
    "whole": [
        "Run the cells from the top once more.",
        "The API names the message and the block that it refuses.",
        "Each tool_use needs its tool_result in the next message.",
    ],
}

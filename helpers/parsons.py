"""Lines to put in order, as in a Parsons problem: by buttons, or by their letters.

`order_lines` shows each line as a row with two buttons; Tab and Enter reach them all.
The letters below the rows are the answer. Nothing needs the buttons: whoever writes
the letters by hand has answered too.
"""

import re
from html import escape, unescape

import ipywidgets as widgets

CODE = {"min_width": "34em"}
BUTTON = {"width": "6em"}


class Rows(widgets.VBox):
    """The rows and their order; where no widget can be shown, they are plain text."""

    def _repr_mimebundle_(self, **options) -> dict:
        texts = [child.children[0].value for child in self.children[:-1]]
        texts.append(self.children[-1].value)
        plain = "\n".join(unescape(re.sub("<[^>]+>", "", text)) for text in texts)
        return {**super()._repr_mimebundle_(**options), "text/plain": plain}


def order_lines(lines: dict[str, str]) -> Rows:
    """Rows that can be moved up and down; `lines` maps each letter to its line."""
    order = list(lines)
    rows = [_row() for _ in order]
    result = widgets.HTML()

    def show() -> None:
        for place, letter in enumerate(order):
            _fill(rows[place], letter, lines[letter])
        rows[0].children[1].disabled = rows[-1].children[2].disabled = True
        letters = "".join(order)
        result.value = f'<p role="status">Your order: <code>{letters}</code></p>'

    def move(place: int, step: int) -> None:
        order[place], order[place + step] = order[place + step], order[place]
        show()
        _follow(rows[place + step], step)

    for place, row in enumerate(rows):
        _, up, down = row.children
        up.on_click(lambda _, place=place: move(place, -1))
        down.on_click(lambda _, place=place: move(place, +1))
    show()
    return Rows([*rows, result])


def _row() -> widgets.HBox:
    buttons = [widgets.Button(layout=BUTTON) for _ in range(2)]
    return widgets.HBox([widgets.HTML(layout=CODE), *buttons])


def _fill(row: widgets.HBox, letter: str, line: str) -> None:
    code, up, down = row.children
    code.value = f"<code>{escape(letter)}  {escape(line)}</code>"
    # The words on a button are its name for a screen reader.
    up.description, down.description = f"{letter} up", f"{letter} down"
    up.tooltip, down.tooltip = f"Move line {letter} up", f"Move line {letter} down"


def _follow(row: widgets.HBox, step: int) -> None:
    """Keep the focus on the line that was moved, so that it can be moved again."""
    _, up, down = row.children
    button, other = (up, down) if step < 0 else (down, up)
    (other if button.disabled else button).focus()

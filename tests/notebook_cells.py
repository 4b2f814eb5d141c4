"""Reading a notebook's JSON: its cells, their text and tags, its prose."""


def code_cells(notebook: dict) -> list[dict]:
    """The code cells, in order."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def source(cell: dict) -> str:
    """A cell's text; the file keeps it as a list of lines or as one string."""
    return "".join(cell["source"])


def prose(notebook: dict) -> str:
    """The text of all markdown cells."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    return "\n\n".join(map(source, cells))


def tags(cell: dict) -> list[str]:
    """A cell's tags."""
    return cell["metadata"].get("tags", [])

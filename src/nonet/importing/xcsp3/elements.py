"""The elements of an XML text, with their lines.

>>> element = read_elements(b"<a x='1'>\\n<b> 5 </b></a>", "a.xml")
>>> element.tag, element.attributes, element.children[0].text, element.children[0].line
('a', {'x': '1'}, ' 5 ', 2)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from nonet.errors import FormatError


@dataclass
class Element:
    """An element: its text is all that stands directly in the element."""

    tag: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def child(self, tag: str) -> Element | None:
        """Return the first child of a tag."""
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, tag: str) -> Iterator[Element]:
        """Yield the children of a tag."""
        return (child for child in self.children if child.tag == tag)


def read_elements(data: bytes, source: str) -> Element:
    """Return the root; raises ``FormatError`` with line and column where the text is no XML."""
    parser = expat.ParserCreate()
    root = Element("", {}, 0)
    stack = [root]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(tag: str) -> None:
        stack.pop()

    def characters(text: str) -> None:
        stack[-1].text += text

    def entity(*declaration: object) -> None:
        raise FormatError("it declares entities, which no instance needs", source=source)

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = characters, entity
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise FormatError(
            f"no XML: {expat.ErrorString(error.code)}",
            source=source,
            line=error.lineno,
            column=error.offset + 1,
        ) from None
    return root.children[0]

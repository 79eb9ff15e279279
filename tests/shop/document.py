"""Reading a page of the shop without a browser: links, forms, ids, tables, text."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
QUIET = {"script", "style", "code", "pre", "title"}


@dataclass
class Form:
    """One form: where it goes, how, and the values it would send untouched."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)


@dataclass
class Element:
    """An element that was read: its name, attributes and all text inside it."""

    name: str
    attributes: dict[str, str]
    text: str = ""


class Document(HTMLParser):
    """Everything of a page that the tests ask for."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.forms: list[Form] = []
        self.text = ""
        self._open: list[Element] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)
        self._note_form(element)

    def _note_form(self, element: Element) -> None:
        given = element.attributes
        if element.name == "form":
            self.forms.append(Form(given.get("action", ""), given.get("method", "get")))
        elif element.name == "input" and "name" in given and self.forms:
            self.forms[-1].values[given["name"]] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open[-1].name != tag:
            self._open.pop()
        if self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data
        if not any(element.name in QUIET for element in self._open):
            self.text += data

    def all(self, tag: str, /, **attributes: str) -> list[Element]:
        """Elements by name and exact attributes; write `_` for `-`, and `class_` for `class`."""
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
        return [one for one in self.elements if one.name == tag and wanted.items() <= one.attributes.items()]

    def ids(self) -> list[str]:
        return [one.attributes["id"] for one in self.elements if "id" in one.attributes]

    def links(self) -> list[str]:
        """Addresses of links to this shop, of forms that ask for something, and of what pages load."""
        found = [
            one.attributes[key]
            for one in self.elements
            for name, key in (("a", "href"), ("img", "src"), ("script", "src"), ("link", "href"))
            if one.name == name and key in one.attributes
        ]
        found += [form.action for form in self.forms if form.method == "get"]
        return [address for address in found if address.startswith(("/", "?"))]

    def link(self, text: str) -> str:
        """Where the first link with this text leads."""
        return next(one.attributes["href"] for one in self.all("a") if one.text.strip() == text)

    def form(self, action: str) -> Form:
        """The first form that goes to an address with this beginning."""
        return next(form for form in self.forms if form.action.startswith(action))

    def definitions(self) -> dict[str, str]:
        """Terms and values of the page's lists of pairs."""
        values = [one.text.strip() for one in self.all("dd")]
        return dict(zip((one.text.strip() for one in self.all("dt")), values, strict=True))

"""Links with a well-known name that lead somewhere else, and those that lead to what stands in for it."""

from bugbash.charter.actions import Action
from tests.oracles.build import clicks, opens, page, script
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, scene

_PLACES = {
    "/": ("Kettle shop", "Warm things"),
    "/cart": ("Cart – Kettle shop", "Shopping cart"),
    "/contact": ("Contact – Kettle shop", "Contact us"),
    "/privacy": ("Privacy – Kettle shop", "Privacy policy"),
}


def _shop(**links: str) -> Pages:
    """A shop whose links lead where `links` say."""
    nav = "".join(f"<a href='{to}'>{name}</a> " for name, to in links.items())
    return {
        path: page(f"<nav>{nav}</nav><h1>{heading}</h1>", title=title) for path, (title, heading) in _PLACES.items()
    } | {"/start": page(f"<nav>{nav}</nav><h1>Today</h1>")}


def _views(link: str, head: str = "") -> Pages:
    """An app of one document, whose views are fragments."""
    code = "onhashchange = () => { h.textContent = location.hash === '#/cart' ? 'Cart' : 'Contact' }"
    return {"/": page(f"{head}<a href='#/{link}'>Contact</a><h1 id=h>Kettles</h1>", script(code))}


_BUGS: list[Case] = [
    Bug(
        "the cart's link leads to the contact page",
        Seen(
            "misleading-link",
            3,
            title="The link “Cart” leads to /contact, which is another place",
            expected="“Cart” leads to what it says.",
            observed="“Cart” leads to /contact, which calls itself “Contact us”.",
            screen="/",
            location="link cart to /contact",
            kind="warning",
        ),
        scene(_shop(Cart="/contact"), opens("/"), clicks("Cart")),
        clean=scene(_shop(Cart="/cart"), opens("/"), clicks("Cart")),
        again=scene(_shop(Cart="/contact"), opens("/start"), clicks("Cart")),
        other=scene(_shop(Home="/privacy"), opens("/"), clicks("Home")),
    ),
    Bug(
        "an app's own link leads to the wrong view",
        Seen(
            "misleading-link",
            3,
            title="The link “Contact” leads to /#/cart, which is another place",
            expected="“Contact” leads to what it says.",
            observed="“Contact” leads to /#/cart, which calls itself “Cart”.",
            screen="/",
            location="link contact to /#/cart",
            kind="warning",
        ),
        scene(_views("cart"), opens("/"), clicks("Contact")),
        clean=scene(_views("contact"), opens("/"), clicks("Contact")),
        again=scene(_views("cart", "<p>Welcome</p>"), opens("/"), clicks("Contact")),
    ),
]


def _calm(name: str, pages: Pages, link: str, *steps: Action) -> Clean:
    return Clean("misleading-link", name, scene(pages, opens("/"), clicks(link), *steps))


def _leading(link: str, to: str, heading: str, title: str = "Kettle shop") -> Pages:
    return {"/": page(f"<a href='{to}'>{link}</a><h1>Warm things</h1>"), to: page(f"<h1>{heading}</h1>", title=title)}


_CALM: list[Case] = [
    _calm("whoever is not signed in signs in first", _leading("Cart", "/login", "Sign in", "Sign in"), "Cart"),
    _calm("an empty cart leads back to the shop", _leading("Cart", "/products", "Products", "Products"), "Cart"),
    _calm("a clerk's home is the list of orders", _leading("Home", "/orders", "Orders", "Orders"), "Home"),
    _calm("help is a page to write to", _leading("Help", "/contact", "Contact us", "Contact"), "Help"),
    _calm(
        "terms and privacy are one page",
        _leading("Terms", "/terms", "Privacy policy", "Terms – Kettle shop"),
        "Terms",
    ),
    _calm("a page has a heading of its own", _leading("Cart", "/bag", "What you have put aside"), "Cart"),
    _calm("only the heading is another name", _leading("Cart", "/c/7", "Contact", "Kettle shop"), "Cart"),
    _calm(
        "a link to a part of a page",
        {
            "/": page("<a href='/about#contact'>Contact</a>"),
            "/about": page("<h1>Blog</h1><p id=contact>x", title="Blog"),
        },
        "Contact",
    ),
]
CASES: list[Case] = [*_BUGS, *_CALM]

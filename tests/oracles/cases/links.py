"""Links that lead nowhere, and pictures, styles and scripts that are missing."""

from tests.oracles.build import SHAPE, button, clicks, javascript, opens, page, script
from tests.oracles.harness import Bug, Case, Clean, Pages, Seen, on_page, scene
from tests.oracles.visits import Scene
from tests.support.pages import Heard, Page

LEADS = "Every link that the app shows leads to a page."
LEADS_TO_PART = "A link to a part of the page leads to that part."

_GONE = Page(page("<h1>Not found</h1><link rel=stylesheet href=relative.css>"), status=404)


def _tables(history: Page | str) -> Pages:
    rows = "".join(f"<li><a href=/rows/{n}>Row {n}</a> <a href=/rows/{n}/history>History of {n}</a>" for n in (1, 2))
    return {
        "/": page(f"<h1>Rows</h1><ul>{rows}</ul><footer><a href=/delivery>Delivery</a></footer>"),
        "/rows/1": page("<h1>Row 1</h1>"),
        "/rows/1/history": history,
        "/rows/2/history": history,
        "/delivery": _GONE,
    }


_LINK = Bug(
    "a link of the page answers 404",
    Seen(
        "broken-link",
        3,
        title="The link “History of 1” leads to a page that answers 404",
        expected=LEADS,
        observed="“History of 1” leads to /rows/1/history, which answers 404.",
        screen="/",
        location="link to /rows/:id/history",
    ),
    scene(_tables(_GONE), opens("/"), clicks("History of 1")),
    clean=scene(_tables(page("<h1>History</h1>")), opens("/"), clicks("History of 1")),
    again=scene(_tables(_GONE), opens("/"), clicks("History of 2")),
    other=scene(_tables(_GONE), opens("/"), clicks("Delivery")),
)


def _moved(target: str) -> Pages:
    return {
        "/": page(
            "<h1>Shop</h1><a href=/out?to=1>Partner</a> <a href=/out?to=2>Other partner</a><a href=/old>Old</a>"
        ),
        "/out": Page(redirect=target),
        "/old": Page(redirect="/older"),
        "/partners": page("<h1>Partners</h1>"),
        "*": _GONE,
    }


_REDIRECT = Bug(
    "a link leads on to a page that is not there",
    Seen(
        "broken-link",
        3,
        title="The link “Partner” leads to a page that answers 404",
        expected=LEADS,
        observed="“Partner” leads to /out?to=1, which answers 404.",
        screen="/",
        location="link to /out?to",
    ),
    scene(_moved("/partner"), opens("/"), clicks("Partner")),
    clean=scene(_moved("/partners"), opens("/"), clicks("Partner")),
    again=scene(_moved("/partner"), opens("/"), clicks("Other partner")),
    other=scene(_moved("/partner"), opens("/"), clicks("Old")),
)

_TERMS = """<h1>Terms</h1><nav><ul><li><a href="#orders">Orders</a><li><a href="#%s">Returns</a>
<li><a href="#%s">Partners</a></ul></nav><h2 id=orders>Orders</h2><p>Binding.</p><h2 id=returns>Returns</h2>
<h2 id=partners>Partners</h2><p>They read.</p>"""


def _terms(returns: str, partners: str = "partners") -> Pages:
    html = page(
        _TERMS % (returns, partners),
        # As many pages do, it closes its menus on every click; and a browser asks for its icon again.
        script("addEventListener('click', () => document.documentElement.setAttribute('data-menu', 'closed'))"),
        head="<link rel=icon href=/icon.svg>",
        root=" data-menu=closed",
    )
    return {"/terms/3": html, "/terms/4": html, "/icon.svg": SHAPE}


_ANCHOR = Bug(
    "an entry of the contents points to a part that no element is",
    Seen(
        "broken-link",
        2,
        title="The link “Returns” leads to a part of the page that is not there",
        expected=LEADS_TO_PART,
        observed="“Returns” leads to #return-policy; no element has that id, and nothing happens.",
        screen="/terms/3",
        location="/terms/:id #return-policy",
    ),
    scene(_terms("return-policy"), opens("/terms/3"), clicks("Orders", "link"), clicks("Returns", "link")),
    clean=scene(_terms("returns"), opens("/terms/3"), clicks("Orders", "link"), clicks("Returns", "link")),
    again=scene(_terms("return-policy"), opens("/terms/4"), clicks("Returns", "link")),
    other=scene(_terms("returns", "partner-interface"), opens("/terms/3"), clicks("Partners", "link")),
)


def _link(name: str, scene: Scene) -> Clean:
    return Clean("broken-link", name, scene)


def _anchors(name: str, body: str, *names: str) -> Clean:
    return Clean("broken-link", name, on_page(body, *(clicks(text, "link") for text in names)))


_FILE = Page("a;b", type="text/csv", headers={"content-disposition": "attachment; filename=rows.csv"})
_ROUTER = """<nav><a href="#home">Home</a> <a href="#about">About</a></nav><main id=main></main><script>
const show = () => { main.textContent = location.hash === '#about' ? 'About us' : 'Welcome'; }
addEventListener('hashchange', show); show()</script>"""
_CALM_LINKS: list[Case] = [
    _link("a link needs rights", on_page("<a href=/staff>Staff</a>", clicks("Staff"), staff=Page("no", status=403))),
    _link(
        "a link sends to the sign-in",
        on_page(
            "<a href=/mine>Mine</a>",
            clicks("Mine"),
            mine=Page(redirect="/sign/in?next=/mine"),
            sign_in=Page(page("<h1>Sign in</h1><input type=password>"), status=401),
        ),
    ),
    _link("a link is asked too often", on_page("<a href=/s>Sale</a>", clicks("Sale"), s=Page("wait", status=429))),
    _link("a link starts a download", on_page("<a href=/csv>As CSV</a>", clicks("As CSV"), csv=_FILE)),
    _link("a link is answered without a page", on_page("<a href=/ok>Like</a>", clicks("Like"), ok=Page(status=204))),
    _link(
        "a link shows plain text", on_page("<a href=/raw>Raw</a>", clicks("Raw"), raw=Page("a", type="text/plain"))
    ),
    _link(
        "a page that nobody wrote yet can be written",
        on_page(
            "<a href=/Bob>Bob</a>",
            clicks("Bob"),
            Bob=Page(
                page("<h1>Bob</h1><p>This page does not exist yet.</p><a href=/Bob/edit>Create it</a>"), status=404
            ),
        ),
    ),
    _link(
        "a link leads to a host outside the scope",
        scene({"/": lambda heard: page(_outside(heard))}, opens("/"), clicks("Partner"), clicks("About")),
    ),
    _link(
        "the address of a missing page was typed",
        scene({"/": page("<a href=/a>A</a>"), "*": _GONE}, opens("/nowhere/at/all")),
    ),
    _anchors(
        "contents whose entries are all there, under an old name too",
        "<a href='#top'>Up</a><a href='#prices'>Prices</a><a href='#größe'>Size</a><a href='#a'>A</a>"
        "<a href='#50%'>Half</a>"
        "<a name=prices></a><h2>Prices</h2><h2 id=größe>Size</h2>",
        "Up",
        "Prices",
        "Size",
        "A",
        "Half",
    ),
    _anchors("routes behind a hash mark", _ROUTER.replace('"#', '"#/').replace("'#", "'#/"), "About", "Home", "Home"),
    _anchors("routes behind a bare hash mark, and one twice", _ROUTER, "Home", "About", "About", "Home"),
    _anchors(
        "tabs that a script opens",
        """<h2 id=intro>Mug</h2><a href="#intro">Intro</a><a href="#size">Size</a><a href="#care">Care</a>
        <p id=out></p><script>
        for (const tab of document.querySelectorAll('a')) tab.onclick = (event) => {
          event.preventDefault(); out.textContent = tab.textContent + ': see below' }</script>""",
        "Size",
        "Care",
    ),
    _anchors(
        "a script acts and shows no word: colours, copies, scrolls",
        """<h2 id=intro>Mug</h2><a href="#intro">Intro</a><a href="#dark">Dark</a><a href="#copy">Copy</a>
        <a href="#contact">Contact</a><div style="height: 3000px"></div><footer>Write to us</footer><script>
        const [, dark, copy, contact] = document.querySelectorAll('a')
        dark.addEventListener('click', () => document.body.classList.toggle('dark'))
        copy.addEventListener('click', (event) => { event.stopPropagation(); event.preventDefault() })
        contact.addEventListener('click', () => document.querySelector('footer').scrollIntoView())</script>""",
        "Dark",
        "Copy",
        "Contact",
    ),
    _anchors(
        "a library's marks on the link",
        """<h2 id=intro>Mug</h2><a href="#intro">Intro</a><a href="#panel" data-bs-toggle=collapse>More</a>
        <a href="#next-slide" role=button>Next</a>""",
        "More",
    ),
    _anchors(
        "a part that is made when it is asked for",
        """<h2 id=intro>Mug</h2><a href="#intro">Intro</a><a href="#reviews">Reviews</a><script>
        addEventListener('hashchange', () => {
          const part = document.createElement('section'); part.id = 'reviews'; part.textContent = 'Good mug'
          document.body.append(part) })</script>""",
        "Reviews",
    ),
]


def _outside(heard: Heard) -> str:
    return f"<a href=http://localhost:{heard.port}/partner>Partner</a><a href=/>About</a>"


def _shelf(picture: str, extra: str = "") -> Pages:
    html = page(f"<h1>Shelf</h1><img src={picture} alt=Twine width=60 height=40>{extra}")
    return {"/shelf/1": html, "/shelf/2": html, "/img/twine.svg": SHAPE}


_PICTURE = Bug(
    "a picture is not there",
    Seen(
        "broken-asset",
        3,
        title="A picture is missing: /img/twine.png",
        expected="Every picture that the app asks for is there.",
        observed="/img/twine.png does not load: the picture “Twine”.",
        screen="/shelf/1",
        location="asset /img/twine.png",
    ),
    scene(_shelf("/img/twine.png"), opens("/shelf/1")),
    clean=scene(_shelf("/img/twine.svg"), opens("/shelf/1")),
    again=scene(_shelf("/img/twine.png?v=3"), opens("/shelf/2")),
    other=scene(_shelf("/img/rope.svg"), opens("/shelf/1")),
)


def _gallery(count: int, folder: str = "uploads") -> Scene:
    return on_page(
        "<h1>Gallery</h1>"
        + "".join(f"<img src=/{folder}/{n}.png alt='Photo {n}' width=60 height=40>" for n in range(count))
    )


_MANY = Bug(
    "all pictures of a folder are missing",
    Seen(
        "broken-asset",
        3,
        title="A picture is missing: /uploads/0.png",
        expected="Every picture that the app asks for is there.",
        observed="/uploads/0.png does not load: so do not 11 other pictures of that folder.",
        screen="/",
        location="asset /uploads/*",
    ),
    _gallery(12),
    clean=_gallery(0),
    again=_gallery(8),
    other=_gallery(5, "photos"),
)


def _styled(css: str, js: str = "/static/app.a1b2c3d4.js") -> Pages:
    head = f"<link rel=stylesheet href={css}><script src={js}></script>"
    html = page("<h1>About</h1><button onclick='startCart()'>Cart</button>", script("startCart()"), head=head)
    return {
        "/about/1": html,
        "/about/2": html,
        "/css/shop.css": Page("h1 { color: teal }", type="text/css"),
        "/static/app.a1b2c3d4.js": javascript("const startCart = () => { document.title = 'Cart' }"),
        "/app/shop.css": page("<h1>Shop</h1>"),
        "/app/cart.js": page("<h1>Shop</h1>"),
    }


_STYLE = Bug(
    "a style sheet is not there",
    Seen(
        "broken-asset",
        4,
        title="A style sheet is missing: /old/shop.css",
        expected="Every style sheet that the app asks for is there.",
        observed="/old/shop.css does not load: it answers 404.",
        screen="/about/1",
        location="asset /old/shop.css",
    ),
    scene(_styled("/old/shop.css"), opens("/about/1")),
    clean=scene(_styled("/css/shop.css"), opens("/about/1")),
    again=scene(_styled("/old/shop.css"), opens("/about/2")),
    other=scene(_styled("/app/shop.css"), opens("/about/1")),
)
_SCRIPT = Bug(
    "a script is not there, and what it would have brought is missed",
    Seen(
        "broken-asset",
        4,
        title="A script is missing: /static/app.0f9e8d7c.js",
        expected="Every script that the app asks for is there.",
        observed="/static/app.0f9e8d7c.js does not load: it answers 404.",
        screen="/about/1",
        location="asset /static/app.#.js",
    ),
    scene(_styled("/css/shop.css", "/static/app.0f9e8d7c.js"), opens("/about/1")),
    clean=scene(_styled("/css/shop.css"), opens("/about/1")),
    again=scene(_styled("/css/shop.css", "/static/app.77aa88bb.js"), opens("/about/2")),
    other=scene(_styled("/css/shop.css", "/app/cart.js"), opens("/about/1")),
)


def _single_page(start: str) -> Pages:
    """A server that answers every unknown address with the start page."""
    return {"*": page(f"<div id=root></div>{start}")}


_BUNDLE = Bug(
    "a bundle is answered with the start page, and the screen stays blank",
    Seen(
        "broken-asset",
        4,
        title="A script is missing: /assets/main.js",
        expected="Every script that the app asks for is there.",
        observed="/assets/main.js does not load: it answers with a page instead. The screen stays blank.",
        screen="/",
        location="asset /assets/main.js",
    ),
    scene(_single_page("<script type=module src=/assets/main.js></script>"), opens("/")),
    clean=scene(_single_page("<script>root.textContent = 'Shop'</script>"), opens("/")),
    again=scene(_single_page("<script src=/assets/main.js></script>"), opens("/")),
)


def _asset(name: str, body: str, *, head: str = "", **others: Page | str) -> Clean:
    return Clean("broken-asset", name, on_page(body, head=head, **others))


_CALM_ASSETS: list[Case] = [
    _asset(
        "pictures far below that load when they are scrolled to",
        "<h1>Shelf</h1><div style='height: 9000px'></div>"
        "<img loading=lazy src=/later.png width=60 height=40 alt=Later>"
        "<img data-src=/later.png class=lazyload width=60 height=40 alt=Later>",
    ),
    _asset("a picture that says no size", "<h1>Shelf</h1><img src=/img alt=Teal>", img=SHAPE),
    _asset(
        "a dot that counts visitors, and a hidden picture",
        "<h1>Shelf</h1><img src=/pixel.gif width=1 height=1><img src=/p.gif alt=''>"
        "<img src=/q.png style='display: none'>",
    ),
    _asset(
        "a picture with one to fall back on",
        """<h1>Shelf</h1><script>const other = (img) => { img.onerror = null; img.src = '/img' }</script>
        <img src=/logo.svg alt=Logo width=60 height=40 onerror="other(this)">""",
        img=SHAPE,
    ),
    _asset(
        "a picture that is on its way",
        "<h1>Shelf</h1><img src=/slow alt=Slow width=60 height=40>",
        slow=Page(SHAPE.body, type=SHAPE.type, delay=4),
    ),
    _asset(
        "an icon and a map that the browser asks for by itself",
        "<h1>Shelf</h1>",
        head="<link rel=icon href=/icon.png><link rel=manifest href=/app.webmanifest>",
    ),
    Clean(
        "broken-asset",
        "pictures, styles and scripts of another host, outside the scope",
        scene({"/": lambda heard: page(_borrowed(heard))}, opens("/")),
    ),
    Clean(
        "broken-asset",
        "the trimmings of an error page whose address was typed",
        scene({"*": _GONE}, opens("/nowhere/at/all")),
    ),
]


def _borrowed(heard: Heard) -> str:
    other = f"http://localhost:{heard.port}"
    return f"""<h1>Shelf</h1><img src={other}/a.png width=60 height=40><link rel=stylesheet href={other}/a.css>
    <script src={other}/a.js></script><script src={other}/analytics.js>
    </script>{button("Cart", "this.disabled = true")}"""


CASES: list[Case] = [
    _LINK,
    _REDIRECT,
    _ANCHOR,
    *_CALM_LINKS,
    _PICTURE,
    _MANY,
    _STYLE,
    _SCRIPT,
    _BUNDLE,
    *_CALM_ASSETS,
]

"""Pictures: every product's is drawn here as SVG, so that nothing is fetched from elsewhere."""

import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
_SHAPE = re.compile(r'^  <g id="(\w+)">\n(.*?)^  </g>', re.DOTALL | re.MULTILINE)

MARK = (HERE / "mark.svg").read_text("utf-8")
"""The shop's sign: logo and favicon."""


@cache
def shapes() -> dict[str, str]:
    """Name and drawing of every shape in `shapes.svg`, which explains them."""
    return dict(_SHAPE.findall((HERE / "shapes.svg").read_text("utf-8")))


def picture(shape: str, hue: int) -> str:
    """The SVG of a product: `hue` in degrees; a shape that does not exist is drawn as a parcel."""
    drawing = shapes().get(shape) or shapes()["parcel"]
    colours = {"{a}": f"hsl({hue} 46% 52%)", "{b}": f"hsl({hue} 42% 34%)", "{c}": f"hsl({hue} 58% 78%)"}
    for mark, colour in colours.items():
        drawing = drawing.replace(mark, colour)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200">'
        f'<rect width="200" height="200" fill="hsl({hue} 40% 94%)"/>'
        f'<ellipse cx="100" cy="168" rx="66" ry="7" fill="hsl({hue} 22% 84%)"/>{drawing}</svg>'
    )

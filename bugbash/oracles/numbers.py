"""Numbers and days as people write them in lists."""

import re
from datetime import date, datetime

_NUMBER = re.compile(
    r"^(?P<before>[^\d\s+\-−.,()%]{0,4}\s?)(?P<sign>[-−+]?)(?P<mid>[$€£¥]?\s?)(?P<digits>\d[\d.,\u00a0\u202f' ]*?)"
    r"\s?(?P<after>%|[^\d\s]{1,4})?$"
)
_DAYS = (
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%d %b %Y",
    "%d %B %Y",
    "%b %d, %Y",
    "%B %d, %Y",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S",
)


def number_in(text: str) -> float | None:
    """The number that `text` is, with a currency, unit or percent sign or none; None where it is another text.

    A comma or point before exactly three digits at the end is taken for a mark of thousands only where another such
    mark stands before it or no decimal reading is possible; such a lone group (`1,234`, `1.234`) has no one meaning
    in every locale, and is read as thousands for a comma and as decimals for a point.
    """
    found = _NUMBER.match(text.strip())
    if found is None:
        return None
    digits = re.sub(r"[\s\u00a0\u202f']", "", found["digits"]).rstrip(".,")
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma > point and not (re.search(r",\d{3}$", digits)):
        digits = digits.replace(".", "").replace(",", ".")
    else:
        digits = digits.replace(",", "")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", digits):
        digits = digits.replace(".", "")
    try:
        value = float(digits)
    except ValueError:  # marks in no order that a number has
        return None
    return -value if found["sign"] in ("-", "−") else value


def unit_of(text: str) -> str:
    """What stands around a number: its currency or unit."""
    return re.sub(r"[\d.,\s\u00a0\u202f'+\-−]", "", text)


def day_in(text: str) -> float | None:
    """Seconds since 1970 of the day that `text` names in a form that has one reading only; else None."""
    text = re.sub(r"^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w*,? ", "", text.strip())
    for form in _DAYS:
        try:
            parsed = datetime.strptime(text.replace("T", " ") if re.match(r"\d{4}-", text) else text, form)
        except ValueError:  # another form
            continue
        return (parsed - datetime(1970, 1, 1)).total_seconds() if parsed.date() > date(1, 1, 1) else None
    return None

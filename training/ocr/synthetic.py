"""Synthetic line content: prices, dates, invoice and receipt lines, numbers with units, addresses of mail and web, phone numbers."""

from __future__ import annotations

import random
import string
from collections.abc import Callable

CURRENCIES = ("€", "$", "£", "¥", "₩", "₪", "₹", "฿", "₴", "₽", "₺", "zł", "Kč", "Ft", "kr", "CHF", "EUR", "USD", "лв.", "грн", "руб.", "원", "ر.س", "ش.ج")
UNITS = ("kg", "g", "mg", "km", "m", "cm", "mm", "m²", "m³", "l", "ml", "%", "°C", "kWh", "MB", "GB", "px", "Hz", "V", "W", "pcs", "h", "min", "s", "‰")
NATIVE_DIGITS = {"arabic": ("٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"), "devanagari": ("०१२३४५६७८९",), "thai": ("๐๑๒๓๔๕๖๗๘๙",)}
NATIVE_SHARE = {"arabic": 0.55, "devanagari": 0.5, "thai": 0.4}


def _digits(count: int, rng: random.Random) -> str:
    return "".join(rng.choice(string.digits) for _ in range(count))


def number(rng: random.Random) -> str:
    """Returns a number in one of the usual notations."""
    size = rng.choice((1, 1, 2, 2, 3, 3, 4, 5, 6, 7))
    whole = str(rng.randrange(10 ** (size - 1), 10**size))
    if size > 3 and rng.random() < 0.6:
        separator = rng.choice((",", ".", " ", "’", "'"))
        groups = []
        while whole:
            groups.insert(0, whole[-3:])
            whole = whole[:-3]
        whole = separator.join(groups)
        point = "." if separator in ",’'" else ","
    else:
        point = rng.choice(".,")
    if rng.random() < 0.5:
        whole += point + _digits(rng.choice((1, 2, 2, 2, 3)), rng)
    return rng.choice(("", "", "", "", "-", "−", "+", "±", "~")) + whole


def price(rng: random.Random) -> str:
    value, currency = number(rng).lstrip("-−+±~"), rng.choice(CURRENCIES)
    space = rng.choice(("", " "))
    return currency + space + value if rng.random() < 0.4 else value + space + currency


def date(rng: random.Random) -> str:
    day, month, year = rng.randint(1, 31), rng.randint(1, 12), rng.randint(1900, 2040)
    separator = rng.choice("./-. ")
    return rng.choice(
        (
            f"{day:02}{separator}{month:02}{separator}{year}", f"{year}-{month:02}-{day:02}", f"{day}{separator}{month}{separator}{year % 100:02}",
            f"{day:02}.{month:02}.{year} {rng.randint(0, 23):02}:{rng.randint(0, 59):02}", f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:{rng.randint(0, 59):02}",
            f"{year}/{month:02}/{day:02}", f"{year}년 {month}월 {day}일" if rng.random() < 0.3 else f"{month}/{day}/{year}",
        )
    )  # fmt: skip


def _latin_word(rng: random.Random) -> str:
    return "".join(rng.choice(string.ascii_lowercase) for _ in range(rng.randint(2, 9)))


def electronic_address(rng: random.Random) -> str:
    """Returns an e-mail address, URL or handle."""
    host = f"{_latin_word(rng)}.{rng.choice(('com', 'de', 'org', 'net', 'co.uk', 'ru', 'kr', 'in', 'co.il', 'gr', 'ua', 'info', 'example'))}"
    return rng.choice(
        (
            f"{_latin_word(rng)}{rng.choice(('.', '_', '-', ''))}{_latin_word(rng)}@{host}", f"https://{host}/{_latin_word(rng)}", f"www.{host}",
            f"http://{host}/{_latin_word(rng)}?{_latin_word(rng)}={_digits(rng.randint(1, 4), rng)}", f"@{_latin_word(rng)}{_digits(2, rng)}", f"#{_latin_word(rng)}",
        )
    )  # fmt: skip


def phone(rng: random.Random) -> str:
    return rng.choice(
        (
            f"+{rng.randint(1, 998)} {_digits(3, rng)} {_digits(3, rng)} {_digits(4, rng)}", f"({_digits(3, rng)}) {_digits(3, rng)}-{_digits(4, rng)}",
            f"0{_digits(2, rng)}-{_digits(4, rng)}-{_digits(4, rng)}", f"0{_digits(3, rng)}/{_digits(6, rng)}", f"+{_digits(11, rng)}",
        )
    )  # fmt: skip


def code(rng: random.Random) -> str:
    """Returns an identifier of letters, digits and signs."""
    return "".join(rng.choice(string.ascii_uppercase + string.digits * 2 + "-/_.#") for _ in range(rng.randint(3, 14)))


def _native(text: str, script: str, rng: random.Random) -> str:
    if script in NATIVE_DIGITS and rng.random() < NATIVE_SHARE[script]:
        return text.translate(str.maketrans(string.digits, rng.choice(NATIVE_DIGITS[script])))
    return text


def synthetic_line(word: Callable[[], str], script: str, rng: random.Random) -> str:
    """Returns a line that mixes words of the script with numbers and signs.

    :param word: draws a word of the script.
    """
    kind = rng.randrange(12)
    if kind == 0:
        line = f"{rng.randint(1, 12)} {rng.choice('xX×*')} {word()} {word()} {price(rng)}"
    elif kind == 1:
        line = f"{word().title()}: {rng.choice((price, date, number, phone, code))(rng)}"
    elif kind == 2:
        line = f"{word()} {number(rng)} {rng.choice(UNITS)}"
    elif kind == 3:
        line = f"{word()} {date(rng)}"
    elif kind == 4:
        line = f"{word()}: {electronic_address(rng)}" if rng.random() < 0.6 else electronic_address(rng)
    elif kind == 5:
        line = " ".join(rng.choice((price, number, date, code))(rng) for _ in range(rng.randint(1, 3)))
    elif kind == 6:
        line = f"{rng.choice(('•', '–', '-', '*', '■', '→', f'{rng.randint(1, 20)}.', f'{rng.randint(1, 9)})', f'({rng.randint(1, 9)})'))} {word()} {word()} {word()}"
    elif kind == 7:
        line = f"{word()} ({word()}) {number(rng)}%"
    elif kind == 8:
        line = f"{word().upper()} {word().upper()}"
    elif kind == 9:
        line = f"{word()} {code(rng)} {word()}"
    elif kind == 10:
        line = f"{rng.randint(1, 99)} {rng.choice(('x', '×', '@'))} {price(rng)} = {price(rng)}"
    else:
        line = f"{word()}/{word()} {rng.choice('&+=<>|~#§')} {word()}{rng.choice('!?…:;')}"
    return _native(line, script, rng)

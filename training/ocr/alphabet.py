"""The output classes of the scripts recognizer: strings of one column each, and the encoding of a line as class numbers.

CTC emits at most one class per step of 8 pixels. Scripts with marks above and below a letter therefore have classes for whole
columns (a base character with its marks), if frequent; rare columns are a sequence of a base class and classes of single marks.
Decoding concatenates the strings of the classes.

- Thai: consonant with vowel and tone mark, such as `น้`. Vowels to the left or right are columns that are separate.
- Devanagari: consonant with nukta, virama (half forms), vowel signs above and below, candrabindu and anusvara. The sign `ि`, which
  is written to the left of its consonant, belongs to the consonant's column, so that no column is out of order.
- Arabic: letter with vowel marks or with the zero-width non-joiner that separates it from the next letter (Persian). Letters are
  base letters, not presentation forms.
- Hebrew: points are not part of a label; they are ignored in the image.
- Hangul: the 2,350 syllables of KS X 1001, further ones of the corpora, compatibility jamo.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from bidi import is_right_to_left, to_visual

CLASSES_FILE = Path(__file__).parent / "scripts-characters.data.json"
NON_JOINER = "\u200c"
COLUMN_COUNT_MIN = 12
SYLLABLE_COUNT_MIN = 4
ASCII = [chr(code) for code in range(0x20, 0x7F)]
PUNCTUATION = "¡¢£¤¥¦§©ª«¬®°±²³¶·¹º»¼½¾¿×÷‐–—‘’‚“”„†‡•…‰′″‹›⁄₂₣₤₦₩₪₫€₭₮₱₲₴₸₹₺₽₾₿℃№™Ωµ←↑→↓⇒−√∞≈≠≤≥■□▪▲△▼▶◆○●★☆☎☐☑☒♠♥♦♪✓✔✗❤"
HEBREW = "אבגדהוזחטיךכלםמןנסעףפץצקרשתװױײ־׳״"
ARABIC = (
    "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي" "ٱٹپچڈڑژکگںھہۂۃیےۓۀەۆۇۈۋېڭڕڤڵێٻڀٺٿڃڄڇڊڌڍڏڙڦڪڱڳڻۍ" "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹،؛؟٪٫٬٭۔"
)
ARABIC_MARKS = "ًٌٍَُِّْٰٕٓٔ" + NON_JOINER
DEVANAGARI_CONSONANTS = "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळऱऩऴ"
DEVANAGARI_NUKTA = "कखगजडढफय"
DEVANAGARI_SIGNS = "ाीोौॉॅॆॊः"
DEVANAGARI_MARKS = "ँंॅ़ुूृेै्िॄ"
DEVANAGARI = "अआइईउऊऋऌऍऎएऐऑओऔऽॐ।॥०१२३४५६७८९॰ॲ" + DEVANAGARI_SIGNS
THAI_CONSONANTS = "".join(chr(code) for code in range(0x0E01, 0x0E2F))
THAI = THAI_CONSONANTS + "ฯะาำเแโใไๅๆ฿๏๐๑๒๓๔๕๖๗๘๙๚๛"
THAI_MARKS = "ัิีึืฺุู็่้๊๋์ํ๎"
REMOVED = set("\u00ad\u0640\u061c\u180e\u200b\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
REPLACED = str.maketrans({"\u02bc": "’", "\u2010": "-", "\u2011": "-", "\u00b5": "μ", "\u2012": "–", "\u2015": "—", "\u2126": "Ω", "\u20a0": "€", "ˮ": "”"})


# Whatever needs more than composition: runs of spaces, points, presentation forms, invisible characters.
SPECIAL = re.compile("[\t-\r\x85\xa0\xad\u0591-\u05c7\u0640\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufb1d-\ufeff]|  ")


def _letters(start: int, end: int) -> list[str]:
    return [chr(code) for code in range(start, end + 1) if unicodedata.category(chr(code)) in ("Lu", "Ll", "Lo", "Lt")]


def _latin() -> list[str]:
    extra = "ƀƁƂƃƇƈƊƋƎƏƐƒƓƘƙƠơƯưƷǍǎǏǐǑǒǓǔǕǖǗǘǙǚǛǜǢǣǤǥǦǧǨǩǪǫǮǯǴǵǸǹǺǻǼǽǾǿȘșȚțȞȟȦȧȮȯȲȳɓɔɖɗəɛɣɨɲʒʻʼ"
    return [*_letters(0xC0, 0xFF), *_letters(0x100, 0x17F), *extra, *_letters(0x1E00, 0x1EF9)]


def fixed_classes() -> list[str]:
    """Returns the classes of single characters, which do not depend on the corpora."""
    greek = [char for char in _letters(0x370, 0x3FF) if char not in "ϗϰϱϲϳϴϵϷϸϹϺϻϼϽϾϿ" and not 0x3D0 <= ord(char) <= 0x3EF]
    cyrillic = [*_letters(0x400, 0x45F), *"ҐґҒғҖҗҘҙҚқҜҝҠҡҢңҪҫҮүҰұҲҳҶҷҸҹҺһӀӐӑӒӓӔӕӖӗӘәӜӝӞӟӢӣӤӥӦӧӨөӮӯӰӱӲӳӴӵӸӹԛԝ"]
    hangul = [bytes((row, cell)).decode("euc-kr") for row in range(0xB0, 0xC9) for cell in range(0xA1, 0xFF)]
    jamo = [chr(code) for code in range(0x3131, 0x3164)]
    single = [
        *ASCII, *PUNCTUATION, *_latin(), *greek, "΄", "·", *cyrillic, *HEBREW, *ARABIC, *ARABIC_MARKS, *DEVANAGARI,
        *DEVANAGARI_CONSONANTS, *DEVANAGARI_MARKS, *THAI, *THAI_MARKS, *hangul, *jamo, *"「」『』〈〉《》【】〔〕、。〜㎡㎏㎝㈜",
    ]  # fmt: skip
    nukta = [char + "़" for char in DEVANAGARI_NUKTA]
    columns = [char + mark for char in [*DEVANAGARI_CONSONANTS, *nukta] for mark in ("्", "ि", "ु", "े", "ं")]
    return list(dict.fromkeys([*(char.translate(REPLACED) for char in single), *nukta, *columns]))


def is_mark(char: str) -> bool:
    """Whether a character belongs to the column of the character before it."""
    return char == NON_JOINER or char == "ि" or unicodedata.category(char) == "Mn"


def split_columns(text: str) -> list[str]:
    """Splits a line into columns: characters with the marks that follow them."""
    columns: list[str] = []
    for char in text:
        if columns and is_mark(char) and columns[-1] != " ":
            columns[-1] += char
        else:
            columns.append(char)
    return columns


def _is_arabic(char: str) -> bool:
    return "\u0620" <= char <= "\u06ff" and unicodedata.category(char) == "Lo"


def normalize(text: str) -> str:
    """Returns the form of a line that labels have.

    NFC, no presentation forms, Hebrew points, invisible characters or tatweel; single spaces; the non-joiner between Arabic letters only.
    """
    text = unicodedata.normalize("NFC", text).translate(REPLACED)
    if not SPECIAL.search(text):
        return text.strip()
    text = "".join(unicodedata.normalize("NFKC", char) if "\ufb1d" <= char <= "\ufefc" and char != "\ufeff" else char for char in text)
    kept: list[str] = []
    for index, char in enumerate(text):
        if char in REMOVED or "\ufe00" <= char <= "\ufe0f" or ("\u0591" <= char <= "\u05c7" and unicodedata.category(char) == "Mn"):
            continue
        if char == NON_JOINER:
            after = text[index + 1 : index + 2]
            if not (kept and after and (_is_arabic(kept[-1]) or kept[-1] in ARABIC_MARKS) and _is_arabic(after)):
                continue
        kept.append(" " if char.isspace() else char)
    return " ".join("".join(kept).split())


class Alphabet:
    """Class 0 is the CTC blank; `classes[number]` is the string of a class."""

    def __init__(self, classes: Iterable[str]) -> None:
        self.classes = list(classes)
        self.numbers = {text: number for number, text in enumerate(self.classes) if number}

    @classmethod
    def read(cls, path: Path = CLASSES_FILE) -> Alphabet:
        return cls(json.loads(path.read_text(encoding="utf-8")))

    def encode_columns(self, columns: Iterable[str]) -> list[int] | None:
        """Returns the classes of columns in the given order, or None if a character has no class."""
        numbers: list[int] = []
        for column in columns:
            start = 0
            while start < len(column):
                end = next((end for end in range(len(column), start, -1) if column[start:end] in self.numbers), None)
                if end is None:
                    return None
                numbers.append(self.numbers[column[start:end]])
                start = end
        return numbers

    def encode(self, text: str) -> list[int] | None:
        """Returns the classes of a normalized line in visual order, or None if a character has no class."""
        columns = split_columns(text)
        return self.encode_columns(to_visual(columns, is_right_to_left(columns)))

    def decode(self, numbers: Iterable[int]) -> str:
        """Returns the line in visual order."""
        return "".join(self.classes[number] for number in numbers)

    @cached_property
    def count(self) -> int:
        return len(self.classes)


def build_classes(lines: Iterable[str]) -> list[str]:
    """Returns the classes: the blank, the single characters, and the frequent columns and Hangul syllables of the lines."""
    fixed = fixed_classes()
    known = set("".join(fixed))
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(split_columns(line))
    frequent = []
    for column, count in counts.items():
        if len(column) == 1:
            if "가" <= column <= "힣" and count >= SYLLABLE_COUNT_MIN:
                frequent.append(column)
        elif count >= COLUMN_COUNT_MIN and set(column) <= known and column[0] not in ASCII and not is_mark(column[0]):
            frequent.append(column)
    return ["", *dict.fromkeys([*fixed, *sorted(set(frequent))])]

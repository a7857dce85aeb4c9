"""Fonts with free licenses from Debian packages, their coverage, and the families held out for the dev set."""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from fontTools.ttLib import TTCollection, TTFont
from PIL import ImageFont

PACKAGES_FILE = Path(__file__).parent / "font-packages.data.json"
SAMPLES = {
    "hangul": "가각간감거고구국그기나는다도를마바사아어에여예오요우이자전지진차하한해",
    "arabic": "ابتثجحخدذرزسشصضطظعغفقكلمنهويةىء", "devanagari": "कखगघचछजझटठडणतथदधनपफबभमयरलवशसहािीुूेैोौंँ्अआइ",
    "thai": "กขคงจชซญดตถทนบปผพฟมยรลวสหอฮะาำิีึืุูเแโใไ่้๊็์ั", "cyrillic": "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя",
    "hebrew": "אבגדהוזחטיכלמנסעפצקרשתךםןףץ", "greek": "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψωςάέήίόύώ",
    "latin": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzäéñçß",
}  # fmt: skip
# Never trained on. Names are the prefix of a family name.
HELD_OUT = {
    "hangul": ("NanumMyeongjo", "Nanum Myeongjo", "나눔명조", "UnDotum", "은 돋움", "Baekmuk Batang", "D2Coding"),
    "arabic": ("Amiri", "KacstBook", "Noto Naskh Arabic UI", "Nazli", "Scheherazade"),
    "devanagari": ("Lohit Devanagari", "Sahadeva", "Annapurna SIL"),
    "thai": ("Kinnari", "Tlwg Typist", "Laksaman"),
    "cyrillic": ("PT Serif", "Play", "Ubuntu Title", "Roboto Slab"),
    "hebrew": ("Frank Ruehl CLM", "Nachlieli CLM", "Ezra SIL"),
    "greek": ("GFS Artemisia", "Old Standard", "Comfortaa"),
    "latin": ("Lato", "Courier Prime", "Vollkorn", "Comic Neue", "Cabin"),
}
# Drawn more often than the rest, because they resemble what most documents use.
COMMON = ("Noto", "DejaVu", "Liberation", "Free", "Arimo", "Tinos", "Cousine", "Nanum", "Roboto", "Carlito", "Open Sans", "PT S", "Tlwg", "Garuda", "Loma", "Gargi")
COMMON_SHARE = 0.35
# A glyph of this many characters is a placeholder, such as an empty box.
PLACEHOLDER_CODES = 6
EXCLUDED = (
    "symbol", "emoji", "music", "math", "dingbat", "awesome", "unifont", "last resort", "humor", "barcode", "extra", "guttman", "ornament",
    "opensymbol", "swash", "dotgothic", " cjk hk", " cjk jp", " cjk sc", " cjk tc", "mono cjk h", "mono cjk j", "mono cjk s", "mono cjk t", "ukij cjk", "zen hei sharp", "nastaliq", "akkadian", "initials", "inicials", "upper", "outline", "logo", "stylizado", "theokritos", "tughra", "orqun", "keyboard", "chechek", "gazis", "complutum",
)  # fmt: skip


INVISIBLE = {0x200C, 0x200D, 0x20}


@dataclass(frozen=True)
class FontFace:
    """One face of a font file; `scripts` are those whose sample letters it covers."""

    path: str
    index: int
    family: str
    style: str
    scripts: tuple[str, ...]

    @property
    def held_out(self) -> bool:
        return any(self.family.lower().startswith(name.lower()) for names in HELD_OUT.values() for name in names)


def fetch_packages(folder: Path, packages: list[str]) -> None:
    """Downloads Debian packages with `apt-get download` and unpacks them into `folder/root`; nothing is installed."""
    (folder / "packages").mkdir(parents=True, exist_ok=True)
    for package in packages:
        if not list((folder / "packages").glob(f"{package}_*.deb")):
            command = ["apt-get", "download", "-qq", package]
            if subprocess.run(command, cwd=folder / "packages").returncode:
                subprocess.run(["apt-get", "update", "-qq"], check=True)
                subprocess.run(command, cwd=folder / "packages", check=True)
    for archive in (folder / "packages").glob("*.deb"):
        subprocess.run(["dpkg", "-x", str(archive), str(folder / "root")], check=True)


def _faces(path: Path) -> list[FontFace]:
    fonts = TTCollection(path, lazy=True).fonts if path.suffix.lower() == ".ttc" else [TTFont(path, lazy=True)]
    faces = []
    for index, font in enumerate(fonts):
        covered = set(font.getBestCmap() or ())
        names = font["name"]
        family, style = names.getBestFamilyName() or path.stem, names.getBestSubFamilyName() or ""
        scripts = tuple(script for script, sample in SAMPLES.items() if covered.issuperset(map(ord, sample)))
        faces.append(FontFace(str(path), index, family, style, scripts))
    return faces


def index_fonts(folder: Path) -> list[FontFace]:
    """Returns the usable faces below a folder; the index is cached in `faces.json`."""
    cache = folder / "faces.json"
    if cache.exists():
        return [FontFace(**{**item, "scripts": tuple(item["scripts"])}) for item in json.loads(cache.read_text())]
    faces = []
    for path in sorted((folder / "root").rglob("*")):
        if path.suffix.lower() not in (".ttf", ".otf", ".ttc") or path.is_symlink():
            continue
        try:
            found = _faces(path)
        except Exception as error:
            print(f"skipped {path.name}: {error}", flush=True)
            continue
        faces += [face for face in found if face.scripts and not any(word in (face.family + path.name).lower() for word in EXCLUDED)]
    cache.write_text(json.dumps([asdict(face) for face in faces], ensure_ascii=False, indent=1))
    return faces


@lru_cache(maxsize=None)
def coverage(path: str, index: int) -> bytes:
    """Returns a bitmap of the code points that a face draws in the basic multilingual plane; empty and placeholder glyphs do not count."""
    font = TTFont(path, fontNumber=index, lazy=True)
    codes = {code: name for code, name in (font.getBestCmap() or {}).items() if code < 0x10000}
    outlines = font["glyf"].glyphs if "glyf" in font else {}
    drawn = {code: getattr(outlines.get(name), "data", name) for code, name in codes.items()}
    repeated = {outline for outline, count in Counter(drawn.values()).items() if count >= PLACEHOLDER_CODES}
    placeholders = {getattr(outlines.get(".notdef"), "data", ".notdef"), b"", *repeated}
    bitmap = bytearray(0x10000 // 8)
    for code in codes:
        visible = chr(code).isprintable() and not chr(code).isspace()
        if not (visible and drawn[code] in placeholders):
            bitmap[code >> 3] |= 1 << (code & 7)
    return bytes(bitmap)


def covers(face: FontFace, text: str) -> bool:
    """Whether a face has glyphs for all visible characters of a text."""
    bitmap = coverage(face.path, face.index)
    return all(bitmap[code >> 3] >> (code & 7) & 1 for code in {ord(char) for char in text} - INVISIBLE if code < 0x10000)


@lru_cache(maxsize=300)
def load_font(path: str, index: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, index=index, layout_engine=ImageFont.Layout.RAQM)


class FontLibrary:
    """Draws faces for a script: first a family, then one of its faces, so that large families do not dominate."""

    def __init__(self, faces: list[FontFace], held_out: bool) -> None:
        self.families: dict[str, dict[str, list[FontFace]]] = {script: defaultdict(list) for script in SAMPLES}
        for face in faces:
            if face.held_out == held_out:
                for script in face.scripts:
                    self.families[script][face.family].append(face)

        self.common = {script: [name for name in families if name.startswith(COMMON)] for script, families in self.families.items()}

    def draw(self, script: str, text: str, rng: random.Random) -> FontFace | None:
        """Returns a face with all characters of the text, or None if eight attempts fail."""
        families = self.families[script]
        names = self.common[script] if self.common[script] and rng.random() < COMMON_SHARE else list(families)
        for _ in range(8):
            face = rng.choice(families[rng.choice(names)])
            if covers(face, text):
                return face
        return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, required=True)
    arguments = parser.parse_args()
    fetch_packages(arguments.fonts, list(json.loads(PACKAGES_FILE.read_text())["packages"]))
    for script in SAMPLES:
        counts = [len(FontLibrary(index_fonts(arguments.fonts), held_out).families[script]) for held_out in (False, True)]
        print(f"{script}: {counts[0]} families, {counts[1]} held out")


if __name__ == "__main__":
    main()

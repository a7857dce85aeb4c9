"""Composes own texts with known sentiment: facts, questions, instructions, plain bad news, mixed opinions, irony, and so on.

Public sets of sentiment hardly contain texts without an opinion, or with two. `texts/<language>.data.json` has sentences of each
kind, written for this; facts also come from the encyclopedias and news of the sets of named entities, and opinions from short
texts of the sets of sentiment. They are combined at random: the same clauses occur alone, with one of the same sign, with one of
the opposite sign, and after a fact, so that no word or joint gives the label away. The odd half of each list is never trained on:
`HELD_OUT` composes the evaluation set from it.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from corpora import POLARITY, NerExample, SentimentExample

TEXTS = Path(__file__).parent / "texts"
TRAINING, HELD_OUT = 0, 1
SIGNS = ("positive", "negative")
OPPOSITE = {"positive": "negative", "negative": "positive"}
NEUTRAL_KINDS = ("facts", "headlines", "badNews", "questions", "instructions", "requests", "plainApologies")
# Neutral texts that surely have no emotion: a question may be curious, bad news may sadden.
UNEMOTIONAL_KINDS = ("facts", "headlines", "instructions")
# Sentences of one sign, with the label of each kind and its share.
POLAR_KINDS = {
    "praise": ("positive", 2.0), "strongPraise": ("very positive", 1.0), "negatedBlame": ("positive", 2.0), "thanks": ("positive", 0.8),
    "blame": ("negative", 2.0), "strongBlame": ("very negative", 1.0), "negatedPraise": ("negative", 2.0), "rejection": ("negative", 1.0),
    "irony": ("negative", 1.5), "politeComplaints": ("negative", 1.5), "sorrow": ("negative", 0.5),
    "mildPraise": ("positive", 1.2), "betterThan": ("positive", 1.0), "idiomsPositive": ("positive", 0.8), "shortPositive": ("positive", 0.8),
    "mildBlame": ("negative", 1.6), "worseThan": ("negative", 1.0), "idiomsNegative": ("negative", 0.9), "shortNegative": ("negative", 0.8),
    "phrasesPositive": ("positive", 0.7), "phrasesNegative": ("negative", 0.7),
}  # fmt: skip
# Kinds that can be joined with other clauses.
CLAUSES = {
    "positive": ("praise", "praise", "strongPraise", "negatedBlame", "mildPraise", "betterThan"),
    "negative": ("blame", "blame", "strongBlame", "negatedPraise", "mildBlame", "worseThan"),
}
# Emoji of the vocabulary; the engine replaces others.
# Judgments without a verb, which are joined with each other.
PHRASES = {"positive": "phrasesPositive", "negative": "phrasesNegative"}
PHRASES_SHARE = 0.25
# Share of the mixed texts that are written as a whole.
WHOLE_SHARE = 0.35
EMPHASIS_SHARE = 0.12
EMOJI = {"positive": "😀😃😄😁😊😍🥰😘🤩👍👏🙌💪❤💕🎉✨💯🔥😋😻", "negative": "😡😠😤😞😔😢😭💔👎😒🙄😩😫🤦😣😖"}
# Composed kinds with their shares.
SHARES = {"fact": 0.21, "neutral": 0.2, "polar": 0.24, "mixed": 0.13, "same": 0.08, "rejected": 0.06, "after fact": 0.06, "lone emoji": 0.02}
PERIODS = {"zh": "。", "ja": "。", "hi": "।", "th": ""}
UNSPACED_LANGUAGES = ("zh", "ja", "th")
NUMBER = re.compile(r"\{n\}")
TIME = re.compile(r"\{h\}")
# Sets of named entities whose sentences are those of encyclopedias and news, and tell facts.
FACTUAL_SETS = frozenset((
    "redocred", "crossner-politics", "crossner-science", "germeval", "uner-pt", "uner-da", "uner-zh", "wikipedia-ja", "gsd-ja", "thainer-th",
    "uner-he", "uner-hr", "uner-sr", "factrueval-ru", "kpwr-pl", "hiner-hi", "ronec-ro", "wiki-tr", "nergrit-id", "spacy-el",
))  # fmt: skip
# Sets of sentiment whose short texts are opinions that can be joined; tweets often are not.
OPINION_SETS = frozenset(("nsmc-ko", "wisesight-th", "husst-hu", "smsa-id", "omilab-he", "sentiweibo-zh"))
OPINIONATED = re.compile(r"[!?\u061f\uff01\uff1f\"“”„«»‘…😀-🙏]|\b(?:I|my|we|our|ich|je|yo|eu|io)\b", re.IGNORECASE)


@dataclass(frozen=True)
class LanguageTexts:
    """The sentences of one language, by kind, and the joints between two clauses."""

    language: str
    but: tuple[str, ...]
    joints: tuple[str, ...]
    # Endings of a clause that ends with `~`, as in Korean.
    endings: tuple[str, ...]
    kinds: dict[str, tuple[str, ...]]

    def full(self, clause: str, rng: random.Random) -> str:
        """A clause as a sentence without its period."""
        return clause[:-1] + rng.choice(self.endings) if clause.endswith("~") else clause

    def joined(self, first: str, joint: str, second: str, rng: random.Random) -> str:
        """Two clauses with a joint between them, which begins with `~` when it is an ending of the first clause."""
        if joint.startswith("~"):
            start = first[:-1] if first.endswith("~") else f"{first}."
            joint = joint[1:] if first.endswith("~") else " "
        else:
            start = self.full(first, rng)
        end = self.full(second, rng)
        return start + joint + (capitalized(end) if joint.strip().endswith((".", "。", "!")) else end)


def read_language_texts(half: int, folder: Path = TEXTS) -> list[LanguageTexts]:
    """All languages, with every other sentence of each kind."""
    found = []
    for path in sorted(folder.glob("*.data.json")):
        table = json.loads(path.read_text(encoding="utf-8"))
        kinds = {kind: tuple(table[kind][half::2]) for kind in (*NEUTRAL_KINDS, *POLAR_KINDS, "mixedSentences")}
        found.append(LanguageTexts(path.name.split(".")[0], tuple(table["but"]), tuple(table["joints"]), tuple(table.get("endings", [""])), kinds))
    return found


def capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def is_factual(text: str) -> bool:
    return 30 <= len(text) * (2.5 if re.search(r"[\u0e00-\u0eff\u3040-\u9fff]", text) else 1) <= 400 and not OPINIONATED.search(text)


@dataclass
class OwnTexts:
    """Composes texts. `facts` and `opinions` are sentences of public sets by language, the latter also by sign."""

    languages: list[LanguageTexts]
    facts: dict[str, list[str]] = field(default_factory=dict)
    opinions: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def add_facts(self, examples: list[NerExample], text_of: dict[int, str] | None = None) -> None:
        """Adds the factual sentences of a set of named entities; `text_of` maps positions to their natural text."""
        if not examples or examples[0].set.name not in FACTUAL_SETS:
            return
        for at, one in enumerate(examples):
            text = (text_of or {}).get(at, "")
            if is_factual(text):
                self.facts.setdefault(one.set.language, []).append(text)

    def add_opinions(self, examples: list[SentimentExample], length_max: int = 80) -> None:
        """Adds the short texts of a set of sentiment that are positive or negative."""
        for one in examples:
            if one.source not in OPINION_SETS or one.polarity is None or one.polarity[2] > 0 or len(one.text) > length_max or "http" in one.text:
                continue
            sign = "positive" if sum(one.polarity[3:5]) > 0 else "negative"
            self.opinions.setdefault(one.language, {name: [] for name in SIGNS})[sign].append(one.text)

    def compose(self, rng: random.Random) -> SentimentExample:
        """A random text of a random kind and language."""
        kind = rng.choices(list(SHARES), list(SHARES.values()))[0]
        if kind == "fact" and self.facts:
            language = rng.choice(sorted(self.facts))
            return example(rng.choice(self.facts[language]), "neutral", language, kind)
        if kind == "lone emoji":
            sign = rng.choice(SIGNS)
            return example("".join(rng.choices(EMOJI[sign], k=rng.randint(1, 3))), sign, "en", kind)
        texts = rng.choice(self.languages)
        return self.compose_kind(texts, "neutral" if kind == "fact" else kind, rng)

    def compose_kind(self, texts: LanguageTexts, kind: str, rng: random.Random) -> SentimentExample:
        language = texts.language
        if kind == "neutral":
            chosen = rng.choice(NEUTRAL_KINDS)
            text = fill_numbers(rng.choice(texts.kinds[chosen]), rng)
            if chosen == "facts" and rng.random() < 0.2:
                text = self.after(texts, text, fill_numbers(rng.choice(texts.kinds["facts"]), rng))
            return example(text, "neutral", language, chosen)
        if kind == "polar":
            names = list(POLAR_KINDS)
            chosen = rng.choices(names, [POLAR_KINDS[one][1] for one in names])[0]
            label = POLAR_KINDS[chosen][0]
            text = self.sentence(texts, chosen, rng)
            sign = label.split(" ")[-1]
            if chosen not in ("irony", "sorrow") and rng.random() < 0.1:
                text += " " + "".join(rng.choices(EMOJI[sign], k=rng.randint(1, 2)))
            return example(text, label, language, chosen)
        if kind == "rejected":
            text = self.after(texts, self.sentence(texts, rng.choice(CLAUSES["positive"]), rng), self.sentence(texts, "rejection", rng))
            return example(text, "negative", language, kind)
        sign = rng.choice(SIGNS)
        if kind == "after fact":
            fact = fill_numbers(rng.choice(texts.kinds["facts"]), rng)
            text = self.after(texts, fact, self.sentence(texts, rng.choice(CLAUSES[sign]), rng))
            return example(text, sign, language, kind)
        if kind == "mixed" and rng.random() < WHOLE_SHARE:
            return example(rng.choice(texts.kinds["mixedSentences"]), "mixed", language, kind)
        other = OPPOSITE[sign] if kind == "mixed" else sign
        joint = rng.choice(texts.but if kind == "mixed" and rng.random() < 0.45 else texts.joints)
        pool = self.opinions.get(language)
        if rng.random() < PHRASES_SHARE:
            first, second = (rng.choice(texts.kinds[PHRASES[one]]) for one in (sign, other))
            spaced = [one for one in texts.joints if not one.startswith("~")]
            text = capitalized(texts.joined(first, rng.choice(spaced or [", "]), second, rng)) + rng.choice((PERIODS.get(language, "."), ""))
        elif pool and min(map(len, pool.values())) > 20 and rng.random() < 0.35:
            first, second = (rng.choice(pool[one]).rstrip(" .。!") for one in (sign, other))
            joint = joint if not joint.startswith("~") else ". "
            text = first + joint + second
        else:
            first, second = (rng.choice(texts.kinds[rng.choice(CLAUSES[one])]) for one in (sign, other))
            text = capitalized(texts.joined(first, joint, second, rng)) + PERIODS.get(language, ".")
        return example(text, "mixed" if kind == "mixed" else sign, language, kind)

    @staticmethod
    def sentence(texts: LanguageTexts, kind: str, rng: random.Random) -> str:
        """A sentence of a kind with its period, or with exclamation marks."""
        text = capitalized(texts.full(fill_numbers(rng.choice(texts.kinds[kind]), rng), rng))
        if text[-1:] in ".!?。！？؟।…":
            return text
        if kind.startswith(("strong", "short")) and rng.random() < EMPHASIS_SHARE:
            return emphasized(text, rng)
        return text + (rng.choice(("!", "!", "!!")) if kind.startswith(("strong", "thanks", "shortPositive")) and rng.random() < 0.5 else PERIODS.get(texts.language, "."))

    @staticmethod
    def after(texts: LanguageTexts, first: str, second: str) -> str:
        return first + ("" if texts.language in ("zh", "ja") else " ") + second


def example(text: str, label: str, language: str, kind: str) -> SentimentExample:
    emotions = ("neutral",) if kind in UNEMOTIONAL_KINDS or kind == "fact" else None
    return SentimentExample(text, polarity=POLARITY[label], emotions=emotions, source=f"own {kind}", language=language)


def emphasized(text: str, rng: random.Random) -> str:
    """A short text as people shout it: the last letter drawn out, or capitals, and exclamation marks."""
    if rng.random() < 0.6 and text[-1:].isalpha():
        text += text[-1] * rng.randint(2, 6)
    if rng.random() < 0.5:
        text = text.upper()
    return text + "!" * rng.randint(0, 3)


def fill_numbers(text: str, rng: random.Random) -> str:
    """Replaces `{n}` with a number and `{h}` with a time of day."""
    text = NUMBER.sub(lambda _: str(rng.choice((rng.randint(2, 20), rng.randint(21, 900)))), text)
    return TIME.sub(lambda _: f"{rng.randint(6, 22)}:{rng.choice(('00', '15', '30', '45', '10'))}", text)


def held_out_examples(count: int = 40, seed: int = 5) -> list[SentimentExample]:
    """The evaluation set: `count` texts of each composed kind and language, from the half that is never trained on."""
    own = OwnTexts(read_language_texts(HELD_OUT))
    rng = random.Random(seed)
    found: dict[str, SentimentExample] = {}
    for texts in own.languages:
        for kind in ("neutral", "polar", "mixed", "same", "rejected", "after fact"):
            for _ in range(count):
                one = own.compose_kind(texts, kind, rng)
                found.setdefault(one.text, one)
    return list(found.values())

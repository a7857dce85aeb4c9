"""Writes the fixture that holds both sides to the same features: `python write_fixture.py`."""

import json

from features import ENGINE, char_hashes, tokenize, word_hashes

TEXTS = [
    "", "   ", "I don't LOVE it!!!", "do n't worry , it 's fine", "Größe, ÄRGER und Straße", "l’été à Noël — c'est génial…",
    "😀👍🏽 sooooo goooood :)", "नहीं, यह अच्छा नहीं है", "لا أحب هذا المنتج", "ﬁne ①② １２３ ½", "漢字とかな", "x" * 90, "2024-03-15 #tag @user_1",
    "İstanbul ΣΊΣΥΦΟΣ", "a\tb\nc\u00a0d\u200de", "👩\u200d👩\u200d👧 ❤️", "no , never . good", "not a single good thing here , nothing",
]


def main() -> None:
    cases = []
    for text in TEXTS:
        tokens = tokenize(text)
        cases.append({"text": text, "tokens": tokens, "words": sorted(word_hashes(tokens)), "characters": sorted(char_hashes(tokens))})
    path = ENGINE / "fixtures/feature-hashes.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(cases, ensure_ascii=False) + "\n", "utf8")


if __name__ == "__main__":
    main()

"""Writes `fixtures/tokenizer.json`, which checks the TypeScript tokenizer against the reference.

    python write_tokenizer_fixture.py --vocabulary MODEL/vocabulary.bin --data ../../../shared/data

`samples` are our sentences in 34 languages and hostile strings, with ids and UTF-16 ranges; `languages` has, for each language
of `language/sentences.dev`, a SHA-256 over ids and ranges of its lines, in file order: a line is `id:start:end` of each
subword, joined by spaces, and ends with a newline.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from pathlib import Path

from tokenizer import UnigramTokenizer, utf16_offsets

FIXTURE = Path(__file__).parents[2] / "packages/nlp/src/encoder/tokenizer/fixtures/tokenizer.json"

SENTENCES = [
    "Dr. Ada O'Neill-Brown's e-mail (sent at 5 p.m.) cost $3.50 – who'd've thought?",
    "Die Straßenbahn fährt über die Donaubrücke nach Wien-Floridsdorf.",
    "L'été dernier, nous avons mangé des crêpes à Saint-Malo ; c'était délicieux !",
    "¿Cuándo llegará el próximo autobús a Logroño? ¡Ojalá pronto!",
    "A avó do João vendeu o pão de ló na praça às três da tarde.",
    "Perché la città è così silenziosa la domenica mattina?",
    "De kinderen fietsten naar 's-Gravenhage, ondanks het geïmproviseerde plan.",
    "Zażółć gęślą jaźń w Łodzi, choć źdźbło trawy schnie.",
    "Příliš žluťoučký kůň úpěl ďábelské ódy nad Vltavou.",
    "Kôň stál pri ceste a čakal na svojho gazdu Ľuboša.",
    "Az árvíztűrő tükörfúrógép a hódmezővásárhelyi műhelyben állt.",
    "Ploaia a început brusc, iar oamenii s-au adăpostit sub șopronul țăranului.",
    "Blåbærsyltetøy smaker best på ferske vafler fra Ålesund.",
    "Sju sjösjuka sjömän sköttes av sköna sjuksköterskor i Göteborg.",
    "Rødgrød med fløde spises helst på Ærø om sommeren.",
    "Hyvää yötä, Järvenpään äänetön yöjuna!",
    "Jäääär on õhuke, ütles Õnne Tõrvale.",
    "Ķekavas ģimene brauca uz Liepāju šķirot zirņus.",
    "Ąžuolas išaugo prie Šventosios upės, kur žvejai gaudė ūsorius.",
    "Þetta er góð bók, sagði Ásdís við ömmu sína á Ísafirði.",
    "Tá an ghaoth ag séideadh ó Ghaillimh go dtí an Daingean.",
    "Mae'r llyfrgell yn Llanfairpwllgwyngyll ar agor bob dydd Sadwrn.",
    "Çiğköfteyi İzmir'de ılık bir akşamda yedik; ışıklar sönmüştü.",
    "Trời hôm nay đẹp quá, chúng ta đi dạo quanh hồ Gươm nhé?",
    "Anak-anak bermain layang-layang di tepi pantai Yogyakarta.",
    "Mtoto alikwenda sokoni kununua maembe matatu.",
    "Съешь ещё этих мягких французских булок, Алёна, да выпей же чаю!",
    "Їжак з'їв ґречну вечерю біля Києва, а потім заснув.",
    "Жълтата дюля падна край Търново; щъркелът отлетя.",
    "Љубав и џеп ђака из Ниша стали су у једну реченицу.",
    "Ο καιρός στη Θεσσαλονίκη ήταν υπέροχος· περπατήσαμε ώς το λιμάνι.",
    "ذَهَبَ الطُّلَّابُ إلى المكتبة في القاهرة، ثم عادوا مساءً.",
    "کیا آپ کل لاہور جا رہے ہیں؟ میں بھی چلوں گا۔",
    "क्या आप कल दिल्ली जा रहे हैं? मैं भी चलूँगा।",
    "昨日は東京でラーメンを食べました。とても美味しかった!",
    "อากาศวันนี้ดีมาก เราไปเดินเล่นกันเถอะ",
    "ממשלת העיר חיפה הודיעה אתמול על שינוי.",
]

HOSTILE = [
    "",
    " ",
    "\t\r\n\v\f\u0085\u00a0\u2028\u2029\u3000",
    "\u2581\u2581 \u2581a",
    "<s> </s> <pad> <unk> <mask>",
    "\u0000\u0001\u001f\u007f\ufffe\uffff",
    "\ud83d",
    "a\ude00b \ud800",
    "\ufeffBOM \u200bzero\u200cwidth\u200djoiners\u2060 \u202ertl\u202c",
    "e\u0301 \u00e9 e\u0323\u0302 \u1ec7 \u0301\u0302 a\u0308\u0301\u0323",
    "Z\u0351\u036b\u0343\u032aa\u0348\u0332\u0331l\u0321\u032ag\u0322\u0353o\u0337\u034d",
    "\u0915\u094d\u0937\u093f \u0644\u0651\u064e\u0627 \u1100\u1161\u11a8 \uac01",
    "\U00011099\U000110ba \U0001d15e \U0001d400\U0001d401 \u212b \ufb01\ufb03 \u01c4 \u00bd \u2460 \u33a1 \u3392",
    "👩‍👩‍👧‍👦 👍🏽 🇩🇪🇫🇷 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🫠",
    "x" * 300,
    "ab" * 200 + "ж" * 100,
    "日本" * 150,
    "😀" * 60,
    "." * 100 + "!?" * 40,
    "https://example.org/a_b-c/%C3%A9?q=1&r=%20#x user.name+tag@mail.example.co.uk @handle #tag",
    "0x7fffffff 1,234,567.89 10^-9 3.14159265358979 ٣٫١٤ १२३ ⅷ ²³",
    "if (a[i]!==b){return `${c}`;} // \\u00e9 \\x00 <div class=\"x\">&nbsp;</div>",
    "ALL CAPS HEADLINE WITH ÄÖÜ ẞ AND İSTANBUL",
    "wOrD mIxEd\u00ad soft\u00adhyphen\u2010dash\u2011nb \u2012\u2013\u2014\u2015",
]


def describe(tokenizer: UnigramTokenizer, text: str) -> dict[str, list[int]]:
    encoded = tokenizer.encode(text)
    offsets = utf16_offsets(text)
    return {
        "ids": encoded.ids,
        "starts": [int(offsets[start]) for start in encoded.starts],
        "ends": [int(offsets[end]) for end in encoded.ends],
    }


def hash_languages(tokenizer: UnigramTokenizer, path: Path) -> dict[str, dict[str, str | int]]:
    hashes: dict[str, hashlib._Hash] = {}
    lines: dict[str, int] = {}
    with gzip.open(path, "rt", encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            found = describe(tokenizer, row["text"])
            subwords = zip(found["ids"], found["starts"], found["ends"], strict=True)
            line = " ".join(f"{number}:{start}:{end}" for number, start, end in subwords)
            hashes.setdefault(row["lang"], hashlib.sha256()).update(f"{line}\n".encode())
            lines[row["lang"]] = lines.get(row["lang"], 0) + 1
    return {language: {"lines": lines[language], "sha256": hashes[language].hexdigest()} for language in sorted(hashes)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vocabulary", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=FIXTURE)
    options = parser.parse_args()
    tokenizer = UnigramTokenizer(options.vocabulary)
    fixture = {
        "vocabulary": hashlib.sha256(options.vocabulary.read_bytes()).hexdigest(),
        "samples": [{"text": text, **describe(tokenizer, text)} for text in [*SENTENCES, *HOSTILE]],
        "languages": hash_languages(tokenizer, options.data / "language" / "sentences.dev.jsonl.gz"),
    }
    rows = ",\n".join(json.dumps(sample) for sample in fixture["samples"])
    languages = json.dumps(fixture["languages"], indent=1)
    options.out.write_text(
        f'{{"vocabulary": "{fixture["vocabulary"]}",\n"samples": [\n{rows}\n],\n"languages": {languages}\n}}\n'
    )
    print(f"{len(fixture['samples'])} samples, {len(fixture['languages'])} languages")


if __name__ == "__main__":
    main()

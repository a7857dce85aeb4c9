/**
 * Measures sentence segmentation on short texts with abbreviations in 27 languages: the share of texts with all
 * sentences correct, and F1 of the sentence ends inside the texts. In the same run: Intl.Segmenter.
 *
 *     node --conditions=source eval/text/measure-sentence-ends.ts [--errors SPLIT]
 *
 * `--errors` prints the texts of a split that are split wrongly and writes no result.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { DataFiles } from '../data/data-files.ts';
import { type Figures, writeResult } from '../write-result.ts';
import { type GoldText, goldLanguages, readGoldTexts } from './sentence-ends/gold-texts.ts';

type Split = (text: string, language: string) => string[];

const splitWithQuern: Split = (text, language) => splitSentences(text, language).map((span) => span.text);

const splitWithIntl: Split = (text, language) =>
  [...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');

const withoutSpace = (text: string) => text.replace(/\s+/g, '');

/** Offsets of the ends of all sentences but the last one, white space not counted. */
function innerEnds(sentences: readonly string[]): Set<number> {
  let end = 0;
  const ends = sentences.map((sentence) => (end += withoutSpace(sentence).length));
  return new Set(ends.slice(0, -1));
}

class EndScore {
  texts = 0;
  #correct = 0;
  #found = 0;
  #gold = 0;
  #matched = 0;

  add(sentences: readonly string[], gold: readonly string[]): void {
    const [found, expected] = [innerEnds(sentences), innerEnds(gold)];
    this.texts += 1;
    this.#correct += Number(found.symmetricDifference(expected).size === 0);
    this.#found += found.size;
    this.#gold += expected.size;
    this.#matched += found.intersection(expected).size;
  }

  get accuracy(): number {
    return this.#correct / Math.max(1, this.texts);
  }

  get f1(): number {
    return (2 * this.#matched) / Math.max(1, this.#found + this.#gold);
  }
}

function score(texts: readonly GoldText[], split: Split): EndScore {
  const ends = new EndScore();
  for (const { text, language, sentences } of texts) ends.add(split(text, language), sentences);
  return ends;
}

function measureSplit(texts: readonly GoldText[]): Figures {
  const [ours, intl] = [score(texts, splitWithQuern), score(texts, splitWithIntl)];
  const byLanguage = goldLanguages.map((language) => {
    const ends = score(
      texts.filter((text) => text.language === language),
      splitWithQuern,
    );
    return [language, { texts: ends.texts, accuracy: ends.accuracy, f1: ends.f1 }] as const;
  });
  return {
    texts: texts.length,
    accuracy: ours.accuracy,
    f1: ours.f1,
    intlAccuracy: intl.accuracy,
    intlF1: intl.f1,
    byLanguage: Object.fromEntries(byLanguage),
  };
}

function printErrors(texts: readonly GoldText[]): void {
  for (const { text, language, sentences } of texts) {
    const found = splitWithQuern(text, language);
    if (innerEnds(found).symmetricDifference(innerEnds(sentences)).size > 0)
      console.log(`${language} ${found.join(' | ')}\n   ${sentences.join(' | ')}`);
  }
}

function main(): void {
  const { values: options } = parseArgs({ options: { errors: { type: 'string' } } });
  const data = new DataFiles(join(import.meta.dirname, 'sentence-ends'));
  const texts = readGoldTexts(data);
  const splitOf = (split: string) => texts.filter((text) => text.split === split);
  if (options.errors !== undefined) {
    printErrors(splitOf(options.errors));
    return;
  }
  const splits = Object.fromEntries(
    ['dev', 'test', 'fresh'].map((split) => [split, measureSplit(splitOf(split))]),
  );
  console.log(JSON.stringify(splits, null, 1));
  writeResult('sentence-ends', {
    claim: 'Sentence segmentation: short texts with abbreviations with all sentences correct',
    script: import.meta.filename,
    data,
    n: texts.length,
    versions: { icu: process.versions.icu ?? '' },
    figures: { splits },
  });
}

main();

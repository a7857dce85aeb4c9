/**
 * Measures sentence segmentation on golden rules (short texts with their sentences): a rule counts when all sentences
 * match, white space ignored. In the same run: Intl.Segmenter.
 *
 *     node --conditions=source eval/text/measure-sentences.ts
 */
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { splitSentences } from '@quern/text/sentences/split-sentences';
import { z } from 'zod';
import { DataFiles } from '../data/data-files.ts';
import { type Figures, writeResult } from '../write-result.ts';

/** BCP 47 tags of the files that are named by language. */
const languageTags: Readonly<Record<string, string>> = {
  amharic: 'am',
  armenian: 'hy',
  bulgarian: 'bg',
  burmese: 'my',
  chinese: 'zh',
  danish: 'da',
  dutch: 'nl',
  english: 'en',
  'english-long': 'en',
  french: 'fr',
  german: 'de',
  greek: 'el',
  hindi: 'hi',
  italian: 'it',
  japanese: 'ja',
  kazakh: 'kk',
  marathi: 'mr',
  persian: 'fa',
  polish: 'pl',
  russian: 'ru',
  slovak: 'sk',
  spanish: 'es',
  urdu: 'ur',
};

const ruleSchema = z.object({ text: z.string(), sentences: z.array(z.string()) });
const withoutSpace = (text: string) => text.replace(/\s+/g, '');
const isEqual = (left: readonly string[], right: readonly string[]) =>
  left.map(withoutSpace).join('\n') === right.map(withoutSpace).join('\n');

function splitWithIntl(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

function main(): void {
  const data = new DataFiles();
  const sets: Record<string, Figures> = {};
  let n = 0;
  for (const file of globSync('*.jsonl.gz', { cwd: join(data.root, 'sentences') }).sort()) {
    const name = basename(file, '.jsonl.gz');
    const language = languageTags[name];
    if (language === undefined) throw new Error(`${file} has no language tag in measure-sentences.ts`);
    const rules = data.readRows(`sentences/${name}`, (row) => ruleSchema.parse(row));
    const correct = rules.filter(({ text, sentences }) =>
      isEqual(
        splitSentences(text, language).map((sentence) => sentence.text),
        sentences,
      ),
    ).length;
    const intlCorrect = rules.filter(({ text, sentences }) =>
      isEqual(splitWithIntl(text, language), sentences),
    );
    sets[name] = { language, rules: rules.length, correct, intlCorrect: intlCorrect.length };
    n += rules.length;
  }
  console.table(sets);
  writeResult('sentences', {
    claim: 'Sentence segmentation: golden rules with all sentences correct',
    script: import.meta.filename,
    data,
    n,
    versions: { icu: process.versions.icu ?? '' },
    figures: { sets },
  });
}

main();

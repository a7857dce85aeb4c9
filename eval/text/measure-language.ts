/**
 * Measures language detection: on the sentences that its model never saw (every third of the set), on everyday phrases of
 * one to four words, on names, code and other strings without a language, and on mixed texts. In the same run: the library
 * eld with its small and its large table, franc and tinyld.
 *
 *     node --conditions=source eval/text/measure-language.ts
 */
import { detectLanguage } from '@quern/text/language/detect-language';
import { detectLanguageRanges } from '@quern/text/language/detect-language-ranges';
import { z } from 'zod';
import { isHeldOut } from '../../training/language/held-out.ts';
import { DataFiles } from '../data/data-files.ts';
import languageless from '../language/languageless.data.json' with { type: 'json' };
import { measureConfidence } from '../language/measure-confidence.ts';
import { measureRanges } from '../language/measure-ranges.ts';
import phrases from '../language/phrases.data.json' with { type: 'json' };
import { type Detect, type LabeledText, macroAccuracy, score } from '../language/score-detection.ts';
import { importPeer, peerVersions } from '../peers/import-peer.ts';
import { writeResult } from '../write-result.ts';

const rowSchema = z.object({ text: z.string(), lang: z.string() });

/** The part of the library eld that is used. */
interface Eld {
  readonly eld: {
    detect(text: string): { readonly language: string };
    info(): { readonly Languages: Readonly<Record<string, string>> };
  };
}

/**
 * A single sentence does not distinguish Bosnian from Croatian, and half of the sentences that the set calls Malay are
 * Indonesian.
 */
const unreliableLabels = new Set(['bs', 'ms']);

/** Quern's tag for Bokmål. */
const toTag = (language: string): string => (language === 'nb' ? 'no' : language);

/** Detection with a table of eld: `small` or `large`. */
async function loadEld(table: string): Promise<{ detect: Detect; languages: Set<string> }> {
  const { eld } = await importPeer<Eld>(`eld/${table}`);
  const languages = new Set(Object.values(eld.info().Languages));
  return { detect: async (text) => eld.detect(text).language || 'und', languages };
}

/** Other libraries of npm. */
async function loadOthers(): Promise<Record<string, Detect>> {
  const { franc } = await importPeer<{ franc(text: string, options: object): string }>('franc');
  const tinyld = await importPeer<{ detect(text: string): string }>('tinyld');
  return {
    // franc returns codes of three letters, and by default nothing for less than ten characters.
    franc: async (text) => toTag(new Intl.Locale(franc(text, { minLength: 1 })).language),
    tinyld: async (text) => tinyld.detect(text) || 'und',
  };
}

function readPhrases(isHalf: (index: number) => boolean): LabeledText[] {
  return Object.entries(phrases).flatMap(([language, texts]) =>
    texts.filter((_, index) => isHalf(index)).map((text) => ({ text, language })),
  );
}

async function main(): Promise<void> {
  const data = new DataFiles();
  const sentences = data
    .readRows('language/sentences.dev', (row) => rowSchema.parse(row))
    .filter((_, index) => isHeldOut(index))
    .map(({ text, lang }): LabeledText => ({ text, language: toTag(lang) }));
  const small = await loadEld('small');
  const large = await loadEld('large');
  const detect: Detect = async (text) => (await detectLanguage(text)).language;
  const quern = await score(sentences, detect);
  const reliable = sentences.filter(({ language }) => !unreliableLabels.has(language));
  const supported = reliable.filter(({ language }) => small.languages.has(language));
  const tuned = readPhrases((index) => index % 2 === 0);
  const heldOut = readPhrases((index) => index % 2 === 1);
  const names = languageless.map((text): LabeledText => ({ text, language: 'und' }));
  const detectors = {
    quern: detect,
    eldSmall: small.detect,
    eldLarge: large.detect,
    ...(await loadOthers()),
  };
  const figures = {
    sentences: sentences.length,
    languages: Object.keys(quern.byLanguage).length,
    accuracy: quern.right,
    macroAccuracy: macroAccuracy(quern),
    all: await compare(sentences, detectors),
    reliable: await compare(reliable, detectors),
    supportedByEld: await compare(supported, detectors),
    byLanguage: quern.byLanguage,
    phrases: {
      tuned: await compare(tuned, detectors),
      heldOut: await compare(heldOut, detectors),
    },
    languageless: await compare(names, detectors),
    confidence: await measureConfidence([...sentences, ...heldOut], detectLanguage),
    ranges: await measureRanges(reliable, detectLanguageRanges),
  };
  console.log(figures);
  writeResult('language', {
    claim:
      'Language of single sentences that the model never saw, of everyday phrases, names and mixed texts',
    script: import.meta.filename,
    data,
    n: sentences.length,
    versions: peerVersions(['eld', 'franc', 'tinyld']),
    figures,
  });
}

/** Shares of right, wrong and undetermined results of each detector on the same texts. */
async function compare(texts: readonly LabeledText[], detectors: Readonly<Record<string, Detect>>) {
  const figures: Record<
    string,
    { n: number; languages: number; right: number; wrong: number; macro: number }
  > = {};
  for (const [name, detect] of Object.entries(detectors)) {
    const result = await score(texts, detect);
    figures[name] = {
      n: texts.length,
      languages: Object.keys(result.byLanguage).length,
      right: result.right,
      wrong: result.wrong,
      macro: macroAccuracy(result),
    };
  }
  return figures;
}

await main();

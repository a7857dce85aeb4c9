import { languageWords } from '@quern/text/language/classifier/language-words';
import type { SeededRandom } from '../page-blocks/seeded-random.ts';

/** Words of one language from one source. */
export interface SourceTexts {
  readonly source: string;
  /** Each text as its words; letter sequences are texts of one word. */
  readonly texts: readonly (readonly string[])[];
}

/** A text to learn from. */
export interface SampledText {
  readonly words: readonly string[];
  /** Whether the words are whole. */
  readonly isWhole: boolean;
}

/** The source of letter sequences, which are parts of words. */
export const sequenceSource = 'lingua';
/** Sources whose texts are single words or parts of words, which are drawn as often as in running text. */
const wordSources = new Set([sequenceSource, 'wordfreq']);

/** The source of names and code, each of which is one text. */
const nameSource = 'names';

/** How often a text is drawn from each source, relative to others: prose and talk more often than labels and names. */
const sourceWeights: Readonly<Record<string, number>> = {
  sentences: 6,
  [sequenceSource]: 7,
  wordfreq: 6,
  phrases: 2.5,
  xed: 3,
  udhr: 1,
  'libreoffice-help': 1,
  'cldr-dates': 0.3,
  'cldr-names': 0.3,
  firefox: 0.7,
  libreoffice: 0.7,
  'home-assistant': 0.7,
  openstreetmap: 0.7,
  'cldr-annotations': 0.7,
  oojs: 0.3,
};

/** Shares of the texts of one to four and of five to twelve words; the others have up to forty. */
const shortShare = 0.4;
const middleShare = 0.3;
const wordsMax = 40;
/** Share of the texts whose accents are removed, as many writers do. */
const accentlessShare = 0.04;

/** Draws a text of one language. */
export function drawText(sources: readonly SourceTexts[], random: SeededRandom): SampledText {
  const { source, texts } = drawSource(sources, random);
  if (source === nameSource) return { words: (random.pick(texts) ?? []).slice(0, 6), isWhole: true };
  const size = drawSize(random);
  const words: string[] = [];
  // A longer text than the drawn one is filled up with others: features do not cross words.
  for (let attempts = 0; words.length < size && attempts < wordsMax; attempts++) {
    const text = random.pick(texts) ?? [];
    const missing = size - words.length;
    const start = text.length > missing ? random.below(text.length - missing + 1) : 0;
    words.push(...text.slice(start, start + missing));
    if (words.length > 0 && size <= 4 && !wordSources.has(source)) break;
  }
  const isAccentless = random.next() < accentlessShare;
  return { words: isAccentless ? words.map(removeAccents) : words, isWhole: source !== sequenceSource };
}

function drawSource(sources: readonly SourceTexts[], random: SeededRandom): SourceTexts {
  const weights = sources.map(
    ({ source, texts }) =>
      // A source of few texts is drawn less often, so that the model does not learn its words by heart.
      (sourceWeights[source] ?? 1) * Math.min(1, texts.length / 50),
  );
  let rest = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, source] of sources.entries()) {
    rest -= weights[index] ?? 0;
    if (rest < 0) return source;
  }
  return sources.at(-1) ?? { source: '', texts: [] };
}

function drawSize(random: SeededRandom): number {
  const share = random.next();
  if (share < shortShare) return 1 + random.below(4);
  if (share < shortShare + middleShare) return 5 + random.below(8);
  return 13 + random.below(wordsMax - 12);
}

function removeAccents(word: string): string {
  return languageWords(word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, ''))[0] ?? word;
}

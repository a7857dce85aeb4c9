import type { UnitFeaturesInput } from './unit-features.ts';

/** Columns whose mean over all units describes the kind of text. */
const averaged = [
  'wordCount',
  'capitalized',
  'digits',
  'quote',
  'question',
  'exclamation',
  'terminalEnd',
  'firstPerson',
  'secondPerson',
  'thirdPerson',
  'isConnectiveOpening',
  'isItem',
  'isQuotation',
  'hasSpeaker',
  'overlapRank',
  'centroid',
  'wordLength',
  'commas',
  'repetition',
] as const;

/** The columns of a row that describe the whole text, in their order. */
export const textFeatureNames: readonly string[] = [
  'text:compression',
  'text:units',
  'text:length',
  'text:blockSize',
  'text:sections',
  'text:headings',
  'text:speakers',
  'text:diversity',
  ...averaged.map((name) => `text:${name}`),
];

/**
 * Describes the text that units belong to, which distinguishes genres.
 *
 * @param rows features of the units
 * @param names the columns of the rows
 */
export function textFeaturesOf(
  { outline, statistics, lengthMax }: UnitFeaturesInput,
  rows: readonly Float32Array[],
  names: readonly string[],
): Float32Array {
  const { units, sections, blockCount } = outline;
  const count = Math.max(1, units.length);
  const length = units.reduce((total, { text }) => total + text.length, 0);
  const words = statistics.terms.reduce((total, terms) => total + terms.length, 0);
  const speakers = new Set(units.map(({ speaker }) => speaker).filter((speaker) => speaker !== undefined));
  const means = averaged.map((name) => {
    const column = names.indexOf(name);
    return rows.reduce((total, row) => total + (row[column] ?? 0), 0) / count;
  });
  return Float32Array.of(
    Math.min(1, lengthMax / Math.max(1, length)),
    Math.log(count),
    Math.log(1 + length),
    count / Math.max(1, blockCount),
    Math.log(Math.max(1, sections.length)),
    sections.filter(({ heading }) => heading !== '').length / count,
    Math.min(10, speakers.size),
    statistics.counts.length / Math.max(1, Math.sqrt(words)),
    ...means,
  );
}

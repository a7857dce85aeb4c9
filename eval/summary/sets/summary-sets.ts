import { z } from 'zod';
import type { DataFiles } from '../../data/data-files.ts';

/** A text with summaries by people. */
export interface ReferenceText {
  readonly text: string;
  /** BCP 47 tag. */
  readonly language: string;
  /** Kind of text, its language, and the collection where a set has several, such as `reviews en (opinosis)`. */
  readonly genre: string;
  readonly references: readonly string[];
}

/** A measurement on one file. */
export interface SummarySet {
  readonly name: string;
  /** Path of the data file without `.jsonl.gz`. */
  readonly file: string;
  /** Length limit in UTF-16 code units for every text; the mean length of its references by default. */
  readonly maxLength?: number;
}

/** The measured sets. `cnn-dev-360` is not counted as a genre, since its texts are those of `cnn-dev`. */
export const summarySets: readonly SummarySet[] = [
  { name: 'cnn-dev', file: 'summary/cnndm.dev' },
  { name: 'cnn-dev-360', file: 'summary/cnndm.dev', maxLength: 360 },
  { name: 'scitldr-test', file: 'summary/scitldr.test' },
  ...[
    'convosumm-email',
    'crd3',
    'glossary',
    'gum',
    'klexikon-de',
    'legal',
    'mts-dialog',
    'orangesum-fr',
    'proposals',
    'qmsum',
    'qmsum-parts',
    'reviews',
    'sumpubmed',
  ].map((name) => ({ name: `${name}-dev`, file: `summary/${name}.dev` })),
];

/** Every file of the folder, for checks that need no reference. */
export const summaryFiles: readonly string[] = [
  ...new Set(
    summarySets.flatMap(({ file }) => {
      const name = file.replace(/\.\w+$/, '');
      if (name === 'summary/cnndm') return [file];
      if (name === 'summary/scitldr') return ['train', 'dev', 'test'].map((split) => `${name}.${split}`);
      return ['train', 'dev'].map((split) => `${name}.${split}`);
    }),
  ),
];

const rowSchema = z.object({
  text: z.string().optional(),
  sentences: z.array(z.string()).optional(),
  reference: z.string().optional(),
  references: z.array(z.string()).optional(),
  genre: z.string().optional(),
  lang: z.string().optional(),
  source: z.string().optional(),
});

/** Genres whose collections differ too much for one mean. */
const genresByCollection = new Set(['technical proposal', 'reviews']);

/** Reads the texts of a file of `summary`, such as `summary/gum.dev`. */
export function readSummaryTexts(data: DataFiles, file: string): ReferenceText[] {
  return data.readRows(file, (row) => toReferenceText(rowSchema.parse(row), file));
}

function toReferenceText(row: z.infer<typeof rowSchema>, file: string): ReferenceText {
  const { text, sentences = [], reference, references, lang: language = 'en' } = row;
  return {
    text: text ?? sentences.join(' '),
    language,
    genre: `${genreOf(row, file)} ${language}${collectionOf(row)}`,
    references: references ?? (reference === undefined ? [] : [reference]),
  };
}

function genreOf({ genre }: z.infer<typeof rowSchema>, file: string): string {
  if (file.startsWith('summary/scitldr')) return 'scientific abstract';
  if (file.startsWith('summary/qmsum-parts')) return 'part of a meeting';
  if (file.startsWith('summary/cnndm')) return 'news (CNN)';
  return genre ?? 'unknown';
}

function collectionOf({ genre = '', source = '' }: z.infer<typeof rowSchema>): string {
  const [collection = ''] = source.split(':');
  return genresByCollection.has(genre) ? ` (${collection})` : '';
}

import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { readDocument } from '@quern/documents/read-document';
import { detectLanguage } from '@quern/text/language/detect-language';
import type { TextBlock } from '@quern/text/structure/text-block';
import type { DataFiles } from '../../data/data-files.ts';
import { readSummaryTexts } from '../sets/summary-sets.ts';

/** A text to summarize and look at. */
export interface ReadableText {
  /** Where it comes from. */
  readonly name: string;
  readonly genre: string;
  /** BCP 47 tag. */
  readonly language: string;
  readonly text: string;
  /** Title in the metadata of a document, else ''. */
  readonly title: string;
  /** The blocks of a document; undefined for a text. */
  readonly blocks?: readonly TextBlock[];
}

/** Number of texts of each file, evenly drawn. */
const drawnTexts: readonly (readonly [genre: string, file: string, count: number])[] = [
  ['news', 'summary/cnndm.dev', 8],
  ['news', 'summary/orangesum-fr.dev', 6],
  ['encyclopedia', 'summary/klexikon-de.dev', 7],
  ['science', 'summary/sumpubmed.dev', 6],
  ['science', 'summary/scitldr.test', 2],
  ['proposal', 'summary/proposals.dev', 10],
  ['e-mail thread', 'summary/convosumm-email.dev', 7],
  ['meeting', 'summary/qmsum.dev', 3],
  ['meeting', 'summary/qmsum-parts.dev', 5],
  ['contract', 'summary/legal.dev', 5],
  ['reviews', 'summary/reviews.dev', 5],
  ['glossary', 'summary/glossary.dev', 6],
  ['mixed', 'summary/gum.dev', 4],
];

const documents = [
  'docs/docling/tests/data/pdf/sources/multi_page.pdf',
  'docs/docling/tests/data/pdf/sources/normal_4pages.pdf',
  'docs/docling/tests/data/pdf/sources/redp5110_sampled.pdf',
  'docs/docling/tests/data/pdf/sources/amt_handbook_sample.pdf',
  'docs/py-pdf/009-pdflatex-geotopo/GeoTopo-komprimiert.pdf',
  'docs/py-pdf/026-latex-multicolumn/multicolumn.pdf',
  'docs/docling/tests/data/pdf/groundtruth/2305.03393v1.md',
  'docs/docling/tests/data/docx/sources/word_sample.docx',
  'convert/kiln.p3-docx.docx',
  'convert/gruss.py-docx.docx',
  'convert/minutes.weasy-pdf-h5.pdf',
  'convert/tides.typst-pdf-h2.pdf',
  'convert/statuten.lo-odt-h.odt',
  'convert/energy.p3-html.html',
  'convert/orchard.p3-epub.epub',
  'convert/carta.lo-rtf.rtf',
];

const modulesDir = resolve(import.meta.dirname, '../../../node_modules');
const specimensDir = join(import.meta.dirname, 'specimens');
/** Manuals of libraries, given as they are: Markdown that a person pastes. */
const manuals = ['zod', 'markdown-it', 'semver', 'undici', 'prom-client', 'piscina'];

/** Collects the texts: references' texts, documents, manuals of libraries, and the files of `specimens`. */
export async function collectTexts(data: DataFiles): Promise<ReadableText[]> {
  const read = await Promise.all([
    ...documents.map((path) => readFileText(basename(path), 'document', data.read(path))),
    ...globSync('*.eml', { cwd: specimensDir }).map((file) =>
      readFileText(file, 'e-mail thread', readFileSync(join(specimensDir, file))),
    ),
  ]);
  return [
    ...drawnTexts.flatMap(([genre, file, count]) => drawTexts(data, file, count, genre)),
    ...read,
    ...(await readPlainFiles()),
  ];
}

function drawTexts(data: DataFiles, file: string, count: number, genre: string): ReadableText[] {
  const all = readSummaryTexts(data, file);
  return Array.from({ length: Math.min(count, all.length) }, (_, draw) => {
    const index = Math.floor((draw * all.length) / count);
    const { text = '', language = 'und' } = all[index] ?? {};
    return { name: `${file}:${index + 1}`, genre, language, text, title: '' };
  });
}

async function readFileText(name: string, genre: string, bytes: Buffer): Promise<ReadableText> {
  const { text, title, blocks } = await readDocument(bytes);
  const { language } = await detectLanguage(text);
  return { name, genre, language, text, title, blocks };
}

/** Files whose text is summarized as it is, with markup, time stamps and running heads. */
async function readPlainFiles(): Promise<ReadableText[]> {
  const files = [
    ...globSync(`{${manuals.join(',')}}/README.md`, { cwd: modulesDir })
      .sort()
      .map((file) => join(modulesDir, file)),
    ...globSync('*.{md,txt}', { cwd: specimensDir })
      .sort()
      .map((file) => join(specimensDir, file)),
  ];
  return Promise.all(
    files.map(async (file) => {
      const text = readFileSync(file, 'utf8');
      const { language } = await detectLanguage(text);
      const isManual = file.startsWith(modulesDir);
      const name = isManual ? relative(modulesDir, file) : basename(file);
      return { name, genre: isManual ? 'manual' : 'plain file', language, text, title: '' };
    }),
  );
}

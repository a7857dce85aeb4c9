import type { RecognizedPage } from '@quern/documents/model/recognized-page';
import type { z } from 'zod';
import {
  beginConversion,
  type Conversion,
  type ConversionOptions,
  finishConversion,
} from '../../engines/convert-document.ts';
import {
  backgroundPagesMax,
  defineOperation,
  type OperationContext,
  type PreparedInput,
} from '../define-operation.ts';
import { loadInput } from '../load-input.ts';
import { totalBytes } from '../uploaded-file.ts';
import { describeImages } from './describe-images.ts';
import examples from './examples.data.json' with { type: 'json' };
import { PagePreviews } from './page-previews.ts';
import { convertInput, convertOutput } from './schema.ts';
import { createPdf, requirePages } from './searchable-pdf.ts';

type ConvertInput = z.infer<typeof convertInput>;

/** A document of which everything is converted that does not have to be recognized. */
interface PreparedDocument extends PreparedInput {
  readonly bytes: Uint8Array;
  readonly begun: Conversion;
}

const documentBytesMax = 32 * 1024 * 1024;
const accept =
  'application/pdf,application/vnd.openxmlformats-officedocument.*,application/vnd.oasis.opendocument.*,application/epub+zip,text/*;q=0.9,image/*;q=0.8,*/*;q=0.5';
const pagesPerCredit = 5;
/** Progress when the document was read; recognized pages share the rest. */
const readFraction = 0.2;

/** Converts a document to Markdown. */
export const operation = defineOperation({
  name: 'convert',
  title: 'Convert a document to Markdown',
  description:
    'Converts a document to Markdown with its headings, lists, tables, links, code, and footnotes. Formats: PDF (scanned pages are recognized), DOCX, DOC, PPTX, PPT, XLSX, XLS, ODT, ODS, ODP, EPUB, HTML, RTF, CSV, EML, MSG, ZIP archives of them, Markdown, TXT, and images. On request it also returns chunks for retrieval, or a searchable PDF of a scan.',
  consumes: ['multipart/form-data', 'application/json'],
  input: convertInput,
  primaryInput: 'url',
  output: convertOutput,
  plainResult: 'markdown',
  errors: [
    'invalid_url',
    'forbidden_address',
    'invalid_file',
    'unreadable_document',
    'invalid_image',
    'file_too_large',
    'fetch_failed',
    'target_status',
    'blocked',
    'fetch_timeout',
    'engine_unavailable',
  ],
  examples,
  // Up to 100 scanned pages, a few seconds each.
  timeLimitMs: 600_000,
  cost: { resource: 'threads', baseMs: 30, perUnitMs: 0.001, units: ({ files }) => totalBytes(files) },
  price: {
    minimum: 1,
    label: '1 credit per started 5 pages',
    compute: ({ begun }: PreparedDocument) => Math.max(1, Math.ceil(begun.readPageCount / pagesPerCredit)),
  },
  prepare: async (input, context) => {
    const { files, url } = input;
    const bytes = await loadInput({ files, url }, { bytesMax: documentBytesMax, accept }, context);
    const begun = await beginConversion(context.engines, bytes, optionsOf(input, context));
    if (input.output === 'pdf') requirePages(begun.format);
    return { bytes, begun, ...(begun.unreadPages.length === 0 && { tokenCount: begun.tokenCount }) };
  },
  run: async ({ input, prepared: { bytes, begun }, ...context }) => {
    const { engines, progress, publishPage, signal } = context;
    progress(readFraction, 'document read');
    const previews =
      publishPage === undefined || begun.unreadPages.length < 2 || begun.unreadParts.length > 0
        ? undefined
        : new PagePreviews({
            pool: engines.pool,
            bytes,
            password: input.password,
            signal,
            publish: publishPage,
          });
    const recognized: RecognizedPage[] = [];
    const onPage = (page: RecognizedPage): void => {
      previews?.add(page);
      if (input.output === 'pdf') recognized.push(page);
    };
    const { markdown, format, pages, tables, images, pictures, chunks, warnings, tokenCount, ...others } =
      await finishConversion(engines, bytes, begun, optionsOf(input, context, onPage));
    await previews?.end();
    const { output, password } = input;
    const pdf =
      output === 'pdf' && (await createPdf(engines.ocr, input, { bytes, recognized, password, signal }));
    const { title, language, metadata, pageCount = null } = others;
    return {
      markdown,
      format,
      pages,
      tables,
      metadata: { ...metadata, title, language, pageCount },
      ...(pdf && { pdf }),
      ...(input.images && { images: describeImages(images, pictures) }),
      ...(input.chunkTokens !== undefined && { chunks }),
      warnings,
      tokenCount,
    };
  },
});

function optionsOf(
  { pages, ocr, password, languages, chunkTokens, images }: ConvertInput,
  { signal, progress, isBackground }: OperationContext,
  onRecognized?: (page: RecognizedPage) => void,
): ConversionOptions {
  const onPage: ConversionOptions['onPage'] = (done, total, page) => {
    if (page !== undefined) onRecognized?.(page);
    progress(readFraction + ((1 - readFraction) * done) / total, `page ${done} of ${total} recognized`);
  };
  const pagesMax = isBackground ? backgroundPagesMax : undefined;
  return { pages, ocr, password, languages, chunkTokens, images, signal, onPage, pagesMax };
}

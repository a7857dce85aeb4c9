import type { RecognizedPage } from '@quern/documents/model/recognized-page';
import type { Engines } from '../../engines/engines.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { ResultFile } from '../result-file.ts';
import type { UploadedFile } from '../uploaded-file.ts';

/** Where a document comes from, from which the name of its PDF is derived. */
interface DocumentSource {
  readonly files?: readonly UploadedFile[] | undefined;
  readonly url?: string | undefined;
}

/** A document, and what was recognized on its pages. */
export interface RecognizedDocument {
  readonly bytes: Uint8Array;
  readonly recognized: readonly RecognizedPage[];
  readonly password: string | undefined;
  readonly signal: AbortSignal;
}

const defaultName = 'document';
const nameLengthMax = 100;

/** @throws ServiceError `invalid_file` for a document that is neither a PDF nor a picture */
export function requirePages(format: string): void {
  if (format === 'pdf' || format === 'image') return;
  throw new ServiceError(
    'invalid_file',
    `output pdf is for PDFs and images; the file is of the format ${format}`,
  );
}

/**
 * Creates a PDF with the recognized text of a document as an invisible layer. A PDF of which no page had to be recognized is
 * returned as it is.
 *
 * @throws ImageError
 */
export async function createPdf(
  ocr: Engines['ocr'],
  source: DocumentSource,
  { bytes, recognized, password, signal }: RecognizedDocument,
): Promise<ResultFile> {
  const pdf =
    recognized.length === 0 ? bytes : await ocr.createSearchablePdf(bytes, recognized, { password, signal });
  return new ResultFile(`${baseName(source)}.pdf`, 'application/pdf', pdf);
}

/** The name of the uploaded file, or the last part of the URL's path, without its extension. */
function baseName({ files, url }: DocumentSource): string {
  const path = files?.[0]?.name ?? (url === undefined ? '' : decodePath(new URL(url).pathname));
  const name = /[^/\\]*$/.exec(path)?.[0] ?? '';
  const base = name.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim();
  return Array.from(base).slice(0, nameLengthMax).join('') || defaultName;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // The path is not UTF-8: its last part stays as it is written in the URL.
    return path;
  }
}

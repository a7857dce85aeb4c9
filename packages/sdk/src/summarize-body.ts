import type { SummarizeInput } from './operation-types.ts';
import { invalidInput } from './quern-error.ts';

/** A PDF, DOCX or TXT of 10,485,760 bytes at most; what it is, its content tells, not its name. */
export type QuernFile = Blob | Uint8Array | { readonly name: string; readonly bytes: Uint8Array };

/** Either a text or a file. */
export type SummarizeRequest = Pick<SummarizeInput, 'targetLanguage' | 'maxLength'> &
  (
    | { readonly content: string; readonly file?: undefined }
    | { readonly file: QuernFile; readonly content?: undefined }
  );

/**
 * A text goes as JSON, since a form would turn its line breaks into CRLF (HTML, "multipart form data"), and offsets
 * would no longer match. A file goes as a form.
 */
export function encodeSummarizeBody(order: SummarizeRequest): string | FormData {
  const { content, file, targetLanguage, maxLength } = order;
  // Callers without TypeScript may get this wrong.
  if ((content === undefined) === (file === undefined)) {
    throw invalidInput('summarize takes either content or file');
  }
  if (file === undefined) return JSON.stringify({ content, targetLanguage, maxLength });
  const form = new FormData();
  const [blob, name] = toBlob(file);
  form.append('file', blob, name);
  if (targetLanguage !== undefined) form.append('targetLanguage', targetLanguage);
  if (maxLength !== undefined) form.append('maxLength', String(maxLength));
  return form;
}

function toBlob(file: QuernFile): [Blob, string] {
  if (file instanceof Blob) {
    return [file, 'name' in file && typeof file.name === 'string' ? file.name : 'document'];
  }
  if (file instanceof Uint8Array) return [new Blob([file as Uint8Array<ArrayBuffer>]), 'document'];
  return [new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name];
}

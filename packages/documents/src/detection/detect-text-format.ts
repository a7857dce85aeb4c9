import { detectCsvDelimiter } from '../csv/csv-dialect.ts';
import type { DocumentFormat } from '../model/document-content.ts';
import { flatOdfFormat } from './flat-odf-format.ts';
import { hasMailHeader } from './has-mail-header.ts';
import { isHtml } from './is-html.ts';
import { isMarkdown } from './is-markdown.ts';

const sampleBytes = 256 * 1024;

/** Detects the format of a text by its content; conservative, since plain text loses nothing. */
export function detectTextFormat(bytes: Uint8Array): DocumentFormat {
  const text = decodeSample(bytes);
  const flat = flatOdfFormat(text);
  if (flat !== undefined) return flat;
  if (hasMailHeader(text)) return 'eml';
  if (isHtml(text)) return 'html';
  if (isMarkdown(text)) return 'markdown';
  return detectCsvDelimiter(text) === undefined ? 'txt' : 'csv';
}

/** Markup and delimiters are ASCII, so that the charset matters only if its characters have two bytes. */
function decodeSample(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, sampleBytes);
  const [first, second] = sample;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(sample);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(sample);
  const text = Buffer.from(sample.buffer, sample.byteOffset, sample.length).toString('latin1');
  return text.startsWith('\u00ef\u00bb\u00bf') ? text.slice(3) : text;
}
